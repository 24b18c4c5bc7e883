package search

import (
	"context"
	"sync"
	"sync/atomic"
)

// Board is a game of two players in turn that alpha-beta can walk. It is not safe for
// concurrent use.
type Board[M comparable] interface {
	// AppendMoves appends the moves of the player to move, at least one where the
	// position is not settled, in an order that depends on the position alone.
	AppendMoves(moves []M) []M
	// Do makes a move that AppendMoves gave; Undo takes back the last one made.
	Do(m M)
	Undo(m M)
	// Clone returns a board of its own at the same position.
	Clone() Board[M]
	// Hash tells positions apart: as good as random in all its bits.
	Hash() uint64
	// Key numbers a move: below [Keys], and different for the moves of one position.
	// What was learnt of a move elsewhere is kept under its key.
	Key(m M) uint16
	// Evaluate tells what the position is worth to the player to move. A settled value
	// is the truth: 0 for a draw, and for a win n plies from now Won-n, for a loss n-Won;
	// no moves are tried then. Another value is a guess between -Guess and Guess.
	Evaluate() (value int32, settled bool)
	// Restless reports whether a guess is not to be trusted, because the opponent threatens
	// to win at once. It is asked only where the search would otherwise end.
	Restless() bool
}

const (
	// Won is the value of a game that is won; see [Board].
	Won = 30_000
	// Guess bounds the values of positions that are not settled.
	Guess = 20_000
	// Keys bounds the keys of moves.
	Keys = 1 << 12
	// longest is how many plies a search goes ahead at most.
	longest = 96
)

// Lookout bounds an alpha-beta search.
type Lookout struct {
	// Depth is how many plies are searched at most; 0 means as many as there is time for.
	Depth int
	// Nodes ends the search when a thread has looked at so many positions; 0: at any number.
	// At least one ply is searched.
	Nodes int64
	// Threads work on the search; below 1 means 1. With one thread, and bounded by depth
	// or nodes, the result is the same every time.
	Threads int
	// Full searches every move to the full depth: nothing is reduced, and restless
	// positions are not looked into.
	Full bool
}

// Outlook is what an alpha-beta search found out.
type Outlook[M comparable] struct {
	// Line is the expected continuation, the move to make first.
	Line []M
	// Value is that of the position for the player to move; see [Board].
	Value int32
	// Depth is the number of plies searched, and Nodes of positions looked at, by all
	// threads.
	Depth int
	Nodes int64
}

// Settled reports whether the value is the truth and not a guess. A search that ends in
// repeated play may settle a value that is not 0 only.
func (o Outlook[M]) Settled() bool { return o.Value > Guess || o.Value < -Guess }

// AlphaBeta is an alpha-beta search by iterative deepening, with a hash table, principal
// variation search, killer moves, the history heuristic and late move reductions
// (T. A. Marsland, "A review of game-tree pruning", ICCA Journal 9(1), 1986; J. Schaeffer,
// "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11,
// 1989). Several threads search the same tree and share the hash table only, so that
// what one has found speeds the others up.
//
// It holds nothing but memory to be used again, which the garbage collector may take.
// The zero value is ready, and safe for concurrent use.
type AlphaBeta[M comparable] struct {
	pool  sync.Pool
	salts atomic.Uint64
}

// Run searches from the board's position, which must not be settled for lack of moves,
// until the depth is reached, the context ends, or the value is settled. All its
// goroutines have ended when it returns, and the board is as it was. When the context has
// ended already, the line is one move that may be made.
func (a *AlphaBeta[M]) Run(ctx context.Context, b Board[M], l Lookout) Outlook[M] {
	table, ok := a.pool.Get().(*hashTable)
	if !ok {
		table = new(hashTable)
	}
	defer a.pool.Put(table)
	s := &lookout[M]{Lookout: l, table: table, salt: mixed(a.salts.Add(1))}
	if s.Depth <= 0 || s.Depth > longest/2 {
		s.Depth = longest / 2
	}
	halt := context.AfterFunc(ctx, func() { s.stop.Store(true) })
	defer halt()
	if ctx.Err() != nil {
		s.stop.Store(true)
	}
	var others sync.WaitGroup
	for thread := 1; thread < l.Threads; thread++ {
		other := newDeepener(s, b.Clone())
		others.Go(func() { other.deepen(1 + thread%2) })
	}
	main := newDeepener(s, b)
	main.deepen(1)
	s.stop.Store(true)
	others.Wait()
	return s.best
}

// mixed spreads the bits of a number.
func mixed(n uint64) uint64 {
	r := Rand(n)
	return r.Uint64()
}

// lookout is one search, shared by its threads.
type lookout[M comparable] struct {
	Lookout
	table *hashTable
	salt  uint64 // of this search's hashes: what older ones left in the table is not found
	stop  atomic.Bool
	mu    sync.Mutex
	best  Outlook[M] // of the deepest iteration that was finished, or a better move of the next
}

// found takes the result of a finished iteration, if it is the deepest so far.
func (s *lookout[M]) found(line []M, value int32, depth int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if depth > s.best.Depth || len(s.best.Line) == 0 {
		s.best.Line, s.best.Value, s.best.Depth = append(s.best.Line[:0], line...), value, depth
	}
}

// improved takes a line that an iteration found to be better than the best one before,
// searched as deep, although there was no time to finish it. That all moves lose is known
// only when they have all been tried.
func (s *lookout[M]) improved(line []M, value int32, depth int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(line) > 0 && depth == s.best.Depth+1 && !s.best.Settled() && value >= -Guess {
		s.best.Line, s.best.Value = append(s.best.Line[:0], line...), value
	}
}

func (s *lookout[M]) count(nodes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.best.Nodes += nodes
}
