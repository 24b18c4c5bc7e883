// Package net is the neural network that evaluates Hex positions: it maps a position in the mover's
// view to a logit for every cell and the mover's winning probability.
//
// The same weights serve every board size, and unequal sides although they were trained on equal
// ones. The mover always joins top and bottom; a caller whose mover joins left and right transposes
// the board. The network is
//
//	x = relu(conv(input planes))
//	h = relu(conv(x) + Wg·[mean(x), max(x)]),  x = relu(x + conv(h))    for every block
//	logit of a cell = wp·x[cell]
//	value = sigmoid(wv2·relu(Wv1·[mean(x), max(x)] + bv1) + bv2)
//
// with convolutions over the seven cells of a hexagonal neighbourhood to 32 channels or more, and
// biases; see [Params]. It computes in fixed point, see [kernel.Filter], so that a position has the
// same logits, bit for bit, on every machine. It knows no rules: logits of occupied cells are
// meaningless.
package net

import (
	"math"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// A Network is a set of weights ready for use. It is immutable and safe for concurrent use.
type Network struct {
	params Params
	fixed  func() *fixed
}

// New returns a network with a copy of the weights p.
func New(p Params) *Network {
	return newNetwork(p.Clone())
}

// newNetwork returns a network that keeps the weights p.
func newNetwork(p Params) *Network {
	return &Network{p, sync.OnceValue(func() *fixed { return newFixed(p, calibrated(p)) })}
}

// Params returns a copy of the weights.
func (n *Network) Params() Params { return n.params.Clone() }

// An Evaluator evaluates positions of one size. It owns buffers and is not safe for concurrent use.
type Evaluator struct {
	*fixed
	size   kernel.Size
	in     []int16 // input planes
	x, h   []int16 // hidden planes; their rings stay 0
	pooled []int16
	bias   []int32

	// watch, if not nil, gets the hidden planes of every layer.
	watch func(layer int, planes []int16)
}

// Evaluator returns an evaluator for boards of this size in the mover's view. The first call for a
// network takes some milliseconds longer.
func (n *Network) Evaluator(size kernel.Size) *Evaluator { return n.fixed().evaluator(size) }

func (f *fixed) evaluator(size kernel.Size) *Evaluator {
	cells, c := size.Planes(), f.channels
	return &Evaluator{
		fixed:  f,
		size:   size,
		in:     make([]int16, cells*Inputs),
		x:      make([]int16, cells*c),
		h:      make([]int16, cells*c),
		pooled: make([]int16, 2*c),
		bias:   make([]int32, c),
	}
}

// Evaluate evaluates a view as described at [Encode]. It writes the logits of all cells, row by
// row, to policy and returns the mover's winning probability, from 0 to 1.
func (e *Evaluator) Evaluate(view []uint8, policy []float32) float32 {
	Encode(e.in, view, e.size, 1<<inputExponent)
	e.first.Conv(e.x, e.in, nil, nil, e.size)
	e.show(0, e.x)
	for i, block := range e.blocks {
		e.pool(block[0])
		block[0].Conv(e.h, e.x, e.bias, nil, e.size)
		e.show(2*i+1, e.h)
		block[1].Conv(e.x, e.h, nil, e.x, e.size)
		e.show(2*i+2, e.x)
	}
	e.logits(policy)
	return e.chance()
}

func (e *Evaluator) show(layer int, planes []int16) {
	if e.watch != nil {
		e.watch(layer, planes)
	}
}

// pool sets e.bias to the pooled bias of a filter for x.
func (e *Evaluator) pool(f *kernel.Filter) {
	kernel.PoolFixed(e.pooled, e.x, e.size)
	f.Bias(e.bias, e.pooled)
}

func (e *Evaluator) logits(policy []float32) {
	for row := range e.size.Height {
		for col := range e.size.Width {
			policy[row*e.size.Width+col] = e.policy.Times(e.x[e.size.Cell(row, col)*e.channels:])
		}
	}
}

// chance returns the mover's winning probability. Products are converted before they are added,
// which forbids fused multiply-add: that would give other bits on some machines.
func (e *Evaluator) chance() float32 {
	e.pool(e.hidden)
	_, _, w, b := e.params.Value()
	sum := float64(b[0])
	for o, v := range e.bias {
		sum += float64(max(e.hidden.Number(v, o), 0) * float64(w[o]))
	}
	return float32(1 / (1 + math.Exp(-sum)))
}
