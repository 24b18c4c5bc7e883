package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/playground"
	"github.com/sixfold-bot/sixfold/bot/playground/playgroundtest"
)

// TestDoctor runs the command on a running bot, on a stopped one, on an invalid store, and with
// invalid settings. The token is never shown.
func TestDoctor(t *testing.T) {
	t.Parallel()
	server := playgroundtest.New(t, playground.Config{Limits: playground.Limits{}})
	folder := t.TempDir()
	config, data := filepath.Join(folder, "config.toml"), filepath.Join(folder, "games.db")
	text := fmt.Sprintf("[discord]\napi = %q\n[store]\nbackup = %q\n", server.APIBase()+"api/v9/", folder)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	examine := func(token string, wrong bool, lines ...string) {
		t.Helper()
		c := program(t, "doctor", "--config", config, "--data", data)
		c.Env = append(c.Env, "SIXFOLD_TOKEN="+token)
		out, err := c.CombinedOutput()
		if exit, ended := errors.AsType[*exec.ExitError](err); ended != wrong || ended && exit.ExitCode() != 1 {
			t.Errorf("it ends with %v", err)
		}
		for _, line := range lines {
			if !strings.Contains(string(out), line) {
				t.Errorf("it does not say %q", line)
			}
		}
		if strings.Contains(string(out), token) {
			t.Error("it shows the token")
		}
		if t.Failed() {
			t.Fatalf("%s", out)
		}
	}

	bot := program(t, "--config", config, "--data", data)
	bot.Env = append(bot.Env, "SIXFOLD_TOKEN="+server.Token())
	var log journal
	bot.Stderr = &log
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	online(t, &log)
	for range looks(t, func() string { return "it is not healthy:\n" + log.String() }) {
		if program(t, "health", "--data", data).Run() == nil {
			break
		}
	}
	well := []string{"ok       token", "ok       application", "ok       servers", "ok       commands", "ok       gateway", "ok       clock"}
	examine(server.Token(), false, append(well, "it runs and serves", "the bot holds "+data)...)
	if err := bot.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := bot.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	examine(server.Token(), false, append(well, "none runs on", data+" opens, and its pages are whole")...)

	c := program(t, "doctor", "--json", "--config", config, "--data", data)
	c.Env = append(c.Env, "SIXFOLD_TOKEN="+server.Token())
	out, err := c.Output()
	var report struct {
		OK    bool
		Lines []struct{ Check, Result, Found string }
	}
	if err := errors.Join(err, json.Unmarshal(out, &report)); err != nil || !report.OK || len(report.Lines) < 15 {
		t.Errorf("%v: %s", err, out)
	}

	if err := os.WriteFile(data, []byte(strings.Repeat("no store ", 10_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	examine(server.Token(), true, "wrong    store", "ok       token")
	if err := os.WriteFile(config, []byte("[discord]\napi = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	examine(server.Token(), true, "wrong    settings", "config.toml:2")
}

// TestUnusable checks the exit status after which a restart is useless: with a token that Discord
// does not know, and with invalid settings.
func TestUnusable(t *testing.T) {
	t.Parallel()
	server, err := playground.New(playground.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	api := fmt.Sprintf("[discord]\napi = %q\n", server.APIBase()+"api/v9/")
	for name, tt := range map[string]struct{ settings, token, says string }{
		"a wrong token":  {api, "wr.on.g", "the token is not valid"},
		"no token":       {api, "not a token", "SIXFOLD_TOKEN: "},
		"malformed":      {"[discord", "", "config.toml:1"},
		"an unknown key": {"[discord]\ntokn = 1\n", "", "config.toml:2"},
	} {
		folder := t.TempDir()
		config := filepath.Join(folder, "config.toml")
		if err := os.WriteFile(config, []byte(tt.settings), 0o600); err != nil {
			t.Fatal(err)
		}
		c := program(t, "--config", config, "--data", filepath.Join(folder, "games.db"))
		c.Env = append(c.Env, "SIXFOLD_TOKEN="+tt.token)
		out, err := c.CombinedOutput()
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 78 || !strings.Contains(string(out), tt.says) {
			t.Errorf("%s: %v, want exit status 78 and %q\n%s", name, err, tt.says, out)
		}
	}
}
