// Package alphabeta searches by alpha-beta, deeper and deeper: with a transposition
// table, principal variation search, aspiration windows, killer moves, the history
// heuristic, late move reductions and a quiescence search of threats (T. A. Marsland,
// "A review of game-tree pruning", ICCA Journal 9(1), 1986; J. Schaeffer, "The history
// heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11, 1989).
//
// Several workers search the same tree and share the transposition table only, so that
// what one has found speeds the others up. It suits games in which an evaluation of the
// position is cheap and tactics decide; see [Position] for what it asks of a game.
package alphabeta

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// Position is a position of a game that alpha-beta can search. It is not safe for
// concurrent use. The keys of its moves are below [Keys], and its hash is as good as
// random in all its bits.
type Position[M comparable] interface {
	search.Position[M]
	search.Hasher
	search.Keyer[M]
	Evaluator
	// Clone returns a position of its own, equal to this one.
	Clone() Position[M]
}

// Evaluator evaluates a position without making a move.
type Evaluator interface {
	// Evaluate returns the value for the player to move. An exact value is the truth: 0
	// for a draw, Win-n for a win n plies from now, n-Win for a loss; no moves are tried
	// then. Any other value is an estimate between -MaxEstimate and MaxEstimate.
	Evaluate() (value int32, exact bool)
	// Quiet reports whether an estimate is to be trusted: not where the opponent
	// threatens to win at once. It is asked only where the search would otherwise end.
	Quiet() bool
}

const (
	// Win is the value of a game that is won; see [Evaluator].
	Win = 30_000
	// MaxEstimate bounds the values of positions that are not exact.
	MaxEstimate = 20_000
	// Keys bounds the keys of moves.
	Keys = 1 << 12
	// maxPly is how many plies below the root a search goes at most.
	maxPly = 96
)

// Options bounds a search.
type Options struct {
	// Depth is the greatest number of plies; 0 means as many as there is time for.
	Depth int
	// Nodes ends the search when a worker has visited so many positions; 0: no bound. At
	// least one ply is searched.
	Nodes int64
	// Threads is the number of workers; below 1 means 1. With one, and bounded by depth
	// or nodes, the result is the same every time.
	Threads int
	// Full searches every move to the full depth: without late move reductions and
	// without quiescence search.
	Full bool
}

// Result is what a search found.
type Result[M comparable] struct {
	// Line is the principal variation, the move to make first.
	Line []M
	// Value is that of the position for the player to move; see [Evaluator].
	Value int32
	// Depth is the number of plies searched, Nodes that of positions visited by all
	// workers.
	Depth int
	Nodes int64
}

// Exact reports whether the value is a proved win or loss. A draw is never exact here,
// since a search of limited depth cannot distinguish it from an estimate of 0.
func (r Result[M]) Exact() bool { return isExact(r.Value) }

func isExact(value int32) bool { return value > MaxEstimate || value < -MaxEstimate }

// Search runs alpha-beta searches. It holds nothing but memory to be used again, which
// the garbage collector may take. The zero value is ready, and safe for concurrent use.
type Search[M comparable] struct {
	tables sync.Pool
	salts  atomic.Uint64
}

// Run searches from the position, which must have moves, until the depth is reached, the
// context ends, or the value is exact. All its goroutines have ended when it returns,
// and the position is as it was. When the context has ended already, the line is one
// legal move.
func (s *Search[M]) Run(ctx context.Context, p Position[M], o Options) Result[M] {
	t, ok := s.tables.Get().(*table)
	if !ok {
		t = new(table)
	}
	defer s.tables.Put(t)
	r := &run[M]{Options: o, table: t, salt: mixed(s.salts.Add(1))}
	if r.Depth <= 0 || r.Depth > maxPly/2 {
		r.Depth = maxPly / 2
	}
	halt := context.AfterFunc(ctx, func() { r.stop.Store(true) })
	defer halt()
	if ctx.Err() != nil {
		r.stop.Store(true)
	}
	var others sync.WaitGroup
	for thread := 1; thread < o.Threads; thread++ {
		other := &worker[M]{run: r, position: p.Clone()}
		others.Go(func() { other.deepen(1 + thread%2) })
	}
	first := &worker[M]{run: r, position: p}
	first.deepen(1)
	r.stop.Store(true)
	others.Wait()
	return r.best
}

// mixed spreads the bits of a number.
func mixed(n uint64) uint64 {
	r := search.Rand(n)
	return r.Uint64()
}

// run is one search, shared by its workers.
type run[M comparable] struct {
	Options
	table *table
	salt  uint64 // of this search's hashes: entries that older ones left are not found
	stop  atomic.Bool
	mu    sync.Mutex
	best  Result[M] // of the deepest iteration that was finished, or a better move of the next
}

// finish takes the result of a finished iteration, if it is the deepest so far.
func (r *run[M]) finish(line []M, value int32, depth int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if depth > r.best.Depth || len(r.best.Line) == 0 {
		r.best.Line, r.best.Value, r.best.Depth = append(r.best.Line[:0], line...), value, depth
	}
}

// improve takes a line that an unfinished iteration found to be better than the best
// one before, which it had searched as deep. That all moves lose is known only when
// they have all been tried.
func (r *run[M]) improve(line []M, value int32, depth int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(line) > 0 && depth == r.best.Depth+1 && !r.best.Exact() && value >= -MaxEstimate {
		r.best.Line, r.best.Value = append(r.best.Line[:0], line...), value
	}
}

func (r *run[M]) count(nodes int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.best.Nodes += nodes
}
