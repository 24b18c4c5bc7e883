package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// folder holds the program, built once for all tests; main.go is two folders up.
var folder string

// long enables the full versions of slow tests.
var long = os.Getenv("SIXFOLD_LONG") == "1"

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "sixfold"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	// Unlike `go build`, `go run` caches the linked binary. Without debug information it links
	// faster.
	build := exec.CommandContext(context.Background(), "go", "run", "-ldflags", "-s -w", "-exec", "cp", "../..", folder)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
		return 1
	}
	// Here a program ends before collecting its garbage would pay.
	if err = os.Setenv("GOGC", "400"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	debug.SetGCPercent(400)
	// Most tests wait for the program, not for a processor.
	if err = flag.Set("test.parallel", "8"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// TestShell runs the program from a shell.
func TestShell(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", folder+string(filepath.ListSeparator)+e.Getenv("PATH"))
			return nil
		},
	})
}

// TestServe starts the program with defaults, plays through the page's interface, kills it, and
// finds the game again.
func TestServe(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	config := filepath.Join(folder, "config.toml")
	if err := os.WriteFile(config, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"--config", config, "--data", filepath.Join(folder, "games.db")}

	p := start(t, args...)
	if page := p.get(""); !strings.Contains(page, "<html") {
		t.Errorf("the page is %q", page)
	}
	p.run("you", "/hex new @you size:3")
	p.shows("/hex move b2")
	if err := p.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err == nil {
		t.Error("the process ended well, though it was killed")
	}

	p = start(t, args...)
	if got, want := p.shows("/hex show"), "Red: b2"; !strings.Contains(got, want) {
		t.Errorf("after the restart the board is %q, want it to hold %q", got, want)
	}
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err != nil {
		t.Errorf("stopped by a signal: %v\n%s", err, p.log)
	}
}

// TestServeRefusesSecond starts the program twice on one file.
func TestServeRefusesSecond(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "games.db")
	config := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(config, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	start(t, "--config", config, "--data", data)
	second := program(t, "--config", config, "--data", data)
	out, err := second.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Errorf("the second process: %v, want exit status 1", err)
	}
	if !bytes.Contains(out, []byte("in use")) || !bytes.Contains(out, []byte(data)) {
		t.Errorf("the second process says %q", out)
	}
}

// process is a running sixfold.
type process struct {
	t       *testing.T
	command *exec.Cmd
	page    string
	log     *bytes.Buffer
	ended   bool
}

// program returns a command that runs sixfold. It ends with the test at the latest.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), filepath.Join(folder, "sixfold"), args...)
	c.Env = append(os.Environ(), "SIXFOLD_TOKEN=", "SIXFOLD_TOKEN_FILE=")
	return c
}

// start returns when the first URL, the page's, has been printed.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	log := &bytes.Buffer{}
	return startLogging(t, log, log, args...)
}

// startLogging is start with another standard error. A file can be read while the process runs, a
// buffer only afterwards.
func startLogging(t *testing.T, log *bytes.Buffer, stderr io.Writer, args ...string) *process {
	t.Helper()
	p := &process{t: t, command: program(t, args...), log: log}
	p.command.Stderr = stderr
	out, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !p.ended {
			_ = p.wait() // killed by the test's context
		}
	})
	url := regexp.MustCompile(`http://[^\s?]+`)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if p.page = url.FindString(lines.Text()); p.page != "" {
			return p
		}
	}
	_ = p.wait() // it has ended by itself; the log says why
	t.Fatalf("no page: %s", p.log)
	return nil
}

// hang is the time after which a process counts as hanging. It is no measure of speed.
const hang = 3 * time.Minute

// wait returns when the process has ended. A hanging one is killed.
func (p *process) wait() error {
	p.ended = true
	defer time.AfterFunc(hang, func() { _ = p.command.Process.Kill() }).Stop()
	return p.command.Wait()
}

// looks polls for a condition of another process: the caller's loop breaks when it holds. If it
// never does, the test fails with the message of instead.
func looks(t *testing.T, instead func() string) iter.Seq[time.Duration] {
	t.Helper()
	return func(yield func(time.Duration) bool) {
		t.Helper()
		for begun := time.Now(); time.Since(begun) < hang; time.Sleep(10 * time.Millisecond) {
			if !yield(time.Since(begun)) {
				return
			}
		}
		t.Fatal(instead())
	}
}

func (p *process) get(path string) string {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.page+path, http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(p.send(r))
}

func (p *process) send(r *http.Request) []byte {
	p.t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		p.t.Fatalf("%s %s: %s, %v\n%s", r.Method, r.URL, response.Status, err, body)
	}
	return body
}

// ran is the response to a command.
type ran struct{ Message message }

type message struct {
	ID, Channel string
	Content     string
	Private     bool
	Thinking    bool // the answer is deferred
	Attachments []struct{ Alt string }
}

func (r ran) alt() string { return r.Message.alt() }

func (m message) alt() string {
	var all []string
	for _, a := range m.Attachments {
		all = append(all, a.Alt)
	}
	return strings.Join(all, "\n")
}

// channel returns the first channel.
func (p *process) channel(user string) (id string) {
	p.t.Helper()
	var state struct{ Channels []struct{ ID string } }
	if err := json.Unmarshal([]byte(p.get("api/state?user="+user)), &state); err != nil {
		p.t.Fatal(err)
	}
	return state.Channels[0].ID
}

// request returns a request for a slash command in the first channel.
func (p *process) request(user, line string) *http.Request {
	p.t.Helper()
	body, err := json.Marshal(map[string]any{"user": user, "channel": p.channel(user), "text": line, "wait": true})
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.page+"api/run", bytes.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

// run runs a slash command in the first channel, and waits for the answer.
func (p *process) run(user, line string) ran {
	p.t.Helper()
	r := p.request(user, line)
	var answer ran
	if err := json.Unmarshal(p.send(r), &answer); err != nil {
		p.t.Fatal(err)
	}
	if answer.Message.Private {
		p.t.Fatalf("%s: %s", line, answer.Message.Content)
	}
	return answer
}

// shows returns the board after a command of yours. On a slow machine a deferral comes before it.
func (p *process) shows(line string) (alt string) {
	p.t.Helper()
	for range looks(p.t, func() string { return "there is no board" }) {
		if alt = p.run("you", line).alt(); alt != "" {
			break
		}
		line = "/hex show"
	}
	return alt
}

func namesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
