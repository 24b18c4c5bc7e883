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
