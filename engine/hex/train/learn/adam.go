package learn

import (
	"math"
	"slices"
)

// Constants of the steps. Adam's are those of its authors, except for a shorter secondDecay, since
// the targets drift as the network learns.
const (
	firstDecay   = 0.9
	secondDecay  = 0.99
	epsilon      = 1e-8
	weightDecay  = 1e-3  // times the rate
	clip         = 1     // the greatest norm of a gradient
	averageDecay = 0.998 // the average covers about 500 steps, or a fifth of those made
)

// Optimiser is a model with the state of its optimiser. Its fields are exported for encoding, so
// that training can resume from a snapshot.
type Optimiser struct {
	Blocks        int
	Steps         int
	Weights       []float32 // the vector of a [Model]
	First, Second []float32 // Adam's moments
	Average       []float32 // of Weights over the steps
}

// NewOptimiser returns an optimiser that starts with a copy of a model.
func NewOptimiser(m Model) *Optimiser {
	return &Optimiser{
		Blocks: m.Params.Blocks, Weights: slices.Clone(m.Vector), Average: slices.Clone(m.Vector),
		First: make([]float32, len(m.Vector)), Second: make([]float32, len(m.Vector)),
	}
}

// step clips the gradient, takes a step, and returns the gradient's norm before clipping.
func (o *Optimiser) step(gradient []float32, rate float64) (norm float64) {
	for _, g := range gradient {
		norm += float64(g) * float64(g)
	}
	norm = math.Sqrt(norm)
	scale := float32(1)
	if norm > clip {
		scale = float32(clip / norm)
	}
	o.Steps++
	// Bias correction: moments start at 0.
	first := 1 - math.Pow(firstDecay, float64(o.Steps))
	second := 1 - math.Pow(secondDecay, float64(o.Steps))
	a := float32(rate / first * math.Sqrt(second))
	small := float32(epsilon * math.Sqrt(second))
	shrink := float32(1 - rate*weightDecay)
	follow := float32(max(1-averageDecay, 5/float64(o.Steps+5)))
	for i, g := range gradient {
		g *= scale
		m := firstDecay*o.First[i] + (1-firstDecay)*g
		v := secondDecay*o.Second[i] + (1-secondDecay)*g*g
		w := shrink*o.Weights[i] - a*m/(float32(math.Sqrt(float64(v)))+small)
		o.First[i], o.Second[i], o.Weights[i] = m, v, w
		o.Average[i] += follow * (w - o.Average[i])
	}
	return norm
}
