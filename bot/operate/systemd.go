package operate

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// serviceManager notifies the service manager that started the program, following sd_notify(3):
// datagrams of lines to the socket named by NOTIFY_SOCKET.
//
//	READY=1      once the program serves
//	STATUS=…     its state, for `systemctl status`
//	WATCHDOG=1   twice per WATCHDOG_USEC, while the program is alive
//	STOPPING=1   once it was asked to stop
//
// A nil serviceManager does nothing; other systems have none. RELOADING is never sent, as settings
// are read only at startup. It is safe for concurrent use.
type serviceManager struct {
	socket *net.UnixConn
	every  time.Duration // watchdog interval; 0: no watchdog
	log    *slog.Logger

	guarding sync.WaitGroup
	stopping sync.Once
}

// writeBy bounds a write: the manager may read slowly, as during its own reload.
const writeBy = 5 * time.Second

// findManager connects to the service manager in the environment. It returns nil if there is none
// or, after logging that, if it is unreachable.
func findManager(env func(string) string, log *slog.Logger) *serviceManager {
	path := env("NOTIFY_SOCKET")
	if path == "" || runtime.GOOS != "linux" {
		return nil
	}
	// A path starting with @ is an abstract socket.
	socket, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		log.Warn("the service manager cannot be told how the bot fares", "err", err)
		return nil
	}
	return &serviceManager{socket: socket, every: interval(env, log), log: log}
}

// interval returns half of the watchdog's timeout, 0 if the watchdog is off or for another process.
func interval(env func(string) string, log *slog.Logger) time.Duration {
	wanted := env("WATCHDOG_USEC")
	if pid := env("WATCHDOG_PID"); wanted == "" || pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	micros, err := strconv.ParseInt(wanted, 10, 64)
	if err != nil || micros <= 0 || micros > int64(24*time.Hour/time.Microsecond) {
		log.Warn("no watchdog is told of the bot: WATCHDOG_USEC is no time", "value", wanted)
		return 0
	}
	return time.Duration(micros) * time.Microsecond / 2
}

// Ready reports that the program serves, and its state.
func (m *serviceManager) Ready(status string) { m.notify("READY=1", "STATUS="+status) }

// Status reports the program's state, in one line.
func (m *serviceManager) Status(status string) { m.notify("STATUS=" + status) }

// Stopping reports that the program was asked to stop. Further calls do nothing.
func (m *serviceManager) Stopping() {
	if m != nil {
		m.stopping.Do(func() { m.notify("STOPPING=1", "STATUS=stopping") })
	}
}

// Close closes the connection, after the context of each Guard has ended.
func (m *serviceManager) Close() error {
	if m == nil {
		return nil
	}
	m.guarding.Wait()
	return m.socket.Close()
}

// notify sends lines. Errors are logged only: the manager reacts to missing messages.
func (m *serviceManager) notify(lines ...string) {
	if m == nil {
		return
	}
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "\n", " ") // a newline would start another field
	}
	err := m.socket.SetWriteDeadline(time.Now().Add(writeBy))
	if err == nil {
		_, err = m.socket.Write([]byte(strings.Join(lines, "\n")))
	}
	if err != nil {
		m.log.Warn("the service manager was not told how the bot fares", "err", err)
	}
}

// Guard notifies the watchdog until the context ends, if there is one: each time alive has returned
// nil. While alive returns an error or does not return within an interval, at which its context ends,
// Guard reports only the reason, and the manager eventually ends the program. Guard returns at once.
func (m *serviceManager) Guard(ctx context.Context, alive func(context.Context) error) {
	if m == nil || m.every == 0 {
		return
	}
	m.guarding.Go(func() {
		tick, well := time.NewTicker(m.every), true
		defer tick.Stop()
		for ctx.Err() == nil {
			asking, cancel := context.WithTimeout(ctx, m.every)
			err := alive(asking)
			if asking.Err() != nil {
				err = fmt.Errorf("nothing has answered for %v", m.every)
			}
			cancel()
			if ctx.Err() == nil {
				well = m.sign(err, well)
			}
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
		}
	})
}

// sign notifies the watchdog or, at the first failure, reports the reason. It returns whether err
// is nil.
func (m *serviceManager) sign(err error, before bool) (well bool) {
	switch {
	case err == nil && before:
		m.notify("WATCHDOG=1")
	case err == nil:
		m.log.Info("the bot lives again")
		m.notify("WATCHDOG=1", "STATUS=lives again")
	case before:
		m.log.Error("no sign of life is given", "err", err)
		m.notify("STATUS=stuck: " + err.Error())
	}
	return err == nil
}
