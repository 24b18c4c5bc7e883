package graph

// Fire lets all positive nodes fire at the same time:
// v'_i = -|v_i| + the sum over neighbours j of max(v_j, 0).
func (g *Graph) Fire(v Values) Values { return g.FireSet(v, v.Positive()) }

// FireSet lets the nodes of a set fire at the same time: each turns its value's sign,
// and each neighbour gets what the value was. Where all of the set are positive, that is
// a move of the game; whatever the signs, it is linear.
func (g *Graph) FireSet(v Values, set Set) Values {
	next := Zeros(len(v))
	g.fireInto(next, v, set)
	return next
}

// fireInto is FireSet into numbers that are there already, which saves their memory.
func (g *Graph) fireInto(next, v Values, set Set) {
	for i, sum := range next {
		if set.Has(i) {
			sum.Neg(v[i])
		} else {
			sum.Set(v[i])
		}
		for _, j := range g.neighbours[i] {
			if set.Has(j) {
				sum.Add(sum, v[j])
			}
		}
	}
}

// Effort is the work of a firing at which the values take so many machine words: each is
// handled once, and once for each neighbour.
func (g *Graph) Effort(words int) int { return words * (1 + 2*g.edges/g.Len()) }

// Runner fires on and on in memory of its own.
type Runner struct {
	// Values are the present ones. The next firing but one overwrites them.
	Values Values
	before Values
	graph  *Graph
}

// NewRunner copies values to start from.
func NewRunner(g *Graph, v Values) *Runner {
	r := &Runner{Zeros(len(v)), Zeros(len(v)), g}
	for i := range v {
		r.Values[i].Set(v[i])
	}
	return r
}

// Fire lets a set fire.
func (r *Runner) Fire(set Set) {
	r.graph.fireInto(r.before, r.Values, set)
	r.Values, r.before = r.before, r.Values
}
