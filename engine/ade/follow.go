package ade

import "math/big"

// How far a run is followed to decide it. The work bounds what large numbers take: it
// counts machine words.
const (
	MostFollowed = 10_000  // layers
	mostWork     = 1 << 25 // some 0.2 s
	mostPeriod   = 1024    // layers; cycles of 64 nodes need some multiple of 64
	closerPeriod = 64      // up to here it is worth while to look where a period begins
)

// course is how a run goes on from some values.
type course struct {
	way  way
	from int // layers before the end, the period, or where the run was left
	// Of periods: their length, and what the values change by in each.
	period    int
	increment Values
}

// way is what a run is found to do.
type way int

const (
	wayLost    way = iota // it was left after from layers
	wayStopped            // the caller had seen enough
	wayEnds
	wayRepeats
	wayDrifts // each period changes the values by the same increment, for ever
)

// follow fires until it is known how the run goes on. Stop, if not nil, is asked before
// each layer whether that is enough.
func (g *Graph) follow(v Values, stop func(layer int, v Values) bool) course {
	work := 0
	var watch periods
	r := newRunner(g, v)
	for layer := range MostFollowed {
		set := r.v.Positive()
		if set == 0 {
			return course{way: wayEnds, from: layer}
		}
		if stop != nil && stop(layer, r.v) {
			return course{way: wayStopped, from: layer}
		}
		for _, period := range watch.see(set) {
			// A period of the values, and one of the increment.
			if work += 2 * (period + 1) * r.v.words(); work > mostWork {
				return course{from: layer}
			}
			if increment, ok := g.drift(r.v, period); ok {
				return g.settled(v, layer, period, increment)
			}
		}
		if work += r.v.words(); work > mostWork {
			return course{from: layer}
		}
		r.fire(set)
	}
	return course{from: MostFollowed}
}

// periods watches with what period the fired sets repeat.
type periods struct {
	sets []Set
	runs [mostPeriod + 1]int // by period, for how many layers it has held
}

// see takes the next set and returns the periods that have just held for twice their
// length, or that times a power of two.
func (w *periods) see(set Set) []int {
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

// drift reports whether the run changes the values by one and the same increment in each
// period from here on for ever, which is zero where it repeats.
//
// It fires one period and notes the sets S_j that fire. Let L be the linear map that
// fires exactly these sets in turn, whatever the signs: then the increment must be kept
// by L; and on its way through the period it must nowhere be negative on a node of S_j,
// nor positive on another. By induction each further period fires the same sets.
func (g *Graph) drift(v Values, period int) (increment Values, ok bool) {
	sets, end := make([]Set, period), newRunner(g, v)
	for j := range sets {
		sets[j] = end.v.Positive()
		end.fire(sets[j])
	}
	increment = make(Values, len(v))
	for i := range v {
		increment[i] = new(big.Int).Sub(end.v[i], v[i])
	}
	d := newRunner(g, increment)
	for _, set := range sets {
		for i, x := range d.v {
			if sign := x.Sign(); sign < 0 && set.Has(i) || sign > 0 && !set.Has(i) {
				return nil, false
			}
		}
		d.fire(set)
	}
	return increment, d.v.Equal(increment)
}

// settled finds where a period begins that holds from a layer on.
func (g *Graph) settled(start Values, layer, period int, increment Values) course {
	c := course{way: wayDrifts, from: layer, period: period, increment: increment}
	if increment.Equal(zeros(len(start))) {
		c.way = wayRepeats
		behind, ahead := newRunner(g, start), newRunner(g, start)
		for range period {
			ahead.fire(ahead.v.Positive())
		}
		for c.from = 0; !behind.v.Equal(ahead.v); c.from++ {
			behind.fire(behind.v.Positive())
			ahead.fire(ahead.v.Positive())
		}
		return c
	}
	if period > closerPeriod {
		return c
	}
	r := newRunner(g, start)
	for from := range layer {
		if from > layer-2*period {
			if earlier, ok := g.drift(r.v, period); ok {
				c.from, c.increment = from, earlier
				return c
			}
		}
		r.fire(r.v.Positive())
	}
	return c
}
