package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/hex/train/float"
	"github.com/sixfold-bot/sixfold/engine/hex/train/learn"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

type run struct {
	*config
	state
	trainer *learn.Trainer
	window  window

	began  time.Time
	before float64 // seconds that the run had taken when it was resumed
	saved  time.Time
}

const (
	uses       = 3    // of a new position
	curveEvery = 0.04 // of the run
	saveEvery  = 2 * time.Minute
)

// open starts or resumes a run.
func open(c *config) (*run, error) {
	now := time.Now()
	r := &run{config: c, began: now, saved: now}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return nil, err
	}
	_, err := os.Stat(filepath.Join(c.dir, stateFile))
	switch {
	case c.resume:
		if err := r.load(); err != nil {
			return nil, fmt.Errorf("resume: %w", err)
		}
		r.before = r.Seconds
	case err == nil:
		return nil, fmt.Errorf("there is a run in %s: -resume goes on with it", c.dir)
	default:
		m, err := c.firstModel()
		if err != nil {
			return nil, err
		}
		r.Optimiser = learn.NewOptimiser(m)
	}
	r.trainer, err = learn.NewTrainer(r.Optimiser, c.threads)
	if err != nil {
		return nil, err
	}
	if !c.resume {
		r.Rival = r.trainer.AverageParams()
		r.Curve = curve{{Size: c.sizes.at(0).main}}
	}
	return r, nil
}

func (c *config) firstModel() (learn.Model, error) {
	rng := rand.New(rand.NewPCG(c.seed, 0))
	if c.from == "" {
		return learn.RandomModel(c.blocks, rng), nil
	}
	n, _, err := network(c.from)
	if err != nil {
		return learn.Model{}, fmt.Errorf("read %s: %w", c.from, err)
	}
	if width := n.Params().Width(); width != kernel.Channels {
		return learn.Model{}, fmt.Errorf("%s has %d channels, and only networks of %d can be trained", c.from, width, kernel.Channels)
	}
	return learn.ModelFrom(n.Params(), max(c.blocks, n.Params().Blocks), rng), nil
}

// train works until the run is over or ctx is done, and saves.
func (r *run) train(ctx context.Context) error {
	log.Printf("%d blocks, %d threads, %s kernels, from cycle %d", r.Optimiser.Blocks, r.threads, float.Path(), r.Cycles)
	for r.share() < 1 && ctx.Err() == nil {
		if err := r.cycle(); err != nil {
			return err
		}
		if time.Since(r.saved) < saveEvery {
			continue
		}
		if err := r.save(); err != nil {
			return err
		}
	}
	return r.save()
}

// share returns the elapsed share of the run.
func (r *run) share() float64 {
	if r.cycles > 0 {
		return float64(r.Cycles) / float64(r.cycles)
	}
	return r.Seconds / (60 * r.minutes)
}

// cycle plays, trains and from time to time measures.
func (r *run) cycle() error {
	share := r.share()
	start := time.Now()
	fresh := r.play(share)
	played := time.Since(start)
	r.window.add(fresh.samples, r.Positions)
	rate := r.rateAt(share)
	steps, losses, norm := r.steps(len(fresh.samples), rate)
	trained := time.Since(start) - played
	if math.IsNaN(losses.Total()) || math.IsNaN(norm) {
		return fmt.Errorf("the losses of cycle %d are no numbers: begin anew with a smaller -rate", r.Cycles)
	}
	r.Cycles++
	r.Seconds = r.before + time.Since(r.began).Seconds()
	log.Printf("%5.1f min %3.0f%% %2dx rate %.1e | %d games %d pos (%dk of %dk) %.1f s %.0f ev/s | %d steps %.1f s"+
		" | policy %.3f (%.3f over) value %.3f chain %.3f norm %.2f",
		r.Seconds/60, 100*share, r.sizes.at(share).main, rate, fresh.games, len(fresh.samples), len(r.window)/1000, r.Positions/1000,
		played.Seconds(), float64(fresh.evaluations)/played.Seconds(), steps, trained.Seconds(),
		losses.Policy, losses.Policy-losses.Entropy, losses.Value, losses.Chain, norm)
	if math.Floor(r.share()/curveEvery) > math.Floor(share/curveEvery) {
		r.measure(share, losses.Total())
	}
	return nil
}

// steps takes the training steps that are due for fresh positions, and returns the mean losses and
// norm.
func (r *run) steps(fresh int, rate float64) (steps int, losses learn.Losses, norm float64) {
	rng := rand.New(rand.NewPCG(r.seed, uint64(r.Cycles)<<1|1))
	batch := make([]*selfplay.Sample, r.batch)
	r.Owed += uses * fresh
	for ; r.Owed >= r.batch; r.Owed -= r.batch {
		r.window.draw(batch, rng)
		l, n := r.trainer.Step(batch, rng, rate)
		losses.Add(l)
		norm += n
		steps++
	}
	losses.Scale(1 / float64(max(steps, 1)))
	return steps, losses, norm / float64(max(steps, 1))
}

func (r *run) measure(share, loss float64) {
	size := r.sizes.at(share).main
	now := r.trainer.AverageParams()
	won, games := selfplay.Match(net.New(now), net.New(r.Rival), size, r.threads)
	last := r.Curve[len(r.Curve)-1]
	p := point{Minutes: r.Seconds / 60, Size: size, Won: won, Games: games, Loss: loss}
	p.Elo = last.Elo + engine.Match{Score: float64(won), Games: float64(games)}.Elo()
	r.Curve, r.Rival = append(r.Curve, p), now
	log.Printf("%5.1f min: on %dx%d %d of %d won against the weights of %.1f min without a search: Elo %.0f (%+.0f)",
		p.Minutes, size, size, won, games, last.Minutes, p.Elo, p.Elo-last.Elo)
}
