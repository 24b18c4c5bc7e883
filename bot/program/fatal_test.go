package program

import (
	"bytes"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
)

// A close code after which logging in again is of no use ends the program, and the
// operator reads why. It has not gone on trying.
func TestFatalCloseCodes(t *testing.T) {
	for code, reason := range map[string]string{"4004": "the token is not valid", "4014": "the intents are not allowed"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			p := start(t, "--data", filepath.Join(t.TempDir(), "games.db"), "--config", settings(t, ""))
			for _, fault := range []string{`{"kind":"login","count":-1,"code":` + code + `}`, `{"kind":"drop"}`} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.page+"api/faults", bytes.NewReader([]byte(fault)))
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Content-Type", "application/json")
				p.send(r)
			}
			if exit, ok := errors.AsType[*exec.ExitError](p.wait()); !ok || exit.ExitCode() != 1 {
				t.Errorf("ended with %v, want exit status 1", exit)
			}
			if !bytes.Contains(p.log.Bytes(), []byte(reason)) {
				t.Errorf("the log does not say that %s:\n%s", reason, p.log)
			}
			if n := bytes.Count(p.log.Bytes(), []byte("is lost")); n != 1 {
				t.Errorf("it tried %d times:\n%s", n, p.log)
			}
		})
	}
}
