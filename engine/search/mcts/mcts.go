// Package mcts is a Monte-Carlo tree search in the usual four steps (selection, expansion, rollout,
// backup), with
//   - RAVE: the value of a move is blended with the value of all rollouts in which the
//     same player made it later (S. Gelly and D. Silver, "Monte-Carlo tree search and
//     rapid action value estimation in computer Go", 2011, with their schedule of least
//     mean squared error);
//   - a solver: proven wins, losses and draws are backed up (M. Winands, Y. Björnsson and
//     J.-T. Saito, "Monte-Carlo tree search solver", 2008);
//   - several workers on one tree, with a lock for each node and virtual loss.
//
// Optional interfaces of positions extend it: [Tracer] for RAVE, [Heuristic] for priors, and
// search.Prover for positions that are decided early.
package mcts

import (
	"cmp"
	"context"
	"math"
	"sync"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// Position is a game position that supports random rollouts. It is not safe for concurrent use.
type Position[M any] interface {
	search.Position[M]
	search.Ender
	// Rollout plays to the end by the game's rollout policy and returns the final value for the
	// player to move. It leaves the position unchanged.
	Rollout(r *search.Rand) float64
	// Clone returns an independent copy.
	Clone() Position[M]
}

// Tracer is a position whose rollouts can feed RAVE. Keys of moves are below 65536, and equal keys
// mean the same move.
type Tracer[M any] interface {
	search.Keyer[M]
	// Turn numbers the player to move, 0 or 1.
	Turn() int
	// Trace returns, by key, who made the move between the search's root and the end of the last
	// rollout: 1 + Turn of that player, or 0 for nobody. It is valid until the next rollout.
	Trace() []uint8
}

// Heuristic is a position with prior values for its moves.
type Heuristic[M any] interface {
	// Priors sets the prior of each move; the moves are those of AppendMoves.
	Priors(moves []M, priors []Prior)
}

// Prior stands for Weight rollouts with mean Value for the player who makes the move. The zero
// value is no prior.
type Prior struct{ Value, Weight float32 }

// Options bounds and tunes a search. The zero value of each field but Playouts is usable.
type Options struct {
	// Playouts ends the search after that many; 0: only the context ends it.
	Playouts int
	// Threads is the number of workers; below 1 means 1. A search with one worker and a count of
	// playouts is determined by the seed.
	Threads int
	Seed    uint64
	// Memory bounds the tree in bytes; 0 means [DefaultMemory]. When it is used up the search goes
	// on without growing its tree.
	Memory int
	// Early ends the search when the remaining playouts cannot change the best move: the others are
	// lost, or none can become the most visited.
	Early bool
	// Expand is the number of rollouts from a position before it becomes a node.
	Expand int
	// Explore is UCT's exploration constant.
	Explore float32
	// RAVE blends in the values of moves made later, if the position is a [Tracer]. Bias is four
	// times the assumed squared error of those values: the greater it is, the sooner a move's own
	// value outweighs them.
	RAVE bool
	Bias float32
	// FirstPlay is the value of a move without visits and priors.
	FirstPlay float32
}

// DefaultMemory is the default bound of the tree: 192 MiB.
const DefaultMemory = 192 << 20

// Run searches the position, which must not be over, until the playouts are made, the context ends,
// or the result is proven. When it returns, its goroutines have ended and the position is
// unchanged. If the context has ended already, the result still has the moves with their priors.
func Run[M any](ctx context.Context, p Position[M], o Options) search.Result[M] {
	r := &run[M]{Options: o}
	r.left.Store(int64(cmp.Or(o.Memory, DefaultMemory)))
	first := newWorker(r, p, 0)
	r.root = first.newNode()
	defer r.stop.With(ctx)()
	var others sync.WaitGroup
	for thread := 1; thread < o.Threads; thread++ {
		w := newWorker(r, p.Clone(), thread)
		others.Go(w.work)
	}
	first.work()
	r.stop.Store(true)
	others.Wait()
	return r.result()
}

// run is one search, shared by its workers.
type run[M any] struct {
	Options
	root  *node[M]
	left  atomic.Int64 // bytes of memory; negative when it is used up
	begun atomic.Int64 // playouts begun
	done  atomic.Int64 // playouts finished
	stop  search.Stop
}

// solePlayouts is the number of playouts for an only move, of which just the value is wanted.
const solePlayouts = 256

// decided reports whether the best move can no longer change.
func (r *run[M]) decided(done int64) bool {
	if !r.Early {
		return false
	}
	left := math.Inf(1)
	if r.Playouts > 0 {
		left = float64(int64(r.Playouts) - done)
	}
	r.root.mu.Lock()
	defer r.root.mu.Unlock()
	return search.Decided(r.root.moves(&r.Options), left, solePlayouts)
}

// result reads the tree. All workers have ended.
func (r *run[M]) result() search.Result[M] {
	result := search.Result[M]{Moves: r.root.moves(&r.Options), Proof: r.root.proof, Playouts: int(r.done.Load())}
	result.Best = search.Best(result.Moves)
	result.Value = result.Moves[result.Best].Value
	if result.Proof != search.Unproved {
		result.Value = result.Proof.Value()
	}
	result.Line = r.line()
	return result
}

func (r *run[M]) line() []M {
	var line []M
	n := r.root
	for len(n.edges) > 0 {
		e := &n.edges[search.Best(n.moves(&r.Options))]
		if n != r.root && e.visits == 0 {
			break
		}
		line = append(line, e.move)
		if e.child == nil {
			break
		}
		n = e.child
	}
	return line
}
