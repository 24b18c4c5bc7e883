package learn

import (
	"math"
	"math/rand/v2"

	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

const channels = kernel.Channels

// Model is a network in training, or a gradient of one: a vector that holds the
// network's parameters and behind them those of the auxiliary heads.
type Model struct {
	Params net.Params // shares Vector
	Vector []float32
}

// headsSize is the length of the auxiliary heads: for the mover's chain and for the
// opponent's the weights of the channels, then both biases.
const headsSize = 2*channels + 2

// NewModel returns a model whose vector is 0.
func NewModel(blocks int) Model {
	m := Model{Params: net.NewParams(blocks)}
	k := len(m.Params.W)
	m.Vector = make([]float32, k+headsSize)
	m.Params.W = m.Vector[:k:k]
	return m
}

// heads returns the weights and biases of the auxiliary heads, own chain first.
func (m Model) heads() (own, opponent, bias []float32) {
	h := m.Vector[len(m.Params.W):]
	return h[:channels], h[channels : 2*channels], h[2*channels:]
}

// Scales of the first weights in relation to He's (He, Zhang, Ren and Sun, "Delving
// deep into rectifiers", ICCV 2015): a block starts as almost the identity and the
// policy as almost uniform, so that the first games are varied and the first
// gradients small.
const (
	blockScale  = 0.1
	poolScale   = 0.1
	policyScale = 0.1
)

// Randomise draws the weights of a network that knows nothing. Biases stay 0.
func (m Model) Randomise(rng *rand.Rand) {
	fill := func(w []float32, fanIn int, scale float64) {
		deviation := scale * math.Sqrt(2/float64(fanIn))
		for i := range w {
			w[i] = float32(rng.NormFloat64() * deviation)
		}
	}
	in, _ := m.Params.In()
	fill(in, len(in)/channels, 1)
	for i := range m.Params.Blocks {
		w1, _, wg, w2, _ := m.Params.Block(i)
		fill(w1, len(w1)/channels, 1)
		fill(wg, len(wg)/channels, poolScale)
		fill(w2, len(w2)/channels, blockScale)
	}
	wp, _ := m.Params.Policy()
	fill(wp, channels, policyScale)
	wv1, _, wv2, _ := m.Params.Value()
	fill(wv1, 2*channels, 1)
	fill(wv2, channels, 1)
	own, opponent, _ := m.heads()
	fill(own, channels, policyScale)
	fill(opponent, channels, policyScale)
}
