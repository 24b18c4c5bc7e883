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

// Proof is the proven result of a position or a move, from the view of its player.
type Proof uint8

// The proofs.
const (
	Unproved Proof = iota
	Win
	Loss
	Draw
)

// ProofOf converts the value of a finished game to a proof.
func ProofOf(value float64) Proof {
	switch value {
	case 1:
		return Win
	case 0:
		return Loss
	case 0.5:
		return Draw
	}
	return Unproved
}

// String returns the proof's name in lower case.
func (p Proof) String() string {
	return [...]string{"unproved", "win", "loss", "draw"}[p]
}

// Value returns the value of a proven position, ½ for Unproved.
func (p Proof) Value() float64 {
	return [...]float64{Unproved: 0.5, Win: 1, Loss: 0, Draw: 0.5}[p]
}

// Opponent returns the proof from the opponent's view.
func (p Proof) Opponent() Proof {
	return [...]Proof{Unproved: Unproved, Win: Loss, Loss: Win, Draw: Draw}[p]
}

// Mean returns the value of a move with these wins and visits: the proven one, or the mean, ½
// without visits.
func (p Proof) Mean(wins, visits float32) float64 {
	if p != Unproved || visits == 0 {
		return p.Value()
	}
	return float64(wins / visits)
}

// Or returns the proof of a position that has moves with both proofs.
func (p Proof) Or(q Proof) Proof {
	if q.rank() > p.rank() {
		return q
	}
	return p
}

// rank orders proofs by what the mover may still get; an unproved move may be better than a draw.
func (p Proof) rank() int {
	return [...]int{Unproved: 2, Win: 3, Loss: 0, Draw: 1}[p]
}
