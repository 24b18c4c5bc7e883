package theory_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

func family(t rapid.TB, name string, degree int) *graph.Graph {
	t.Helper()
	g, err := graph.New(name, degree)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// finite draws a graph of finite type.
func finite(t *rapid.T) *graph.Graph {
	switch rapid.SampledFrom([]string{"A", "D", "E"}).Draw(t, "family") {
	case "A":
		return family(t, "A", rapid.IntRange(1, 12).Draw(t, "degree"))
	case "D":
		return family(t, "D", rapid.IntRange(4, 12).Draw(t, "degree"))
	default:
		return family(t, "E", rapid.IntRange(4, 8).Draw(t, "degree"))
	}
}

func values(t *rapid.T, n int, low, high int64) graph.Values {
	v := make(graph.Values, n)
	for i := range v {
		v[i] = big.NewInt(rapid.Int64Range(low, high).Draw(t, "value"))
	}
	return v
}

// Theorem 1: a finite type ends from every start, and x.v falls by the layer's total at
// each firing.
func TestFiniteTypesEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := finite(t)
		v := values(t, g.Len(), -1<<40, 1<<40)
		theory := theory.New(g)
		for layer := 0; v.Positive() != 0; layer++ {
			if layer > 5000 {
				t.Fatalf("%v still fires after %d layers", g, layer)
			}
			next := g.Fire(v)
			fall := new(big.Int).Sub(v.Dot(theory.Weights), next.Dot(theory.Weights))
			if want := new(big.Int).Mul(v.Total(), theory.Denominator); fall.Cmp(want) != 0 {
				t.Fatalf("%v: x.v falls by %v, want %v", g, fall, want)
			}
			v = next
		}
	})
}

// Theorem 2: from values that are not negative, all positive ones of one colour, it
// takes h - 1 layers, and no two neighbours ever fire together.
func TestOneColourTakesCoxeterNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := finite(t)
		colour := rapid.IntRange(0, min(1, g.Len()-1)).Draw(t, "colour")
		v := values(t, g.Len(), 0, 9)
		for i := range v {
			if g.Colours()[i] != colour {
				v[i] = new(big.Int)
			}
		}
		if v.Positive() == 0 {
			return
		}
		n := g.Len()
		h := map[string]int{"A": n + 1, "D": 2*n - 2, "E": map[int]int{4: 5, 5: 8, 6: 12, 7: 18, 8: 30}[n]}[g.Family]
		verdict := theory.New(g).Decide(v)
		layers := 0
		for ; v.Positive() != 0; layers++ {
			for _, e := range g.Edges() {
				if set := v.Positive(); set.Has(e[0]) && set.Has(e[1]) {
					t.Fatalf("%v: %s and %s fire together", g, g.Node(e[0]), g.Node(e[1]))
				}
			}
			v = g.Fire(v)
		}
		if layers != h-1 || verdict.Layers != h-1 {
			t.Fatalf("%v takes %d layers, and is said to take %d; h is %d", g, layers, verdict.Layers, h)
		}
	})
}

// Theorem 3: what all ones take.
func TestOnes(t *testing.T) {
	for name, want := range map[string]map[int]int{
		"A": {1: 1, 2: 1, 3: 4, 4: 4, 5: 7, 6: 7, 7: 10, 8: 10, 9: 13, 10: 13},
		"D": {4: 6, 5: 9, 6: 11, 7: 14, 8: 16},
		"E": {4: 4, 5: 9, 6: 14, 7: 20, 8: 33},
	} {
		for degree, layers := range want {
			g := family(t, name, degree)
			ones := make(graph.Values, degree)
			for i := range ones {
				ones[i] = big.NewInt(1)
			}
			if v := theory.New(g).Decide(ones); v.Ending != theory.Ends || v.Layers != layers {
				t.Errorf("%s%d: it %s after %d layers, want %d", name, degree, v.Ending, v.Layers, layers)
			}
		}
	}
}

// Theorem 2's example: E6 from V1 = 1.
func TestTotalsOfE6(t *testing.T) {
	g := family(t, "E", 6)
	v := numbers(t, "0 1 0 0 0 0")
	for layer, want := range []int64{1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1} {
		if v.Total().Int64() != want {
			t.Errorf("layer %d has a total of %v, want %d", layer+1, v.Total(), want)
		}
		v = g.Fire(v)
	}
	if v.Positive() != 0 {
		t.Errorf("it goes on from %v", v)
	}
}

// Theorem 4: on an affine type d.v never changes; where it is positive a run never
// ends, where it is negative it does.
func TestAffineLevel(t *testing.T) {
	e9 := family(t, "E", 9)
	if got, want := graph.Values(theory.New(e9).Marks), numbers(t, "3 2 4 6 5 4 3 2 1"); !got.Equal(want) {
		t.Fatalf("the marks of E9 are %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := values(t, 9, -6, 6)
		level := v.Dot(theory.New(e9).Marks)
		verdict := theory.New(e9).Decide(v)
		for range 50 {
			v = e9.Fire(v)
			if v.Dot(theory.New(e9).Marks).Cmp(level) != 0 {
				t.Fatalf("the level changes from %v to %v", level, v.Dot(theory.New(e9).Marks))
			}
		}
		switch {
		case level.Sign() > 0 && verdict.Ending == theory.Ends, level.Sign() < 0 && verdict.Ending != theory.Ends,
			level.Sign() == 0 && verdict.Ending != theory.Ends && verdict.Ending != theory.Repeats:
			t.Fatalf("at level %v it %s", level, verdict.Ending)
		}
	})
}

