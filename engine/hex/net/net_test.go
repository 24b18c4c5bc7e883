package net

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/net/kernel"
)

// testParams returns weights where every part matters.
func testParams(blocks int) Params {
	rng := rand.New(rand.NewPCG(7, uint64(blocks)))
	p := RandomParams(blocks, rng)
	for i := range p.W {
		p.W[i] += float32(rng.NormFloat64() * 0.02)
	}
	return p
}

func randomView(rng *rand.Rand, size int) []uint8 {
	view := make([]uint8, size*size)
	for i := range view {
		view[i] = uint8(rng.IntN(4) % 3)
	}
	return view
}

// plain is a second implementation, from the formulas: planes are maps from (row, col),
// and everything is float64.
type plain struct {
	p    Params
	size int
}

type cells map[[2]int][]float64

func (e plain) board(visit func(at [2]int)) {
	for row := range e.size {
		for col := range e.size {
			visit([2]int{row, col})
		}
	}
}

func (e plain) encode(view []uint8) cells {
	in := cells{}
	far := e.size
	for i := -1; i <= far; i++ {
		in[[2]int{i, -1}] = []float64{0, 1, 0, 0, 0, 0, 0, 0}
		in[[2]int{i, far}] = []float64{0, 1, 0, 0, 0, 0, 0, 0}
	}
	for i := range far {
		in[[2]int{-1, i}] = []float64{1, 0, 0, 0, 0, 0, 0, 0}
		in[[2]int{far, i}] = []float64{1, 0, 0, 0, 0, 0, 0, 0}
	}
	for _, row := range []int{-1, far} {
		for _, col := range []int{-1, far} {
			in[[2]int{row, col}] = []float64{1, 1, 0, 0, 0, 0, 0, 0}
		}
	}
	e.board(func(at [2]int) {
		row, col := at[0], at[1]
		cell := []float64{0, 0, 0, float64(far) / 11, float64(min(row, far-1-row)) / 5, float64(min(col, far-1-col)) / 5, 0, 0}
		cell[map[uint8]int{1: 0, 2: 1, 0: 2}[view[row*far+col]]] = 1
		in[at] = cell
	})
	return in
}

func (e plain) conv(in cells, w, b []float32) cells {
	out := cells{}
	e.board(func(at [2]int) {
		sum := make([]float64, channels)
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
		sum := make([]float64, channels)
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
	out := make([]float32, channels)
	for o := range out {
		sum := float64(b[o])
		for i := range channels {
			mean, top := 0.0, math.Inf(-1)
			e.board(func(at [2]int) {
				mean += x[at][i] / float64(e.size*e.size)
				top = max(top, x[at][i])
			})
			sum += mean*float64(w[i*channels+o]) + top*float64(w[(channels+i)*channels+o])
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

// forEachPath runs test once on every path of the kernels.
func forEachPath(t *testing.T, test func(t *testing.T)) {
	start := kernel.Path()
	defer func() { _ = kernel.Use(start) }()
	for _, name := range kernel.Paths() {
		if err := kernel.Use(name); err != nil {
			t.Fatal(err)
		}
		t.Run(name, test)
	}
}

// agree compares evaluations of a network of p with the plain ones.
func agree(t *testing.T, p Params, e *Evaluator, rng *rand.Rand, logit, chance float64) {
	t.Helper()
	policy := make([]float32, e.Size()*e.Size())
	for range 2 { // the second time the memory is used
		view := randomView(rng, e.Size())
		value := e.Evaluate(view, policy)
		wantPolicy, wantValue := plain{p, e.Size()}.evaluate(view)
		if !(math.Abs(float64(value)-wantValue) <= chance) {
			t.Errorf("size %d: value %g, want %g", e.Size(), value, wantValue)
		}
		for i, want := range wantPolicy {
			if !(math.Abs(float64(policy[i])-want) <= logit*(1+math.Abs(want))) {
				t.Fatalf("size %d: logit of cell %d is %g, want %g", e.Size(), i, policy[i], want)
			}
		}
	}
}

var testSizes = []int{3, 4, 5, 8, 11, 14, 15, 19}

func TestEvaluate(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		for _, size := range testSizes {
			p := testParams(size % 4)
			agree(t, p, New(p).Evaluator(size), rng, 1e-4, 1e-4)
		}
	})
}

func TestEvaluateFast(t *testing.T) {
	forEachPath(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 2))
		for _, size := range testSizes {
			p := testParams(size % 5)
			agree(t, p, New(p).FastEvaluator(size), rng, 0.03, 0.01)
		}
	})
}
