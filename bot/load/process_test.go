//go:build unix

package load

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"syscall"
	"testing"
	"time"
	_ "unsafe" // for go:linkname

	"golang.org/x/sys/unix"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/store"
)

// orders is the environment variable that makes the test binary a process which is a
// bot: job as JSON.
const orders = "SIXFOLD_LOAD_BOT"

// job says how to be a bot.
type job struct {
	API  string // a discord's base
	File string // the store
	Kind string // see kinds
	// Profile is where the CPU profile goes when the bot is stopped by a signal, or "".
	Profile string
}

// kinds are the bots that can be: by how games are drawn and kept.
var kinds = map[string]func(*store.Store) (bot.Store, []bot.Entry){
	"real":  func(s *store.Store) (bot.Store, []bot.Entry) { return s, bot.Games() },
	"naive": func(s *store.Store) (bot.Store, []bot.Entry) { return &oneByOne{Store: s}, drawnBy(drawNaively) },
	// What is tested with the race detector need not draw: that is what would take long.
	"blank": func(s *store.Store) (bot.Store, []bot.Entry) { return s, drawnBy(drawNothing) },
	"hasty": func(s *store.Store) (bot.Store, []bot.Entry) { return newHasty(s), drawnBy(drawNothing) },
}

// drawnBy is Hex with other pictures.
func drawnBy(draw func(*hex.Position, render.Style) (image.Image, error)) []bot.Entry {
	return []bot.Entry{{Game: &hex.Game, Draw: []render.Drawer{func(scene any, s render.Style) (image.Image, error) {
		p, ok := scene.(*hex.Position)
		if !ok {
			return nil, render.ErrScene
		}
		return draw(p, s)
	}}}}
}

func drawNothing(*hex.Position, render.Style) (image.Image, error) {
	return image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.Black}), nil
}

func TestMain(m *testing.M) {
	if raw := os.Getenv(orders); raw != "" {
		var j job
		err := json.Unmarshal([]byte(raw), &j)
		if err == nil {
			err = j.do()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// vitals is what a bot's process tells of itself.
type vitals struct {
	CPU     time.Duration // user and system, since the start
	Heap    uint64        // bytes in use, after a collection
	Started time.Duration // from the start of the work to being connected
}

// firstBy is when a bot gives up a first answer. That is for Discord's sake, which waits as long as
// it takes here: on a busy machine nobody is left without one.
//
//go:linkname firstBy github.com/sixfold-bot/sixfold/bot/discord.firstBy
var firstBy time.Duration

// do is a bot as main.go makes one, until a signal. For each line of standard input
// it does what that says and prints its vitals.
func (j job) do() (err error) {
	firstBy = time.Minute
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if j.Profile != "" {
		file, err := os.Create(j.Profile)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	begin := time.Now()
	s, err := store.Open(j.File, store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	keep, games := kinds[j.Kind](s)
	config := config.Default()
	config.Limits.PersonCommands, config.Limits.PersonTables = 1_000_000, 1_000_000 // people here are faster than any
	b := bot.New(config, keep, games, log, bot.Process{})
	d, err := discord.Connect(ctx, b, discord.Config{Token: "token", API: j.API + "api/v9/", Records: s}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	go tell(time.Since(begin))
	return b.Run(ctx, d)
}

// tell prints the vitals for each line. The lines "full" and "room" say how it is with
// the disk from then on.
func tell(started time.Duration) {
	var before unix.Rlimit
	_ = unix.Getrlimit(unix.RLIMIT_FSIZE, &before)
	signal.Ignore(unix.SIGXFSZ)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch lines.Text() {
		case "full": // no file may be written from its second byte on
			_ = unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 1, Max: before.Max})
		case "room":
			_ = unix.Setrlimit(unix.RLIMIT_FSIZE, &before)
		}
		runtime.GC()
		runtime.GC() // what the first one found dead in pools is freed by the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		var u syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
			return
		}
		v := vitals{CPU: time.Duration(u.Utime.Nano() + u.Stime.Nano()), Heap: m.HeapAlloc, Started: started}
		_ = json.NewEncoder(os.Stdout).Encode(v) // who does not read it has gone
	}
}

// process is a bot's process.
type process struct {
	tb      testing.TB
	command *exec.Cmd
	in      io.Writer
	out     *json.Decoder
	ended   bool
}

// start starts a bot and waits until it is connected. It lives no longer than the
// test.
func start(tb testing.TB, d *fakeDiscord, file, kind string) *process {
	tb.Helper()
	raw, err := json.Marshal(job{API: d.base, File: file, Kind: kind, Profile: *profile})
	if err != nil {
		tb.Fatal(err)
	}
	p := &process{tb: tb, command: exec.CommandContext(tb.Context(), os.Args[0])}
	p.command.Env = append(os.Environ(), orders+"="+string(raw))
	p.command.Stderr = os.Stderr
	in, err := p.command.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	p.in, p.out = in, json.NewDecoder(out)
	if err := p.command.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { p.kill() })
	ctx, cancel := context.WithTimeout(tb.Context(), time.Minute)
	defer cancel()
	if err := d.awaitBot(ctx); err != nil {
		tb.Fatal(err)
	}
	return p
}

// kill kills the process, if it lives, and returns when it is gone.
func (p *process) kill() {
	if p.ended {
		return
	}
	p.ended = true
	_ = p.command.Process.Kill()
	_ = p.command.Wait() // that it was killed is no news
}

// hang is when a process that should end never will.
const hang = 3 * time.Minute

// terminate ends the process by a signal, and returns how it ended once it is gone. One
// that hangs is killed.
func (p *process) terminate() error {
	p.tb.Helper()
	p.ended = true
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		p.tb.Error(err)
	}
	defer time.AfterFunc(hang, func() { _ = p.command.Process.Kill() }).Stop()
	return p.command.Wait()
}

// stop is terminate of a process that has nothing to complain of.
func (p *process) stop() {
	p.tb.Helper()
	if err := p.terminate(); err != nil {
		p.tb.Errorf("the bot, stopped by a signal: %v", err)
	}
}

// vitals asks the process how it is, once it is connected.
func (p *process) vitals() vitals {
	p.tb.Helper()
	return p.tell("")
}

// tell tells the process something about the world, and returns when it knows.
func (p *process) tell(line string) vitals {
	p.tb.Helper()
	var v vitals
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.tb.Fatal(err)
	}
	if err := p.out.Decode(&v); err != nil {
		p.tb.Fatal(err)
	}
	return v
}
