package ade

import (
	"math/big"
	"slices"
	"sync"
)

// Theory is what a graph's Cartan matrix C proves of every run on it. A firing takes v
// to v - C p, where p are the positive values and else zeros; so it changes a weighted
// sum x.v by -(C x).p, whatever v is. It is read-only.
type Theory struct {
	Class Class
	kind
	// Colours are 0 and 1 by node so that neighbours differ, nil where there is an odd
	// cycle.
	Colours []int
	// Weights are, on a finite type, x with C x = (Denominator, ...): x.v falls by
	// Denominator times the layer's total at each firing.
	Weights     []*big.Int
	Denominator *big.Int
	// Marks are, on an affine type, the least positive d with C d = 0: d.v never changes.
	Marks []*big.Int
	// Growths are, on an indefinite type, weights x > 0 with C x < 0: once x.v is
	// positive it grows at each firing at least by the factor.
	Growths []Growth
	holds   func() [][]*big.Int
}

// Growth are positive weights x with C x <= -Rate x.
type Growth struct {
	Weights []*big.Int
	Rate    *big.Rat
}

// Holds are, on an indefinite type of which the Cartan matrix can be inverted, weights
// x >= 0 with C x <= 0 that are zero but for one entry: x.v never falls.
func (t *Theory) Holds() [][]*big.Int { return t.holds() }

func newTheory(g *Graph) *Theory {
	k := classify(g)
	t := &Theory{Class: k.class, kind: k, Colours: g.colours()}
	t.holds = sync.OnceValue(func() [][]*big.Int { return nil })
	switch k.class {
	case Finite:
		t.Weights, t.Denominator = g.weights()
	case Affine:
		t.Marks = g.marks()
	case Indefinite:
		t.Growths = g.growths()
		t.holds = sync.OnceValue(g.holds)
	}
	return t
}

func (g *Graph) all() []int {
	list := make([]int, g.Len())
	for i := range list {
		list[i] = i
	}
	return list
}

// weights solves C x = (1, ..., 1), as integers over a common denominator.
func (g *Graph) weights() (x []*big.Int, denominator *big.Int) {
	solution, d, ok := solve(g.cartan(g.all()), column(g.Len(), 1))
	if !ok {
		return nil, nil
	}
	list := reduced(append(solution.column(0), d))
	return list[:g.Len()], list[g.Len()]
}

// marks solves C d = 0 on an affine type: without its last node it is finite, and that
// node's mark may be taken as given.
func (g *Graph) marks() []*big.Int {
	last := g.Len() - 1
	right := column(last, 0)
	for _, j := range g.neighbours[last] {
		right[j][0].SetInt64(1)
	}
	solution, d, ok := solve(g.cartan(g.all()[:last]), right)
	if !ok {
		return nil
	}
	return reduced(append(solution.column(0), d))
}

// growths finds weights that prove exponential growth: -C^-1 (1, ..., 1) where that is
// positive (looked for on trees, where it is quick to find), by which x.v grows by
// exactly the layer's total; and an approximation of the
// adjacency matrix's Perron vector, which is there for every indefinite graph since its
// greatest eigenvalue is beyond 2.
func (g *Graph) growths() []Growth {
	var list []Growth
	if len(g.Edges()) == g.Len()-1 {
		x, _ := g.weights()
		for i := range x {
			x[i].Neg(x[i])
		}
		if x != nil && leastSign(x) > 0 {
			list = append(list, g.growth(x))
		}
	}
	return append(list, g.growth(g.perron()))
}

// growth finds the rate of weights x > 0 with C x < 0.
func (g *Graph) growth(x []*big.Int) Growth {
	var rate *big.Rat
	for i, c := range g.apply(x) {
		if u := new(big.Rat).SetFrac(new(big.Int).Neg(c), x[i]); rate == nil || u.Cmp(rate) < 0 {
			rate = u
		}
	}
	return Growth{Weights: x, Rate: rate}
}

// perron multiplies (1, ..., 1) by the adjacency matrix plus one until C x < 0, and
// some more for a better rate. Powers of that matrix tend to the Perron vector, of
// which C x < 0, so it ends. Then it cuts the digits that the rate hardly needs.
func (g *Graph) perron() []*big.Int {
	x := column(g.Len(), 1).column(0)
	steps := 0
	for ; greatestSign(g.apply(x)) >= 0; steps += perronSteps {
		x = g.spread(x, perronSteps)
	}
	x = g.spread(x, steps/2)
	least := x[0].BitLen()
	for _, n := range x {
		least = min(least, n.BitLen())
	}
	enough := new(big.Rat).Mul(g.growth(x).Rate, big.NewRat(3, 4))
	for cut := least - 1; cut > 0; cut-- {
		if short := shifted(x, uint(cut)); g.growth(short).Rate.Cmp(enough) >= 0 {
			return short
		}
	}
	return x
}

// perronSteps are made between two looks at the signs.
const perronSteps = 8

// spread multiplies a vector by the adjacency matrix plus one, so many times.
func (g *Graph) spread(x []*big.Int, times int) []*big.Int {
	next := column(len(x), 0).column(0)
	x = slices.Clone(x)
	for range times {
		for i := range x {
			next[i].Set(x[i])
			for _, j := range g.neighbours[i] {
				next[i].Add(next[i], x[j])
			}
		}
		x, next = next, x
	}
	return x
}

// shifted divides by a power of two.
func shifted(x []*big.Int, bits uint) []*big.Int {
	out := make([]*big.Int, len(x))
	for i, n := range x {
		out[i] = new(big.Int).Rsh(n, bits)
	}
	return out
}

// holds are the columns of -C^-1 that are nowhere negative.
func (g *Graph) holds() [][]*big.Int {
	inverse, _, ok := solve(g.cartan(g.all()), identity(g.Len()))
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
