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
	"math/bits"
	"slices"
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

	// watch gets the hidden planes of every layer; in play it does nothing.
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
		watch:  func(int, []int16) {},
	}
}

// Evaluate evaluates a view as described at [Encode]. It writes the logits of all cells, row by
// row, to policy and returns the mover's winning probability, from 0 to 1.
func (e *Evaluator) Evaluate(view []uint8, policy []float32) float32 {
	Encode(e.in, view, e.size, 1<<inputExponent)
	e.first.Conv(e.x, e.in, nil, nil, e.size)
	e.watch(0, e.x)
	for i, block := range e.blocks {
		e.pool(block[0])
		block[0].Conv(e.h, e.x, e.bias, nil, e.size)
		e.watch(2*i+1, e.h)
		block[1].Conv(e.x, e.h, nil, e.x, e.size)
		e.watch(2*i+2, e.x)
	}
	e.logits(policy)
	return e.chance()
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

// The input planes, by channel; the rest up to [Inputs] are 0.
const (
	ownPlane = iota
	opponentPlane
	emptyPlane
	sizePlane
	rowPlane // distance to the nearer of the borders that the mover joins
	colPlane // distance to the nearer of the opponent's borders
)

// Encode sets in to the input planes of a board with its ring, of [Inputs] channels.
// view[row*width+col] is 0 for an empty cell, 1 for a stone of the mover, who joins top and bottom,
// and 2 for one of the opponent.
//
// The ring encodes the borders as stones: the mover's above and below, the opponent's left and
// right, both in the corners. The size, which is the mean of both sides, and the distances are
// scaled to about 1; one is the encoding of 1.
func Encode[T int16 | float32](in []T, view []uint8, size kernel.Size, one T) {
	scaled := func(v, by float32) T { return T(float32(one) * v / by) }
	in = in[:size.Planes()*Inputs]
	clear(in)
	for col := -1; col <= size.Width; col++ {
		in[size.Cell(-1, col)*Inputs+ownPlane] = one
		in[size.Cell(size.Height, col)*Inputs+ownPlane] = one
	}
	for row := -1; row <= size.Height; row++ {
		in[size.Cell(row, -1)*Inputs+opponentPlane] = one
		in[size.Cell(row, size.Width)*Inputs+opponentPlane] = one
	}
	planes := [3]int{emptyPlane, ownPlane, opponentPlane}
	mean := scaled(float32(size.Width+size.Height)/2, 11)
	for row := range size.Height {
		fromRow := scaled(float32(min(row, size.Height-1-row)), 5)
		for col := range size.Width {
			cell := in[size.Cell(row, col)*Inputs:][:Inputs]
			cell[planes[view[row*size.Width+col]]] = one
			cell[sizePlane], cell[rowPlane] = mean, fromRow
			cell[colPlane] = scaled(float32(min(col, size.Width-1-col)), 5)
		}
	}
}

type fixed struct {
	params   Params
	channels int
	first    *kernel.Filter
	blocks   [][2]*kernel.Filter
	policy   kernel.Row
	hidden   *kernel.Filter // of the value
}

// exponents are those of the activations by layer and channel; see [kernel.Filter]. Layer 0 is the
// output of the first convolution, 2·i+1 is inside block i, and 2·i+2 is its output.
type exponents [][]int

const (
	inputExponent  = 13 // inputs are below 4
	finestExponent = 12
	coarsest       = 3 // activations up to 4,096
)

func newFixed(p Params, layers exponents) *fixed {
	f := &fixed{params: p, channels: p.Width()}
	w, b := p.In()
	f.first = kernel.NewFilter(kernel.Layer{W: w, Bias: b, In: slices.Repeat([]int{inputExponent}, Inputs), Out: layers[0]})
	for i := range p.Blocks {
		w1, b1, wg, w2, b2 := p.Block(i)
		x, h, next := layers[2*i], layers[2*i+1], layers[2*i+2]
		f.blocks = append(f.blocks, [2]*kernel.Filter{
			kernel.NewFilter(kernel.Layer{W: w1, Pool: wg, Bias: b1, In: x, Out: h}),
			kernel.NewFilter(kernel.Layer{W: w2, Bias: b2, In: h, Out: next, Add: x}),
		})
	}
	last := layers[2*p.Blocks]
	f.policy = kernel.NewRow(p.Policy(), last)
	wv1, bv1, _, _ := p.Value()
	f.hidden = kernel.NewFilter(kernel.Layer{Pool: wv1, Bias: bv1, In: last, Out: make([]int, f.channels)})
	return f
}

// calibrated returns the exponents for weights. It lets a coarse network play against itself,
// measures the largest activation of every channel, and allows four times as much for other
// positions.
func calibrated(p Params) exponents {
	c := p.Width()
	layers := make(exponents, 2*p.Blocks+1)
	for i := range layers {
		layers[i] = slices.Repeat([]int{coarsest}, c)
	}
	coarse, most := newFixed(p, layers), make([]int16, len(layers)*c)
	for _, size := range []int{5, 8, 11} {
		coarse.observe(kernel.Square(size), most)
	}
	for i, layer := range layers {
		for j := range layer {
			bound := 4 * max(uint(most[i*c+j]), 1)
			layer[j] = min(coarsest+bits.Len(kernel.MostActivation/bound)-1, finestExponent)
			if i > 0 && i%2 == 0 { // a residual sum may only become coarser
				layer[j] = min(layer[j], layers[i-2][j])
			}
		}
	}
	return layers
}

// observe raises most, by layer and channel, to the activations in a game of the network against
// itself.
func (f *fixed) observe(size kernel.Size, most []int16) {
	e, view, policy := f.evaluator(size), make([]uint8, size.Cells()), make([]float32, size.Cells())
	pooled := make([]int16, 2*f.channels)
	e.watch = func(layer int, planes []int16) {
		kernel.PoolFixed(pooled, planes, size)
		for i, v := range pooled[f.channels:] {
			at := &most[layer*f.channels+i]
			*at = max(*at, v)
		}
	}
	for range size.Cells() / 2 {
		e.Evaluate(view, policy)
		best, logit := 0, math.Inf(-1)
		for i, v := range policy {
			if view[i] == 0 && float64(v) > logit {
				best, logit = i, float64(v)
			}
		}
		view[best] = 1
		view = turned(view, size)
	}
}

// turned returns the opponent's view of a square board.
func turned(view []uint8, size kernel.Size) []uint8 {
	other := make([]uint8, len(view))
	for i, v := range view {
		other[i%size.Width*size.Height+i/size.Width] = [3]uint8{0, 2, 1}[v]
	}
	return other
}
