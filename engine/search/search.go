// Package search has what searches of two-player games have in common. There are three searches,
// each in its own package, generic over moves; small interfaces describe the game:
//
//   - [github.com/sixfold-bot/sixfold/engine/search/alphabeta] for tactical games with a cheap
//     evaluation of positions;
//   - [github.com/sixfold-bot/sixfold/engine/search/mcts], Monte-Carlo tree search, for games
//     without any knowledge but the rules;
//   - [github.com/sixfold-bot/sixfold/engine/search/puct] for games with an evaluator, such as a
//     network, that returns a prior for each move and a value.
//
// All three have the same form: Run takes a context, a Position and Options, and returns a Result.
// Alphabeta and puct keep memory from one Run to the next in a Search, whose zero value is ready for
// use. Options.Threads is the number of workers, each with a clone of the position. A search with
// one worker and a bound on nodes or playouts is deterministic.
//
// Terms: a node is a position, an edge a move; a playout of mcts and puct descends from the root,
// expands a leaf, evaluates it (in mcts by a rollout, a random game to the end) and backs its value
// up; visits count the playouts through an edge. Values of mcts and puct are winning probabilities
// from 0 to 1 for the player to move, so a child's value v is 1-v for its parent; those of
// alphabeta are integers.
//
// Time limits are set by the context; [Interrupted] recognizes their errors. [EverySecond] paces the
// reports of a long search.
package search

import (
	"context"
	"sync/atomic"
)

// Position is a game position that moves change in place.
type Position[M any] interface {
	// AppendMoves appends the moves of the player to move, in an order that depends only on the
	// position. It may omit moves if one of the rest is at least as good. A position that is not
	// over has between 1 and 32768 moves.
	AppendMoves(moves []M) []M
	// Do makes a move returned by AppendMoves.
	Do(m M)
	// Undo takes back the last move, which was m.
	Undo(m M)
}

// Ender is a position that knows whether the game is over.
type Ender interface {
	// Terminal reports whether the game is over, and its value for the player to move: 0, ½ or 1.
	Terminal() (value float64, over bool)
}

// Hasher is a position whose hash does not depend on the order of moves and, within a search,
// differs for different positions.
type Hasher interface {
	Hash() uint64
}

// Keyer numbers moves.
type Keyer[M any] interface {
	// Key returns the key of a move, from 0. Moves of one position have different keys; statistics
	// of a move are used in other positions under its key.
	Key(m M) uint16
}

// Prover is a position that can sometimes prove its result before the game is over.
type Prover interface {
	// Proof returns a proof for the player to move, or Unproved. It is called directly after
	// AppendMoves.
	Proof() Proof
}

// Stop is a flag that ends a search. It is quicker to check at each node than a context.
type Stop struct{ atomic.Bool }

// With sets the flag when the context ends. The caller calls release after the search.
func (s *Stop) With(ctx context.Context) (release func() bool) {
	s.Store(ctx.Err() != nil)
	return context.AfterFunc(ctx, func() { s.Store(true) })
}
