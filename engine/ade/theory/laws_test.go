package theory_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// Firing scales: k times the values, k > 0, fire the same nodes. So does the verdict.
func TestVerdictsScale(t *testing.T) {
	all := graphs(t)
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(all).Draw(t, "graph")
		v := values(t, g.Len(), -3, 4)
		k := big.NewInt(rapid.Int64Range(2, 1<<50).Draw(t, "k"))
		scaled := make(graph.Values, len(v))
		for i := range v {
			scaled[i] = new(big.Int).Mul(k, v[i])
		}
		known := theory.New(g)
		one, many := known.Decide(v), known.Decide(scaled)
		if one.Ending != many.Ending || one.Layers != many.Layers || one.From != many.From || one.Period != many.Period || one.Pace != many.Pace {
			t.Fatalf("%v from %v: %+v, and %v times that: %+v", g, v, one, k, many)
		}
	})
}

// What the nodes are called changes nothing.
func TestVerdictsDoNotDependOnNames(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, g := range graphs(t) {
		if g.Len() < 2 {
			continue
		}
		numbers := r.Perm(g.Len())
		var words []string
		for _, e := range g.Edges() {
			words = append(words, fmt.Sprintf("%d-%d", numbers[e[0]], numbers[e[1]]))
		}
		renamed, err := graph.Parse(strings.Join(words, " "))
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			v := randomValues(r, g.Len(), -2, 3)
			moved := make(graph.Values, len(v))
			for i, x := range v {
				moved[numbers[i]] = x
			}
			one, two := theory.New(g).Decide(v), theory.New(renamed).Decide(moved)
			if one.Ending != two.Ending || one.Layers != two.Layers || one.From != two.From || one.Period != two.Period || one.Pace != two.Pace {
				t.Errorf("%v from %v: %+v; renamed: %+v", g, v, one, two)
			}
		}
	}
}

// simulated fires plainly and remembers every state: the layers to the end, or to the first
// state that comes again, and after how many.
func simulated(c checker, v []*big.Int, most int) (layers, period int) {
	seen := map[string]int{}
	for layer := range most {
		key := fmt.Sprint(v)
		if before, again := seen[key]; again {
			return before, layer - before
		}
		seen[key] = layer
		if graph.Values(v).Positive() == 0 {
			return layer, 0
		}
		v = c.fire(v)
	}
	return -1, 0
}

// On small affine graphs at level 0 and below, verdicts are what firing shows; above, nothing
// ends or comes again unless the verdict says that it does.
func TestAffineVerdictsAgainstFiring(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	seen := map[string]int{}
	for _, edges := range []string{"1-2 2-3 3-1", "1-2 2-3 3-4 4-1", "0-1 0-2 0-3 0-4", "1-3 2-3 3-4 4-5 4-6"} {
		g, err := graph.Parse(edges)
		if err != nil {
			t.Fatal(err)
		}
		c, known := newChecker(g), theory.New(g)
		for range 150 {
			v := randomValues(r, g.Len(), -4, 4)
			verdict := known.Decide(v)
			layers, period := simulated(c, v, 300)
			want := theory.Ends
			switch {
			case layers < 0:
				want = theory.Never
			case period > 0:
				want = theory.Repeats
			}
			seen[string(want)]++
			if verdict.Ending != want || want == theory.Ends && verdict.Layers != layers ||
				want == theory.Repeats && (verdict.From != layers || verdict.Period != period) {
				t.Errorf("%s from %v: %+v; firing shows %s, %d, %d", edges, v, verdict, want, layers, period)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("only %v were tried", seen)
	}
}

// The weights of a finite type are half the sum of the positive roots in simple ones
// (N. Bourbaki, Lie groups and Lie algebras, chapter VI, plates I and IV to VII).
func TestWeightsAreHalfTheSumOfRoots(t *testing.T) {
	for id, want := range map[string]struct {
		denominator int64
		weights     string
	}{
		"A2": {1, "1 1"},
		"A3": {2, "3 4 3"},
		"D4": {1, "3 3 5 3"},
		"E6": {1, "11 8 15 21 15 8"},
		"E7": {2, "49 34 66 96 75 52 27"},
		"E8": {1, "68 46 91 135 110 84 57 29"},
	} {
		known := theory.New(family(t, id[:1], int(id[1]-'0')))
		if got := strings.Join(graph.Values(known.Weights).Strings(), " "); got != want.weights || known.Denominator.Int64() != want.denominator {
			t.Errorf("%s has the weights %s over %v, want %s over %d", id, got, known.Denominator, want.weights, want.denominator)
		}
	}
}

// The marks of affine types (V. Kac, Infinite dimensional Lie algebras, section 4.8, table
// Aff 1).
func TestMarks(t *testing.T) {
	for edges, want := range map[string]string{
		"1-2 2-3 3-4 4-5 5-1":         "1 1 1 1 1",
		"0-1 0-2 0-3 0-4":             "2 1 1 1 1",
		"1-3 2-3 3-4 4-5 4-6":         "1 1 2 2 1 1",
		"1-2 2-3 3-4 4-5 3-6 6-7":     "1 2 3 2 1 2 1",
		"0-4 1-2 2-3 3-4 4-5 5-6 6-7": "2 1 2 3 4 3 2 1",
	} {
		g, err := graph.Parse(edges)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(graph.Values(theory.New(g).Marks).Strings(), " "); got != want {
			t.Errorf("%s has the marks %s, want %s", edges, got, want)
		}
	}
}

// Holds are kept by every firing: their sums never fall.
func TestHolds(t *testing.T) {
	for _, degree := range []int{10, 12, 19} {
		g := family(t, "E", degree)
		c, held := newChecker(g), theory.New(g).Holds()
		if len(held) == 0 {
			t.Errorf("E%d has none", degree)
		}
		for _, x := range held {
			for i, y := range c.times(x) {
				if x[i].Sign() < 0 || y.Sign() > 0 {
					t.Errorf("E%d: x is %v, C x has %v at %d", degree, x, y, i)
				}
			}
		}
	}
	if held := theory.New(family(t, "E", 8)).Holds(); held != nil {
		t.Errorf("E8 has %v", held)
	}
}
