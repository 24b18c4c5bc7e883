package puct

import (
	"math"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
)

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
