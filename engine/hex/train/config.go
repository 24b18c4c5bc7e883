package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

type config struct {
	minutes float64 // length of the run
	cycles  int     // length of the run in cycles instead, if not 0
	games   int     // games per cycle instead of seconds, if not 0
	seconds float64 // length of a cycle's games
	dir     string
	out     string
	from    string
	resume  bool
	seed    uint64
	threads int
	blocks  int
	batch   int
	rate    float64 // initial learning rate
	final   float64 // final learning rate
	sizes   schedule
	evals   schedule
	search  selfplay.Config // without evals
}

// Board sizes and evaluations per move, in stages of the run.
const (
	defaultSizes = "0.018:5 0.038:6,7 0.075:6,7,8 0.14:7,8,9 0.225:8,9,10,11 1:6,7,8,9,10,11*20"
	defaultEvals = "0.3:16 1:24"
)

// parse parses the command-line arguments.
func parse(args []string) (*config, error) {
	c := &config{search: selfplay.DefaultConfig(), sizes: mustParse(defaultSizes), evals: mustParse(defaultEvals)}
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
	f.IntVar(&c.blocks, "blocks", 4, "residual blocks; those that -from lacks are added and at first change nothing")
	f.IntVar(&c.batch, "batch", 256, "positions a step")
	f.Float64Var(&c.rate, "rate", 2e-3, "of learning at first")
	f.Float64Var(&c.final, "final", 2e-4, "rate of learning at the end")
	f.Var(&c.sizes, "sizes", "of boards: `stages` UNTIL:SIZE,…, UNTIL a share of the run; 11*20 counts 20-fold")
	f.Var(&c.evals, "evals", "evaluations a move: `stages` as for -sizes")
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
	case slices.Min(c.sizes.numbers()) < 2 || slices.Max(c.sizes.numbers()) > largest:
		return fmt.Errorf("boards are from 2x2 to %dx%d", largest, largest)
	case slices.Min(c.evals.numbers()) < 2:
		return errors.New("a search needs 2 evaluations at least")
	}
	if c.out == "" {
		c.out = filepath.Join(c.dir, "weights.bin")
	}
	return nil
}

const largest = 20
