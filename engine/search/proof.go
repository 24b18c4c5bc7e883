package search

// Proof is what is known for sure about a position or a move, seen by its player.
type Proof uint8

// The proofs.
const (
	Unproved Proof = iota
	Win
	Loss
	Draw
)

// ProofOf takes the value of a game that is over for a proof.
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

// Value returns the value of a proved position, ½ for Unproved.
func (p Proof) Value() float64 {
	switch p {
	case Win:
		return 1
	case Loss:
		return 0
	case Unproved, Draw:
	}
	return 0.5
}

// Opponent is the proof as the opponent sees it.
func (p Proof) Opponent() Proof {
	switch p {
	case Win:
		return Loss
	case Loss:
		return Win
	case Unproved, Draw:
	}
	return p
}

// Mean is the value to report of a move with so many wins in so many visits: the proved
// one, or the mean, ½ without visits.
func (p Proof) Mean(wins, visits float32) float64 {
	if p != Unproved || visits == 0 {
		return p.Value()
	}
	return float64(wins / visits)
}

// Or is the proof of a position that has moves with both proofs.
func (p Proof) Or(q Proof) Proof {
	if q.rank() > p.rank() {
		return q
	}
	return p
}

// rank orders what may come of a move, the best last: an unproved move may still be
// better than a draw.
func (p Proof) rank() int {
	return [...]int{Unproved: 2, Win: 3, Loss: 0, Draw: 1}[p]
}
