package labyrinth

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// ErrNone says that every way was tried, and that there is no such solution.
var ErrNone = errors.New("labyrinth: no solution exists")

// Solver finds transcendental solutions, one after the other, by the same seed the same
// ones. It lays a first piece by chance and then, again and again, fills the door for
// which there are fewest candidates; where a group has no open doors left, the next one
// begins apart. After a number of steps it begins anew. That is the algorithm of E. van
// Zon (I Ching Connexion, 1997); new is that not only cells with pieces are known, but
// also those that will have one and those that never will: the candidates of a cell are
// then one look into a table.
//
// A solver is not safe for concurrent use. It takes about 1 MB.
type Solver struct {
	search  Search
	classes []uint64
	mirror  *mirrored
	random  *rand.PCG
	plane   plane
	origins []Cell  // of the layers of given pieces
	base    int     // length of the trail when only those lie,
	doors   []int32 // and their open doors
	guarded bool    // the end of a layer is in the way of pieces: nothing is proved

	left   uint64              // pieces not yet laid
	open   [Pieces + 1][]int32 // by pieces laid: the open doors
	laid   [Pieces]position    // in this order
	depth  int                 // how many are laid
	layers int                 // in use
	begun  int                 // depth at which the present group began
	most   int                 // pieces of the largest group, of those that are closed

	limit    int // of steps, now
	steps    int // of this search
	cut      bool
	ctx      context.Context
	progress Progress
	trace    *[]event
}

// position is a piece in the plane.
type position struct {
	at    int32
	doors Doors
}

// event is a piece laid (or, with -1 for its place, taken back), for films.
type event = position

const allPieces = 1<<Pieces - 1

// Steps between looks at the context.
const lookEvery = 1 << 12

// mostEvents of a film, 8 MB: a search from given pieces may go on without end.
const mostEvents = 1 << 20

// NewSolver refuses, with an [*engine.Refusal], options that cannot be and given pieces
// that do not go together.
func NewSolver(o Search, seed uint64) (*Solver, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &Solver{
		search: o, classes: o.classes(), mirror: newMirrored(o.Mirror),
		random: rand.NewPCG(seed, 1), plane: newPlane(), left: allPieces,
	}
	for i := range s.open {
		s.open[i] = make([]int32, 0, Pieces)
	}
	if err := s.give(); err != nil {
		return nil, err
	}
	s.base, s.doors, s.limit = len(s.plane.trail), slices.Clone(s.open[s.depth]), o.limit()
	return s, nil
}

// Progress tells what the solver has done since it was made.
func (s *Solver) Progress() Progress {
	p := s.progress
	p.Steps += s.steps
	return p
}

// Next finds the next solution. The error is [ErrNone] if it is proved that there is
// none, or the context's.
func (s *Solver) Next(ctx context.Context) (Solution, error) {
	s.ctx = ctx
	for {
		if s.progress.Restarts&0xf == 0 && ctx.Err() != nil {
			return Solution{}, ctx.Err()
		}
		if s.attempt() {
			s.limit = s.search.limit()
			return s.solution(), nil
		}
		switch {
		case ctx.Err() != nil && s.cut:
			return Solution{}, ctx.Err()
		case !s.cut && !s.guarded && s.search.Mirror == NoMirror:
			return Solution{}, ErrNone
		case len(s.search.Given) > 0:
			s.limit = min(s.limit+s.limit/4, 1<<60) // so that the whole is tried in the end
		}
	}
}

// attempt searches once, from the given pieces.
func (s *Solver) attempt() bool {
	given := s.search.Given
	s.progress.Restarts++
	s.progress.Steps += s.steps
	s.plane.forget(s.base)
	s.left, s.steps, s.cut, s.depth = allPieces, 0, false, len(given)
	s.layers, s.begun, s.most = len(s.origins), len(given), 0
	for _, p := range s.laid[:len(given)] {
		s.left &^= 1 << p.doors
	}
	if s.trace != nil {
		*s.trace = (*s.trace)[:0]
	}
	if len(given) > 0 {
		s.open[s.depth] = append(s.open[s.depth][:0], s.doors...)
		return s.fill()
	}
	first := s.left &^ 1
	if s.mirror != nil {
		first &= s.mirror.itself
	}
	return s.begin(s.any(first))
}

// fill lays pieces until all lie.
func (s *Solver) fill() bool {
	open := s.open[s.depth]
	switch {
	case s.left == 0:
		return len(open) == 0 && s.accept()
	case len(open) == 0:
		return s.close()
	}
	which, set := s.demand(open)
	if set == 0 {
		return false
	}
	at := open[which]
	open[which] = open[len(open)-1]
	s.open[s.depth] = open[:len(open)-1]
	for set != 0 {
		if s.stop() {
			return false
		}
		d := s.best(set)
		set &^= 1 << d
		if s.lay(at, d) {
			return true
		}
	}
	return false
}

// demand chooses the open door to fill, and tells the candidates; none if there is a
// door for which there are none.
func (s *Solver) demand(open []int32) (which int, set uint64) {
	least, enough := Pieces+1, 1
	if !s.search.Demand {
		enough = Pieces
	}
	left, known := s.left, s.plane.known
	for i, at := range open {
		x := fitting[known[at]&knownSides] & left
		if s.mirror != nil {
			x &= s.half(at)
		}
		if n := bits.OnesCount64(x); n < least {
			which, least, set = i, n, x
			if n <= enough {
				break
			}
		}
	}
	return which, set
}

// half is the pieces that may lie on a cell for the mirror's sake: on the line those that
// are their own images.
func (s *Solver) half(at int32) uint64 {
	if s.image(at) == at {
		return s.mirror.itself
	}
	return ^s.mirror.itself
}

