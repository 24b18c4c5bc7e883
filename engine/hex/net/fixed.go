package net

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

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
