package net

import (
	"math"
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// Inputs is the number of input planes; see [Encode].
const Inputs = 8

const (
	channels = kernel.Channels
	pooled   = 2 * channels // mean and max of every channel

	inWeights   = kernel.Taps * Inputs * channels
	convWeights = kernel.Taps * channels * channels
	poolWeights = pooled * channels

	// The heads come before the blocks, so that blocks can be appended. The single bias of
	// the value is followed by unused zeros: what follows begins at a cache line.
	policyAt = inWeights + channels
	valueAt  = policyAt + channels
	blocksAt = valueAt + poolWeights + channels + channels + 16

	blockSize = 2*convWeights + poolWeights + 2*channels
)

// Params are the weights of a network as one flat vector W, so that a trainer and a file
// can treat them alike, with views of its parts. Views share memory with W.
//
// A matrix is stored by input: row i holds what input i gives to every output. A
// convolution is [kernel.Taps] such matrices.
type Params struct {
	Blocks int
	W      []float32
}

// NewParams returns weights that are all 0 for a network of blocks residual blocks.
func NewParams(blocks int) Params {
	return Params{Blocks: blocks, W: make([]float32, blocksAt+blocks*blockSize)}
}

// Clone returns a copy that shares nothing with p.
func (p Params) Clone() Params {
	c := NewParams(p.Blocks)
	copy(c.W, p.W)
	return c
}

// RandomParams returns weights to begin training from: normal, of the variance that keeps
// the scale through ReLU (He et al. 2015); the second convolution of a block, the pooling
// biases and the heads are small, so that blocks begin near the identity and the network
// near "all moves alike, even chances".
func RandomParams(blocks int, rng *rand.Rand) Params {
	p := NewParams(blocks)
	fill := func(w []float32, inputs int, scale float64) {
		scale *= math.Sqrt(2 / float64(inputs))
		for i := range w {
			w[i] = float32(rng.NormFloat64() * scale)
		}
	}
	w, _ := p.In()
	fill(w, kernel.Taps*Inputs, 1)
	for i := range blocks {
		w1, _, wg, w2, _ := p.Block(i)
		fill(w1, kernel.Taps*channels, 1)
		fill(wg, pooled, 0.3)
		fill(w2, kernel.Taps*channels, 0.1)
	}
	fill(p.Policy(), channels, 0.3)
	wv1, _, wv2, _ := p.Value()
	fill(wv1, pooled, 1)
	fill(wv2, channels, 0.3)
	return p
}

// In returns the first convolution, [kernel.Taps][Inputs][32], and its 32 biases.
func (p Params) In() (w, b []float32) {
	return p.W[:inWeights:inWeights], p.W[inWeights:policyAt:policyAt]
}

// Block returns the parts of residual block i: the first convolution
// [kernel.Taps][32][32] and its 32 biases, the matrix [64][32] from the pooled planes
// (means first) to a further bias, and the second convolution with its biases.
func (p Params) Block(i int) (w1, b1, wg, w2, b2 []float32) {
	rest := p.W[blocksAt+i*blockSize:][:blockSize]
	part := cutter(rest)
	return part(convWeights), part(channels), part(poolWeights), part(convWeights), part(channels)
}

// Policy returns the 32 weights of a cell's logit.
func (p Params) Policy() []float32 {
	return p.W[policyAt:valueAt:valueAt]
}

// Value returns the parts of the value head: a matrix [64][32] and its 32 biases, then 32
// weights and one bias.
func (p Params) Value() (wv1, bv1, wv2, bv2 []float32) {
	part := cutter(p.W[valueAt:blocksAt])
	return part(poolWeights), part(channels), part(channels), part(1)
}

// cutter returns a function that cuts piece after piece off s.
func cutter(s []float32) func(length int) []float32 {
	return func(length int) []float32 {
		piece := s[:length:length]
		s = s[length:]
		return piece
	}
}
