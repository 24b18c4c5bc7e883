package learn

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/hex/train/float"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

// vector has one number per channel.
type vector = [channels]float32

// pool has the means of all channels, then their maxima.
type pool = [2 * channels]float32

// tape has the intermediate results of one evaluation for its gradient. Planes are (size+2)² cells
// of channels, with rings that are always 0. It is not safe for concurrent use.
type tape struct {
	size   int
	in     []float32
	x      [][]float32 // x[0] after the first convolution, x[i+1] after block i
	h      [][]float32 // inside block i
	pools  []pool      // of x
	hidden vector      // of the value head
	policy []float32   // logits, then softmax over the empty cells, size²
	chain  []float32   // logits of own, then of the opponent's chain: 2·size²
	value  float32     // logit

	d, dh []float32 // gradients with respect to x and h

	convolver *float.Convolver
}

func newTape(blocks, size int, half bool) *tape {
	plane := func() []float32 { return make([]float32, kernel.Square(size).Planes()*channels) }
	t := &tape{
		size:   size,
		in:     make([]float32, kernel.Square(size).Planes()*net.Inputs),
		x:      [][]float32{plane()},
		pools:  make([]pool, blocks+1),
		policy: make([]float32, size*size),
		chain:  make([]float32, 2*size*size),
		d:      plane(),
		dh:     plane(),

		convolver: float.NewConvolver(kernel.Square(size), half),
	}
	for range blocks {
		t.x = append(t.x, plane())
		t.h = append(t.h, plane())
	}
	return t
}

// forward evaluates a view and keeps intermediate results.
func (t *tape) forward(m Model, f *filters, view []uint8) {
	p, size := m.Params, kernel.Square(t.size)
	net.Encode(t.in, view, size, 1)
	w, b := p.In()
	float.Conv(t.x[0], t.in, w, b, nil, net.Inputs, size, true)
	t.pool(0)
	for i := range p.Blocks {
		_, b1, wg, _, b2 := p.Block(i)
		bias := vector(b1)
		times(&bias, wg, &t.pools[i])
		t.convolver.Conv(t.h[i], t.x[i], f.blocks[i][0].ahead, bias[:], nil, true)
		t.convolver.Conv(t.x[i+1], t.h[i], f.blocks[i][1].ahead, b2, t.x[i], true)
		t.pool(i + 1)
	}
	t.heads(m)
}

// pool fills pools[i].
func (t *tape) pool(i int) {
	float.Pool(t.pools[i][:channels], t.pools[i][channels:], t.x[i], kernel.Square(t.size))
}

// heads computes the logits of policy, chains and value.
func (t *tape) heads(m Model) {
	wp := m.Params.Policy()
	own, opponent, bias := m.heads()
	x := t.x[len(t.x)-1]
	cells := t.size * t.size
	for i := range cells {
		at := (*vector)(x[t.offset(i):])
		t.policy[i] = dot((*vector)(wp), at)
		t.chain[i] = dot((*vector)(own), at) + bias[0]
		t.chain[cells+i] = dot((*vector)(opponent), at) + bias[1]
	}
	wv1, bv1, wv2, bv2 := m.Params.Value()
	t.hidden = vector(bv1)
	times(&t.hidden, wv1, &t.pools[len(t.pools)-1])
	for c, h := range t.hidden {
		t.hidden[c] = max(h, 0)
	}
	t.value = dot((*vector)(wv2), &t.hidden) + bv2[0]
}

func (t *tape) offset(cell int) int {
	return kernel.Square(t.size).Cell(cell/t.size, cell%t.size) * channels
}

// Losses are cross-entropies, as sums or means over samples. Entropy is the minimum of Policy, for
// an exact prediction of the target.
type Losses struct {
	Policy, Entropy, Value, Chain float64
}

// chainWeight is the weight of the auxiliary planes' cross-entropy, before division by the number
// of cells.
const chainWeight = 0.15

// Total returns the loss that training minimizes.
func (l Losses) Total() float64 { return l.Policy + l.Value + l.Chain }

// Add adds the losses of other samples.
func (l *Losses) Add(other Losses) {
	l.Policy += other.Policy
	l.Entropy += other.Entropy
	l.Value += other.Value
	l.Chain += other.Chain
}

// Scale multiplies the losses.
func (l *Losses) Scale(by float64) {
	l.Policy *= by
	l.Entropy *= by
	l.Value *= by
	l.Chain *= by
}

// errors replaces the logits by the gradient of the loss with respect to them, and returns the
// loss.
func (t *tape) errors(target selfplay.Targets, value float32) Losses {
	var l Losses
	l.Policy, l.Entropy = t.policyErrors(target)
	loss, slope := crossEntropy(t.value, value)
	l.Value, t.value = loss, slope
	cells := t.size * t.size
	weight := chainWeight / float64(cells)
	for i := range cells {
		own, slope := crossEntropy(t.chain[i], target.Own[i])
		t.chain[i] = slope * float32(weight)
		opponent, slope := crossEntropy(t.chain[cells+i], target.Opponent[i])
		t.chain[cells+i] = slope * float32(weight)
		l.Chain += weight * (own + opponent)
	}
	return l
}

// policyErrors is errors for the policy, with a softmax over the empty cells.
func (t *tape) policyErrors(target selfplay.Targets) (loss, entropy float64) {
	top := float32(math.Inf(-1))
	for i, logit := range t.policy {
		if target.View[i] == field.ViewEmpty {
			top = max(top, logit)
		}
	}
	sum, linear := 0.0, 0.0
	for i, logit := range t.policy {
		if target.View[i] != field.ViewEmpty {
			t.policy[i] = 0
			continue
		}
		share, below := float64(target.Policy[i]), float64(logit-top)
		linear += share * below
		if share > 0 {
			entropy -= share * math.Log(share)
		}
		e := math.Exp(below)
		sum += e
		t.policy[i] = float32(e)
	}
	for i, e := range t.policy {
		t.policy[i] = e*float32(1/sum) - target.Policy[i]
	}
	return math.Log(sum) - linear, entropy
}

// crossEntropy returns the loss of a logit whose sigmoid should be the target, and its slope.
func crossEntropy(logit, target float32) (loss float64, slope float32) {
	z := float64(logit)
	e := math.Exp(-math.Abs(z))
	small := e / (1 + e) // probability of the less likely side
	chance := small
	if z > 0 {
		chance = 1 - small
	}
	return max(z, 0) + math.Log1p(e) - float64(target)*z, float32(chance) - target
}
