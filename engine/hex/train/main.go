// Command train teaches the network of engine/hex/net to play Hex, from random
// weights, by games against itself.
//
//	go run ./engine/hex/train -minutes 75 -dir DIR          a new run
//	go run ./engine/hex/train -minutes 75 -dir DIR -resume  go on where it stopped
//	go run ./engine/hex/train -minutes 60 -dir DIR -from weights.bin -rate 5e-4 -sizes 1:11,12,13,14
//
// It is expert iteration: a small search plays better than the network alone, and the
// network learns the search's choice of moves and the result. A cycle is some seconds
// of games on all threads, then steps of training until every new position has been
// used a few times, drawn from a window of the newest positions. Boards grow as the
// run goes on, for small ones teach the first lessons much faster; the rate of
// learning falls to the end. Both follow the share of the run that is over: one that
// is given less time passes through the same stages.
//
// The folder DIR holds, written anew every minute and when the run is interrupted:
//
//	weights.bin   the average of the weights, which is what plays (or -out)
//	state.gob     all that -resume needs but the window
//	window.bin    the window of positions, every few minutes
//	curve.csv     results against earlier weights, both without a search, from all
//	curve.png     openings of a board; the differences are added up to a rating
//
// A run bounded by -cycles and -games instead of time, on any fixed number of
// threads, gives the same weights every time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"syscall"
)

// config is what the command line says.
type config struct {
	minutes float64 // the run's length
	cycles  int     // or this many cycles, if not 0
	games   int     // games a cycle, if not 0, instead of seconds
	seconds float64 // of games a cycle
	dir     string
	out     string
	from    string
	resume  bool
	seed    uint64
	threads int
	blocks  int
	batch   int
	rate    float64 // of learning, at first
	final   float64 // at the end
	sizes   schedule
	evals   schedule
	profile string
}

// Boards and evaluations a move by the share of the run that is over.
const (
	defaultSizes = "0.018:5 0.038:6,7 0.075:6,7,8 0.14:7,8,9 0.225:8,9,10,11 1:6,7,8,9,10,11*20"
	defaultEvals = "0.3:16 1:24"
)

func parse(args []string) (*config, error) {
	c := &config{sizes: mustParse(defaultSizes), evals: mustParse(defaultEvals)}
	f := flag.NewFlagSet("train", flag.ContinueOnError)
	f.Float64Var(&c.minutes, "minutes", 75, "length of the run, with what it did before -resume")
	f.IntVar(&c.cycles, "cycles", 0, "length of the run in cycles instead")
	f.Float64Var(&c.seconds, "seconds", 8, "of games a cycle")
	f.IntVar(&c.games, "games", 0, "games a cycle instead")
	f.StringVar(&c.dir, "dir", "", "`folder` of the run")
	f.StringVar(&c.out, "out", "", "`file` for the weights (default weights.bin in the folder)")
	f.StringVar(&c.from, "from", "", "`file` of weights to begin with (default: random ones)")
	f.BoolVar(&c.resume, "resume", false, "go on with the run in the folder")
	f.Uint64Var(&c.seed, "seed", 1, "of all that is random")
	f.IntVar(&c.threads, "threads", runtime.NumCPU(), "to use")
	f.IntVar(&c.blocks, "blocks", 4, "residual blocks of a new network")
	f.IntVar(&c.batch, "batch", 256, "positions a step")
	f.Float64Var(&c.rate, "rate", 2e-3, "of learning at first")
	f.Float64Var(&c.final, "final", 2e-4, "rate of learning at the end")
	f.Var(&c.sizes, "sizes", "of boards: `stages` UNTIL:SIZE,…, UNTIL a share of the run; 11*20 counts 20-fold")
	f.Var(&c.evals, "evals", "evaluations a move: `stages` as for -sizes")
	f.StringVar(&c.profile, "profile", "", "`file` for a profile of the CPU's use")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	return c, c.check(f.Args())
}

func (c *config) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("%q is not a flag", rest[0])
	case c.dir == "":
		return errors.New("say where the run shall be kept: -dir FOLDER")
	case c.minutes <= 0 || c.seconds <= 0 || c.cycles < 0 || c.games < 0:
		return errors.New("the run and its cycles must be longer than nothing")
	case c.threads < 1 || c.batch < 1 || c.blocks < 1:
		return errors.New("-threads, -batch and -blocks are at least 1")
	case c.sizes.least() < 2 || c.sizes.most() > largest:
		return fmt.Errorf("boards are from 2x2 to %dx%d", largest, largest)
	case c.evals.least() < 2:
		return errors.New("a search needs 2 evaluations at least")
	}
	if c.out == "" {
		c.out = filepath.Join(c.dir, "weights.bin")
	}
	return nil
}

// largest is the largest board that may be trained on.
const largest = 20

func main() {
	log.SetFlags(log.Ltime)
	c, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := c.run(ctx); err != nil {
		log.Fatal(err) //nolint:gocritic // nothing is left to stop
	}
}

// run opens a run and trains.
func (c *config) run(ctx context.Context) error {
	r, err := open(c)
	if err != nil {
		return err
	}
	if c.profile == "" {
		return r.train(ctx)
	}
	f, err := os.Create(c.profile)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	err = r.train(ctx)
	pprof.StopCPUProfile()
	return errors.Join(err, f.Close())
}
