package search

// Result is what a tree search found; mcts and puct share it.
type Result[M any] struct {
	// Moves are the moves at the root: by mcts in the order of [Position].AppendMoves, by
	// puct those that were tried, then the others, each by falling priors.
	Moves []Move[M]
	// Best is the index in Moves of the move to make, see [Best].
	Best int
	// Value is the chance of the player to move, by the best move, 0 to 1.
	Value float64
	// Proof is what is known for sure about the position.
	Proof Proof
	// Line is the principal variation, the best move first.
	Line []M
	// Playouts is how many were finished.
	Playouts int
}

// Move is what a tree search knows of a move.
type Move[M any] struct {
	Move   M
	Visits int
	Value  float64 // for the player who makes the move; ½ where nothing is known
	// Prior is what the move is worth beside its own visits: by puct the chance that the
	// evaluator gives it, by mcts its value with RAVE and priors.
	Prior float64
	Proof Proof
}

// Best returns the index of the move to make: one proved to win; else the most visited
// that is not proved to lose, and of equals the one of greatest prior.
func Best[M any](moves []Move[M]) int {
	best := 0
	for i := range moves {
		if moves[i].better(&moves[best]) {
			best = i
		}
	}
	return best
}

// better compares moves. A proved draw and an unproved move are compared by value, since
// the search does not visit what it has proved.
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

// Decided reports whether so many further visits cannot change the most visited move. A
// move without alternative is searched for its value only, which takes the given number
// of visits.
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
