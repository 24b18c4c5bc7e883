// Package puct is a Monte-Carlo tree search guided by a policy: it descends by value plus a bonus
// for a high prior with few visits, and backs up the values of the positions that it reaches (D.
// Silver et al., "Mastering the game of Go without human knowledge", 2017; the exploration constant
// of C. Rosin, "Multi-armed bandits with episode context", 2011). Instead of rollouts an evaluator,
// such as a network, returns a prior for each move and a value.
//
// Proofs are backed up as by package mcts. If the position is a search.Hasher, transpositions share
// one node (B. Childs, J. Brodeur and L. Kocsis, "Transpositions and move groups in Monte Carlo
// tree search", 2008, as UCT1); then no position may follow from itself.
package puct

import (
	"context"
	"math"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// Position is a game position with its evaluator. It is not safe for concurrent use.
type Position[M any] interface {
	search.Position[M]
	search.Ender
	// Evaluate sets the prior of each move: the probability that it is the best, so that they add
	// up to 1. The moves are those that AppendMoves has just returned, and the game is not over. It
	// returns the value for the player to move, 0 to 1.
	Evaluate(moves []M, priors []float32) (value float32)
	// Clone returns an independent copy.
	Clone() Position[M]
}

// Options bounds and tunes a search. Each part can be disabled, so that its worth can be measured.
type Options struct {
	// Playouts ends the search after that many; 0: only the context ends it. A playout descends the
	// tree and adds one position, at the cost of one evaluation unless the position is decided or
	// is a transposition.
	Playouts int
	// Threads is the number of workers; below 1 means 1. A search with one worker, a count of
	// playouts and the same initial tree is deterministic.
	Threads int
	// Memory bounds the tree in bytes; 0: no bound. The search ends when it is used up.
	Memory int
	// Early ends the search when the best move can no longer change: the others are lost, or none
	// can become the most visited and the position is nearly won or lost. Other positions are
	// searched on, since the tree serves the next search.
	Early bool
	// TimeLeft, if not nil, returns the share of the time that is left, from 1 to 0, for a search
	// bounded by time. At 0 the search ends; context timers can fire some hundredths of a second
	// late under load. Only one worker calls it at a time.
	TimeLeft func() float64
	// Explore is PUCT's constant, the weight of the bonus for a high prior with few visits.
	Explore float32
	// Spread scales Explore with the standard deviation of a position's values: at 1
	// proportionally, with factor 1 at usualSpread; at 0 not at all (D. Wu, "Other methods
	// implemented in KataGo": "dynamic variance-scaled cPUCT").
	Spread float32
	// FirstPlay is how far an untried move is rated below its position when the tried moves have
	// all of the policy's weight; the difference is proportional to the square root of that weight.
	FirstPlay float32
	// NoProofs disables proofs: decided positions are values like others.
	NoProofs bool
	// NoTranspositions disables transpositions although the position is a search.Hasher.
	NoTranspositions bool
}

// Search keeps its tree for the next search, after [Search.Advance]. The zero value is ready for
// use. It is not safe for concurrent use.
type Search[M comparable] struct {
	root *node[M] // of a tree or, with transpositions, of a directed acyclic graph
}

// Advance makes the position after a move the root of the tree and drops the other moves.
func (s *Search[M]) Advance(m M) {
	if s.root != nil {
		s.root = s.root.child(m)
	}
}

// Forget drops the tree.
func (s *Search[M]) Forget() { s.root = nil }

// Kept returns the approximate memory of the tree in bytes.
func (s *Search[M]) Kept() int {
	_, bytes := s.root.reachable()
	return bytes
}

// Run searches the position, which must not be over. Unless the tree is empty, it must be the
// position reached by the last Run and the Advances since. The search ends by the count, the
// context, a proof, or the memory bound. When Run returns, its goroutines have ended and the
// position is unchanged. If the context has ended already, the result still has the moves and the
// position's evaluation.
func (s *Search[M]) Run(ctx context.Context, p Position[M], o Options) search.Result[M] {
	r := &run[M]{Options: o, root: s.root}
	first := newWorker(r, p)
	if r.root == nil {
		first.moves = p.AppendMoves(nil)
		r.root = first.evaluate(first.hash())
		s.root = r.root
	}
	r.transpositions, r.bytes = r.root.reachable()
	defer r.stop.With(ctx)()
	if r.root.proof != search.Unproved {
		r.stop.Store(true)
	}
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

// run is one search, shared by its workers. An evaluation takes a hundred times as long as a
// descent of the tree, so one lock for the whole tree is rarely contended.
type run[M comparable] struct {
	Options
	stop search.Stop

	mu             sync.Mutex // guards the following fields and the tree
	root           *node[M]
	transpositions map[uint64]*node[M] // by hash
	bytes          int
	begun          int // playouts begun
	done           int // playouts finished
}

// lookup returns the node of a position in the tree, with its value and proof; nil if there is
// none.
func (r *run[M]) lookup(hash uint64) (n *node[M], value float32, proof search.Proof) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch n = r.transpositions[hash]; {
	case n == nil:
		return nil, 0, search.Unproved
	case n.proof != search.Unproved:
		return n, float32(n.proof.Value()), n.proof
	default:
		return n, n.mean(), search.Unproved
	}
}

// insert adds a node to the tree and returns it. If another worker has added its position first, it
// returns that node.
func (r *run[M]) insert(n *node[M]) *node[M] {
	if n.hash != 0 {
		if first := r.transpositions[n.hash]; first != nil {
			return first
		}
		r.transpositions[n.hash] = n
	}
	r.bytes += n.size()
	return n
}

// decided reports whether time is over or the best move can no longer change.
func (r *run[M]) decided() bool {
	if r.TimeLeft != nil && r.TimeLeft() <= 0 {
		return true
	}
	if !r.Early {
		return false
	}
	left := math.Inf(1)
	if value := r.root.mean(); math.Abs(float64(value)-0.5) > openMargin {
		left = r.playoutsLeft()
	}
	return search.Decided(r.root.moves(), left, solePlayouts)
}

// openMargin is the distance from an even value up to which a position is searched to the end.
// Ending every search whose move could no longer change lost 20 of 28 games on 11x11 at half a
// second a move, since the kept tree grows too little.
const openMargin = 0.45

// solePlayouts is the number of playouts for an only move, of which just the value is wanted.
const solePlayouts = 32

// playoutsLeft returns the greatest number of playouts that may follow.
func (r *run[M]) playoutsLeft() float64 {
	most := math.Inf(1)
	if r.Playouts > 0 {
		most = float64(r.Playouts - r.done)
	}
	if r.TimeLeft != nil {
		if left := r.TimeLeft(); left < 1 {
			most = min(most, float64(r.done)*left/(1-left))
		}
	}
	return most
}

// result reads the tree. All workers have ended.
func (r *run[M]) result() search.Result[M] {
	result := search.Result[M]{Moves: r.root.moves(), Proof: r.root.proof, Playouts: r.done}
	result.Best = search.Best(result.Moves)
	result.Value = result.Moves[result.Best].Value
	switch {
	case result.Proof != search.Unproved:
		result.Value = result.Proof.Value()
	case result.Moves[result.Best].Visits == 0:
		result.Value = float64(r.root.mean())
	}
	result.Line = r.root.line()
	return result
}
