package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/fault"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
	"github.com/sixfold-bot/sixfold/bot/playground/ratelimit"
)

// A close code after which logging in again is of no use ends the program, and the
// operator reads why. It has not gone on trying.
func TestFatalCloseCodes(t *testing.T) {
	for code, reason := range map[int]string{4004: "the token is not valid", 4014: "the intents are not allowed"} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			server := playgroundtest.New(t, playground.Config{Limits: ratelimit.Limits{}})
			c := program(t, "--data", filepath.Join(t.TempDir(), "games.db"), "--config", settings(t, ""))
			c.Env = append(append(c.Env, "SIXFOLD_TOKEN="+server.Token()), inDiscordsPlace(t, server.APIBase())...)
			var log bytes.Buffer
			c.Stderr = &log
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			online(t, server)
			for _, f := range []fault.Fault{{Kind: fault.Login, Code: code, Count: -1}, {Kind: fault.Drop}} {
				if _, err := server.Inject(f); err != nil {
					t.Fatal(err)
				}
			}
			if exit, ok := errors.AsType[*exec.ExitError](c.Wait()); !ok || exit.ExitCode() != 1 {
				t.Errorf("ended with %v, want exit status 1", exit)
			}
			if !bytes.Contains(log.Bytes(), []byte(reason)) {
				t.Errorf("the log does not say that %s:\n%s", reason, &log)
			}
			if n := bytes.Count(log.Bytes(), []byte("is lost")); n != 1 {
				t.Errorf("it tried %d times:\n%s", n, &log)
			}
		})
	}
}

// online waits until the program has logged in.
func online(t *testing.T, server *playgroundtest.Server) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL()+"api/state?user=you", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var state struct {
			Bot struct{ Online bool }
		}
		err = json.NewDecoder(response.Body).Decode(&state)
		response.Body.Close()
		switch {
		case err != nil:
			t.Fatal(err)
		case state.Bot.Online:
			return
		case time.Now().After(end):
			t.Fatal("the program does not log in")
		}
	}
}
