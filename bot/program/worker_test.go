package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/think"
	metrics "github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/store/jetstream"
	"github.com/sixfold-bot/sixfold/store/jetstream/jobs"
)

// workers kills the worker that thinks: the other one answers, and ends cleanly. Both are only told
// where the cluster is, and to be quick.
func workers(t *testing.T, urls []string) {
	t.Helper()
	var config string
	var log *journal
	begin := func(limit string) *exec.Cmd {
		config = filepath.Join(t.TempDir(), "worker.toml")
		if err := os.WriteFile(config, []byte(inCluster(urls, "worked")+"[think]\nlimit = \""+limit+"\"\n[admin]\naddress = \"127.0.0.1:0\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		p := program(t, "worker", "--config", config)
		said := &journal{}
		log, p.Stdout, p.Stderr = said, said, said
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = p.Process.Kill()
			if t.Failed() {
				t.Logf("worker:\n%s", said)
			}
		})
		return p
	}
	first := begin("1m") // killed long before that
	queue, err := jobs.Open(jetstream.Options{URLs: urls, Bucket: "worked"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = queue.Close() })
	stands := func(is func(jobs.Status) bool) {
		t.Helper()
		var s jobs.Status
		for range looks(t, func() string { return fmt.Sprintf("the queue has %+v, %v", s, err) }) {
			if s, err = queue.Status(t.Context(), 200*time.Millisecond); err == nil && is(s) {
				return
			}
		}
	}
	stands(func(s jobs.Status) bool { return len(s.Workers) == 1 })

	pool := think.NewPool(1, 0, metrics.New(), operate.NewCrew(queue, slog.New(slog.DiscardHandler)))
	level, _ := hex.Game.Level("max")
	type result struct {
		choice engine.Choice
		err    error
	}
	ask := func(move string) <-chan result {
		answered := make(chan result, 1)
		go func() {
			q := think.Question{Game: "hex", Rules: hex.Game.Rules, Level: level.ID, Options: json.RawMessage(`{"size":11}`), Moves: []string{move}, Owed: true, Seat: 1}
			c, err := pool.Ask(context.Background(), think.Job{Owed: true, Takes: level.Think}, q, func() (engine.Choice, error) {
				t.Error("the question is to be thought about here")
				return engine.Choice{}, nil
			})
			answered <- result{c, err}
		}()
		return answered
	}
	answered := ask("a1")
	asked := 1
	for range looks(t, func() string { return "no job is ever seen at work" }) {
		if s, err := queue.Status(t.Context(), 0); err == nil && s.AtWork > 0 {
			break
		}
		select {
		case <-answered: // on a busy machine the answer may be seen first
			asked++
			answered = ask("a" + strconv.Itoa(asked))
		default:
		}
	}
	second := begin("1s")
	stands(func(s jobs.Status) bool { return len(s.Workers) == 2 })
	_, address, _ := strings.Cut(log.String(), `msg="figures are served" address=`)
	address, _, _ = strings.Cut(address, "\n")
	if said := (&process{t: t, page: "http://" + address + "/"}).get("readyz"); said != "thinking\n" {
		t.Errorf("a worker says of itself %q", said)
	}
	_ = first.Process.Kill()
	_ = first.Wait()
	if r := <-answered; r.err != nil || r.choice.Move == "" {
		t.Errorf("the answer is %+v, %v", r.choice, r.err)
	}
	_ = second.Process.Signal(syscall.SIGTERM)
	if err := second.Wait(); err != nil {
		t.Errorf("the other worker has ended with %v", err)
	}
	out, err := program(t, "cluster", "check", "--config", config).CombinedOutput()
	if !bytes.Contains(out, []byte("Nobody takes jobs")) {
		t.Errorf("without workers the check says, with %v:\n%s", err, out)
	}
}

// TestWorkerNeedsACluster checks the error without a cluster.
func TestWorkerNeedsACluster(t *testing.T) {
	t.Parallel()
	out, err := program(t, "worker").CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 78 || !bytes.Contains(out, []byte("cluster.servers: a worker thinks for")) {
		t.Errorf("a worker without a cluster: %v\n%s", err, out)
	}
}

// oweTurn makes a level owe a friend a move when the asked copy is killed: another copy takes over
// the turn. The short form kills no copy.
func (c *copies) oweTurn(urls []string) {
	c.t.Helper()
	queue, err := jobs.Open(jetstream.Options{URLs: urls, Bucket: shared})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = queue.Close() })
	level := "easy"
	if long {
		level = "max"
	}
	c.says("friend", "/hex new size:11 level:"+level)
	answered := c.process.begin("friend", "/hex move f5")
	if long {
		for range looks(c.t, func() string { return "nobody thinks" }) {
			if s, err := queue.Status(c.t.Context(), 0); err == nil && s.AtWork > 0 {
				break
			}
		}
		victim := c.holder()
		_ = c.running[victim].Process.Kill()
		_ = c.running[victim].Wait()
		c.begin(victim)
	} else {
		<-answered
	}
	for after := range looks(c.t, func() string { return "the level has not moved" }) {
		if strings.Contains(c.says("friend", "/hex show"), "Blue: ") {
			c.t.Logf("the level's move came after %s", after)
			break
		}
	}
	for i, log := range c.logs {
		if strings.Contains(log.String(), "is thought about here") {
			c.t.Errorf("copy %d thinks alone", i)
		}
	}
}
