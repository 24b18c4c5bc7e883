// Package alphabeta is an iterative-deepening alpha-beta search with a transposition table,
// principal variation search, aspiration windows, killer moves, the history heuristic, late move
// reductions and a quiescence search of threats (T. A. Marsland, "A review of game-tree pruning",
// ICCA Journal 9(1), 1986; J. Schaeffer, "The history heuristic and alpha-beta search enhancements
// in practice", IEEE PAMI 11, 1989).
//
// Several workers search the same tree and share only the transposition table. The search suits
// tactical games with a cheap evaluation; see [Position] for its requirements.
package alphabeta

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// Position is a game position that alpha-beta can search, and evaluate without making a move. It is
// not safe for concurrent use. Keys of moves are below [Keys]; all bits of the hash are
// pseudo-random.
type Position[M comparable] interface {
	search.Position[M]
	search.Hasher
	search.Keyer[M]
	// Clone returns an independent copy.
	Clone() Position[M]
	// Evaluate returns the value for the player to move. An exact value is final: 0 for a draw,
	// Win-n for a win n plies from now, n-Win for a loss; no moves are tried then. Any other value
	// is an estimate between -MaxEstimate and MaxEstimate.
	Evaluate() (value int32, exact bool)
	// Quiet reports whether the estimate is reliable; it is not while the opponent threatens an
	// immediate win. Called only at the end of a line of search.
	Quiet() bool
}

const (
	// Win is the value of a won game; see [Position].
	Win = 30_000
	// MaxEstimate bounds the values of positions that are not exact.
	MaxEstimate = 20_000
	// Keys is the bound of the keys of moves.
	Keys = 1 << 12
	// maxPly is the greatest distance from the root in plies.
	maxPly = 96
)

// Options bounds a search.
type Options struct {
	// Depth is the greatest depth in plies; 0 means that time alone bounds it.
	Depth int
	// Nodes ends the search when a worker has visited that many positions; 0: no bound. At least
	// one ply is searched.
	Nodes int64
	// Threads is the number of workers; below 1 means 1. A search with one worker that is bounded
	// by depth or nodes is deterministic.
	Threads int
	// Full searches every move to the full depth, without late move reductions and quiescence
	// search.
	Full bool
}

// Result is the result of a search.
type Result[M comparable] struct {
	// Line is the principal variation; its first move is the one to make.
	Line []M
	// Value is the position's value for the player to move; see [Position].
	Value int32
	// Depth is the number of plies searched, Nodes the number of positions visited by all workers.
	Depth int
	Nodes int64
}

// Exact reports whether the value is a proven win or loss. A draw is never exact, since a search of
// limited depth cannot distinguish it from an estimate of 0.
func (r Result[M]) Exact() bool { return isExact(r.Value) }

func isExact(value int32) bool { return value > MaxEstimate || value < -MaxEstimate }

// Search runs alpha-beta searches. It holds only reusable memory, which the garbage collector may
// free. The zero value is ready for use, also concurrently.
type Search[M comparable] struct {
	tables sync.Pool
	salts  atomic.Uint64
}

// Run searches the position, which must have moves, until the depth is reached, the context ends,
// or the value is exact. When it returns, its goroutines have ended and the position is unchanged.
// If the context has ended already, the line is one legal move.
func (s *Search[M]) Run(ctx context.Context, p Position[M], o Options) Result[M] {
	t, ok := s.tables.Get().(*table)
	if !ok {
		t = new(table)
	}
	defer s.tables.Put(t)
	salt := search.Rand(s.salts.Add(1))
	r := &run[M]{Options: o, table: t, salt: salt.Uint64()}
	if r.Depth <= 0 || r.Depth > maxPly/2 {
		r.Depth = maxPly / 2
	}
	defer r.stop.With(ctx)()
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

// run is one search, shared by its workers.
type run[M comparable] struct {
	Options
	table *table
	salt  uint64 // mixed into the hashes, so that entries of earlier searches are not found
	stop  search.Stop
	mu    sync.Mutex
	best  Result[M] // of the deepest finished iteration, or with a better line of the next one
}

// finish records the result of a finished iteration if it is the deepest so far.
func (r *run[M]) finish(line []M, value int32, depth int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if depth > r.best.Depth || len(r.best.Line) == 0 {
		r.best.Line, r.best.Value, r.best.Depth = append(r.best.Line[:0], line...), value, depth
	}
}

// improve records a line that an unfinished iteration found to be better than the last iteration's
// best move, which it had searched to the same depth. A loss is not recorded: it is certain only
// when all moves have been tried.
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

// table is a lock-free transposition table: an entry with halves written by different workers does
// not match its key (R. Hyatt and T. Mann, "A lock-less transposition table implementation for
// parallel search", ICGA Journal 25(1), 2002).
type table struct {
	slots [tableSlots]slot
}

// tableSlots is 16 MiB in slots of 16 bytes; a search of 2 s on two cores fills it once.
const tableSlots = 1 << 20

type slot struct{ key, data atomic.Uint64 }

// bound is the relation of a stored value to the true one.
type bound uint8

const (
	noBound bound = iota
	exactValue
	atLeast
	atMost
)

// entry is the data stored for a position.
type entry struct {
	move  uint16 // key plus one; 0: none
	value int16  // wins and losses counted from the position
	depth uint8
	bound bound
}

func (t *table) get(hash uint64) (entry, bool) {
	s := &t.slots[hash%tableSlots]
	data := s.data.Load()
	if s.key.Load()^data != hash {
		return entry{}, false
	}
	return entry{uint16(data), int16(data >> 16), uint8(data >> 32), bound(data >> 40)}, true
}

// put stores an entry, unless the slot has a deeper one of the same position and the new one is not
// exact.
func (t *table) put(hash uint64, e entry) {
	s := &t.slots[hash%tableSlots]
	if old := s.data.Load(); s.key.Load()^old == hash && uint8(old>>32) > e.depth && e.bound != exactValue {
		return
	}
	data := uint64(e.move) | uint64(uint16(e.value))<<16 | uint64(e.depth)<<32 | uint64(e.bound)<<40
	s.data.Store(data)
	s.key.Store(hash ^ data)
}
