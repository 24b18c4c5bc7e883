//go:build unix

package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"
)

// The results of a command on a damaged store.
const (
	whole   = "whole"
	damaged = "damaged at" // followed by the place
	refused = "refused"
)

// place matches a place in a file that an error names.
var place = regexp.MustCompile(`page \d+: |\d+/hex/\d+: |table key |note "|the index |the key |the requests `)

// ending is the result of a command.
type ending struct {
	way    string
	said   string        // on standard error
	took   time.Duration // CPU time
	memory int64         // maximum, in bytes
}

// Limits on a command, far below bbolt's own check, which takes 12 minutes and 24 GB. A process's
// memory may include that of the test when it started the process.
const (
	mostTime   = 10 * time.Second
	mostMemory = 512 << 20
)

// execute runs the program in a folder, with another one for temporary files.
func execute(t *testing.T, folder, temporary string, args ...string) ending {
	t.Helper()
	c := program(t, args...)
	c.Dir = folder
	c.Env = append(c.Env, "TMPDIR="+temporary)
	var out, log bytes.Buffer // out is the reply to a person as JSON, log everything else
	c.Stdout, c.Stderr = &out, &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(hang, func() { _ = c.Process.Kill() }).Stop()
	err := c.Wait()
	e := ending{said: log.String(), took: c.ProcessState.UserTime() + c.ProcessState.SystemTime(), memory: memoryOf(c.ProcessState)}
	exit, failed := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		e.way = whole
	case !failed || exit.ExitCode() != 1 || !strings.Contains(e.said, "sixfold: error: ") && !json.Valid(out.Bytes()):
		t.Errorf("%v: %v\n%s", args, err, e.said)
	case place.MatchString(e.said):
		e.way = damaged
	default:
		e.way = refused
		t.Logf("%s", e.said)
	}
	if e.took > mostTime || e.memory > mostMemory {
		t.Errorf("%v took %s and %d bytes", args, e.took, e.memory)
	}
	return e
}

// memoryOf returns a process's maximum memory.
func memoryOf(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss
	}
	return usage.Maxrss << 10
}

// commands read a whole store, or play on it.
var commands = []struct {
	args   []string
	writes string // the store that it writes
}{
	{args: []string{"check"}},
	{args: []string{"backup", "copy.db"}, writes: "copy.db"},
	{args: []string{"compact"}, writes: "games.db"},
	{args: []string{"say", "/games"}},
}

// end runs a command on a file in its own folder, and checks that it leaves only its results.
func end(t *testing.T, file []byte, args []string, writes string) (e ending, folder string) {
	t.Helper()
	folder, temporary := t.TempDir(), t.TempDir()
	data := filepath.Join(folder, "games.db")
	if err := os.WriteFile(data, file, 0o600); err != nil {
		t.Fatal(err)
	}
	e = execute(t, folder, temporary, append(args, "--data", "games.db")...)
	left := []string{"games.db"}
	if copied := args[0] == "backup" && strings.Contains(e.said, "this head of the file"); writes != "" && (e.way == whole || copied) {
		left = slices.Compact(slices.Sorted(slices.Values(append(left, writes))))
	}
	mayWrite := e.way == whole && (args[0] == "say" || writes == "games.db")
	if now, err := os.ReadFile(data); err != nil || !mayWrite && !bytes.Equal(now, file) {
		t.Errorf("%v has changed the file, %v", args, err)
	}
	if strings.Contains(e.said, temporary) {
		t.Errorf("%v names a temporary file: %s", args, e.said)
	}
	if in, beside := namesIn(t, folder), namesIn(t, temporary); !slices.Equal(in, left) || len(beside) > 0 {
		t.Errorf("%v leaves %v, and %v", args, in, beside)
	}
	return e, folder
}

