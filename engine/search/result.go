package search

// Result is what a search found out.
type Result[M any] struct {
	// Moves are the moves at the root: by MCTS in the order of [Tree.AppendMoves], by
	// PUCT those that were tried, then the others, each by falling priors.
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
	// Prior is what is thought of the move beside its own visits: by PUCT the chance
	// that the policy gives it, by MCTS its value with RAVE and advice.
	Prior float64
	Proof Proof
}

// best returns the index of the move to make: by proof, then visits, then prior.
func best[M any](moves []Stat[M]) int {
	best := 0
	for i := range moves {
		if moves[i].better(&moves[best]) {
			best = i
		}
	}
	return best
}

// better compares moves. A sure draw and an open move are compared by value, since
// the search does not visit what it has proved.
func (s *Stat[M]) better(than *Stat[M]) bool {
	switch decided := s.Proof == Win || s.Proof == Loss || than.Proof == Win || than.Proof == Loss; {
	case s.Proof == than.Proof && s.Visits != than.Visits:
		return s.Visits > than.Visits
	case s.Proof == than.Proof:
		return s.Prior > than.Prior
	case decided:
		return s.Proof.rank() > than.Proof.rank()
	default:
		return s.Value > than.Value
	}
}

// decided reports whether the move to make can change no more within so many further
// visits. A move without alternative is searched only for its value, which takes
// the given number of visits.
func decided[M any](moves []Stat[M], left float64, sole int) bool {
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
