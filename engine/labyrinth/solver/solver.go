// Package solver finds solutions of the China Labyrinth: transcendental ones, in which a side
// without a door has no neighbour, by backtracking ([Solver]); compact ones, which fill a given
// shape, by local search ([Compact]).
//
// The backtracking search follows E. van Zon, "Programmer's Introduction" to I Ching Connexion
// 2.3.2 (1997). It places a random first piece and then fills open cells (empty cells behind doors)
// one by one, the cell with the fewest candidates first. A group without open cells is finished,
// and the next one begins apart from it. After a limit of steps the search restarts. Ties among
// cells and candidates are broken at random; a repeated solution does not count. Unlike the
// original, the search also records which cells must be filled and which must stay empty, so that
// a table look-up gives the candidates of a cell; see plane.go.
//
// The files are options.go, solver.go (runs and restarts), order.go (preferences), backtrack.go
// (the search tree), groups.go (the end of a group), given.go and symmetry.go (constraints),
// layout.go (from the plane to a solution) and trace.go (the steps of a run, for films); shape.go
// and compact.go are the compact search.
//
// A search is determined by its seed and has no clock: contexts end it.
package solver

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// ErrNone reports that the search was exhaustive and no other solution exists.
var ErrNone = errors.New("labyrinth: no solution exists")

// ErrGaveUp reports that a long search found nothing new: either nothing at all (see
// [Options.Patience]), or so many repeated solutions that others, if any, are hard to find.
var ErrGaveUp = errors.New("labyrinth: no new solution was found")

// Solution is the 64 pieces in the order in which they were placed. Pieces of different groups
// are not neighbours, except in a compact solution.
type Solution struct {
	Pieces []board.Piece
}

// Solver finds transcendental solutions one by one, determined by its seed. None is repeated,
// even with its groups in other places. It is not safe for concurrent use. It takes about 0.5 MB,
// and some 20 MB for each million solutions.
type Solver struct {
	options Options
	order   *order
	fitting *fitting
	mirror  *reflection
	random  *rand.PCG
	ties    uint64 // random state for ties, see [Solver.choose]
	strict  bool   // see [Options.strict]

	plane   plane
	origins []board.Cell  // middles of the layers of given pieces
	base    int           // length of the trail with the given pieces alone
	doors   []int32       // open cells of the given pieces
	doorsAt []board.Doors // by cell; buffer of fingerprint
	partial bool          // solutions may be missed, so that exhaustion proves nothing

	blank   uint64                  // the piece without doors, as a set
	left    uint64                  // pieces not yet placed
	open    []int32                 // empty cells behind doors, unordered
	placed  [board.Pieces]placement // the first depth entries, in order
	depth   int
	layers  int      // number in use
	small   int      // groups on layers before this one are small ones with a hole
	rings   []uint64 // sets of pieces for the small groups, in the order in which they are tried
	begun   int      // depth at which the present group began
	most    int      // pieces of the largest finished group
	largest int      // greatest number of pieces of a group

	seen     map[uint64]struct{} // fingerprints of the solutions found
	repeats  int                 // repeated solutions since the last new one
	foundAt  int                 // steps at the last new solution
	limit    int                 // steps of this run
	steps    int                 // steps taken in this run
	cut      bool                // this run was ended early
	ctx      context.Context
	report   func() // or nil; see [Solver.Watch]
	progress Progress
	trace    *[]placement // see [Solver.Record]
}

// placement is a piece in the plane. In a trace, an at of -1 takes the last piece back.
type placement struct {
	at    int32
	doors board.Doors
}

const (
	allPieces = 1<<board.Pieces - 1
	maxOpen   = board.Pieces*board.Sides/2 + board.Sides // one for each door, and room for the writes of place
)

