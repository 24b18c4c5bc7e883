package learn

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
	"github.com/sixfold-bot/sixfold/engine/hex/train/float"
	"github.com/sixfold-bot/sixfold/engine/hex/train/selfplay"
)

// plainLoss is the loss of a sample as its definition says, in double precision and
// cell by cell, so that finite differences of it are sharp.
func plainLoss(m Model, w []float64, size int, t selfplay.Targets, value float64) float64 {
	r := reader{m: m, w: w}
	in := make([]float32, kernel.Square(size).Planes()*net.Inputs)
	net.Encode(in, t.View, kernel.Square(size), 1)
	planes := make([]float64, len(in))
	for i, x := range in {
		planes[i] = float64(x)
	}
	wIn, bIn := m.Params.In()
	x := plainConv(planes, r.of(wIn), r.of(bIn), nil, net.Inputs, size)
	for i := range m.Params.Blocks {
		w1, b1, wg, w2, b2 := m.Params.Block(i)
		bias := plainTimes(plainPool(x, size), r.of(wg), r.of(b1))
		h := plainConv(x, r.of(w1), bias, nil, channels, size)
		x = plainConv(h, r.of(w2), r.of(b2), x, channels, size)
	}
	own, opponent, bias := m.heads()
	loss, n := 0.0, float64(size*size)
	policy := make([]float64, size*size)
	sum := 0.0
	for i := range policy {
		at := x[((i/size+1)*(size+2)+i%size+1)*channels:]
		a, b := plainDot(r.of(own), at)+r.of(bias)[0], plainDot(r.of(opponent), at)+r.of(bias)[1]
		loss += chainWeight / n * (plainCross(a, float64(t.Own[i])) + plainCross(b, float64(t.Opponent[i])))
		if t.View[i] == field.ViewEmpty {
			policy[i] = math.Exp(plainDot(r.of(m.Params.Policy()), at))
			sum += policy[i]
		}
	}
	for i, p := range policy {
		if p > 0 {
			loss -= float64(t.Policy[i]) * math.Log(p/sum)
		}
	}
	wv1, bv1, wv2, bv2 := m.Params.Value()
	hidden := plainTimes(plainPool(x, size), r.of(wv1), r.of(bv1))
	for i, h := range hidden {
		hidden[i] = max(h, 0)
	}
	return loss + plainCross(plainDot(r.of(wv2), hidden)+r.of(bv2)[0], value)
}

// reader finds the part of w that belongs to a view of m's vector.
type reader struct {
	m Model
	w []float64
}

func (r reader) of(view []float32) []float64 {
	at := place(r.m, view)
	return r.w[at : at+len(view)]
}

// place is where a view begins in m's vector.
func place(m Model, view []float32) int {
	for i := range m.Vector {
		if &m.Vector[i] == &view[0] {
			return i
		}
	}
	panic("not a view of the vector")
}

func plainCross(z, target float64) float64 {
	p := 1 / (1 + math.Exp(-z))
	return -target*math.Log(p) - (1-target)*math.Log(1-p)
}

func plainDot(w, x []float64) (sum float64) {
	for i := range w {
		sum += w[i] * x[i]
	}
	return sum
}

func plainTimes(x, w, b []float64) []float64 {
	out := append([]float64(nil), b...)
	for i, a := range x {
		for o := range out {
			out[o] += a * w[i*len(out)+o]
		}
	}
	return out
}

func plainPool(x []float64, size int) []float64 {
	out := make([]float64, 2*channels)
	for i := range size * size {
		for c := range channels {
			v := x[((i/size+1)*(size+2)+i%size+1)*channels+c]
			out[c] += v / float64(size*size)
			out[channels+c] = max(out[channels+c], v) // never below 0 after a rectifier
		}
	}
	return out
}

func plainConv(in, w, bias, add []float64, cin, size int) []float64 {
	out := make([]float64, kernel.Square(size).Planes()*channels)
	for i := range size * size {
		cell := (i/size+1)*(size+2) + i%size + 1
		for o := range channels {
			sum := bias[o]
			for tap, step := range kernel.Steps {
				from := in[(cell+step[1]*(size+2)+step[0])*cin:]
				for c := range cin {
					sum += from[c] * w[(tap*cin+c)*channels+o]
				}
			}
			if add != nil {
				sum += add[cell*channels+o]
			}
			out[cell*channels+o] = max(sum, 0)
		}
	}
	return out
}

// randomSample is a position with stones, a target and chains, all at random.
func randomSample(size int, rng *rand.Rand) selfplay.Sample {
	n := size * size
	view, chain, policy := make([]uint8, n), make([]uint8, n), make([]float32, n)
	view[0] = field.ViewEmpty
	policy[0] = 0.5
	for i := 1; i < n; i++ {
		view[i] = uint8(rng.IntN(3))
		chain[i] = uint8(rng.IntN(5))
		if view[i] == field.ViewEmpty {
			policy[i] = rng.Float32()
		}
	}
	return selfplay.NewSample(size, view, policy, rng.Float32(), chain)
}

