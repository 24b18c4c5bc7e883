package graph

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Class classifies a graph by its Cartan matrix: positive definite, positive semidefinite of
// corank 1, or neither.
type Class string

// The classes.
const (
	Finite     Class = "finite"
	Affine     Class = "affine"
	Indefinite Class = "indefinite"
)

// Type is a graph's place in the classification: its class, and the letter and rank of its name.
// Finite and affine graphs have one (without the tilde), and so have E10 and beyond; other graphs
// have "" and 0.
type Type struct {
	Class  Class
	letter string
	rank   int
}

// Type finds the graph in the list of all finite and affine ones; every other graph is indefinite
// (V. Kac, Infinite dimensional Lie algebras, section 4.8).
func (g *Graph) Type() Type {
	n, edges := g.Len(), len(g.Edges())
	var branches []int // nodes with three neighbours or more
	for i := range n {
		if len(g.neighbours[i]) > 2 {
			branches = append(branches, i)
		}
	}
	switch {
	case edges == n && len(branches) == 0:
		return Type{Affine, FamilyA, n - 1}
	case edges != n-1:
		return Type{Class: Indefinite}
	case len(branches) == 0:
		return Type{Finite, FamilyA, n}
	case len(branches) == 1:
		return g.star(branches[0])
	case len(branches) == 2 && g.isFork(branches[0]) && g.isFork(branches[1]):
		return Type{Affine, FamilyD, n - 1}
	}
	return Type{Class: Indefinite}
}

// isFork reports whether a node has three neighbours, two of them leaves.
func (g *Graph) isFork(i int) bool {
	leaves := 0
	for _, j := range g.neighbours[i] {
		if len(g.neighbours[j]) == 1 {
			leaves++
		}
	}
	return len(g.neighbours[i]) == 3 && leaves >= 2
}

// star classifies a tree with exactly one node of more than two neighbours.
func (g *Graph) star(centre int) Type {
	n, arms := g.Len(), g.arms(centre)
	if len(arms) != 3 {
		if len(arms) == 4 && n == 5 {
			return Type{Affine, FamilyD, 4}
		}
		return Type{Class: Indefinite}
	}
	switch p, q, r := arms[0], arms[1], arms[2]; {
	case p == 1 && q == 1:
		return Type{Finite, FamilyD, n}
	case p == 1 && q == 2 && r <= 4:
		return Type{Finite, FamilyE, n}
	case p == 1 && q == 2 && r == 5, p == 1 && q == 3 && r == 3, p == 2 && q == 2 && r == 2:
		return Type{Affine, FamilyE, n - 1}
	case p == 1 && q == 2:
		return Type{Indefinite, FamilyE, n}
	}
	return Type{Class: Indefinite}
}

// arms returns the lengths of the paths from the centre, shortest first.
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

// Name returns the name for people, "E8" or "affine E8"; empty if there is none.
func (t Type) Name() engine.Text {
	name := t.letter + strconv.Itoa(t.rank)
	switch {
	case t.letter == "":
		return engine.Text{}
	case t.Class == Affine && t.letter == FamilyA:
		return engine.T("affine %s, a cycle", name)
	case t.Class == Affine:
		return engine.T("affine %s", name)
	}
	return engine.T("%s", name)
}

// ID returns the name for programs, "E8" or "~E8" (affine); "" if there is none.
func (t Type) ID() string {
	switch {
	case t.letter == "":
		return ""
	case t.Class == Affine:
		return "~" + t.letter + strconv.Itoa(t.rank)
	}
	return t.letter + strconv.Itoa(t.rank)
}

// Coxeter returns the Coxeter number of a finite type, 0 for others.
func (t Type) Coxeter() int {
	switch {
	case t.Class != Finite:
		return 0
	case t.letter == FamilyA:
		return t.rank + 1
	case t.letter == FamilyD:
		return 2*t.rank - 2
	}
	return map[int]int{6: 12, 7: 18, 8: 30}[t.rank]
}

// Colours returns a proper 2-colouring of the nodes with 0 and 1, nil if there is an odd cycle.
func (g *Graph) Colours() []int {
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
