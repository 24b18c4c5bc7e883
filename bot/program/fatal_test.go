package program

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

// A close code after which another login must fail ends the program with an explanation for the
// operator, without a retry.
func TestFatalCloseCodes(t *testing.T) {
	for code, reason := range map[int]string{4004: "the token is not valid", 4014: "the intents are not allowed"} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			server := playgroundtest.New(t, playground.Config{Limits: playground.Limits{}})
			c := program(t, "--data", filepath.Join(t.TempDir(), "games.db"), "--config", settings(t, ""))
			c.Env = append(append(c.Env, "SIXFOLD_TOKEN="+server.Token()), inDiscordsPlace(t, server.APIBase())...)
			var log journal
			c.Stderr = &log
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			online(t, &log)
			for _, f := range []playgroundtest.Fault{{Kind: playgroundtest.Login, Code: code, Count: -1}, {Kind: playgroundtest.Drop}} {
				server.Inject(f)
			}
			if exit, ok := errors.AsType[*exec.ExitError](c.Wait()); !ok || exit.ExitCode() != 78 {
				t.Errorf("ended with %v, want exit status 78", exit)
			}
			if !strings.Contains(log.String(), reason) {
				t.Errorf("the log does not say that %s:\n%s", reason, &log)
			}
			if n := strings.Count(log.String(), "not connected to Discord"); n != 1 {
				t.Errorf("it tried %d times:\n%s", n, &log)
			}
		})
	}
}

// journal is the output of a running program. It is safe for concurrent use.
type journal struct {
	mu      sync.Mutex
	written bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.written.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.written.String()
}

// online waits until the program knows that it has logged in. The server knows earlier, but a fault
// injected in between would strike no session.
func online(t *testing.T, log *journal) {
	t.Helper()
	for range looks(t, func() string { return "the program does not log in:\n" + log.String() }) {
		if strings.Contains(log.String(), "logged in") {
			return
		}
	}
}
