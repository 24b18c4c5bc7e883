package graph

// Fire fires all positive nodes at the same time: v'_i = -|v_i| + the sum over the neighbours j
// of max(v_j, 0).
func (g *Graph) Fire(v Values) Values { return g.FireSet(v, v.Positive()) }

// FireSet fires the nodes of a set at the same time: the value of each changes its sign, and each
// neighbour gains the old value. If all nodes of the set are positive this is a move of the game;
// for any signs it is linear.
func (g *Graph) FireSet(v Values, set Set) Values {
	next := Zeros(len(v))
	g.fireInto(next, v, set)
	return next
}

// fireInto is FireSet with the result in existing numbers, to save allocations.
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

// Effort returns the work of firing values of a size in machine words: each word is handled once,
// and once more for each neighbour.
func (g *Graph) Effort(words int) int { return words * (1 + 2*g.edges/g.Len()) }

// Runner fires repeatedly without allocating.
type Runner struct {
	// Values are the present ones. The second firing from now overwrites them.
	Values Values
	before Values
	graph  *Graph
}

// NewRunner makes a runner that starts from a copy of v.
func NewRunner(g *Graph, v Values) *Runner {
	r := &Runner{Zeros(len(v)), Zeros(len(v)), g}
	for i := range v {
		r.Values[i].Set(v[i])
	}
	return r
}

// Fire fires a set of nodes.
func (r *Runner) Fire(set Set) {
	r.graph.fireInto(r.before, r.Values, set)
	r.Values, r.before = r.before, r.Values
}
