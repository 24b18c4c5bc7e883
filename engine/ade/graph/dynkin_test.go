package graph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// branched lists the edges of paths of these lengths that leave one node, which is 0.
func branched(lengths ...int) (edges [][2]int) {
	next := 1
	for _, length := range lengths {
		at := 0
		for range length {
			edges = append(edges, [2]int{at, next})
			at, next = next, next+1
		}
	}
	return edges
}

// forked lists the edges of a path of so many nodes with two leaves more at either end.
func forked(length int) [][2]int {
	edges := branched(length - 1)
	last := length - 1
	return append(edges, [2]int{0, length}, [2]int{0, length + 1}, [2]int{last, length + 2}, [2]int{last, length + 3})
}

// relabelled gives the nodes other numbers, and the edges another order and direction.
func relabelled(t *testing.T, r *rand.Rand, edges [][2]int) *graph.Graph {
	t.Helper()
	numbers := r.Perm(1000)
	words := make([]string, len(edges))
	for i, e := range edges {
		if r.IntN(2) == 0 {
			e[0], e[1] = e[1], e[0]
		}
		words[i] = fmt.Sprintf("%d-%d", numbers[e[0]], numbers[e[1]])
	}
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	g, err := graph.Parse(strings.Join(words, " "))
	if err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	return g
}

// A graph has its type whatever its nodes are called: the Dynkin diagrams of finite type,
// of affine type, and some that are neither (V. Kac, Infinite dimensional Lie algebras,
// section 4.8, tables Fin and Aff 1).
func TestTypesOfRelabelledGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for id, diagrams := range map[string][][][2]int{
		"A5": {branched(4), branched(2, 2), branched(1, 3)}, "A63": {branched(62), branched(31, 31)},
		"D4": {branched(1, 1, 1)}, "D5": {branched(1, 1, 2), branched(2, 1, 1)}, "D40": {branched(1, 37, 1)},
		"E6": {branched(1, 2, 2)}, "E7": {branched(3, 1, 2)}, "E8": {branched(4, 2, 1)},
		"~E6": {branched(2, 2, 2)}, "~E7": {branched(3, 1, 3)}, "~E8": {branched(1, 2, 5)},
		"~D4": {branched(1, 1, 1, 1)}, "~D5": {forked(2)}, "~D10": {forked(7)}, "~D63": {forked(60)},
		"~A9": {append(branched(9), [2]int{9, 0})},
		"E10": {branched(1, 2, 6)}, "E20": {branched(16, 2, 1)},
		"": {
			branched(1, 3, 4), branched(2, 2, 3), branched(1, 1, 1, 2), branched(1, 1, 1, 1, 1),
			append(branched(9), [2]int{8, 0}), append(branched(4), [2]int{0, 4}, [2]int{0, 2}), append(forked(5), [2]int{2, 9}),
		},
	} {
		for _, edges := range diagrams {
			for range 5 {
				g, class := relabelled(t, r, edges), graph.Finite
				switch {
				case strings.HasPrefix(id, "~"):
					class = graph.Affine
				case slices.Contains([]string{"", "E10", "E20"}, id):
					class = graph.Indefinite
				}
				if got := g.Type(); got.ID() != id || got.Class != class {
					t.Errorf("%v is %q, %s; want %q, %s", g, got.ID(), got.Class, id, class)
				}
			}
		}
	}
}

// roots finds all positive roots, as sums of simple ones, by repeated reflection. The reflection
// in the i-th simple root replaces a root's i-th coefficient by the sum of the neighbours' minus
// itself.
func roots(g *graph.Graph) [][]int {
	var found [][]int
	seen := map[string]bool{}
	add := func(root []int) {
		if key := fmt.Sprint(root); !seen[key] && slices.Min(root) >= 0 {
			seen[key] = true
			found = append(found, root)
		}
	}
	for i := range g.Len() {
		simple := make([]int, g.Len())
		simple[i] = 1
		add(simple)
	}
	for at := 0; at < len(found); at++ {
		for i := range g.Len() {
			root := slices.Clone(found[at])
			root[i] = -root[i]
			for _, j := range g.Neighbours(i) {
				root[i] += root[j]
			}
			add(root)
		}
	}
	return found
}

// The number of positive roots is n h / 2, and the greatest has h - 1 simple ones in it, h
// being the Coxeter number (N. Bourbaki, Lie groups and Lie algebras, chapter VI, section 1,
// no. 11, and plates I, IV to VII).
func TestCoxeterNumbers(t *testing.T) {
	for id, want := range map[string]struct{ coxeter, roots int }{
		"A1": {2, 1}, "A2": {3, 3}, "A7": {8, 28}, "D4": {6, 12}, "D7": {12, 42},
		"E4": {5, 10}, "E5": {8, 20}, "E6": {12, 36}, "E7": {18, 63}, "E8": {30, 120},
	} {
		g := family(t, id[:1], int(id[1]-'0'))
		positive, highest := roots(g), 0
		for _, root := range positive {
			height := 0
			for _, n := range root {
				height += n
			}
			highest = max(highest, height)
		}
		h := g.Type().Coxeter()
		if h != want.coxeter || len(positive) != want.roots || 2*len(positive) != g.Len()*h || highest != h-1 {
			t.Errorf("%s: h is %d, %d roots, the highest %d; want %+v", id, h, len(positive), highest, want)
		}
	}
	for _, degree := range []int{9, 10} {
		if h := family(t, "E", degree).Type().Coxeter(); h != 0 {
			t.Errorf("E%d has the Coxeter number %d", degree, h)
		}
	}
}

// Firing one node at a time from all ones takes as many firings as there are positive roots,
// which is the length of the longest element of the Weyl group, and ends at -1 everywhere (S.
// Mozes, "Reflection processes on graphs and Weyl groups", 1990).
func TestSingleFiringsFromOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, id := range []string{"A1", "A4", "A6", "D4", "D6", "E6", "E7", "E8"} {
		g := family(t, id[:1], int(id[1]-'0'))
		v := graph.Zeros(g.Len())
		for i := range v {
			v[i].SetInt64(1)
		}
		shots := 0
		for ; v.Positive() != 0 && shots < 1000; shots++ {
			nodes := slices.Collect(singles(v.Positive()))
			v = g.FireSet(v, nodes[r.IntN(len(nodes))])
		}
		if want := len(roots(g)); shots != want {
			t.Errorf("%s takes %d single firings, want %d", id, shots, want)
		}
		for i, x := range v {
			if x.Int64() != -1 {
				t.Errorf("%s: %s ends with %v", id, g.Node(i), x)
			}
		}
	}
}
