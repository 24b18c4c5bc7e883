package program

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStandstill stops the program, with a live game, for longer than that game's clock: it goes on, and
// its table says what was given back.
func TestStandstill(t *testing.T) {
	if !long {
		t.Skip("takes as long as it stands still; package bot has the same with a clock of its own")
	}
	t.Parallel()
	folder := t.TempDir()
	config := filepath.Join(folder, "config.toml")
	if err := os.WriteFile(config, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, "--config", config, "--data", filepath.Join(folder, "games.db"))
	p.run("you", "/hex new @friend size:5 swap:false clock:1+0")
	p.run("friend", "/hex join")
	p.run("you", "/hex move c3")
	p.run("friend", "/hex move b2")
	if err := p.command.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(75 * time.Second)
	if err := p.command.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	var told string
	for range looks(t, func() string { return "what was given back is not told" }) {
		told = p.get("api/messages?user=you&limit=100&channel=" + p.channel("you"))
		if strings.Contains(told, "goes on.") || strings.Contains(told, "Time is up") {
			break
		}
	}
	if !regexp.MustCompile(`\+(7[4-9]|8\d) seconds: the bot was away\.`).MatchString(told) {
		t.Errorf("after 75 s the channel has %s", told)
	}
	if said := p.run("you", "/hex move d2").Message.Content; strings.Contains(said, "Time is up") {
		t.Errorf("after 75 s a move is answered with %q", said)
	}
}
