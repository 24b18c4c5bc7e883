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

// serviceManager is the service manager that started the program, which is told how it fares, as
// sd_notify(3) describes it: datagrams of lines to the socket that NOTIFY_SOCKET names.
//
//	READY=1      once the program serves
//	STATUS=…     what it does, for `systemctl status`
//	WATCHDOG=1   twice as often as WATCHDOG_USEC wants it, while the program truly lives
//	STOPPING=1   once it was asked to stop
//
// A nil one is none, as on other systems, and is told nothing. It is not told RELOADING: the
// settings are read at the start alone. It is safe for concurrent use.
type serviceManager struct {
	socket *net.UnixConn
	every  time.Duration // between two signs of life; 0: none are wanted
	log    *slog.Logger

	guarding sync.WaitGroup
	stopping sync.Once
}

// writeBy is for the manager to make room: it takes what it is told in its own time, as when
// it reads its own settings anew.
const writeBy = 5 * time.Second

// findManager connects with the manager that the environment names, nil for none. One that cannot
// be reached is logged: the program serves without it.
func findManager(env func(string) string, log *slog.Logger) *serviceManager {
	path := env("NOTIFY_SOCKET")
	if path == "" || runtime.GOOS != "linux" {
		return nil
	}
	// A name that begins with @ is in no file system.
	socket, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		log.Warn("the service manager cannot be told how the bot fares", "err", err)
		return nil
	}
	return &serviceManager{socket: socket, every: interval(env, log), log: log}
}

// interval is how often a sign of life is given: twice in the time after which the manager
// would miss it, 0 where it waits for none of this process.
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

// Ready tells that the program serves, and what it does.
func (m *serviceManager) Ready(status string) { m.tell("READY=1", "STATUS="+status) }

// Status tells what the program does, in one line.
func (m *serviceManager) Status(status string) { m.tell("STATUS=" + status) }

// Stopping tells that the program was asked to stop. Further calls say nothing.
func (m *serviceManager) Stopping() {
	if m != nil {
		m.stopping.Do(func() { m.tell("STOPPING=1", "STATUS=stopping") })
	}
}

// Close ends the connection, after the context of each Guard has ended.
func (m *serviceManager) Close() error {
	if m == nil {
		return nil
	}
	m.guarding.Wait()
	return m.socket.Close()
}

// tell sends lines. What is lost is logged: the manager decides what it makes of it.
func (m *serviceManager) tell(lines ...string) {
	if m == nil {
		return
	}
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "\n", " ") // which would begin another
	}
	err := m.socket.SetWriteDeadline(time.Now().Add(writeBy))
	if err == nil {
		_, err = m.socket.Write([]byte(strings.Join(lines, "\n")))
	}
	if err != nil {
		m.log.Warn("the service manager was not told how the bot fares", "err", err)
	}
}

// Guard gives signs of life until the context ends, if the manager waits for any: each time
// that alive has returned nil. While it returns an error, or does not return, the manager
// hears nothing but why, and ends the program in the end. Guard returns at once.
//
// Alive is called by one goroutine, and is left behind where it has not returned when the
// context ends.
func (m *serviceManager) Guard(ctx context.Context, alive func(context.Context) error) {
	if m == nil || m.every == 0 {
		return
	}
	m.guarding.Go(func() {
		tick := time.NewTicker(m.every)
		defer tick.Stop()
		well, answer := true, make(chan error, 1)
		for asked := false; ; {
			if !asked {
				asked = true
				go func() { answer <- alive(ctx) }()
			}
			// The answer is awaited for as long as signs may lie apart, and given at the tick.
			var err error
			select {
			case <-ctx.Done():
				return
			case err = <-answer:
				asked = false
				well = m.sign(err, well)
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
			case <-tick.C:
				well = m.sign(fmt.Errorf("nothing has answered for %v", m.every), well)
			}
		}
	})
}

// sign gives a sign of life, or says why there is none where there was one before. It
// reports which.
func (m *serviceManager) sign(err error, before bool) (well bool) {
	switch {
	case err == nil && before:
		m.tell("WATCHDOG=1")
	case err == nil:
		m.log.Info("the bot lives again")
		m.tell("WATCHDOG=1", "STATUS=lives again")
	case before:
		m.log.Error("no sign of life is given", "err", err)
		m.tell("STATUS=stuck: " + err.Error())
	}
	return err == nil
}
