package program

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// TestStopWhileThinking stops the program during a thought. The person's move is kept, and the
// thought is resumed at the next start.
func TestStopWhileThinking(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "games.db")
	p := start(t, "--config", settings(t, ""), "--data", data)
	p.run("you", "/hex new size:11 level:max")
	p.run("you", "/hex move f6")
	p.posts("Red: f6")
	if err := p.command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Errorf("stopped by a signal: %v\n%s", err, p.log)
	}
	if bytes.Contains(p.log.Bytes(), []byte("level=ERROR")) || bytes.Contains(p.log.Bytes(), []byte("level=WARN")) {
		t.Errorf("the log tells of trouble:\n%s", p.log)
	}

	if n := owed(t, data); n != 1 {
		t.Fatalf("%d turns wait, want one", n)
	}
	p = start(t, "--config", settings(t, "[think]\nlimit = \"100ms\"\n"), "--data", data)
	p.posts("Blue: ") // unasked: to show the board would take up the thought, too
}

// posts waits until a text stands in the first channel.
func (p *process) posts(text string) {
	p.t.Helper()
	for range looks(p.t, func() string { return text + " is not posted" }) {
		if strings.Contains(p.get("api/messages?user=you&channel="+p.channel("you")), text) {
			return
		}
	}
}

// owed returns the number of turns that levels owe.
func owed(t *testing.T, data string) int {
	t.Helper()
	s, err := store.Open(data, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	keys, err := s.Thinking()
	if err != nil {
		t.Fatal(err)
	}
	return len(keys)
}

// TestStopWhileStarting stops the program while it waits for Discord: a bot that cannot connect
// ends without an error.
func TestStopWhileStarting(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1)
	discord := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case asked <- struct{}{}:
		default:
		}
		<-r.Context().Done()
	}))
	defer discord.Close()
	config := settings(t, fmt.Sprintf("[discord]\napi = %q\n", discord.URL+"/api/v9/"))
	c := program(t, "--config", config, "--data", filepath.Join(t.TempDir(), "games.db"))
	c.Env = append(c.Env, "SIXFOLD_TOKEN=abc.def.ghi")
	var log journal
	c.Stderr = &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	begin := time.Now()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("stopped while starting: %v\n%s", err, &log)
	}
	if waited := time.Since(begin); waited >= 10*time.Second { // the timeout of systemd and container engines
		t.Errorf("it took %v to stop", waited)
	}
}

// TestStopOnABadDay stops the program in each state of a misbehaving Discord, in less than the ten
// seconds that systemd and container engines allow.
func TestStopOnABadDay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		day  badDay
		seen string // the call, or the frame's opcode, at which the program is stopped
		nth  int    // the occurrence of it
	}{
		{"op 7 for HELLO", badDay{hello: `{"op":7,"d":null}`}, "open", 2},
		{"a gateway that says nothing", badDay{hello: " "}, "open", 1},
		{"a gateway that is refused", badDay{status: map[string]int{"GET gateway/bot": http.StatusForbidden}}, "GET gateway/bot", 2},
		{"commands that hang", badDay{status: map[string]int{"PUT commands": 0}}, "PUT commands", 1},
		{"commands in twelve hours", badDay{status: map[string]int{"PUT commands": http.StatusTooManyRequests}}, "op 1", 1},
		{"a session that is not resumed", badDay{closes: true}, "op 6", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			seen := make(chan struct{})
			times := 0
			discord := tt.day.serve(t, func(what string) {
				if what == tt.seen {
					if times++; times == tt.nth {
						close(seen)
					}
				}
			})
			config := settings(t, fmt.Sprintf("[discord]\napi = %q\n", discord+"/api/v9/"))
			c := program(t, "--config", config, "--data", filepath.Join(t.TempDir(), "games.db"))
			c.Env = append(append(c.Env, "SIXFOLD_TOKEN=abc.def.ghi"), nowhereElse(t)...)
			var log journal
			c.Stderr = &log
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-seen:
			case <-time.After(hang):
				t.Fatalf("it does not come to %s:\n%s", tt.seen, &log)
			}
			begin := time.Now()
			if err := c.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := c.Wait(); err != nil {
				t.Errorf("it ends with %v\n%s", err, &log)
			}
			if waited := time.Since(begin); waited >= 10*time.Second {
				t.Errorf("it took %v to stop\n%s", waited, &log)
			}
			if strings.Contains(log.String(), "abc.def.ghi") {
				t.Errorf("the token is in the log:\n%s", &log)
			}
		})
	}
}

// TestSecondSignal ends the program at once, although it waits for somebody.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	p := startPage(t)
	p.hold()
	gone := make(chan error, 1)
	go func() { gone <- p.wait() }()
	for {
		if err := p.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		select {
		case err := <-gone:
			exit, ok := errors.AsType[*exec.ExitError](err)
			if !ok {
				t.Fatalf("the process ended with %v, want it to be ended by the signal\n%s", err, p.log)
			}
			if status, ok := exit.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
				t.Errorf("the process ended with %v, want it to be ended by the signal\n%s", err, p.log)
			}
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// hold sends half of a request to the page: a clean stop waits for the rest.
func (p *process) hold() {
	p.t.Helper()
	page, err := url.Parse(p.page)
	if err != nil {
		p.t.Fatal(err)
	}
	connection, err := new(net.Dialer).DialContext(p.t.Context(), "tcp", page.Host)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { connection.Close() })
	if _, err := connection.Write([]byte("GET / HTTP/1.1\r\n")); err != nil {
		p.t.Fatal(err)
	}
	p.told("you", "/games") // sent later, so the half request has been received
}
