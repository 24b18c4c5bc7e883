//go:build linux

package operate

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// manager listens in place of systemd.
func manager(t *testing.T, name string) *net.UnixConn {
	t.Helper()
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	return socket
}

// next returns the next message to the manager.
func next(t *testing.T, socket *net.UnixConn) string {
	t.Helper()
	if err := socket.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 4096)
	n, err := socket.Read(said)
	if err != nil {
		t.Fatal(err)
	}
	return string(said[:n])
}

func expect(t *testing.T, socket *net.UnixConn, want string) {
	t.Helper()
	if got := next(t, socket); got != want {
		t.Errorf("the manager was told %q, want %q", got, want)
	}
}

// find is findManager with an environment; a log message fails the test.
func find(t *testing.T, env map[string]string) *serviceManager {
	t.Helper()
	var log bytes.Buffer
	m := findManager(func(name string) string { return env[name] }, slog.New(slog.NewTextHandler(&log, nil)))
	if log.Len() > 0 {
		t.Error(log.String())
	}
	return m
}

func TestSteps(t *testing.T) {
	for name, path := range map[string]string{
		"a file": filepath.Join(t.TempDir(), "notify"), "no file": "@sixfold-test-" + strconv.Itoa(os.Getpid()),
	} {
		t.Run(name, func(t *testing.T) {
			socket := manager(t, path)
			m := find(t, map[string]string{"NOTIFY_SOCKET": path})
			m.Status("connecting")
			expect(t, socket, "STATUS=connecting")
			m.Ready("serving")
			expect(t, socket, "READY=1\nSTATUS=serving")
			m.Status("one\nREADY=1")
			expect(t, socket, "STATUS=one READY=1")
			m.Stopping()
			m.Stopping()
			expect(t, socket, "STOPPING=1\nSTATUS=stopping")
			m.Guard(t.Context(), func(context.Context) error { t.Error("asked, though nobody waits"); return nil })
			m.Status("last")
			expect(t, socket, "STATUS=last")
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Without a manager all methods do nothing.
func TestNobody(t *testing.T) {
	m := find(t, map[string]string{"WATCHDOG_USEC": "1000"})
	if m != nil {
		t.Fatal("somebody was found")
	}
	m.Ready("a")
	m.Status("b")
	m.Guard(t.Context(), nil)
	m.Stopping()
	if err := m.Close(); err != nil {
		t.Error(err)
	}
}

func TestLostManager(t *testing.T) {
	var log bytes.Buffer
	logged := slog.New(slog.NewTextHandler(&log, nil))
	path := filepath.Join(t.TempDir(), "notify")
	if m := findManager(func(string) string { return path }, logged); m != nil || !strings.Contains(log.String(), "cannot be told") {
		t.Errorf("found %v, and logged %q", m, &log)
	}
	socket := manager(t, path)
	m := findManager(func(name string) string { return map[string]string{"NOTIFY_SOCKET": path}[name] }, logged)
	_ = socket.Close()
	m.Ready("a")
	if !strings.Contains(log.String(), "was not told") {
		t.Errorf("what was lost is not logged: %q", &log)
	}
}

func TestInterval(t *testing.T) {
	own := strconv.Itoa(os.Getpid())
	tests := []struct {
		usec, pid string
		want      time.Duration
		warned    bool
	}{
		{"", "", 0, false},
		{"", own, 0, false},
		{"60000000", "", 30 * time.Second, false},
		{"60000000", own, 30 * time.Second, false},
		{"60000000", "1" + own, 0, false},
		{"0", "", 0, true},
		{"-1", "", 0, true},
		{"1m", "", 0, true},
		{"9223372036854775807", "", 0, true},
	}
	for _, tt := range tests {
		var log bytes.Buffer
		env := map[string]string{"WATCHDOG_USEC": tt.usec, "WATCHDOG_PID": tt.pid}
		got := interval(func(name string) string { return env[name] }, slog.New(slog.NewTextHandler(&log, nil)))
		if got != tt.want || (log.Len() > 0) != tt.warned {
			t.Errorf("%q for process %q: %v, want %v; logged %q", tt.usec, tt.pid, got, tt.want, &log)
		}
	}
}

// watched returns a manager with a watchdog timeout.
func watched(t *testing.T, after time.Duration) (*serviceManager, *net.UnixConn, *bytes.Buffer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	socket := manager(t, path)
	env := map[string]string{"NOTIFY_SOCKET": path, "WATCHDOG_USEC": strconv.FormatInt(after.Microseconds(), 10)}
	log := &bytes.Buffer{}
	return findManager(func(name string) string { return env[name] }, slog.New(slog.NewTextHandler(log, nil))), socket, log
}

// Each watchdog notification follows a response, and there is none without one.
func TestGuardAsksEachTime(t *testing.T) {
	m, socket, log := watched(t, 10*time.Millisecond)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	asked, answer := make(chan struct{}), make(chan error)
	waits := false
	m.Guard(ctx, func(ctx context.Context) error {
		if !waits {
			asked <- struct{}{}
		}
		select {
		case err := <-answer:
			waits = false
			return err
		case <-ctx.Done():
			waits = true // for the same answer
			return ctx.Err()
		}
	})
	stuck := func() { // messages before the response contain no notification
		t.Helper()
		if got := next(t, socket); !strings.HasPrefix(got, "STATUS=stuck: nothing has answered") {
			t.Errorf("while nothing answers the manager is told %q", got)
		}
	}
	<-asked
	stuck()
	answer <- nil
	expect(t, socket, "WATCHDOG=1\nSTATUS=lives again")
	<-asked
	stuck()
	answer <- errors.New("no heart")
	<-asked // and still no notification
	answer <- nil
	expect(t, socket, "WATCHDOG=1\nSTATUS=lives again")
	<-asked
	stuck()
	stop() // without any response
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "no sign of life") || !strings.Contains(log.String(), "lives again") {
		t.Errorf("the log says %s", log)
	}
}

// The first response is reported at once.
func TestGuardTellsTheAnswer(t *testing.T) {
	for answer, want := range map[error]string{nil: "WATCHDOG=1", errors.New("no heart"): "STATUS=stuck: no heart"} {
		m, socket, _ := watched(t, 24*time.Hour)
		ctx, stop := context.WithCancel(t.Context())
		m.Guard(ctx, func(context.Context) error { return answer })
		expect(t, socket, want)
		stop()
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
