package outage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	_ "unsafe" // for go:linkname

	"github.com/sixfold-bot/sixfold/bot/operate"
	gamehex "github.com/sixfold-bot/sixfold/engine/hex"
)

// copyOfBot is a copy of the program, a process that can be killed and restarted.
type copyOfBot struct {
	operate.Source

	t       *testing.T
	number  int
	token   string
	args    []string // nil for a copy of the bot
	newer   bool     // it plays Hex by rules of a later version
	command *exec.Cmd
	log     *journal
}

// orders is the environment variable that makes the test binary run the program: an [order] as JSON. So no
// other binary needs to be linked.
const orders = "SIXFOLD_OUTAGE_COPY"

// order is what the program needs to know.
type order struct {
	operate.Source

	Newer bool // play Hex by rules of a later version
}

// firstBy is when a copy gives up a first answer. It is raised for the [patient] clock.
//
//go:linkname firstBy github.com/sixfold-bot/sixfold/bot/discord.firstBy
var firstBy time.Duration

// program runs the subcommands that the tests need, with the process's arguments.
func program(settings string) error {
	firstBy *= patience
	var o order
	if err := json.Unmarshal([]byte(settings), &o); err != nil {
		return err
	}
	if o.Newer {
		gamehex.Game.Rules++
		gamehex.Game.RulesOf = nil
	}
	root := operate.ServeCommand(&o.Source)
	root.AddCommand(operate.Subcommands(&o.Source)...)
	return root.Execute()
}

// former is the program of an earlier commit, which one of the copies runs, or "". Both then work on one
// log, as they do while an operator replaces one by the other.
var former = os.Getenv("SIXFOLD_FORMER")

// process returns a command that runs the program.
func (c *copyOfBot) process(args ...string) *exec.Cmd {
	settings, err := json.Marshal(order{c.Source, c.newer})
	if err != nil {
		c.t.Error(err)
	}
	p := exec.Command(os.Args[0], args...) //nolint:noctx // ended by kill
	if former != "" && c.number == 1 {
		p = exec.Command(former, append([]string{"--config", c.Settings, "--data", c.Data}, args...)...) //nolint:noctx // ended by kill
	}
	p.Env = append(os.Environ(), orders+"="+string(settings), "SIXFOLD_TOKEN="+c.token, "SIXFOLD_TOKEN_FILE=")
	p.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return p
}

// start starts the process, for the first time or again.
func (c *copyOfBot) start() {
	c.command = c.process(c.args...)
	c.log.begin()
	c.command.Stdout, c.command.Stderr = c.log, c.log
	if err := c.command.Start(); err != nil {
		c.t.Error(err)
	}
}

// kill ends the process as a crash would.
func (c *copyOfBot) kill() {
	_ = c.command.Process.Kill()
	_ = c.command.Wait()
}

// stop ends the process as an operator would. On a busy machine it may take longer to send its last answers than
// it waits for that; who asked is then among those without one.
func (c *copyOfBot) stop() error {
	_ = c.command.Process.Signal(syscall.SIGTERM)
	defer time.AfterFunc(time.Minute, func() { _ = c.command.Process.Kill() }).Stop()
	if err := c.command.Wait(); err != nil && !strings.Contains(c.log.tail(1), "closed with answers still unsent") {
		return fmt.Errorf("copy %d, stopped: %w", c.number, err)
	}
	return nil
}

// journal keeps the end of a copy's log, and what the log says about its state.
type journal struct {
	holds     func(lease string)
	ready     atomic.Bool            // the copy has caught up with the cluster, or the worker thinks
	connected atomic.Bool            // it has logged in to the gateway
	endpoint  atomic.Pointer[string] // address of its HTTP endpoint

	mu   sync.Mutex
	part []byte // an incomplete line
	text bytes.Buffer
}

// begin resets the state for a new process.
func (j *journal) begin() {
	j.ready.Store(false)
	j.connected.Store(false)
}

// Write implements [io.Writer].
func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.part = append(j.part, b...)
	for {
		line, rest, ok := bytes.Cut(j.part, []byte("\n"))
		if !ok {
			return len(b), nil
		}
		j.note(string(line))
		j.part = rest
	}
}

// note evaluates a line. j.mu is held.
func (j *journal) note(line string) {
	switch {
	case strings.Contains(line, `msg="this copy holds a lease"`):
		j.holds(value(line, "lease"))
	case strings.Contains(line, `msg="this copy has lost a lease" lease=next/`):
		j.connected.Store(false)
	case strings.Contains(line, `msg="logged in"`):
		j.connected.Store(true)
	case strings.Contains(line, `msg="interactions are taken by HTTP"`):
		address := value(line, "address")
		j.endpoint.Store(&address)
	case strings.Contains(line, "this copy has caught up"), strings.Contains(line, "thinks for the copies"):
		j.ready.Store(true)
	}
	if j.text.Len() > 1<<20 {
		j.text.Next(1 << 19)
	}
	j.text.WriteString(line + "\n")
}

// value returns the value of a key in a log line.
func value(line, key string) string {
	_, after, _ := strings.Cut(line, " "+key+"=")
	word, _, _ := strings.Cut(after, " ")
	return word
}

// tail returns the last lines, without those about single moves.
func (j *journal) tail(n int) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var lines []string
	for line := range strings.Lines(j.text.String()) {
		if !strings.Contains(line, "level=INFO") || strings.Contains(line, "lease") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-n):], "")
}
