package outage

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// copyOfBot is one copy of the program, a process that is killed and started again.
type copyOfBot struct {
	t        *testing.T
	number   int
	config   string
	data     string
	token    string
	endpoint string // "" where interactions come through the gateway
	command  *exec.Cmd
	log      *journal
}

// start starts the process, for the first time or again.
func (c *copyOfBot) start() {
	c.command = exec.Command(filepath.Join(folder, "sixfold"), "--config", c.config, "--data", c.data) //nolint:noctx // ended by kill
	c.command.Env = append(os.Environ(), "SIXFOLD_TOKEN="+c.token, "SIXFOLD_TOKEN_FILE=")
	c.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	c.log.ready.Store(false)
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

// stop ends the process as an operator would.
func (c *copyOfBot) stop() error {
	_ = c.command.Process.Signal(syscall.SIGTERM)
	defer time.AfterFunc(time.Minute, func() { _ = c.command.Process.Kill() }).Stop()
	if err := c.command.Wait(); err != nil {
		return fmt.Errorf("copy %d, stopped: %w", c.number, err)
	}
	return nil
}

// journal keeps the last of what a copy says, and notes when it is ready, and which lease it holds.
type journal struct {
	holds func(name string)
	ready atomic.Bool // the copy has the state of the cluster
	mu    sync.Mutex
	text  bytes.Buffer
}

// Write implements [io.Writer].
func (j *journal) Write(b []byte) (int, error) {
	if _, name, ok := strings.Cut(string(b), `msg="this copy holds a lease" lease=`); ok {
		j.holds(strings.TrimSpace(name))
	}
	if strings.Contains(string(b), "this copy has caught up") {
		j.ready.Store(true)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.text.Len() > 1<<20 {
		j.text.Next(1 << 19)
	}
	return j.text.Write(b)
}

// tail returns the last lines, but for those that tell of each move.
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
