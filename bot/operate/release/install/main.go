// Command install tests the release's package on a minimal Debian. It boots one in its own
// namespaces, with systemd as its first process, installs the package with apt, sets a token of a
// strict playground, and plays. Then it upgrades to the next release, kills the bot, sets a token
// that is refused, and removes the package. The game must survive each step.
//
//	debootstrap --variant=minbase --include=systemd-sysv,ca-certificates bookworm DEBIAN
//	go run ./bot/operate/release/install DEBIAN PREVIOUS.deb NEXT.deb
//
// It needs Linux and root, and does not write to the folder DEBIAN.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/bot/playground"
)

func main() {
	if err := operate.UntilSignal(run); err != nil {
		fmt.Fprintln(os.Stderr, "install: error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	args := os.Args[1:]
	if len(args) != 3 {
		return errors.New("expected the folder of a bare Debian, the package of a release and that of the next one")
	}
	discord, err := playground.New(playground.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, discord.Close()) }()
	m, err := boot(ctx, args[0])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	t := &trial{machine: m, discord: discord}
	for i, file := range args[1:] {
		contents, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(fmt.Sprintf("/proc/%d/root%s", m.pid, packages[i]), contents, 0o644); err != nil {
			return err
		}
	}
	for _, s := range steps {
		begin := time.Now()
		if err := s.try(ctx, t); err != nil {
			log, _ := m.output(context.Background(), "journalctl --no-pager -n 40") // the other error matters more
			return fmt.Errorf("%s: %w\n%s", s.name, err, log)
		}
		fmt.Printf("ok  %s (%.1f s)\n", s.name, time.Since(begin).Seconds())
	}
	return nil
}

// packages are the paths in the machine of the release and the next one.
var packages = [...]string{"/root/previous.deb", "/root/next.deb"}

// trial is a machine with the package, and the playground of its bot.
type trial struct {
	machine *machine
	discord *playground.Server
}

var steps = []struct {
	name string
	try  func(context.Context, *trial) error
}{
	{"installed", func(ctx context.Context, t *trial) error { return t.machine.do(ctx, install+packages[0]) }},
	{"started with a token", func(ctx context.Context, t *trial) error {
		api := fmt.Sprintf("printf '[discord]\\napi = \"%sapi/v9/\"\\n' >>/etc/sixfold/config.toml", t.discord.APIBase())
		return t.machine.do(ctx, token(t.discord.Token())+" && "+api+" && systemctl enable --now sixfold")
	}},
	{"plays", func(ctx context.Context, t *trial) error {
		for _, command := range []string{"/hex new @you size:5", "/hex move c3"} {
			if _, err := t.say(ctx, command); err != nil {
				return err
			}
		}
		return t.shows(ctx)
	}},
	{"upgraded, with the game and the settings", func(ctx context.Context, t *trial) error {
		before, err := t.property(ctx, "MainPID")
		if err != nil {
			return err
		}
		if err := t.machine.do(ctx, install+packages[1]); err != nil {
			return err
		}
		if after, err := t.property(ctx, "MainPID"); err != nil || after == before {
			return fmt.Errorf("process %s, which was %s before, %w", after, before, errors.Join(err, errors.New("has not been started again")))
		}
		return t.shows(ctx)
	}},
	{"killed, and started again", func(ctx context.Context, t *trial) error {
		if err := t.machine.do(ctx, "systemctl kill --signal=KILL sixfold"); err != nil {
			return err
		}
		return errors.Join(t.becomes(ctx, "NRestarts", "1"), t.becomes(ctx, "ActiveState", "active"), t.shows(ctx))
	}},
	{"stopped", func(ctx context.Context, t *trial) error {
		begin := time.Now()
		if err := t.machine.do(ctx, "systemctl stop sixfold"); err != nil {
			return err
		}
		if took := time.Since(begin); took > 10*time.Second {
			return fmt.Errorf("that took %v", took)
		}
		return t.becomes(ctx, "Result", "success")
	}},
	{"left alone with a token that is refused", func(ctx context.Context, t *trial) error {
		if err := t.machine.do(ctx, token("MTA.refused.token")+" && systemctl start sixfold"); err == nil {
			return errors.New("it was started")
		}
		const restartWait = 8 * time.Second // more than the unit's RestartSec
		time.Sleep(restartWait)
		return errors.Join(t.becomes(ctx, "ActiveState", "failed"), t.becomes(ctx, "ExecMainStatus", "78"), t.becomes(ctx, "NRestarts", "0"))
	}},
	{"started with the right one", func(ctx context.Context, t *trial) error {
		return errors.Join(t.machine.do(ctx, token(t.discord.Token())+" && systemctl start sixfold"), t.shows(ctx))
	}},
	{"purged, but for the games", func(ctx context.Context, t *trial) error {
		return t.machine.do(ctx, "apt-get purge -qq -y sixfold && test ! -e /etc/sixfold && test ! -e /usr/bin/sixfold && test -s /var/lib/private/sixfold/sixfold.db")
	}},
}

const install = "DEBIAN_FRONTEND=noninteractive apt-get install -qq -y "

// token is the shell command that sets the bot's token as the README describes.
func token(token string) string {
	return "install -m 600 /dev/stdin /etc/sixfold/discord-token <<<" + token
}

// say sends a command in the first channel, and returns the response.
func (t *trial) say(ctx context.Context, command string) (string, error) {
	body := fmt.Sprintf(`{"user":"you","channel":"games","text":%q,"wait":true}`, command)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, t.discord.URL()+"api/run", strings.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s %s", command, response.Status, answer)
	}
	return string(answer), err
}

// shows checks that the game still exists.
func (t *trial) shows(ctx context.Context) error {
	answer, err := t.say(ctx, "/hex show")
	if err == nil && !strings.Contains(answer, "c3") {
		err = fmt.Errorf("the game is gone: %s", answer)
	}
	return err
}

// property returns a systemd property of the bot's unit.
func (t *trial) property(ctx context.Context, name string) (string, error) {
	value, err := t.machine.output(ctx, "systemctl show --value -p "+name+" sixfold")
	return strings.TrimSpace(value), err
}

// becomes waits until a property has a value.
func (t *trial) becomes(ctx context.Context, name, want string) error {
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		value, err := t.property(ctx, name)
		switch {
		case err != nil:
			return err
		case value == want:
			return nil
		case time.Now().After(end):
			return fmt.Errorf("%s is %q, want %q", name, value, want)
		}
	}
}
