// Package search holds what searches of games for two players, who move in turn, have in
// common. There are three searches, each in a package of its own, which know games only
// through small interfaces and are generic over their moves:
//
//   - [github.com/sixfold-bot/sixfold/engine/search/alphabeta] for games in which
//     positions can be evaluated cheaply and tactics decide;
//   - [github.com/sixfold-bot/sixfold/engine/search/mcts], Monte-Carlo tree search, for
//     games of which nothing is known but the rules;
//   - [github.com/sixfold-bot/sixfold/engine/search/puct] for games with an evaluator
//     that returns a prior for each move and a value, be it a network.
//
// All three have the same form: the zero value of a Search is ready; Run takes a context,
// a Position and Options, and returns a Result. Options.Threads is the number of workers,
// each with a clone of the position. With one worker and a bound on nodes or playouts, a
// result is the same every time.
//
// The tree's words are the usual ones: a node is a position, an edge a move; a playout of
// mcts and puct goes down from the root, expands a leaf, evaluates it (mcts by a rollout,
// a game played out by chance) and backs its value up; visits count the playouts through
// an edge. Values of mcts and puct are chances to win from 0 to 1 for the player to move,
// so that a child's value v is 1-v for its parent; those of alphabeta are integers.
//
// A limit on time is one of the context; [Interrupted] tells it from other errors. A [Meter] paces
// the reports of a long search.
package search

// Position is a position of a game, which moves change in place.
type Position[M any] interface {
	// AppendMoves appends the moves of the player to move, in an order that depends on
	// the position alone. It may leave out moves if one of those that stay is at least
	// as good. A position that is not over has a move, and at most 32768.
	AppendMoves(moves []M) []M
	// Do makes a move that AppendMoves gave.
	Do(m M)
	// Undo takes back the last move made, which was m.
	Undo(m M)
}

// Ender knows when a game is over.
type Ender interface {
	// Terminal reports whether the game is over, and its value for the player to move.
	// That is 0, ½ or 1.
	Terminal() (value float64, over bool)
}

// Hasher is a position whose hash is the same however it came about, and, within a
// search, different for different positions.
type Hasher interface {
	Hash() uint64
}

// Keyer numbers moves.
type Keyer[M any] interface {
	// Key numbers a move, from 0: moves of one position have different keys. What is
	// learnt of a move in one position is used in others under its key.
	Key(m M) uint16
}

// Prover is a position that sometimes knows how it ends although it is not over.
type Prover interface {
	// Proof returns a proof for the player to move, or Unproved. It is asked directly
	// after AppendMoves.
	Proof() Proof
}
