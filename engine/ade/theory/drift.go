package theory

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// drift reports whether from here on each period changes the values by the same increment,
// which is zero for a run that repeats.
//
// It fires one period and notes the sets S_j that fire. Let L be the linear map that fires
// these sets in turn, whatever the signs. L must map the increment to itself; and just before
// S_j fires, the increment must not be negative on a node of S_j nor positive on another node.
// By induction every further period then fires the same sets.
func drift(g *graph.Graph, v graph.Values, period int) (increment graph.Values, ok bool) {
	sets, end := make([]graph.Set, period), graph.NewRunner(g, v)
	for j := range sets {
		sets[j] = end.Values.Positive()
		end.Fire(sets[j])
	}
	increment = make(graph.Values, len(v))
	for i := range v {
		increment[i] = new(big.Int).Sub(end.Values[i], v[i])
	}
	d := graph.NewRunner(g, increment)
	for _, set := range sets {
		for i, x := range d.Values {
			if sign := x.Sign(); sign < 0 && set.Has(i) || sign > 0 && !set.Has(i) {
				return nil, false
			}
		}
		d.Fire(set)
	}
	return increment, d.Values.Equal(increment)
}

// locate returns the course of a run whose period holds from a layer on, with the first layer
// from which it holds. For a drift with a long period it keeps the layer given.
func locate(g *graph.Graph, start graph.Values, layer, period int, increment graph.Values) course {
	c := course{way: wayDrifts, from: layer, period: period, increment: increment}
	if increment.Equal(graph.Zeros(len(start))) {
		c.way = wayRepeats
		behind, ahead := graph.NewRunner(g, start), graph.NewRunner(g, start)
		for range period {
			ahead.Fire(ahead.Values.Positive())
		}
		for c.from = 0; !behind.Values.Equal(ahead.Values); c.from++ {
			behind.Fire(behind.Values.Positive())
			ahead.Fire(ahead.Values.Positive())
		}
		return c
	}
	if period > closerPeriod {
		return c
	}
	r := graph.NewRunner(g, start)
	for from := range layer {
		if from > layer-2*period {
			if earlier, ok := drift(g, r.Values, period); ok {
				c.from, c.increment = from, earlier
				return c
			}
		}
		r.Fire(r.Values.Positive())
	}
	return c
}