// New makes a solver. It returns an [*engine.Refusal] if no solution can satisfy the options, or
// if the given pieces do not fit together.
func New(o Options, seed uint64) (*Solver, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Solver{
		options: o, order: newOrder(o.preference), strict: o.strict(), random: rand.NewPCG(seed, 1),
		plane: plane{known: make([]uint16, maxLayers*layerSize)}, left: allPieces, open: make([]int32, 0, maxOpen),
		doorsAt: make([]board.Doors, maxLayers*layerSize), seen: map[uint64]struct{}{},
	}
	s.blank = 1 << s.order.number[0]
	if s.mirror = newReflection(o.Mirror, s.order); s.mirror == nil {
		s.fitting = newFitting(s.order, 0)
	} else {
		s.fitting = newFitting(s.order, s.mirror.axial)
		s.plane.markAxis(s.mirror.cells)
	}
	if s.largest = board.Pieces; s.separate() && o.Largest > 0 {
		s.largest = o.Largest
	}
	if s.separate() && o.Holed > 1 {
		s.small, s.rings = o.Holed, s.order.classes(closing)
		s.partial = true // a small group may begin with any piece, but only one is tried
	}
	if err := s.placeGiven(); err != nil {
		return nil, err
	}
	s.base, s.doors, s.limit = len(s.plane.trail), slices.Clone(s.open), o.limit()
	return s, nil
}

// Progress returns the progress since the solver was made.
func (s *Solver) Progress() Progress {
	p := s.progress
	p.Steps += s.steps
	return p
}

// Watch has report called every few thousand steps, on the goroutine of [Solver.Next]. It has no
// influence on the solutions.
func (s *Solver) Watch(report func()) { s.report = report }

// Next returns another solution. The error is [ErrNone] if it is proved that there is none,
// [ErrGaveUp] if the search gave up, or the context's.
func (s *Solver) Next(ctx context.Context) (Solution, error) {
	s.ctx = ctx
	for {
		if s.progress.Restarts%runsPerCheck == 0 && s.stopped() {
			return Solution{}, ctx.Err()
		}
		if s.run() {
			s.limit = s.options.limit()
			s.repeats, s.foundAt = 0, s.Progress().Steps
			return s.solution(), nil
		}
		switch {
		case s.cut && ctx.Err() != nil:
			return Solution{}, ctx.Err()
		case !s.cut && !s.partial && s.mirror == nil:
			return Solution{}, ErrNone
		case s.givesUp():
			return Solution{}, ErrGaveUp
		case len(s.options.Given) > 0:
			s.limit = min(s.limit+s.limit/4, 1<<60) // so that finally a run is exhaustive
		}
	}
}

// givesUp reports, after a run that found nothing new, whether to stop. If there were another
// solution, as easy to find as the known ones, all of these would be repeated ten times before it
// in only one of 20,000 searches.
func (s *Solver) givesUp() bool {
	const times, least, defaultPatience = 10, 1000, 1 << 33
	exhausted := !s.cut && len(s.options.Given) > 0 // but not proved: see partial
	return exhausted || s.repeats > max(times*len(s.seen), least) || s.Progress().Steps-s.foundAt > cmp.Or(s.options.Patience, defaultPatience)
}

// Intervals at which a search checks its context and reports progress: in runs, and in the steps
// of a long run.
const (
	runsPerCheck  = 1 << 4
	stepsPerCheck = 1 << 12
)

// stopped reports progress, and whether the context has ended.
func (s *Solver) stopped() bool {
	if s.report != nil {
		s.report()
	}
	return s.ctx.Err() != nil
}

// run searches once from the given pieces, or from a random first piece.
func (s *Solver) run() bool {
	s.reset()
	if !s.options.Ordered {
		s.ties = s.random.Uint64()
	}
	if len(s.options.Given) > 0 {
		return s.extend()
	}
	switch { // not the blank, which is a group by itself
	case s.small > 0:
		return s.beginGroup(s.preferred(s.left &^ s.blank))
	case s.mirror != nil:
		return s.beginGroup(s.pick(s.mirror.axial &^ s.blank))
	default:
		return s.beginGroup(s.order.number[1+s.below(board.Pieces-1)])
	}
}

// reset removes all pieces except the given ones.
func (s *Solver) reset() {
	given := len(s.options.Given)
	s.progress.Restarts++
	s.progress.Steps += s.steps
	s.plane.undo(s.base)
	s.open = append(s.open[:0], s.doors...)
	s.left, s.steps, s.cut, s.depth = allPieces, 0, false, given
	s.layers, s.begun, s.most = len(s.origins), given, 0
	for _, p := range s.placed[:given] {
		s.left &^= 1 << s.order.number[p.doors]
	}
	if s.trace != nil {
		*s.trace = (*s.trace)[:0]
	}
}
