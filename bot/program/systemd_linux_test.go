package program

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// manager stands in for systemd's socket, with the lines received but not yet read.
type manager struct {
	t      *testing.T
	socket *net.UnixConn
	said   []string
}

// until reads until a line arrives.
func (m *manager) until(line string) {
	m.t.Helper()
	if err := m.socket.SetReadDeadline(time.Now().Add(hang)); err != nil {
		m.t.Fatal(err)
	}
	for said := make([]byte, 4096); !slices.Contains(m.said, line); {
		n, err := m.socket.Read(said)
		if err != nil {
			m.t.Fatalf("the manager waits for %s, %v; it was told %q", line, err, m.said)
		}
		m.said = append(m.said, strings.Split(string(said[:n]), "\n")...)
	}
	m.said = slices.Delete(m.said, 0, slices.Index(m.said, line)+1)
}

// TestSystemd follows the program's life as systemd sees it. A program killed by the watchdog
// leaves a trace of all goroutines.
func TestSystemd(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	config := filepath.Join(folder, "config.toml")
	if err := os.WriteFile(config, []byte("[playground]\naddress = \"127.0.0.1:0\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NOTIFY_SOCKET", path)
	t.Setenv("WATCHDOG_USEC", "100000")
	args := []string{"--config", config, "--data", filepath.Join(folder, "games.db")}
	healthy := func() error {
		t.Helper()
		out, err := program(t, append([]string{"health"}, args...)...).CombinedOutput()
		t.Logf("health: %v %s", err, out)
		return err
	}
	if healthy() == nil {
		t.Error("a bot that does not run is healthy")
	}

	m := &manager{t: t, socket: socket}
	p := start(t, args...)
	m.until("STATUS=connecting to Discord")
	m.until("READY=1")
	m.until("STATUS=connected to Discord")
	for range 3 {
		m.until("WATCHDOG=1")
	}
	if err := healthy(); err != nil {
		t.Error("a bot that serves is not healthy")
	}
	begin := time.Now()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	m.until("STOPPING=1")
	if err := p.wait(); err != nil {
		t.Errorf("stopped by a signal: %v\n%s", err, p.log)
	}
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	if healthy() == nil {
		t.Error("a bot that has stopped is healthy")
	}

	p = start(t, args...)
	if err := p.command.Process.Signal(syscall.SIGABRT); err != nil { // as the watchdog does
		t.Fatal(err)
	}
	err = p.wait()
	if _, ok := err.(*exec.ExitError); !ok || !strings.Contains(p.log.String(), "goroutine ") { //nolint:errorlint // Wait does not wrap
		t.Errorf("aborted: %v\n%s", err, p.log)
	}
}