// lively is a model none of whose parts is near 0, so that every gradient shows.
func lively(blocks int, rng *rand.Rand) Model {
	m := RandomModel(blocks, rng)
	for i := range blocks {
		_, b1, wg, w2, b2 := m.Params.Block(i)
		for _, part := range [][]float32{b1, wg, w2, b2} {
			for j := range part {
				part[j] += 0.05 * float32(rng.NormFloat64())
			}
		}
	}
	_, bv1, wv2, bv2 := m.Params.Value()
	for _, part := range [][]float32{m.Params.Policy(), bv1, wv2, bv2, m.Vector[len(m.Params.W):]} {
		for j := range part {
			part[j] += 0.3 * float32(rng.NormFloat64())
		}
	}
	return m
}

// groups names the parts of a model.
func groups(m Model) map[string][]float32 {
	all := map[string][]float32{"policy": m.Params.Policy(), "heads": m.Vector[len(m.Params.W):]}
	all["in w"], all["in b"] = m.Params.In()
	all["value w1"], all["value b1"], all["value w2"], all["value b2"] = m.Params.Value()
	for i := range m.Params.Blocks {
		w1, b1, wg, w2, b2 := m.Params.Block(i)
		for name, part := range map[string][]float32{"w1": w1, "b1": b1, "wg": wg, "w2": w2, "b2": b2} {
			all[fmt.Sprintf("block %d %s", i, name)] = part
		}
	}
	return all
}

func TestGradientsAreFiniteDifferences(t *testing.T) {
	enginetest.Alone(t)
	for size := enginetest.Times(4, 3); size <= 4; size++ {
		rng := rand.New(rand.NewPCG(1, uint64(size)))
		m := lively(2, rng)
		s := randomSample(size, rng)
		w := &worker{gradient: newModel(2), tapes: map[int]*tape{}}
		losses := w.sample(m, newFilters(m, false), &s, false)
		at := make([]float64, len(m.Vector))
		for i, x := range m.Vector {
			at[i] = float64(x)
		}
		loss := func() float64 { return plainLoss(m, at, size, w.targets, float64(s.Value)) }
		if want := loss(); math.Abs(losses.Total()-want) > 1e-4 {
			t.Errorf("size %d: loss %v, want %v", size, losses.Total(), want)
		}
		parts := groups(m)
		for _, name := range slices.Sorted(maps.Keys(parts)) {
			part := parts[name]
			first := place(m, part)
			compareSlopes(t, name, w.gradient.Vector[first:first+len(part)], at[first:first+len(part)], loss, rng)
		}
	}
}

// compareSlopes compares a gradient with finite differences of the loss for some of the weights,
// with SIXFOLD_LONG=1 for more.
func compareSlopes(t *testing.T, name string, gradient []float32, at []float64, loss func() float64, rng *rand.Rand) {
	t.Helper()
	const change = 1e-5
	scale, worst := 0.0, 0.0
	for range enginetest.Times(6, 30) {
		i := rng.IntN(len(at))
		was := at[i]
		at[i] = was + change
		above := loss()
		at[i] = was - change
		slope := (above - loss()) / (2 * change)
		at[i] = was
		worst = max(worst, math.Abs(slope-float64(gradient[i])))
		scale = max(scale, math.Abs(slope))
	}
	if scale == 0 {
		t.Errorf("%s: no weight matters", name)
	}
	if worst > 1e-3*scale+1e-6 {
		t.Errorf("%s: gradients up to %v are off by %v", name, scale, worst)
	}
}

func TestHalfNumbersGiveTheSameGradients(t *testing.T) {
	if !float.HasHalf() {
		t.Skip("no half numbers on this machine")
	}
	rng := rand.New(rand.NewPCG(3, 3))
	m := lively(4, rng)
	s := randomSample(11, rng)
	gradient := func(half bool) Model {
		w := &worker{gradient: newModel(4), tapes: map[int]*tape{}}
		w.sample(m, newFilters(m, half), &s, false)
		return w.gradient
	}
	full, half := gradient(false), gradient(true)
	parts := groups(half)
	for name, want := range groups(full) {
		var diff, size float64
		for i, x := range want {
			diff += math.Pow(float64(parts[name][i]-x), 2)
			size += math.Pow(float64(x), 2)
		}
		if share := math.Sqrt(diff / size); !(share < 0.1) { // where a rounding moves a maximum, a whole path moves
			t.Errorf("%s: off by %.4f of its length", name, share)
		}
	}
}

// The network that plays is in fixed point.
func TestForwardIsTheNetworkThatPlays(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const size = 6
	m := lively(3, rng)
	s := randomSample(size, rng)
	targets := selfplay.NewTargets(size)
	s.Unpack(targets, false)
	tape := newTape(3, size, false)
	tape.forward(m, newFilters(m, false), targets.View)
	policy := make([]float32, size*size)
	value := net.New(m.Params).Evaluator(kernel.Square(size)).Evaluate(targets.View, policy)
	if got := 1 / (1 + math.Exp(-float64(tape.value))); math.Abs(got-float64(value)) > 2e-3 {
		t.Errorf("value %v, want %v", got, value)
	}
	for i, p := range policy {
		if math.Abs(float64(p-tape.policy[i])) > 1e-2 {
			t.Errorf("cell %d: logit %v, want %v", i, tape.policy[i], p)
		}
	}
}
