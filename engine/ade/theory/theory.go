// Package theory proves how firing goes on in the ADE concurrent game, by theorems on the
// graph's Cartan matrix.
//
// [New] computes what is known of a graph: a [Theory]. [Theory.Decide] applies it to values; the
// [Verdict] says whether the run ends, repeats or never ends, with a [Certificate] for each
// claim, which can be checked without following the run. Where no theorem decides at once the
// run is followed for a bounded amount of work, and may stay undecided: a number of layers alone
// proves nothing.
//
// In the comments C is the Cartan matrix: 2 on the diagonal, -1 for neighbours. A run is a
// sequence of layers; in each, all positive nodes fire at the same time.
package theory

import (
	"math/big"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Theory is what a graph's Cartan matrix C proves of every run on it. Let p be v with its
// negative values replaced by zeros. A firing takes v to v - C p, so it changes a weighted sum
// x.v by -(C x).p, whatever v is. A Theory is read-only and safe for concurrent use.
type Theory struct {
	Graph *graph.Graph
	Type  graph.Type
	// Weights is, on a finite type, x with C x = (Denominator, ...): each firing lowers x.v by
	// Denominator times the layer's total.
	Weights     []*big.Int
	Denominator *big.Int
	// Marks is, on an affine type, the least positive d with C d = 0: d.v never changes.
	Marks []*big.Int
	// Growths holds, on an indefinite type, weights x > 0 with C x < 0: once x.v is positive,
	// each firing multiplies it by 1 + Rate at least.
	Growths []Growth
	// Holds returns, on an indefinite type with an invertible Cartan matrix, weights x >= 0 such
	// that C x has one negative entry and is zero elsewhere: x.v never falls.
	Holds func() [][]*big.Int
}

// New computes what is known of a graph. For an indefinite type with many nodes that takes some
// milliseconds.
func New(g *graph.Graph) *Theory {
	t := &Theory{Graph: g, Type: g.Type()}
	t.Holds = func() [][]*big.Int { return nil }
	switch t.Type.Class {
	case graph.Finite:
		t.Weights, t.Denominator = weights(g)
	case graph.Affine:
		t.Marks = marks(g)
	case graph.Indefinite:
		t.Growths = growths(g)
		t.Holds = sync.OnceValue(func() [][]*big.Int { return holds(g) })
	}
	return t
}

// weights solves C x = (1, ..., 1), in integers over a common denominator.
func weights(g *graph.Graph) (x []*big.Int, denominator *big.Int) {
	solution, d, ok := solve(cartan(g, g.Len()), column(g.Len(), 1))
	if !ok {
		return nil, nil
	}
	list := reduced(append(solution.column(0), d))
	return list[:g.Len()], list[g.Len()]
}

// marks solves C d = 0 on an affine type: without its last node it is finite, and the last node's
// mark can be chosen.
func marks(g *graph.Graph) []*big.Int {
	last := g.Len() - 1
	right := column(last, 0)
	for _, j := range g.Neighbours(last) {
		right[j][0].SetInt64(1)
	}
	solution, d, _ := solve(cartan(g, last), right)
	return reduced(append(solution.column(0), d))
}

// holds returns the columns of -C^-1 without a negative entry.
func holds(g *graph.Graph) [][]*big.Int {
	inverse, _, ok := solve(cartan(g, g.Len()), identity(g.Len()))
	if !ok {
		return nil
	}
	var list [][]*big.Int
	for j := range g.Len() {
		x := reduced(inverse.column(j))
		for i := range x {
			x[i].Neg(x[i])
		}
		if leastSign(x) >= 0 {
			list = append(list, x)
		}
	}
	return list
}
