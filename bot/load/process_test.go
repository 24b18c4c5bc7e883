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

// orders is the environment variable that makes the test binary run a bot: the job as JSON.
const orders = "SIXFOLD_LOAD_BOT"

// job configures a bot.
type job struct {
	API  string // base URL of the fake Discord
	File string // the store
	Kind string // see kinds
	// Profile is the path of the CPU profile written when a signal stops the bot, or "".
	Profile string
}

// kinds are the variants of the bot, which draw or store differently.
var kinds = map[string]func(*store.Store) (bot.Store, []bot.Entry){
	"real":  func(s *store.Store) (bot.Store, []bot.Entry) { return s, bot.Games() },
	"naive": func(s *store.Store) (bot.Store, []bot.Entry) { return &oneByOne{Store: s}, drawnBy(drawNaively) },
	// Tests with the race detector need no pictures, which would take long.
	"blank": func(s *store.Store) (bot.Store, []bot.Entry) { return s, drawnBy(drawNothing) },
	"hasty": func(s *store.Store) (bot.Store, []bot.Entry) { return newHasty(s), drawnBy(drawNothing) },
}

// drawnBy returns Hex with other pictures.
func drawnBy(draw func(*hex.Position, render.Style) (*image.Paletted, error)) []bot.Entry {
	return []bot.Entry{{Game: &hex.Game, Draw: []render.Drawer{func(scene any, s render.Style) (*image.Paletted, error) {
		p, ok := scene.(*hex.Position)
		if !ok {
			return nil, render.ErrScene
		}
		return draw(p, s)
	}}}}
}

func drawNothing(*hex.Position, render.Style) (*image.Paletted, error) {
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

// vitals are measurements of a bot's process.
type vitals struct {
	CPU     time.Duration // user and system, since the start
	Heap    uint64        // bytes in use, after a collection
	Started time.Duration // from the process's start until connected
}

// firstBy is when a bot gives up a first answer. It is raised, as this Discord has no limit and a
// busy machine must not cause failures.
//
//go:linkname firstBy github.com/sixfold-bot/sixfold/bot/discord.firstBy
var firstBy time.Duration

// do runs a bot like main.go until a signal. For each line of standard input it carries out the
// line, and prints its vitals.
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
	config.Limits.PersonCommands, config.Limits.PersonTables = 1_000_000, 1_000_000 // the test is faster than any person
	b := bot.New(config, keep, games, log, bot.Process{})
	d, err := discord.Connect(ctx, b, discord.Config{Token: "token", API: j.API + "api/v9/", Records: s}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	go tell(time.Since(begin))
	return b.Run(ctx, d)
}

// tell prints the vitals for each line. The lines "full" and "room" make the disk full or not.
func tell(started time.Duration) {
	var before unix.Rlimit
	_ = unix.Getrlimit(unix.RLIMIT_FSIZE, &before)
	signal.Ignore(unix.SIGXFSZ)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch lines.Text() {
		case "full": // no file may grow beyond one byte
			_ = unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 1, Max: before.Max})
		case "room":
			_ = unix.Setrlimit(unix.RLIMIT_FSIZE, &before)
		}
		runtime.GC()
		runtime.GC() // the second collection frees what the first one moved out of pools
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		var u syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
			return
		}
		v := vitals{CPU: time.Duration(u.Utime.Nano() + u.Stime.Nano()), Heap: m.HeapAlloc, Started: started}
		_ = json.NewEncoder(os.Stdout).Encode(v) // the parent may have gone
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

// start starts a bot, and waits until it is connected. The process ends with the test at the
// latest.
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
	_ = p.command.Wait() // the error is the kill
}

// hang is the time after which a process counts as hanging.
const hang = 3 * time.Minute

// terminate sends the process a signal, and returns how it ended. A hanging process is killed.
func (p *process) terminate() error {
	p.tb.Helper()
	p.ended = true
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		p.tb.Error(err)
	}
	defer time.AfterFunc(hang, func() { _ = p.command.Process.Kill() }).Stop()
	return p.command.Wait()
}

// stop is terminate for a process that must end without error.
func (p *process) stop() {
	p.tb.Helper()
	if err := p.terminate(); err != nil {
		p.tb.Errorf("the bot, stopped by a signal: %v", err)
	}
}

// vitals returns the process's vitals, once it is connected.
func (p *process) vitals() vitals {
	p.tb.Helper()
	return p.tell("")
}

// tell sends a line to the process, and waits until it is carried out.
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
