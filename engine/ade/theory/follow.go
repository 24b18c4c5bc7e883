package theory

import (
	"math/big"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Bounds on following a run. mostWork is in the units of [graph.Graph.Effort]: machine words, on
// graphs with at most as many edges as nodes.
const (
	MostFollowed = 10_000  // layers
	mostWork     = 1 << 25 // some 0.2 s
	sparseEffort = 3       // Effort's greatest factor for such graphs
	mostPeriod   = 1024    // layers; cycles of 64 nodes need a multiple of 64
	closerPeriod = 64      // greatest period whose beginning is looked for
)

// course is the result of following a run.
type course struct {
	way  way
	from int // layers before the end, before the period, or followed
	// period is the length of a period, and increment the change of the values in it.
	period    int
	increment graph.Values
	work      int
}

type way int

const (
	wayUnknown way = iota // a bound was reached
	wayStopped            // the caller stopped
	wayEnds
	wayRepeats
	wayDrifts // each period changes the values by the same increment, for ever
)

// follow fires until it is known how the run goes on. Before each layer it calls stop, if not
// nil, and returns if that reports true.
func follow(g *graph.Graph, v graph.Values, stop func(layer int, v graph.Values) bool) (c course) {
	work, most := 0, mostWork*min(sparseEffort, g.Effort(1))
	defer func() { c.work = work }()
	var watch periods
	r := graph.NewRunner(g, v)
	for layer := range MostFollowed {
		set := r.Values.Positive()
		if set == 0 {
			return course{way: wayEnds, from: layer}
		}
		if stop != nil && stop(layer, r.Values) {
			return course{way: wayStopped, from: layer}
		}
		for _, period := range watch.see(set) {
			// drift fires one period of the values and one of the increment.
			if work += g.Effort(2 * (period + 1) * r.Values.Words()); work > most {
				return course{from: layer}
			}
			if increment, ok := drift(g, r.Values, period); ok {
				return locate(g, v, layer, period, increment)
			}
		}
		if work += g.Effort(r.Values.Words()); work > most {
			return course{from: layer}
		}
		r.Fire(set)
	}
	return course{from: MostFollowed}
}

// periods detects the periods of the fired sets.
type periods struct {
	sets []graph.Set
	runs [mostPeriod + 1]int // by period, the number of layers for which it has held
}

// see adds a set and returns the periods that have now held for their length times a power of
// two.
func (w *periods) see(set graph.Set) []int {
	var found []int
	t := len(w.sets)
	w.sets = append(w.sets, set)
	for p := 1; p <= min(t, mostPeriod); p++ {
		if w.sets[t-p] != set {
			w.runs[p] = 0
			continue
		}
		w.runs[p]++
		if times := w.runs[p] / p; w.runs[p]%p == 0 && times&(times-1) == 0 {
			found = append(found, p)
		}
	}
	return found
}

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
