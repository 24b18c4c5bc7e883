package theory

import "github.com/sixfold-bot/sixfold/engine/ade/graph"

// How far a run is followed to decide it. The work bounds what large numbers and many
// neighbours take, see [graph.Graph.Effort]: on graphs with as many edges as nodes or fewer,
// so many machine words.
const (
	MostFollowed = 10_000  // layers
	mostWork     = 1 << 25 // some 0.2 s
	mostSparse   = 3       // what Effort counts for each word on such graphs at most
	mostPeriod   = 1024    // layers; cycles of 64 nodes need some multiple of 64
	closerPeriod = 64      // up to here it is worth while to look where a period begins
)

// course is how a run goes on from some values.
type course struct {
	way  way
	from int // layers before the end, the period, or where the run was left
	// Of periods: their length, and what the values change by in each.
	period    int
	increment graph.Values
	work      int
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
func follow(g *graph.Graph, v graph.Values, stop func(layer int, v graph.Values) bool) (c course) {
	work, most := 0, mostWork*min(mostSparse, g.Effort(1))
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
			// A period of the values, and one of the increment.
			if work += g.Effort(2 * (period + 1) * r.Values.Words()); work > most {
				return course{from: layer}
			}
			if increment, ok := drift(g, r.Values, period); ok {
				return settled(g, v, layer, period, increment)
			}
		}
		if work += g.Effort(r.Values.Words()); work > most {
			return course{from: layer}
		}
		r.Fire(set)
	}
	return course{from: MostFollowed}
}

// periods watches with what period the fired sets repeat.
type periods struct {
	sets []graph.Set
	runs [mostPeriod + 1]int // by period, for how many layers it has held
}

// see takes the next set and returns the periods that have just held for twice their
// length, or that times a power of two.
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
