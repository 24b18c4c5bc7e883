// Package search looks ahead in games of two players who move in turn. It knows
// games only through small interfaces and is generic over their moves.
//
// [MCTS] is a Monte-Carlo tree search in the usual four steps (select, expand,
// roll out, back up), with
//   - RAVE: the value of a move is blended with the value of all rollouts in which
//     the same player made it later (Gelly and Silver, "Monte-Carlo tree search and
//     rapid action value estimation in computer Go", 2011, with their schedule of
//     least mean squared error);
//   - a solver: proved wins, losses and draws are backed up (Winands, Björnsson and
//     Saito, "Monte-Carlo tree search solver", 2008);
//   - several threads on one tree, with a lock for each node and virtual loss.
//
// [PUCT] is a search along a policy: instead of rollouts it has somebody judge each
// position at sight, be it a network. It shares with MCTS the game, the proofs and
// the result, and keeps its tree from move to move.
//
// Values are chances from 0 to 1, always for the player to move, so a child's value
// v is 1-v for its parent. The package has no clock: whoever wants a limit on time
// bounds the context.
package search

// Tree is a game that can be walked. It is not safe for concurrent use.
type Tree[M any] interface {
	// AppendMoves appends the moves of the player to move, in an order that depends on
	// the position alone. It may leave out moves if one of those that stay is at least
	// as good. A position that is not over has a move, and at most 32768.
	AppendMoves(moves []M) []M
	// Do makes a move that AppendMoves gave.
	Do(m M)
	// Undo takes back the last move made, which was m.
	Undo(m M)
	// Terminal reports whether the game is over, and its value for the player to move.
	// That is 0, ½ or 1.
	Terminal() (value float64, over bool)
}

// State is a tree whose positions can be played out by chance.
type State[M any] interface {
	Tree[M]
	// Clone returns a state of its own at the same position. Threads have one each.
	Clone() State[M]
	// Rollout plays to the end by the game's policy and returns the value of that end
	// for the player to move. The position is afterwards as it was.
	Rollout(r *Rand) float64
}

// Tracer is a state whose rollouts can feed RAVE.
type Tracer[M any] interface {
	// Turn numbers the player to move, 0 or 1.
	Turn() int
	// Key numbers a move, from 0, below 65536. Moves with one key are the same move.
	Key(m M) uint16
	// Trace tells, by key, who made the move on the way from the search's root to the
	// end of the last rollout: 1 + Turn of that player, or 0. It is valid until the
	// next rollout.
	Trace() []uint8
}

// Advisor is a state that has an opinion of its moves before they are tried.
type Advisor[M any] interface {
	// Advise sets the prior of each of the moves, which AppendMoves gave.
	Advise(moves []M, priors []Prior)
}

// Prior is an opinion worth Weight rollouts with the given Value for the player who
// makes the move. The zero value is no opinion.
type Prior struct{ Value, Weight float32 }

// Judge is a state that can sometimes tell how its position ends although it is not
// over. It is asked once when a position below the root gets children.
type Judge interface {
	// Judge returns a proof for the player to move, or Unproved.
	Judge() Proof
}

// Proof is what is known for sure about a position or a move, seen by its player.
type Proof uint8

// The proofs.
const (
	Unproved Proof = iota
	Win
	Loss
	Draw
)

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

// other is the proof as the opponent sees it.
func (p Proof) other() Proof {
	switch p {
	case Win:
		return Loss
	case Loss:
		return Win
	case Unproved, Draw:
	}
	return p
}

// mean is the value of a move as told to others: what is proved, or the mean of its
// own visits, ½ where there are none.
func (p Proof) mean(wins, visits float32) float64 {
	if p != Unproved || visits == 0 {
		return p.Value()
	}
	return float64(wins / visits)
}

// or is the proof of a position that has moves with both proofs.
func (p Proof) or(q Proof) Proof {
	if q.rank() > p.rank() {
		return q
	}
	return p
}

// rank orders what may come of a move, the best last: while nothing is known it may
// be more than a draw.
func (p Proof) rank() int {
	return [...]int{Unproved: 2, Win: 3, Loss: 0, Draw: 1}[p]
}

// proofOf takes a terminal value for a proof.
func proofOf(value float64) Proof {
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
