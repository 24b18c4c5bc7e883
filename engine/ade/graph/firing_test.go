package graph_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// values makes one integer for each number.
func values(numbers ...int64) graph.Values {
	v := make(graph.Values, len(numbers))
	for i, n := range numbers {
		v[i] = big.NewInt(n)
	}
	return v
}

// slowFire is the rule on plain numbers, with the absolute value as it is written down.
func slowFire(edges [][2]int, v []int64) []int64 {
	next := make([]int64, len(v))
	for i, x := range v {
		next[i] = -max(x, -x)
	}
	for _, e := range edges {
		next[e[0]] += max(v[e[1]], 0)
		next[e[1]] += max(v[e[0]], 0)
	}
	return next
}

func TestFireAgainstTheRule(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		g := randomGraph(t, r)
		plain := make([]int64, g.Len())
		for i := range plain {
			plain[i] = r.Int64N(19) - 9
		}
		v, run := values(plain...), graph.NewRunner(g, values(plain...))
		for layer := range 12 {
			next := g.Fire(v)
			plain = slowFire(g.Edges(), plain)
			run.Fire(run.Values.Positive())
			if !next.Equal(values(plain...)) || !run.Values.Equal(next) {
				t.Fatalf("%v, layer %d: %v and %v, want %v", g, layer+1, next, run.Values, plain)
			}
			v = next
		}
	}
}

// A runner has numbers of its own, and leaves those it started from.
func TestRunnerCopies(t *testing.T) {
	g := family(t, "A", 3)
	v := values(1, 2, 3)
	run := graph.NewRunner(g, v)
	run.Fire(run.Values.Positive())
	if !v.Equal(values(1, 2, 3)) {
		t.Errorf("the start became %v", v)
	}
}

// Firing sets is linear: of sums, and of multiples, whatever the signs.
func TestFireSetIsLinear(t *testing.T) {
	g := family(t, "E", 8)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) graph.Values {
			return values(rapid.SliceOfN(rapid.Int64Range(-1<<40, 1<<40), 8, 8).Draw(t, label)...)
		}
		u, v, k := draw("u"), draw("v"), big.NewInt(rapid.Int64Range(-9, 9).Draw(t, "k"))
		set := graph.Set(rapid.Uint64Range(0, 255).Draw(t, "set"))
		sum := graph.Zeros(8)
		for i := range sum {
			sum[i].Add(u[i], new(big.Int).Mul(k, v[i]))
		}
		fired, left, right := g.FireSet(sum, set), g.FireSet(u, set), g.FireSet(v, set)
		for i := range fired {
			if want := new(big.Int).Add(left[i], new(big.Int).Mul(k, right[i])); fired[i].Cmp(want) != 0 {
				t.Fatalf("node %d becomes %v, want %v", i, fired[i], want)
			}
		}
	})
}

// A node that fires alone and again comes back: it is a reflection.
func TestFiringANodeIsAReflection(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	for range 100 {
		g := randomGraph(t, r)
		v := graph.Zeros(g.Len())
		for i := range v {
			v[i].SetInt64(r.Int64N(19) - 9)
		}
		for i := range v {
			if twice := g.FireSet(g.FireSet(v, 1<<i), 1<<i); !twice.Equal(v) {
				t.Fatalf("%v: node %d twice takes %v to %v", g, i, v, twice)
			}
		}
	}
}

// Firing one positive node at a time on a finite type: the number of firings and the end do not
// depend on the order (S. Mozes, "Reflection processes on graphs and Weyl groups", 1990).
func TestSingleFiringsConverge(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for _, g := range []*graph.Graph{family(t, "A", 5), family(t, "D", 5), family(t, "E", 6), family(t, "E", 7)} {
		for range 6 {
			start := graph.Zeros(g.Len())
			for i := range start {
				start[i].SetInt64(r.Int64N(6) - 2)
			}
			length, end := -1, graph.Values(nil)
			for range 8 {
				v, steps := start, 0
				for ; v.Positive() != 0; steps++ {
					nodes := slices.Collect(singles(v.Positive()))
					v = g.FireSet(v, nodes[r.IntN(len(nodes))])
				}
				if length < 0 {
					length, end = steps, v
				}
				if steps != length || !v.Equal(end) {
					t.Fatalf("%v from %v: %d steps to %v, and %d to %v", g, start, length, end, steps, v)
				}
			}
		}
	}
}

// singles yields the sets of one node each.
func singles(set graph.Set) func(yield func(graph.Set) bool) {
	return func(yield func(graph.Set) bool) {
		for i := range graph.MostNodes {
			if set.Has(i) && !yield(1<<i) {
				return
			}
		}
	}
}

func TestSubsets(t *testing.T) {
	for _, set := range []graph.Set{0, 1, 0b1010, 0b11111, 1<<63 | 1} {
		seen, last := map[graph.Set]bool{}, graph.Set(0)
		for sub := range set.Subsets {
			if sub == 0 || sub&^set != 0 || seen[sub] || last != 0 && sub >= last {
				t.Errorf("%b: the subset %b comes after %b", set, sub, last)
			}
			seen[sub], last = true, sub
		}
		if len(seen) != 1<<set.Count()-1 {
			t.Errorf("%b has %d subsets", set, len(seen))
		}
	}
}

func TestValues(t *testing.T) {
	v := values(3, -2, 0, 5)
	if v.Positive() != 0b1001 || v.Total().Int64() != 8 || !v.Mixed() || v.Uniform() || v.Dot(values(1, 10, 100, 1000)).Int64() != 4983 {
		t.Errorf("of %v: positive %b, total %v, mixed %t, uniform %t, dot %v", v, v.Positive(), v.Total(), v.Mixed(), v.Uniform(), v.Dot(values(1, 10, 100, 1000)))
	}
	if same := values(7, 7, 7); !same.Uniform() || same.Mixed() || same.Equal(values(7, 7, 8)) || !same.Equal(values(7, 7, 7)) {
		t.Errorf("%v", same)
	}
	huge := graph.Values{new(big.Int).Lsh(big.NewInt(1), 640), new(big.Int)}
	if small := values(1, 0); huge.Words() <= small.Words()+8 {
		t.Errorf("a number of 641 bits takes %d words, and a small one %d", huge.Words(), small.Words())
	}
	if got := strings.Join(v.Strings(), " "); got != "3 -2 0 5" {
		t.Errorf("written as %q", got)
	}
}
