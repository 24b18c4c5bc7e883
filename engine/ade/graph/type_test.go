package graph_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// signature eliminates with rationals and derives the class from the signs of the pivots, without
// a list of graphs. Pivots are taken on the diagonal. If the rest of the diagonal is zero, a
// positive semidefinite rest is zero throughout.
func signature(g *graph.Graph) graph.Class {
	n := g.Len()
	m := make([][]*big.Rat, n)
	for i := range m {
		m[i] = make([]*big.Rat, n)
		for j := range m[i] {
			m[i][j] = new(big.Rat)
			if g.Adjacent(i, j) {
				m[i][j].SetInt64(-1)
			}
		}
		m[i][i].SetInt64(2)
	}
	done := make([]bool, n)
	zero := 0
	for range n {
		pivot := -1
		for i := range n {
			if !done[i] && (pivot < 0 || m[i][i].Sign() != 0 && m[pivot][pivot].Sign() == 0) {
				pivot = i
			}
		}
		done[pivot] = true
		switch m[pivot][pivot].Sign() {
		case -1:
			return graph.Indefinite
		case 0:
			zero++
			for j := range n {
				if !done[j] && m[pivot][j].Sign() != 0 {
					return graph.Indefinite
				}
			}
			continue
		}
		for i := range n {
			if done[i] {
				continue
			}
			factor := new(big.Rat).Quo(m[i][pivot], m[pivot][pivot])
			for j := range n {
				m[i][j] = new(big.Rat).Sub(m[i][j], new(big.Rat).Mul(factor, m[pivot][j]))
			}
		}
	}
	switch zero {
	case 0:
		return graph.Finite
	case 1:
		return graph.Affine
	}
	return graph.Indefinite
}

func family(t *testing.T, name string, degree int) *graph.Graph {
	t.Helper()
	g, err := graph.New(name, degree)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// randomGraph is a tree by chance, with few branches, and sometimes edges more.
func randomGraph(t *testing.T, r *rand.Rand) *graph.Graph {
	t.Helper()
	n := 1 + r.IntN(11)
	numbers := r.Perm(50)
	edges := map[[2]int]bool{}
	for i := 1; i < n; i++ {
		j := i - 1
		if r.IntN(4) == 0 {
			j = r.IntN(i)
		}
		edges[[2]int{j, i}] = true
	}
	for r.IntN(5) == 0 && n > 2 {
		if i, j := r.IntN(n), r.IntN(n); i < j {
			edges[[2]int{i, j}] = true
		}
	}
	var words []string
	for i := range n {
		for j := range n {
			if edges[[2]int{i, j}] {
				words = append(words, fmt.Sprintf("V%d-%d", numbers[i], numbers[j]))
			}
		}
	}
	if n == 1 {
		words = []string{"7"}
	}
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	g, err := graph.Parse(strings.Join(words, ", "))
	if err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	return g
}

// TestClassBySignature compares the list of types with the signs of pivots, on some random
// graphs and with SIXFOLD_LONG=1 on more.
func TestClassBySignature(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	seen := map[graph.Class]int{}
	for range enginetest.Times(800, 4000) {
		g := randomGraph(t, r)
		want := signature(g)
		seen[want]++
		if got := g.Type().Class; got != want {
			t.Errorf("%v is %s, want %s", g, got, want)
		}
	}
	for _, class := range []graph.Class{graph.Finite, graph.Affine, graph.Indefinite} {
		if seen[class] < 10 {
			t.Errorf("only %d graphs are %s", seen[class], class)
		}
	}
	for _, f := range []struct {
		name   string
		degree int
	}{{"A", 30}, {"D", 25}, {"E", 8}, {"E", 9}, {"E", 10}, {"E", 30}} {
		if g := family(t, f.name, f.degree); g.Type().Class != signature(g) {
			t.Errorf("%s%d is %s", f.name, f.degree, g.Type().Class)
		}
	}
}

func TestNames(t *testing.T) {
	cycle := func(n int) string {
		var words []string
		for i := range n {
			words = append(words, fmt.Sprintf("%d-%d", i, (i+1)%n))
		}
		return strings.Join(words, " ")
	}
	for edges, want := range map[string]string{
		"5":                                   "A1",
		"9-2":                                 "A2",
		"1-2 2-3 2-4":                         "D4",
		"1-2 2-3 3-4 3-5":                     "D5",
		"1-2 2-3 3-4 4-5 3-6":                 "E6",
		"1-2 2-3 3-4 4-5 5-6 3-7":             "E7",
		"1-2 2-3 3-4 4-5 5-6 6-7 3-8":         "E8",
		"1-2 2-3 3-4 4-5 5-6 6-7 7-8 3-9":     "affine E8",
		"1-2 2-3 3-4 4-5 5-6 6-7 4-8":         "affine E7",
		"1-2 2-3 3-4 4-5 3-6 6-7":             "affine E6",
		"0-1 0-2 0-3 0-4":                     "affine D4",
		"0-1 0-2 0-3 3-4 3-5":                 "affine D5",
		"0-1 0-2 0-3 3-4 4-5 4-6":             "affine D6",
		"1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 3-0": "E10",
		cycle(3):                              "affine A2, a cycle",
		cycle(64):                             "affine A63, a cycle",
		"0-1 0-2 0-3 0-4 0-5":                 "",
		"1-2 2-3 3-1 3-4":                     "",
		"0-1 0-2 0-3 0-4 4-5":                 "",
	} {
		g, err := graph.Parse(edges)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Type().Name().String(); got != want {
			t.Errorf("%s is called %q, want %q", edges, got, want)
		}
	}
	for degree, want := range map[int]string{4: "A4", 5: "D5", 6: "E6", 9: "affine E8", 12: "E12"} {
		if got := family(t, "E", degree).Type().Name().String(); got != want {
			t.Errorf("E%d is %q, want %q", degree, got, want)
		}
	}
}
