// Package learn fits the network of engine/hex/net to samples of self-play by gradient descent.
// Back-propagation is written by hand over kernels like those of play; tests compare the gradient
// with finite differences of the loss.
//
// The loss of a sample is the sum of three cross-entropies: of the policy over the empty cells, of
// the winning probability, and, with weight 0.15 / number of cells, of two auxiliary planes for the
// cells of the chain that finally won. The auxiliary heads exist in training only. They provide a
// target for every cell, while the result is one number per game.
//
// The optimiser is Adam with decoupled decay (Kingma and Ba, "Adam", ICLR 2015; Loshchilov and
// Hutter, "Decoupled weight decay regularization", ICLR 2019). Play uses an exponential average of
// the weights, which is stronger and steadier than the latest ones.
//
// A batch is split among workers whose gradients are added in a fixed order: steps depend on the
// number of workers, but not on scheduling.
package learn

import (
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

const channels = kernel.Channels

// Model is a network in training, or a gradient of one: a vector with the network's parameters
// followed by those of the auxiliary heads.
type Model struct {
	Params net.Params // shares Vector
	Vector []float32
}

// headsSize is the length of the auxiliary heads: the weights of the channels for the mover's and
// the opponent's chain, then both biases.
const headsSize = 2*channels + 2

// newModel returns a model of zeros.
func newModel(blocks int) Model {
	return modelOf(blocks, make([]float32, len(net.NewParams(blocks).W)+headsSize))
}

// modelOf returns a model that shares a vector.
func modelOf(blocks int, v []float32) Model {
	k := len(v) - headsSize
	return Model{Params: net.Params{Blocks: blocks, W: v[:k:k]}, Vector: v}
}

// heads returns the weights and biases of the auxiliary heads, own chain first.
func (m Model) heads() (own, opponent, bias []float32) {
	h := m.Vector[len(m.Params.W):]
	return h[:channels], h[channels : 2*channels], h[2*channels:]
}

// RandomModel returns an untrained model.
func RandomModel(blocks int, rng *rand.Rand) Model {
	return ModelFrom(net.RandomParams(blocks, rng), blocks, rng)
}

// ModelFrom returns a model with a copy of the parameters and untrained auxiliary heads. Missing
// blocks are appended with a zero second convolution, so that initially they change nothing.
func ModelFrom(p net.Params, blocks int, rng *rand.Rand) Model {
	m := newModel(blocks)
	if blocks > p.Blocks {
		copy(m.Params.W, net.RandomParams(blocks, rng).W)
	}
	copy(m.Params.W, p.W)
	for i := p.Blocks; i < blocks; i++ {
		_, _, _, w2, _ := m.Params.Block(i)
		clear(w2)
	}
	own, opponent, _ := m.heads()
	for i := range own {
		// Small, so that the first gradients through these heads are small.
		own[i], opponent[i] = 0.05*float32(rng.NormFloat64()), 0.05*float32(rng.NormFloat64())
	}
	return m
}

func dot(a, b *vector) float32 {
	var s [4]float32 // independent sums, for instruction-level parallelism
	for c := 0; c < channels; c += 4 {
		s[0] += a[c] * b[c]
		s[1] += a[c+1] * b[c+1]
		s[2] += a[c+2] * b[c+2]
		s[3] += a[c+3] * b[c+3]
	}
	return s[0] + s[1] + (s[2] + s[3])
}

func axpy(y *vector, a float32, x *vector) {
	for c := range y {
		y[c] += a * x[c]
	}
}

// both adds the gradient g of the inner product of w and x to the gradients of both.
func both(dx, w *vector, g float32, dw, x *vector) {
	for c := range dx {
		dx[c] += g * w[c]
		dw[c] += g * x[c]
	}
}

// times adds the product of a pool and its weights, one row per entry.
func times(out *vector, w []float32, p *pool) {
	for c, x := range p {
		axpy(out, x, (*vector)(w[c*channels:]))
	}
}

func add(y []float32, x *vector) { axpy((*vector)(y), 1, x) }
