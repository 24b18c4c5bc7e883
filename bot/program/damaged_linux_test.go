package program

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/store"
)

// largeDamagedStore returns a store that takes long to read, with damage in its last table.
func largeDamagedStore(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	s, err := store.Open(path, store.Unsynced())
	if err != nil {
		t.Fatal(err)
	}
	table := store.Table{Head: store.Head{Game: "hex", Seats: []string{"user:7", "user:8"}}}
	for n := range 2000 {
		table.Moves = append(table.Moves, store.Move{Text: "move " + strconv.Itoa(n), By: "user:7", At: time.Unix(int64(n), 0).UTC()})
	}
	const last = 100
	for n := range last {
		table := table
		if n == last-1 {
			table.Names = []string{"somebody who is there once"}
		}
		err = errors.Join(err, bottest.Save(s, store.Key{Channel: strconv.Itoa(1000 + n), Game: "hex", Number: 1}, &table))
	}
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(file, []byte("somebody who"), []byte("nobody who i"))
}

// TestSignalInTheMiddle ends each command by a signal while it checks a large damaged store: it
// reports the signal, and leaves nothing behind.
func TestSignalInTheMiddle(t *testing.T) {
	file := largeDamagedStore(t)
	for _, c := range commands[:3] {
		t.Run(c.args[0], func(t *testing.T) {
			for range 20 {
				if signalled(t, file, c.args) {
					return
				}
			}
			t.Error("it always came to its end before the signal")
		})
	}
}

// signalled runs a command, and sends it a signal once it has read a third of the file. It reports
// whether the command was still running.
func signalled(t *testing.T, file []byte, args []string) bool {
	t.Helper()
	folder, temporary := t.TempDir(), t.TempDir()
	data := filepath.Join(folder, "games.db")
	if err := os.WriteFile(data, file, 0o600); err != nil {
		t.Fatal(err)
	}
	c := program(t, append(args, "--data", data)...)
	c.Dir = folder
	c.Env = append(c.Env, "TMPDIR="+temporary)
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(hang, func() { _ = c.Process.Kill() }).Stop()
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	var err error
	for running := true; running; {
		select {
		case err = <-ended:
			running = false
		case <-time.After(time.Millisecond):
			if hasRead(c.Process.Pid) < int64(len(file)/3) {
				continue
			}
			_ = c.Process.Signal(syscall.SIGTERM) // it may have ended
			err, running = <-ended, false
		}
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 || !strings.Contains(said.String(), "sixfold: error: ") {
		t.Errorf("%v: %v\n%s", args, err, &said)
	}
	if now, err := os.ReadFile(data); err != nil || !bytes.Equal(now, file) {
		t.Errorf("%v has changed the file, %v", args, err)
	}
	if in, beside := namesIn(t, folder), namesIn(t, temporary); !slices.Equal(in, []string{"games.db"}) || len(beside) > 0 {
		t.Errorf("%v leaves %v, and %v", args, in, beside)
	}
	return strings.Contains(said.String(), "signal")
}

// hasRead returns how many bytes a process has read, 0 if it has ended.
func hasRead(pid int) (n int64) {
	if said, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid)); err == nil {
		_, _ = fmt.Sscanf(string(said), "rchar: %d", &n)
	}
	return n
}