// stop reports whether the search is to begin anew.
func (s *Solver) stop() bool {
	if s.steps >= s.limit || s.steps%lookEvery == lookEvery-1 && s.ctx.Err() != nil {
		s.cut = true
	}
	return s.cut
}

// lay lays a piece on a cell that is known to be filled, and in a mirror its image;
// then it goes on. It leaves no trace where that fails.
func (s *Solver) lay(at int32, d Doors) bool {
	trail, depth := len(s.plane.trail), s.depth
	s.put(at, d)
	if s.mirror != nil {
		if image := s.image(at); image != at {
			s.drop(image)
			s.put(image, s.mirror.images[d])
		}
	}
	if s.fill() {
		return true
	}
	s.plane.forget(trail)
	for s.depth > depth {
		s.depth--
		s.left |= 1 << s.laid[s.depth].doors
		s.note(event{-1, 0})
	}
	return false
}

// put lays a piece and settles what is around it.
func (s *Solver) put(at int32, d Doors) {
	s.steps++
	s.left &^= 1 << d
	s.laid[s.depth] = position{at, d}
	s.note(s.laid[s.depth])
	open := s.open[s.depth]
	s.depth++
	s.progress.Best = max(s.progress.Best, s.depth)
	open = append(s.open[s.depth][:0], open...)
	known := s.plane.known[at]
	for side := ^(known | known>>Sides) & uint16(allDoors); side != 0; side &= side - 1 {
		i := bits.TrailingZeros16(side)
		next := at + reach[i]
		if d>>i&1 != 0 {
			s.plane.settle(next, sidesFull)
			open = append(open, next)
		} else {
			s.plane.settle(next, sidesEmpty)
		}
	}
	s.open[s.depth] = open
}

// note keeps an event for a film, which ends where there are too many.
func (s *Solver) note(e event) {
	if s.trace != nil && len(*s.trace) < mostEvents {
		*s.trace = append(*s.trace, e)
	}
}

// close goes on, where no door is open, with a new group.
func (s *Solver) close() bool {
	if s.hopeless() || s.stop() {
		return false
	}
	most := s.most
	s.most = max(most, s.depth-s.begun)
	set := s.left
	if s.mirror != nil && set&s.mirror.itself != 0 {
		set &= s.mirror.itself
	}
	done := s.begin(s.best(set))
	s.most = most
	return done
}

// hopeless tells, when a group is closed, whether the rest cannot become what is asked
// for. The piece without doors is a group by itself.
func (s *Solver) hopeless() bool {
	if !s.free() {
		return false
	}
	rest := bits.OnesCount64(s.left &^ 1)
	more := min(rest, 1) + int(s.left&1)
	if s.search.Groups > 0 && s.layers+more > s.search.Groups {
		return true
	}
	size := s.depth - s.begun
	return s.search.Largest > 0 && (size > s.search.Largest || max(size, s.most, rest) < s.search.Largest)
}

// free reports whether each layer in use holds one group.
func (s *Solver) free() bool { return len(s.search.Given) == 0 && s.mirror == nil }

// accept reports whether a solution is what was asked for.
func (s *Solver) accept() bool {
	o := s.search
	if o.Groups == 0 && o.Largest == 0 && !s.framed() {
		return true
	}
	groups, largest := s.layers, max(s.most, s.depth-s.begun)
	if !s.free() {
		r, err := Validate(s.solution().Pieces, false)
		if err != nil {
			return false
		}
		groups, largest = r.Groups, r.Sizes[0]
	}
	if o.Groups > 0 && groups != o.Groups || o.Largest > 0 && largest != o.Largest {
		return false
	}
	fits := !s.framed() || pack(s.parts(), o.Frame)
	s.guarded = s.guarded || !fits
	return fits
}

// begin lays the first piece of a group, on a layer of its own.
func (s *Solver) begin(d Doors) bool {
	if s.layers == mostLayers {
		s.cut = true
		return false
	}
	at := cellAt(s.layers, Cell{})
	if s.mirror != nil && s.mirror.itself>>d&1 == 0 {
		at = cellAt(s.layers, s.search.Mirror.beside())
	}
	begun, trail := s.begun, len(s.plane.trail)
	s.begun = s.depth
	s.layers++
	s.plane.settle(at, sidesFull)
	if s.mirror != nil && s.image(at) != at {
		s.plane.settle(s.image(at), sidesFull)
	}
	if s.lay(at, d) {
		return true
	}
	s.plane.forget(trail)
	s.layers--
	s.begun = begun
	return false
}

// image is the cell's in the mirror of its layer.
func (s *Solver) image(at int32) int32 {
	layer, c := cellOf(at)
	return cellAt(layer, s.search.Mirror.cell(c))
}

// drop takes a cell from the open doors.
func (s *Solver) drop(at int32) {
	open := s.open[s.depth]
	for i, c := range open {
		if c == at {
			open[i] = open[len(open)-1]
			s.open[s.depth] = open[:len(open)-1]
			return
		}
	}
}

// best chooses among candidates.
func (s *Solver) best(set uint64) Doors {
	for _, class := range s.classes {
		if x := set & class; x != 0 {
			if !s.search.Random {
				return Doors(bits.TrailingZeros64(x))
			}
			return s.any(x)
		}
	}
	return 0
}

// any chooses by chance.
func (s *Solver) any(set uint64) Doors {
	if n := bits.OnesCount64(set); n > 1 {
		skip, _ := bits.Mul64(s.random.Uint64(), uint64(n))
		for ; skip > 0; skip-- {
			set &= set - 1
		}
	}
	return Doors(bits.TrailingZeros64(set))
}
