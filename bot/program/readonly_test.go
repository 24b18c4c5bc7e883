//go:build unix

package program

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReadOnlyStore starts the program on a file that it may only read: it reports that, and does
// not change the file.
func TestReadOnlyStore(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	data := filepath.Join(home, "games.db")
	if out, err := program(t, "say", "/hex new @you size:3", "--data", data).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	// Another user must be able to reach the program and the file.
	modes := []struct {
		path string
		mode os.FileMode
	}{{folder, 0o755}, {filepath.Dir(home), 0o755}, {data, 0o444}, {home, 0o555}}
	for _, m := range modes {
		if err := os.Chmod(m.path, m.mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := os.Chmod(home, 0o755); err != nil { // so that the folder can be removed
			t.Error(err)
		}
	})
	for _, args := range [][]string{{"serve"}, {"say", "/hex show"}} {
		c := program(t, append(args, "--data", data)...)
		if os.Geteuid() == 0 { // root may write to any file
			const nobody = 65534
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		out, err := c.CombinedOutput()
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
			t.Errorf("%v: %v, want exit status 1", args, err)
		}
		for _, want := range []string{data, "cannot be written", "make the file and its folder writable"} {
			if !bytes.Contains(out, []byte(want)) {
				t.Errorf("%v says %q, want %q in it", args, out, want)
			}
		}
	}
	if after, err := os.ReadFile(data); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file has changed, or cannot be read: %v", err)
	}
}
