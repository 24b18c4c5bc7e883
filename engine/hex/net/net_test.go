package net

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// testParams returns weights where every part matters.
func testParams(blocks int) Params { return testWide(blocks, kernel.Channels) }

func testWide(blocks, channels int) Params {
	rng := rand.New(rand.NewPCG(7, uint64(blocks)))
	p := randomized(NewWideParams(blocks, channels), rng)
	for i := range p.W {
		p.W[i] += float32(rng.NormFloat64() * 0.02)
	}
	return p
}

func randomView(rng *rand.Rand, size kernel.Size) []uint8 {
	view := make([]uint8, size.Cells())
	for i := range view {
		view[i] = uint8(rng.IntN(4) % 3)
	}
	return view
}

// plain is a second implementation, from the formulas: planes are maps from (row, col),
// and everything is float64.
type plain struct {
	p    Params
	size kernel.Size
}

type cells map[[2]int][]float64

func (e plain) board(visit func(at [2]int)) {
	for row := range e.size.Height {
		for col := range e.size.Width {
			visit([2]int{row, col})
		}
	}
}

func (e plain) encode(view []uint8) cells {
	in := cells{}
	width, height := e.size.Width, e.size.Height
	for row := -1; row <= height; row++ {
		in[[2]int{row, -1}] = []float64{0, 1, 0, 0, 0, 0, 0, 0}
		in[[2]int{row, width}] = []float64{0, 1, 0, 0, 0, 0, 0, 0}
	}
	for col := range width {
		in[[2]int{-1, col}] = []float64{1, 0, 0, 0, 0, 0, 0, 0}
		in[[2]int{height, col}] = []float64{1, 0, 0, 0, 0, 0, 0, 0}
	}
	for _, row := range []int{-1, height} {
		for _, col := range []int{-1, width} {
			in[[2]int{row, col}] = []float64{1, 1, 0, 0, 0, 0, 0, 0}
		}
	}
	e.board(func(at [2]int) {
		row, col := at[0], at[1]
		cell := []float64{0, 0, 0, float64(width+height) / 22, float64(min(row, height-1-row)) / 5, float64(min(col, width-1-col)) / 5, 0, 0}
		cell[map[uint8]int{1: 0, 2: 1, 0: 2}[view[row*width+col]]] = 1
		in[at] = cell
	})
	return in
}

func (e plain) conv(in cells, w, b []float32) cells {
	out, channels := cells{}, e.p.Width()
	e.board(func(at [2]int) {
		sum := make([]float64, e.p.Width())
		for o := range sum {
			sum[o] = float64(b[o])
		}
		for tap, step := range kernel.Steps {
			from := in[[2]int{at[0] + step[1], at[1] + step[0]}]
			for i, a := range from {
				for o := range sum {
					sum[o] += a * float64(w[(tap*len(from)+i)*channels+o])
				}
			}
		}
		out[at] = sum
	})
	return out
}

func (e plain) relu(in, plus cells) cells {
	out := cells{}
	for at, cell := range in {
		sum := make([]float64, e.p.Width())
		for o, v := range cell {
			if plus != nil {
				v += plus[at][o]
			}
			sum[o] = max(v, 0)
		}
		out[at] = sum
	}
	return out
}

// pooled returns b + w·[mean, max] as the biases of a convolution.
func (e plain) pooled(x cells, w, b []float32) []float32 {
	channels := e.p.Width()
	means, tops := make([]float64, channels), slices.Repeat([]float64{math.Inf(-1)}, channels)
	e.board(func(at [2]int) {
		for i, v := range x[at] {
			means[i] += v / float64(e.size.Cells())
			tops[i] = max(tops[i], v)
		}
	})
	out := make([]float32, channels)
	for o := range out {
		sum := float64(b[o])
		for i := range channels {
			sum += means[i]*float64(w[i*channels+o]) + tops[i]*float64(w[(channels+i)*channels+o])
		}
		out[o] = float32(sum)
	}
	return out
}

func (e plain) evaluate(view []uint8) (policy []float64, value float64) {
	w, b := e.p.In()
	x := e.relu(e.conv(e.encode(view), w, b), nil)
	for i := range e.p.Blocks {
		w1, b1, wg, w2, b2 := e.p.Block(i)
		h := e.relu(e.conv(x, w1, e.pooled(x, wg, b1)), nil)
		x = e.relu(e.conv(h, w2, b2), x)
	}
	e.board(func(at [2]int) {
		sum := 0.0
		for i, v := range x[at] {
			sum += v * float64(e.p.Policy()[i])
		}
		policy = append(policy, sum)
	})
	wv1, bv1, wv2, bv2 := e.p.Value()
	sum := float64(bv2[0])
	for o, v := range e.pooled(x, wv1, bv1) {
		sum += max(float64(v), 0) * float64(wv2[o])
	}
	return policy, 1 / (1 + math.Exp(-sum))
}

