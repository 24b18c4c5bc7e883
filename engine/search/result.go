package search

// Result is what a search found out.
type Result[M any] struct {
	// Moves are the moves at the root, in the order of [Tree.AppendMoves].
	Moves []Stat[M]
	// Best is the index in Moves of the move to make: one proved to win; else the
	// most visited that is not proved to lose.
	Best int
	// Value is the chance of the player to move, by the best move, 0 to 1.
	Value float64
	// Proof is what is known for sure about the position.
	Proof Proof
	// Line is the expected continuation, the best move first.
	Line []M
	// Playouts is how many were finished.
	Playouts int
}

// Stat is what a search knows of one move.
type Stat[M any] struct {
	Move   M
	Visits int
	Value  float64 // for the player who makes the move; ½ where nothing is known
	Proof  Proof
}

// result reads the tree. All workers have ended.
func (t *tree[M]) result() Result[M] {
	r := Result[M]{
		Moves:    make([]Stat[M], len(t.root.edges)),
		Best:     t.root.best(&t.Config),
		Proof:    t.root.proof,
		Playouts: int(t.done.Load()),
	}
	for i := range t.root.edges {
		e := &t.root.edges[i]
		r.Moves[i] = Stat[M]{e.move, int(e.visits), e.mean(), e.proof}
	}
	r.Value = r.Moves[r.Best].Value
	if r.Proof != Unproved {
		r.Value = r.Proof.Value()
	}
	r.Line = t.line()
	return r
}

// line follows the best edges from the root.
func (t *tree[M]) line() []M {
	var line []M
	n := t.root
	for len(n.edges) > 0 {
		e := &n.edges[n.best(&t.Config)]
		if n != t.root && e.visits == 0 {
			break
		}
		line = append(line, e.move)
		if e.child == 0 {
			break
		}
		n = t.arena.node(e.child)
	}
	return line
}

// best returns the index of the edge to play: by proof, then visits, then value.
func (n *node[M]) best(c *Config) int {
	best := 0
	for i := range n.edges {
		if n.edges[i].better(&n.edges[best], c) {
			best = i
		}
	}
	return best
}

func (e *edge[M]) better(than *edge[M], c *Config) bool {
	switch a, b := e.proof.rank(), than.proof.rank(); {
	case a != b:
		return a > b
	case e.proof != than.proof:
		return e.mean() > than.mean()
	case e.visits != than.visits:
		return e.visits > than.visits
	default:
		return e.value(c) > than.value(c)
	}
}

// rank orders proofs from the worst to have to the best. A sure draw and an open move
// are compared by value, since the search does not visit what it has proved.
func (p Proof) rank() int {
	switch p {
	case Win:
		return 2
	case Loss:
		return 0
	case Unproved, Draw:
	}
	return 1
}

// mean is the edge's value as told to others: what is proved, or the mean of its
// own playouts.
func (e *edge[M]) mean() float64 {
	if e.proof != Unproved || e.visits == 0 {
		return e.proof.Value()
	}
	return float64(e.wins / e.visits)
}
