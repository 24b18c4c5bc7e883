package search

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
