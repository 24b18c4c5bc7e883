// Package puct is a best-first search along a policy: it follows the moves whose value,
// and whose prior in view of their visits, are the greatest, and backs up the values of
// the positions that it comes to (D. Silver et al., "Mastering the game of Go without
// human knowledge", 2017; the constant of C. Rosin, "Multi-armed bandits with episode
// context", 2011). Instead of rollouts an evaluator, be it a network, returns a prior for
// each move and a value.
//
// Proofs are backed up as by package mcts. If the position is a search.Hasher, ways that
// lead to the same position go on in one node (B. Childs, J. Brodeur and L. Kocsis,
// "Transpositions and move groups in Monte Carlo tree search", 2008, as UCT1); then no
// position may follow from itself.
package puct

import (
	"context"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// Position is a position of a game together with its evaluator. It is not safe for
// concurrent use.
type Position[M any] interface {
	search.Position[M]
	search.Ender
	// Evaluate sets the prior of each of the moves, which AppendMoves has just given:
	// the chance that it is the best, so that they add up to 1. It returns the value for
	// the player to move, 0 to 1. The position is not over.
	Evaluate(moves []M, priors []float32) (value float32)
	// Clone returns a position of its own, equal to this one.
	Clone() Position[M]
}

// Options bounds and tunes a search. Each part can be left out, so that its worth can be
// measured.
type Options struct {
	// Playouts ends the search when so many were made; 0: only the context ends it. A
	// playout goes down the tree and adds one position, which takes one evaluation
	// unless the position is decided, or known by transposition.
	Playouts int
	// Threads is the number of workers; below 1 means 1. With one, a count of playouts
	// and the same tree to begin with the result is the same every time.
	Threads int
	// Memory bounds the tree, in bytes; 0 means DefaultMemory. The search ends when it
	// is used up.
	Memory int
	// Early ends the search when what is left cannot change the best move: the others are
	// lost, or none can become the most visited while the position is as good as won or
	// lost. Any other is searched on, since what is found is kept for the next search.
	Early bool
	// TimeLeft returns the share of the time that is left, from 1 to 0, where time and
	// not a count bounds the search. At 0 it ends; context timers fire late under load,
	// by some hundredths of a second. Nil: unknown. Only one worker calls it at a time.
	TimeLeft func() float64
	// Explore is PUCT's constant: how much a move gains by a prior that its visits do
	// not yet bear out.
	Explore float32
	// Spread is how far Explore follows the spread of the values that a position's playouts
	// came back with: at 1 it is in proportion to their standard deviation, 1 at usualSpread,
	// at 0 it is the same everywhere (D. Wu, "Other methods implemented in KataGo": "dynamic
	// variance-scaled cPUCT").
	Spread float32
	// FirstPlay is how much less than its position a move is worth that was not yet
	// tried, when all the policy's weight lies on moves that were; it grows with the
	// square root of that weight.
	FirstPlay float32
	// VirtualLoss is how many lost visits stand for a playout in flight, which sends
	// other workers elsewhere.
	VirtualLoss float32
	// NoProofs leaves out proofs: decided positions are values like others.
	NoProofs bool
	// NoTranspositions keeps positions apart to which several ways lead, although the
	// position is a search.Hasher.
	NoTranspositions bool
}

// DefaultMemory is the bound on a tree that is given no other: 64 MB, which holds about
// 100,000 positions of 100 moves.
const DefaultMemory = 64 << 20

// Search keeps its tree for the next search, which [Search.Advance] leads on to. The tree
// belongs to the garbage collector as soon as the Search is dropped. The zero value is
// ready. It is not safe for concurrent use.
type Search[M comparable] struct {
	root *node[M] // of a tree or, with transpositions, of a graph without cycles
}

// Advance follows a move of the game, so that the next Run begins with what is known of
// the position after it. What lies beside that is dropped.
func (s *Search[M]) Advance(m M) {
	if s.root != nil {
		s.root = s.root.child(m)
	}
}

// Forget drops the tree: the next Run begins anew.
func (s *Search[M]) Forget() { s.root = nil }

// Kept is about how much memory the tree takes, in bytes.
func (s *Search[M]) Kept() int {
	_, bytes := s.root.reachable()
	return bytes
}

// Run searches from the position, which must not be over, and must be the one to which
// the last Run and Advance have led unless nothing is kept. It ends by the count, the
// context, a proof, or the bound on memory. All its goroutines have ended when it
// returns, and the position is as it was. When the context has ended already, the result
// still holds the moves, and the evaluation of the position.
func (s *Search[M]) Run(ctx context.Context, p Position[M], o Options) search.Result[M] {
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	r := &run[M]{Options: o, root: s.root}
	first := newWorker(r, p)
	if r.root == nil {
		r.root = first.newRoot()
		s.root = r.root
	}
	r.transpositions, r.bytes = r.root.reachable()
	r.stop.Store(r.root.proof != search.Unproved || ctx.Err() != nil)
	halt := context.AfterFunc(ctx, func() { r.stop.Store(true) })
	defer halt()
	var others sync.WaitGroup
	for range o.Threads - 1 {
		w := newWorker(r, p.Clone())
		others.Go(w.work)
	}
	first.work()
	r.stop.Store(true)
	others.Wait()
	return r.result()
}
