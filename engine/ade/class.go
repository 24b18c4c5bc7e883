package ade

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Class is what a graph's Cartan matrix is: positive definite, positive semidefinite of
// corank 1, or neither.
type Class string

// The classes.
const (
	Finite     Class = "finite"
	Affine     Class = "affine"
	Indefinite Class = "indefinite"
)

// kind is a class and the graph's name in it: the letter and rank of a finite type, of
// an affine one without its tilde, or of E10 and beyond; "" where there is no name.
type kind struct {
	class  Class
	letter string
	rank   int
}

// classify finds a connected graph in the list of all that are finite or affine; the
// others are indefinite (V. Kac, Infinite dimensional Lie algebras, section 4.8).
func classify(g *Graph) kind {
	n, edges := g.Len(), len(g.Edges())
	var branches []int // nodes of three neighbours or more
	for i := range n {
		if len(g.neighbours[i]) > 2 {
			branches = append(branches, i)
		}
	}
	switch {
	case edges == n && len(branches) == 0:
		return kind{Affine, familyA, n - 1}
	case edges != n-1:
		return kind{class: Indefinite}
	case len(branches) == 0:
		return kind{Finite, familyA, n}
	case len(branches) == 1:
		return g.star(branches[0])
	case len(branches) == 2 && g.isFork(branches[0]) && g.isFork(branches[1]):
		return kind{Affine, familyD, n - 1}
	}
	return kind{class: Indefinite}
}

// isFork reports whether a node has three neighbours, at least two of which are leaves.
func (g *Graph) isFork(i int) bool {
	leaves := 0
	for _, j := range g.neighbours[i] {
		if len(g.neighbours[j]) == 1 {
			leaves++
		}
	}
	return len(g.neighbours[i]) == 3 && leaves >= 2
}

// star names a tree of which one node alone has more than two neighbours.
func (g *Graph) star(centre int) kind {
	n, arms := g.Len(), g.arms(centre)
	if len(arms) != 3 {
		if len(arms) == 4 && n == 5 {
			return kind{Affine, familyD, 4}
		}
		return kind{class: Indefinite}
	}
	switch p, q, r := arms[0], arms[1], arms[2]; {
	case p == 1 && q == 1:
		return kind{Finite, familyD, n}
	case p == 1 && q == 2 && r <= 4:
		return kind{Finite, familyE, n}
	case p == 1 && q == 2 && r == 5, p == 1 && q == 3 && r == 3, p == 2 && q == 2 && r == 2:
		return kind{Affine, familyE, n - 1}
	case p == 1 && q == 2:
		return kind{Indefinite, familyE, n}
	}
	return kind{class: Indefinite}
}

// arms are the lengths of the paths that leave a node of a tree, the shortest first.
func (g *Graph) arms(centre int) []int {
	var arms []int
	for _, i := range g.neighbours[centre] {
		length := 1
		for from, at := centre, i; len(g.neighbours[at]) == 2; length++ {
			next := g.neighbours[at][0]
			if next == from {
				next = g.neighbours[at][1]
			}
			from, at = at, next
		}
		arms = append(arms, length)
	}
	slices.Sort(arms)
	return arms
}

// Name is what the graph is called, "" if it has no name: "E8", "affine E8".
func (k kind) Name() engine.Text {
	name := k.letter + strconv.Itoa(k.rank)
	switch {
	case k.letter == "":
		return engine.Text{}
	case k.class == Affine && k.letter == familyA:
		return engine.T("affine %s, a cycle", name)
	case k.class == Affine:
		return engine.T("affine %s", name)
	}
	return engine.T("%s", name)
}

// id is the name for programs: "E8", "~E8" for the affine one, "" without a name.
func (k kind) id() string {
	switch {
	case k.letter == "":
		return ""
	case k.class == Affine:
		return "~" + k.letter + strconv.Itoa(k.rank)
	}
	return k.letter + strconv.Itoa(k.rank)
}

// coxeter is the Coxeter number of a finite type.
func (k kind) coxeter() int {
	switch {
	case k.class != Finite:
		return 0
	case k.letter == familyA:
		return k.rank + 1
	case k.letter == familyD:
		return 2*k.rank - 2
	}
	return map[int]int{6: 12, 7: 18, 8: 30}[k.rank]
}

// colours puts neighbours into different ones of two classes; nil if that cannot be.
func (g *Graph) colours() []int {
	colours := make([]int, g.Len())
	for i, d := range g.Distances(0) {
		colours[i] = d % 2
	}
	for _, e := range g.Edges() {
		if colours[e[0]] == colours[e[1]] {
			return nil
		}
	}
	return colours
}