// agree compares evaluations of a network of p with the plain ones, and those by all paths
// bit for bit.
func agree(t *testing.T, p Params, size kernel.Size, rng *rand.Rand, logit, chance float64) {
	t.Helper()
	views := [][]uint8{randomView(rng, size), randomView(rng, size)} // for the second the memory is used
	var values []float32
	var policies [][]float32
	n := New(p)
	for path := range kernel.EachPath {
		e := n.Evaluator(size)
		for i, view := range views {
			policy := make([]float32, size.Cells())
			value := e.Evaluate(view, policy)
			if len(values) == i {
				values, policies = append(values, value), append(policies, policy)
			} else if value != values[i] || !slices.Equal(policy, policies[i]) {
				t.Errorf("%s, size %v: value %g, want %g, or logits differ", path, size, value, values[i])
			}
		}
	}
	for i, view := range views {
		wantPolicy, wantValue := plain{p, size}.evaluate(view)
		if !(math.Abs(float64(values[i])-wantValue) <= chance) {
			t.Errorf("size %v: value %g, want %g", size, values[i], wantValue)
		}
		for cell, want := range wantPolicy {
			if got := policies[i][cell]; !(math.Abs(float64(got)-want) <= logit*(1+math.Abs(want))) {
				t.Fatalf("size %v: logit of cell %d is %g, want %g", size, cell, got, want)
			}
		}
	}
}

// testSizes are some sizes of boards, with SIXFOLD_LONG=1 more.
var testSizes = func() []kernel.Size {
	some := []kernel.Size{kernel.Square(4), kernel.Square(5), {Width: 6, Height: 7}, {Width: 3, Height: 19}, kernel.Square(11)}
	if !enginetest.Long() {
		return some
	}
	return append(some, kernel.Square(3), kernel.Square(8), kernel.Square(14), kernel.Square(15), kernel.Square(19),
		kernel.Size{Width: 10, Height: 11}, kernel.Size{Width: 11, Height: 10}, kernel.Size{Width: 19, Height: 3})
}()

func TestEvaluate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range testSizes {
		channels := 32
		if size.Cells() < 100 {
			channels = []int{16, 32, 48, 64}[size.Width%4]
		}
		agree(t, testWide(size.Width%4, channels), size, rng, 0.01, 0.005)
	}
}

// New copies the weights, and Params gives a copy away.
func TestNetworkKeepsItsWeights(t *testing.T) {
	p := testParams(1)
	n := New(p)
	view, policy := make([]uint8, 25), make([]float32, 25)
	want := n.Evaluator(kernel.Square(5)).Evaluate(view, policy)
	clear(p.W)
	clear(n.Params().W)
	if got := n.Evaluator(kernel.Square(5)).Evaluate(view, policy); got != want {
		t.Errorf("value %g after the weights given were cleared, %g before", got, want)
	}
}

// Views cover the weights once, but for what fills the last cache line of the heads.
func TestParamsViews(t *testing.T) {
	p := NewParams(3)
	parts := [][]float32{p.Policy()}
	add := func(part ...[]float32) { parts = append(parts, part...) }
	w, b := p.In()
	add(w, b)
	wv1, bv1, wv2, bv2 := p.Value()
	add(wv1, bv1, wv2, bv2)
	for i := range p.Blocks {
		w1, b1, wg, w2, b2 := p.Block(i)
		add(w1, b1, wg, w2, b2)
	}
	for _, part := range parts {
		for i := range part {
			part[i]++
		}
		if cap(part) != len(part) {
			t.Errorf("a view of %d weights can grow into the next", len(part))
		}
	}
	unused := 0
	for i, count := range p.W {
		switch count {
		case 1:
		case 0:
			unused++
		default:
			t.Fatalf("weight %d is in %g views", i, count)
		}
	}
	if unused != 15 {
		t.Errorf("%d weights are in no view, want 15", unused)
	}
}

// Blocks whose second convolution is 0 change nothing, wherever they are appended.
func TestAppendedBlock(t *testing.T) {
	short := testParams(2)
	long := RandomParams(3, rand.New(rand.NewPCG(5, 5)))
	copy(long.W, short.W)
	_, _, _, w2, b2 := long.Block(2)
	clear(w2)
	clear(b2)
	view := randomView(rand.New(rand.NewPCG(6, 6)), kernel.Square(7))
	policies := [2][]float32{make([]float32, 49), make([]float32, 49)}
	a, b := New(short).Evaluator(kernel.Square(7)).Evaluate(view, policies[0]), New(long).Evaluator(kernel.Square(7)).Evaluate(view, policies[1])
	if a != b || !slices.Equal(policies[0], policies[1]) {
		t.Errorf("values %g and %g, logits %v and %v", a, b, policies[0], policies[1])
	}
}

// A board turned by half a turn is the same position: with weights that are the same for
// opposite directions, so is its evaluation.
func TestHalfTurn(t *testing.T) {
	p := testParams(2)
	turn := func(w []float32) {
		size := len(w) / kernel.Taps
		for tap := 1; tap < kernel.Taps; tap++ {
			copy(w[kernel.Opposite(tap)*size:][:size], w[tap*size:][:size])
		}
	}
	w, _ := p.In()
	turn(w)
	for i := range p.Blocks {
		w1, _, _, w2, _ := p.Block(i)
		turn(w1)
		turn(w2)
	}
	for path := range kernel.EachPath {
		rng, n := rand.New(rand.NewPCG(8, 8)), New(p)
		for _, size := range testSizes {
			e := n.Evaluator(size)
			view := randomView(rng, size)
			turned := slices.Clone(view)
			slices.Reverse(turned)
			policy, turnedPolicy := make([]float32, size.Cells()), make([]float32, size.Cells())
			a, b := e.Evaluate(view, policy), e.Evaluate(turned, turnedPolicy)
			slices.Reverse(turnedPolicy)
			if a != b || !slices.Equal(policy, turnedPolicy) {
				t.Errorf("%s, size %v: values %g and %g, logits %v and %v", path, size, a, b, policy, turnedPolicy)
			}
		}
	}
}
