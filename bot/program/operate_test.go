package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// settings writes a config file for a playground on a port of its own.
func settings(t *testing.T, more string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"+more), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBackupOfARunningBot copies the store of a bot that plays, stops the bot, and goes
// on with the copy.
func TestBackupOfARunningBot(t *testing.T) {
	folder := t.TempDir()
	data, copied := filepath.Join(folder, "games.db"), filepath.Join(folder, "copy.db")
	p := start(t, "--config", settings(t, ""), "--data", data)
	p.run("you", "/hex new @you size:3")
	p.run("you", "/hex move b2")
	out, err := program(t, "backup", copied, "--data", data).CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("1 tables, 1 of them open")) {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	p.run("you", "/hex move a1") // the bot goes on
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Errorf("stopped by a signal: %v\n%s", err, p.log)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || strings.Join(left, " ") != copied+" "+data {
		t.Errorf("after the stop there are %q, %v", left, err)
	}
	p = start(t, "--config", settings(t, ""), "--data", copied)
	if got := p.run("you", "/hex show").alt(); !strings.Contains(got, "Red: b2") || strings.Contains(got, "a1") {
		t.Errorf("in the copy the board is %q, want it as it was when copied", got)
	}
}