// TestDamagedStores damages a store in many ways, and runs commands that read all of it or play on
// it. All must end soon, with little memory and an error that names the file, and leave nothing
// behind. A store reported as whole must hold what people were told.
func TestDamagedStores(t *testing.T) {
	trials := len(damages) // each with the check and one more command
	if long {
		trials = 2000
	}
	path := storeToDamage(t)
	holds := told(t, path)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := results{ways: map[[3]string]int{}}
	t.Cleanup(func() { t.Logf("\n%s", all.table()) })
	for n := range trials {
		d := damages[n%len(damages)]
		t.Run(fmt.Sprintf("%s %d", d.name, n), func(t *testing.T) {
			t.Parallel()
			b := d.apply(rand.New(rand.NewPCG(uint64(n), 2)), bytes.Clone(file))
			isWhole := false
			for i, c := range commands {
				if i > 0 && !long && n%3 != i-1 {
					continue
				}
				e, folder := end(t, b, c.args, c.writes)
				all.add(d.name, c.args[0], e)
				switch {
				case i == 0:
					isWhole = e.way == whole
				case isWhole && e.way != whole:
					t.Errorf("check says that it is whole, and %s: %s", c.args[0], e.said)
				case isWhole && c.writes != "" && told(t, filepath.Join(folder, c.writes)) != holds:
					t.Errorf("what the store holds after %s has changed", c.args[0])
				}
			}
		})
	}
}

// TestDamageUnderARunningBot damages the file of a running bot: its backups are refused with the
// place of the damage, and the bot can be stopped.
func TestDamageUnderARunningBot(t *testing.T) {
	t.Parallel()
	folder, temporary := t.TempDir(), t.TempDir()
	data, copied := filepath.Join(folder, "games.db"), filepath.Join(folder, "copy.db")
	p := start(t, "--config", settings(t, ""), "--data", data)
	p.run("you", "/hex new @you size:3")
	file, err := os.OpenFile(data, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	// Each page header claims an overflow of more pages than there are. The bot's next write frees
	// them all, which for millions of pages takes seconds and gigabytes.
	takes := []byte{0xff, 0x00}
	if long {
		takes = []byte{0x00, 0xff, 0xff}
	}
	for at := 2 * int64(pageSize); at < info.Size() && err == nil; at += int64(pageSize) {
		_, err = file.WriteAt(takes, at+12)
	}
	if err = errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check"}, {"backup", copied}} {
		c := program(t, append(args, "--data", data)...)
		c.Env = append(c.Env, "TMPDIR="+temporary)
		out, err := c.CombinedOutput()
		if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 || !place.Match(out) || bytes.Contains(out, []byte(temporary)) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
	if left := namesIn(t, temporary); len(left) > 0 {
		t.Errorf("there are %v", left)
	}
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = p.wait()
	if left := namesIn(t, folder); !slices.Equal(left, []string{"games.db"}) || strings.Contains(p.log.String(), "goroutine ") {
		t.Errorf("the bot leaves %v\n%s", left, p.log)
	}
	// The program does not start on such a file.
	out, err := program(t, "serve", "--config", settings(t, ""), "--data", data).CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 || !place.Match(out) {
		t.Errorf("serve: %v\n%s", err, out)
	}
}

// results counts the commands' results. It is safe for concurrent use.
type results struct {
	mu      sync.Mutex
	ways    map[[3]string]int // by damage, command and result
	slowest time.Duration
	memory  int64
}

func (r *results) add(damage, command string, e ending) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ways[[3]string{damage, command, e.way}]++
	r.ways[[3]string{"all", command, e.way}]++
	r.slowest, r.memory = max(r.slowest, e.took), max(r.memory, e.memory)
}

// table formats how often the store was whole, damaged at a place, and refused.
func (r *results) table() string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s, %s, %s", whole, damaged, refused)
	for _, c := range commands {
		fmt.Fprintf(w, "\t%s", c.args[0])
	}
	line := func(damage string) {
		fmt.Fprintf(w, "\n%s", damage)
		for _, c := range commands {
			of := func(way string) int { return r.ways[[3]string{damage, c.args[0], way}] }
			fmt.Fprintf(w, "\t%d, %d, %d", of(whole), of(damaged), of(refused))
		}
	}
	for _, d := range damages {
		line(d.name)
	}
	line("all")
	w.Flush()
	fmt.Fprintf(&text, "\nthe slowest took %s of the processor, the largest %d MB", r.slowest.Round(time.Millisecond), r.memory>>20)
	return text.String()
}
