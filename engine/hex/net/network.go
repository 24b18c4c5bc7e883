// Package net is the neural network that judges Hex positions: from a position in the
// mover's view to a logit for every cell and the mover's chance to win.
//
// The same weights serve every size of board, and boards that are not as wide as high,
// although they were learnt on such as are. The mover always joins top and bottom; a
// caller whose mover joins left and right transposes the board. The network is
//
//	x = relu(conv(input planes))
//	h = relu(conv(x) + Wg·[mean(x), max(x)]),  x = relu(x + conv(h))    for every block
//	logit of a cell = wp·x[cell]
//	value = sigmoid(wv2·relu(Wv1·[mean(x), max(x)] + bv1) + bv2)
//
// with convolutions over the seven cells of a hexagonal neighbourhood to 32 channels, and
// biases; see [Params]. It knows no rules: logits of occupied cells mean nothing.
package net

import (
	"math"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// A Network is a set of weights ready for use. It does not change, and any number of
// goroutines may make evaluators of it.
type Network struct {
	params Params
	full   []filters
	half   func() []filters
}

// filters are the convolutions of a block.
type filters [2]*kernel.Filter

func blockFilters(p Params, half bool) []filters {
	blocks := make([]filters, p.Blocks)
	for i := range blocks {
		w1, _, _, w2, _ := p.Block(i)
		blocks[i] = filters{kernel.NewFilter(w1, half), kernel.NewFilter(w2, half)}
	}
	return blocks
}

// New returns a network of the weights p, which it copies.
func New(p Params) *Network {
	return own(p.Clone())
}

// own returns a network of the weights p, which it keeps.
func own(p Params) *Network {
	return &Network{
		params: p,
		full:   blockFilters(p, false),
		half:   sync.OnceValue(func() []filters { return blockFilters(p, true) }),
	}
}

// Params returns a copy of the weights.
func (n *Network) Params() Params { return n.params.Clone() }

// An Evaluator judges positions of one size. It holds the memory for that, and serves one
// goroutine at a time.
type Evaluator struct {
	params Params
	size   kernel.Size
	in     []float32 // input planes
	x, h   []float32 // hidden planes; their rings stay 0
	pool   [pooled]float32
	bias   [channels]float32

	blocks    []filters
	convolver *kernel.Convolver
}

// Evaluator returns an evaluator for boards that are of this size in the mover's view.
func (n *Network) Evaluator(size kernel.Size) *Evaluator {
	return newEvaluator(n.params, n.full, size, false)
}

// FastEvaluator returns an evaluator that, where the machine can, computes with half
// numbers: in a little more than half the time, and to some thousandths of a logit, of a
// chance to less than one. Elsewhere it is the same as that of [Network.Evaluator].
func (n *Network) FastEvaluator(size kernel.Size) *Evaluator {
	if !kernel.HasHalf() {
		return n.Evaluator(size)
	}
	return newEvaluator(n.params, n.half(), size, true)
}

func newEvaluator(p Params, blocks []filters, size kernel.Size, half bool) *Evaluator {
	cells := size.Planes()
	return &Evaluator{
		params:    p,
		size:      size,
		in:        make([]float32, cells*Inputs),
		x:         make([]float32, cells*channels),
		h:         make([]float32, cells*channels),
		blocks:    blocks,
		convolver: kernel.NewConvolver(size, half),
	}
}

// Size returns the size of the boards that e judges.
func (e *Evaluator) Size() kernel.Size { return e.size }

// Evaluate judges a position given as view, as for [Encode]. It writes the logits of all
// cells, row by row, to policy, of as many, and returns the mover's chance to win,
// from 0 to 1.
func (e *Evaluator) Evaluate(view []uint8, policy []float32) float32 {
	Encode(e.in, view, e.size)
	w, b := e.params.In()
	kernel.Conv(e.x, e.in, w, b, nil, Inputs, e.size, true)
	for i, block := range e.blocks {
		_, b1, wg, _, b2 := e.params.Block(i)
		e.pooledBias(wg, b1)
		e.convolver.Conv(e.h, e.x, block[0], e.bias[:], nil, true)
		e.convolver.Conv(e.x, e.h, block[1], b2, e.x, true)
	}
	e.logits(policy)
	return e.value()
}

// pooledBias sets e.bias to b + w·[mean, max] of x.
func (e *Evaluator) pooledBias(w, b []float32) {
	kernel.Pool(e.pool[:channels], e.pool[channels:], e.x, e.size)
	kernel.Affine(e.bias[:], e.pool[:], w, b)
}

func (e *Evaluator) logits(policy []float32) {
	weights := (*[channels]float32)(e.params.Policy())
	for row := range e.size.Height {
		for col := range e.size.Width {
			policy[row*e.size.Width+col] = dot(weights, (*[channels]float32)(e.x[e.size.Cell(row, col)*channels:]))
		}
	}
}

// dot adds up in four sums, none of which waits for another.
func dot(a, b *[channels]float32) float32 {
	var s, t, u, v float32
	for i := 0; i < channels; i += 4 {
		s += a[i] * b[i]
		t += a[i+1] * b[i+1]
		u += a[i+2] * b[i+2]
		v += a[i+3] * b[i+3]
	}
	return s + t + (u + v)
}

func (e *Evaluator) value() float32 {
	w1, b1, w2, b2 := e.params.Value()
	e.pooledBias(w1, b1)
	sum := b2[0]
	for o, v := range e.bias {
		sum += max(v, 0) * w2[o]
	}
	return float32(1 / (1 + math.Exp(-float64(sum))))
}
