package program

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// settings writes a settings file for a playground on a free port.
func settings(t *testing.T, more string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"+more), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBackupOfARunningBot copies the store of a bot in use, stops the bot, and continues with the
// copy.
func TestBackupOfARunningBot(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	data, copied := filepath.Join(folder, "games.db"), filepath.Join(folder, "copy.db")
	p := start(t, "--config", settings(t, ""), "--data", data)
	p.run("you", "/hex new @you size:3")
	p.shows("/hex move b2")
	out, err := program(t, "backup", copied, "--data", data).CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("tables 1, open 1")) {
		t.Fatalf("backup: %v\n%s", err, out)
	}
	p.run("you", "/hex move a1") // the bot continues
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
	if got := p.shows("/hex show"); !strings.Contains(got, "Red: b2") || strings.Contains(got, "a1") {
		t.Errorf("in the copy the board is %q, want it as it was when copied", got)
	}
}

// TestAdminListener plays, and reads the operator's metrics.
func TestAdminListener(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "log")
	log, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	config := settings(t, "[admin]\naddress = \"127.0.0.1:0\"\n[log]\nformat = \"json\"\nlevel = \"debug\"\n")
	p := startLogging(t, &bytes.Buffer{}, log, "--config", config, "--data", filepath.Join(t.TempDir(), "games.db"))
	logged, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`"msg":"figures are served","address":"(127\.0\.0\.1:\d+)"`).FindSubmatch(logged)
	if found == nil {
		t.Fatalf("the log names no address:\n%s", logged)
	}
	p.run("you", "/hex new @you size:3")
	p.run("you", "/hex move b2")
	admin := &process{t: t, page: "http://" + string(found[1]) + "/"}
	if got := admin.get("healthz"); got != "ok\n" {
		t.Errorf("/healthz says %q", got)
	}
	if got := admin.get("readyz"); got != "leading\n" {
		t.Errorf("/readyz says %q", got)
	}
	want := []string{
		`sixfold_interactions_total{command="hex new",kind="command",result="done"} 1`,
		`sixfold_interactions_total{command="hex move",kind="command",result="done"} 1`,
		"sixfold_first_answer_seconds_count 2",
		"sixfold_deadline_misses_total 0",
		"sixfold_gateway_connected 1",
		"sixfold_gateway_logins_total 1",
		"sixfold_tables_open 1",
		"sixfold_drawing_seconds_count 2",
	}
	// The page may have an answer a moment before the bot knows.
	got := ""
	missing := func(figure string) bool { return !strings.Contains(got, "\n"+figure+"\n") }
	for range looks(t, func() string { return "a figure is missing in\n" + got }) {
		if got = admin.get("metrics"); !slices.ContainsFunc(want, missing) {
			break
		}
	}
	if got := admin.get("debug/pprof/goroutine?debug=1"); !strings.Contains(got, "main.main") {
		t.Errorf("the profile is %.200q", got)
	}
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Error(err)
	}
	logged, err = os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, attribute := range []string{`"channel":"`, `"game":"hex"`, `"revision":2`} {
		if !bytes.Contains(logged, []byte(attribute)) {
			t.Errorf("the log has no %s:\n%s", attribute, logged)
		}
	}
	if bytes.Contains(logged, []byte("b2")) || bytes.Contains(logged, []byte(`"Alex"`)) {
		t.Errorf("the log has what people wrote:\n%s", logged)
	}
}
