package search

// Result is the result of a tree search by mcts or puct.
type Result[M any] struct {
	// Moves are the moves at the root: by mcts in the order of [Position].AppendMoves, by puct
	// first the tried ones, then the others, each by falling prior.
	Moves []Move[M]
	// Best is the index in Moves of the move to make, see [Best].
	Best int
	// Value is the winning probability of the player to move, by the best move, 0 to 1.
	Value float64
	// Proof is the proven result of the position.
	Proof Proof
	// Line is the principal variation, starting with the best move.
	Line []M
	// Playouts is the number of finished playouts.
	Playouts int
}

// Move is a move with the statistics of a tree search.
type Move[M any] struct {
	Move   M
	Visits int
	Value  float64 // for the player who makes the move; ½ if unknown
	// Prior is the value besides the move's own visits: in puct the evaluator's probability, in
	// mcts the blend with RAVE and priors.
	Prior float64
	Proof Proof
}

// Best returns the index of the move to make: a proven win; else the most visited move that is not
// proven lost, with ties broken by the prior.
func Best[M any](moves []Move[M]) int {
	best := 0
	for i := range moves {
		if moves[i].better(&moves[best]) {
			best = i
		}
	}
	return best
}

// better compares moves. A proven draw and an unproved move are compared by value, since the search
// does not visit proven moves.
func (m *Move[M]) better(than *Move[M]) bool {
	switch decisive := m.Proof == Win || m.Proof == Loss || than.Proof == Win || than.Proof == Loss; {
	case m.Proof == than.Proof && m.Visits != than.Visits:
		return m.Visits > than.Visits
	case m.Proof == than.Proof:
		return m.Prior > than.Prior
	case decisive:
		return m.Proof.rank() > than.Proof.rank()
	default:
		return m.Value > than.Value
	}
}

// Decided reports whether that many further visits cannot change the most visited move. An only
// move is searched just for its value, with sole visits.
func Decided[M any](moves []Move[M], left float64, sole int) bool {
	open, first, second := 0, 0, 0
	for i := range moves {
		if moves[i].Proof == Loss {
			continue
		}
		open++
		if v := moves[i].Visits; v > first {
			first, second = v, first
		} else {
			second = max(second, v)
		}
	}
	if open == 1 {
		return first >= sole
	}
	return left < float64(first-second)
}
