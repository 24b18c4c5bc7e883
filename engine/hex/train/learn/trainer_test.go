package learn

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

// fit takes steps on one batch and returns the first and the last losses.
func fit(t *testing.T, o *Optimiser, workers, steps int) (first, last Losses) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	var batch []*selfplay.Sample
	for i := range 24 {
		s := randomSample(3+i%2, rng)
		batch = append(batch, &s)
	}
	trainer, err := NewTrainer(o, workers)
	if err != nil {
		t.Fatal(err)
	}
	for i := range steps {
		last, _ = trainer.Step(batch, rng, 2e-3)
		if i == 0 {
			first = last
		}
	}
	return first, last
}

func start() *Optimiser { return NewOptimiser(RandomModel(1, rand.New(rand.NewPCG(4, 4)))) }

func TestStepsLowerEveryLoss(t *testing.T) {
	first, last := fit(t, start(), 2, 300)
	if last.Policy-last.Entropy > (first.Policy-first.Entropy)/2 || last.Value > first.Value-0.02 || last.Chain > 0.9*first.Chain {
		t.Errorf("from %+v to %+v", first, last)
	}
}

func TestStepsAreReproducible(t *testing.T) {
	a, b := start(), start()
	fit(t, a, 2, 20)
	fit(t, b, 2, 20)
	if !slices.Equal(a.Weights, b.Weights) || !slices.Equal(a.Average, b.Average) {
		t.Error("the same steps give other weights")
	}
}

func TestWorkersShareABatchAlike(t *testing.T) {
	// Not turned the same way, so only the size of the step is comparable: one sample,
	// which is its own half turn.
	policy := []float32{0.2, 0, 0.3, 0, 0, 0, 0.3, 0, 0.2}
	s := selfplay.NewSample(3, make([]uint8, 9), policy, 0.8, nil)
	batch := []*selfplay.Sample{&s, &s, &s, &s}
	var norms []float64
	for _, workers := range []int{1, 2, 3} {
		trainer, err := NewTrainer(start(), workers)
		if err != nil {
			t.Fatal(err)
		}
		_, norm := trainer.Step(batch, rand.New(rand.NewPCG(5, 5)), 1e-3)
		norms = append(norms, norm)
	}
	if slices.Max(norms) > 1.0001*slices.Min(norms) {
		t.Errorf("norms %v", norms)
	}
}

func TestAppendedBlocksChangeNothingUntilTheyLearn(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	small := lively(2, rng)
	large := ModelFrom(small.Params, 4, rng)
	view := make([]uint8, 25)
	view[7] = field.ViewOpponent
	var policies [2][25]float32
	var values [2]float32
	for i, p := range []net.Params{small.Params, large.Params} {
		values[i] = net.New(p).Evaluator(kernel.Square(5)).Evaluate(view, policies[i][:])
	}
	if values[0] != values[1] || policies[0] != policies[1] {
		t.Errorf("values %v, policies %v", values, policies)
	}
	o := NewOptimiser(large)
	fit(t, o, 1, 2)
	_, _, _, w2, _ := modelOf(o.Blocks, o.Weights).Params.Block(3)
	if slices.Max(w2) == 0 {
		t.Error("the appended block does not learn")
	}
}

func TestOptimisersOfOddShapeAreRefused(t *testing.T) {
	o := start()
	o.Second = o.Second[1:]
	if _, err := NewTrainer(o, 1); !errors.Is(err, net.ErrShape) {
		t.Errorf("%v", err)
	}
}

func BenchmarkStep(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 6))
	const blocks, size = 4, 11
	trainer, err := NewTrainer(NewOptimiser(RandomModel(blocks, rng)), 1)
	if err != nil {
		b.Fatal(err)
	}
	var batch []*selfplay.Sample
	for range 64 {
		s := randomSample(size, rng)
		batch = append(batch, &s)
	}
	trainer.Step(batch, rng, 1e-3)
	b.ReportAllocs()
	for b.Loop() {
		trainer.Step(batch, rng, 1e-3)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(batch)), "µs/sample")
}
