package learn

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/train/float"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

// Trainer performs the training steps. If the machine supports half numbers it convolves with them:
// that is nearly twice as fast, and changes a sample's gradient by some hundredths, much less than
// samples differ. It is not safe for concurrent use.
type Trainer struct {
	*Optimiser
	model   Model // shares Weights
	filters *filters
	workers []*worker
}

// worker sums up the gradient of a part of each batch.
type worker struct {
	gradient Model
	losses   Losses
	tapes    map[int]*tape // by size
	targets  selfplay.Targets
}

// NewTrainer returns a trainer that continues from the optimiser, which it then owns, with that
// many workers. It returns [net.ErrShape] if the optimiser's slices do not fit one model.
func NewTrainer(o *Optimiser, workers int) (*Trainer, error) {
	m := newModel(o.Blocks)
	for _, v := range [][]float32{o.Weights, o.Average, o.First, o.Second} {
		if len(v) != len(m.Vector) {
			return nil, fmt.Errorf("optimiser of %d blocks with %d weights: %w", o.Blocks, len(v), net.ErrShape)
		}
	}
	t := &Trainer{Optimiser: o, model: modelOf(o.Blocks, o.Weights)}
	t.filters = newFilters(t.model, float.HasHalf())
	for range workers {
		t.workers = append(t.workers, &worker{gradient: newModel(o.Blocks), tapes: map[int]*tape{}})
	}
	return t, nil
}

// AverageParams returns a copy of the average's parameters.
func (t *Trainer) AverageParams() net.Params {
	return modelOf(t.Blocks, t.Average).Params.Clone()
}

// Step takes one step along the mean gradient of a batch, with each sample turned by half a turn at
// random. It returns the batch's mean losses before the step and the gradient's norm.
func (t *Trainer) Step(batch []*selfplay.Sample, rng *rand.Rand, rate float64) (Losses, float64) {
	t.filters.follow()
	var done sync.WaitGroup
	for i, w := range t.workers {
		part := batch[i*len(batch)/len(t.workers) : (i+1)*len(batch)/len(t.workers)]
		turns := rand.New(rand.NewPCG(rng.Uint64(), rng.Uint64()))
		done.Go(func() { w.gather(t.model, t.filters, part, turns) })
	}
	done.Wait()
	sum := t.workers[0]
	for _, w := range t.workers[1:] {
		sum.losses.Add(w.losses)
		for i, g := range w.gradient.Vector {
			sum.gradient.Vector[i] += g
		}
	}
	scale := 1 / float32(len(batch))
	for i := range sum.gradient.Vector {
		sum.gradient.Vector[i] *= scale
	}
	losses := sum.losses
	losses.Scale(1 / float64(len(batch)))
	return losses, t.step(sum.gradient.Vector, rate)
}

// gather sets the worker's gradient and losses to the sums over the samples.
func (w *worker) gather(m Model, f *filters, batch []*selfplay.Sample, turns *rand.Rand) {
	clear(w.gradient.Vector)
	w.losses = Losses{}
	for _, s := range batch {
		w.losses.Add(w.sample(m, f, s, turns.Uint64()&1 == 1))
	}
}

func (w *worker) sample(m Model, f *filters, s *selfplay.Sample, turned bool) Losses {
	t := w.tapes[s.Size]
	if t == nil {
		t = newTape(m.Params.Blocks, s.Size, f.half)
		w.tapes[s.Size] = t
		if len(w.targets.View) < s.Size*s.Size {
			w.targets = selfplay.NewTargets(s.Size)
		}
	}
	s.Unpack(w.targets, turned)
	t.forward(m, f, w.targets.View[:s.Size*s.Size])
	losses := t.errors(w.targets, s.Value)
	t.backward(m, f, w.gradient)
	return losses
}