// A multiple of the marks stays as it is while every node fires.
func TestFixedPoints(t *testing.T) {
	e9 := family(t, "E", 9)
	rapid.Check(t, func(t *rapid.T) {
		times := big.NewInt(rapid.Int64Range(1, 1<<60).Draw(t, "times"))
		v := make(graph.Values, 9)
		for i, d := range theory.New(e9).Marks {
			v[i] = new(big.Int).Mul(d, times)
		}
		if verdict := theory.New(e9).Decide(v); !e9.Fire(v).Equal(v) || verdict.Ending != theory.Repeats || verdict.From != 0 || verdict.Period != 1 {
			t.Fatalf("%v times the marks: it %s", times, verdict.Ending)
		}
	})
}

// Theorem 5: x = (m+1) d on V0 to V8 and m, m-1, ... on V9 and on has C x <= 0, so that
// x.v never falls; from values that are not negative it never ends.
func TestIndefiniteNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(10, 24).Draw(t, "degree")
		g := family(t, "E", n)
		marks := []int64{3, 2, 4, 6, 5, 4, 3, 2, 1}
		m := int64(n - 9)
		x := make([]*big.Int, n)
		for i := range x {
			if x[i] = big.NewInt(m + 9 - int64(i)); i < 9 {
				x[i] = big.NewInt((m + 1) * marks[i])
			}
		}
		v := values(t, n, -4, 6)
		verdict := theory.New(g).Decide(v)
		positive := v.Dot(x).Sign() > 0
		for range 40 {
			next := g.Fire(v)
			if next.Dot(x).Cmp(v.Dot(x)) < 0 {
				t.Fatalf("x.v falls from %v to %v", v.Dot(x), next.Dot(x))
			}
			v = next
		}
		if positive && (verdict.Ending != theory.Never || v.Positive() == 0) {
			t.Fatalf("x.v is positive, but it %s", verdict.Ending)
		}
	})
}

// E10 grows by Lehmer's number in two layers. x = -C^-1 (1, ..., 1) proves a part of that: it
// grows by exactly the layer's total.
func TestLehmer(t *testing.T) {
	g := family(t, "E", 10)
	x := numbers(t, "115 76 153 231 195 160 126 93 61 30")
	if got := theory.New(g).Growths[0].Weights; !graph.Values(got).Equal(x) {
		t.Fatalf("the weights are %v", got)
	}
	r := rand.New(rand.NewPCG(1, 1))
	v := randomValues(r, 10, 0, 3)
	if verdict := theory.New(g).Decide(v); verdict.Ratio != "1.1763" {
		t.Errorf("measured %s", verdict.Ratio)
	}
	for range 30 {
		next := g.Fire(v)
		if grown := new(big.Int).Sub(next.Dot(x), v.Dot(x)); grown.Cmp(v.Total()) != 0 {
			t.Fatalf("x.v grows by %v, the total is %v", grown, v.Total())
		}
		v = next
	}
}

// Where growth begins late it is measured late: E10 here has nothing to grow by for 842
// layers.
func TestLateGrowthIsMeasured(t *testing.T) {
	verdict := theory.New(family(t, "E", 10)).Decide(numbers(t, "3 2 4 6 5 4 3 2 1 -1000"))
	if verdict.Pace != theory.Exponential || verdict.Ratio != "1.1763" {
		t.Errorf("%s, measured %s", verdict.Pace, verdict.Ratio)
	}
}

// Deciding is bounded where the same nodes fire in every layer, with many periods to try.
func TestDecidingIsBounded(t *testing.T) {
	verdict := theory.New(family(t, "E", 10)).Decide(numbers(t, "3 2 4 6 5 4 3 2 1 -1000000"))
	if verdict.Followed == 0 || verdict.Followed >= theory.MostFollowed {
		t.Errorf("%s, after %d layers", verdict.Ending, verdict.Followed)
	}
}

// Fire is the rule as it is written down, with absolute values.
func TestFireIsTheRule(t *testing.T) {
	all := graphs(t)
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(all).Draw(t, "graph")
		v := values(t, g.Len(), -9, 9)
		for i, got := range g.Fire(v) {
			want := new(big.Int).Neg(new(big.Int).Abs(v[i]))
			for _, j := range g.Neighbours(i) {
				if v[j].Sign() > 0 {
					want.Add(want, v[j])
				}
			}
			if got.Cmp(want) != 0 {
				t.Fatalf("%v from %v: %s becomes %v, want %v", g, v, g.Node(i), got, want)
			}
		}
	})
}
