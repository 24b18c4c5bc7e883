// Package solver finds solutions of the China Labyrinth: transcendental ones, in which a
// side without a door has no neighbour, by backtracking ([Solver]); compact ones, which
// fill a given shape, by local search ([Compact]).
//
// The backtracking search follows E. van Zon, "Programmer's Introduction" to I Ching
// Connexion 2.3.2 (1997). It places a random first piece and then fills open cells (empty
// cells to which a door leads) one by one, the cell with the fewest candidates first. A
// group without open cells is finished, and the next one begins apart from it. After a
// limit of steps the search restarts. Where cells or candidates are equally good, it picks
// one at random; a solution that was found before does not count. New is what it knows of
// cells: not only where pieces lie, but also which cells must be filled and which must stay
// empty, so that the candidates of a cell are one look into a table; see plane.go.
//
// The files: options.go (what is asked for), solver.go (runs and restarts), order.go (the
// pieces by preference), backtrack.go (the search tree), groups.go (when a group is
// finished), given.go and symmetry.go (constraints), layout.go (from the search's plane to a
// solution), trace.go (the steps of a run, for films); shape.go and compact.go are the
// compact search.
//
// A search is determined by its seed and measures no time: contexts end it. The package
// draws nothing.
package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// ErrNone reports that the search was exhaustive, and that there is no other such solution.
var ErrNone = errors.New("labyrinth: no solution exists")

// ErrGaveUp reports that a long search found nothing new: nothing at all (see
// [Options.Patience]), or solutions that were found before, so often that others, if there
// are any, are hard to find.
var ErrGaveUp = errors.New("labyrinth: no new solution was found")

// Solution is 64 pieces in the order in which they were placed, none beside one of another
// group.
type Solution struct {
	Pieces []board.Piece
}

// Solver finds transcendental solutions one after the other; a seed always gives the same
// ones. None comes twice, even with its groups elsewhere. It is not safe for concurrent
// use, and takes about 0.5 MB, and some 20 MB more for a million solutions.
type Solver struct {
	// OnProgress, if not nil, is called every few thousand steps, on the goroutine of
	// [Solver.Next]. What is found does not depend on it.
	OnProgress func(Progress)

	options Options
	order   *order
	fitting *fitting
	mirror  *reflection
	random  *rand.PCG
	ties    uint64 // random too, see [Solver.choose]
	strict  bool   // see [Options.strict]

	plane   plane
	origins []board.Cell  // of the layers of given pieces
	base    int           // length of the trail with the given pieces alone,
	doors   []int32       // and their open cells
	lying   []board.Doors // by place: scratch of fingerprint
	partial bool          // solutions may have been missed: nothing is proved

	blank   uint64                  // the piece without doors, as a set
	left    uint64                  // pieces not yet placed
	open    []int32                 // cells to which doors lead, in no order
	placed  [board.Pieces]placement // the first depth of them, in this order
	depth   int
	layers  int      // in use
	small   int      // the groups before this layer are small ones with a hole:
	rings   []uint64 // sets of pieces that are tried for them, one after the other
	begun   int      // depth at which the present group began
	most    int      // pieces of the largest finished group
	largest int      // pieces that a group may have

	seen     map[uint64]struct{} // fingerprints of the solutions found
	again    int                 // how many of them came again since the last new one,
	since    int                 // which was found after so many steps
	limit    int                 // of the steps of this run
	steps    int                 // of this run
	cut      bool
	ctx      context.Context
	progress Progress
	trace    *[]placement // see [Solver.Record]
}

// placement is a piece in the plane; in a trace a place of -1 takes the last one back.
type placement struct {
	at    int32
	doors board.Doors
}

const (
	allPieces = 1<<board.Pieces - 1
	maxOpen   = board.Pieces*board.Sides/2 + board.Sides // one for each door, and room to write
)

// New refuses, with an [*engine.Refusal], options that no solution can meet and given
// pieces that do not fit together.
func New(o Options, seed uint64) (*Solver, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Solver{
		options: o, order: newOrder(o.preference), strict: o.strict(), random: rand.NewPCG(seed, 1),
		plane: newPlane(), left: allPieces, open: make([]int32, 0, maxOpen),
		lying: make([]board.Doors, maxLayers*layerSize), seen: map[uint64]struct{}{},
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
		s.partial = true // a small group may begin with any piece
	}
	if err := s.placeGiven(); err != nil {
		return nil, err
	}
	s.base, s.doors, s.limit = len(s.plane.trail), slices.Clone(s.open), o.limit()
	return s, nil
}

// Progress is what the solver has done since it was made.
func (s *Solver) Progress() Progress {
	p := s.progress
	p.Steps += s.steps
	return p
}

// Next finds another solution. The error is [ErrNone] if it is proved that there is none,
// [ErrGaveUp] if none was found for long, or the context's.
func (s *Solver) Next(ctx context.Context) (Solution, error) {
	s.ctx = ctx
	for {
		if s.progress.Restarts%runsPerCheck == 0 && s.stopped() {
			return Solution{}, ctx.Err()
		}
		if s.run() {
			s.limit = s.options.limit()
			s.again, s.since = 0, s.Progress().Steps
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
			s.limit = min(s.limit+s.limit/4, 1<<60) // in the end a run is exhaustive
		}
	}
}

// givesUp reports, after a run that found nothing new, whether another one is in vain. Were
// there one more solution, as easy to find as those that were found, all of these would not
// come ten times before it but once in 20,000 searches.
func (s *Solver) givesUp() bool {
	const times, least = 10, 1000
	exhausted := !s.cut && len(s.options.Given) > 0 // but solutions may have been missed
	return exhausted || s.again > max(times*len(s.seen), least) || s.Progress().Steps-s.since > s.options.patience()
}

// How often a search looks at its context and reports progress: in runs, and in steps of
// a long run.
const (
	runsPerCheck  = 1 << 4
	stepsPerCheck = 1 << 12
)

// stopped reports progress, and whether the context has ended.
func (s *Solver) stopped() bool {
	if s.OnProgress != nil {
		s.OnProgress(s.Progress())
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
	switch { // the blank would be a group by itself
	case s.small > 0:
		return s.beginGroup(s.preferred(s.left &^ s.blank))
	case s.mirror != nil:
		return s.beginGroup(s.pick(s.mirror.axial &^ s.blank))
	default:
		return s.beginGroup(s.order.number[1+s.below(board.Pieces-1)])
	}
}

// reset takes back all but the given pieces.
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
