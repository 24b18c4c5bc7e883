package theory

import (
	"math/big"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Growth is positive weights x with C x <= -Rate x.
type Growth struct {
	Weights []*big.Int
	Rate    *big.Rat
}

// growths returns weights that prove exponential growth. The first, on trees only, where it is
// quick to compute, is -C^-1 (1, ..., 1) if that is positive: x.v grows by exactly each layer's
// total. The second approximates the adjacency matrix's Perron vector. It exists for every
// indefinite graph, since the greatest eigenvalue exceeds 2.
func growths(g *graph.Graph) []Growth {
	var list []Growth
	if len(g.Edges()) == g.Len()-1 {
		x, _ := weights(g)
		for i := range x {
			x[i].Neg(x[i])
		}
		if x != nil && leastSign(x) > 0 {
			list = append(list, growth(g, x))
		}
	}
	return append(list, growth(g, perron(g)))
}

// growth computes the rate of weights x > 0 with C x < 0.
func growth(g *graph.Graph, x []*big.Int) Growth {
	var rate *big.Rat
	for i, c := range apply(g, x) {
		if u := new(big.Rat).SetFrac(new(big.Int).Neg(c), x[i]); rate == nil || u.Cmp(rate) < 0 {
			rate = u
		}
	}
	return Growth{Weights: x, Rate: rate}
}

// perron multiplies (1, ..., 1) by the adjacency matrix plus the identity until C x < 0, and some
// more for a better rate. The powers of that matrix tend to the Perron vector, for which C x < 0;
// so the loop ends. Then perron cuts the digits that hardly change the rate.
func perron(g *graph.Graph) []*big.Int {
	x := column(g.Len(), 1).column(0)
	steps := 0
	for ; greatestSign(apply(g, x)) >= 0; steps += perronSteps {
		x = spread(g, x, perronSteps)
	}
	x = spread(g, x, steps/2)
	least := slices.MinFunc(x, (*big.Int).Cmp).BitLen()
	enough := new(big.Rat).Mul(growth(g, x).Rate, big.NewRat(3, 4))
	for cut := least - 1; cut > 0; cut-- {
		short := engine.Map(x, func(n *big.Int) *big.Int { return new(big.Int).Rsh(n, uint(cut)) })
		if growth(g, short).Rate.Cmp(enough) >= 0 {
			return short
		}
	}
	return x
}

const perronSteps = 8 // multiplications between two checks of the signs

// spread multiplies a vector repeatedly by the adjacency matrix plus the identity.
func spread(g *graph.Graph, x []*big.Int, times int) []*big.Int {
	next := column(len(x), 0).column(0)
	x = slices.Clone(x)
	for range times {
		for i := range x {
			next[i].Set(x[i])
			for _, j := range g.Neighbours(i) {
				next[i].Add(next[i], x[j])
			}
		}
		x, next = next, x
	}
	return x
}
