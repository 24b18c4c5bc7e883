package solver

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// beginGroup places the first piece of a group, on a layer of its own.
func (s *Solver) beginGroup(d board.Doors) bool {
	if s.layers == maxLayers {
		s.cut = true
		return false
	}
	at := cellAt(s.layers, board.Cell{})
	if s.mirror != nil && s.mirror.itself>>d&1 == 0 {
		at = cellAt(s.layers, aside(s.options.Mirror))
	}
	begun, trail := s.begun, len(s.plane.trail)
	s.begun = s.depth
	s.layers++
	s.plane.mark(at, sidesFull)
	if s.mirror != nil && s.image(at) != at {
		s.plane.mark(s.image(at), sidesFull)
	}
	if s.try(at, d) {
		return true
	}
	s.plane.undo(trail)
	s.layers--
	s.begun = begun
	return false
}

// endGroup goes on with a new group where no cell is open.
func (s *Solver) endGroup() bool {
	if s.hopeless() || s.exhausted() {
		return false
	}
	most := s.most
	s.most = max(most, s.depth-s.begun)
	set := s.left
	if s.mirror != nil && set&s.mirror.itself != 0 {
		set &= s.mirror.itself
	}
	found := s.beginGroup(s.preferred(set))
	s.most = most
	return found
}

// hopeless reports, at the end of a group, whether the rest cannot become what is asked
// for. The blank is a group by itself.
func (s *Solver) hopeless() bool {
	if !s.separate() {
		return false
	}
	rest := bits.OnesCount64(s.left &^ 1)
	more := min(rest, 1) + int(s.left&1)
	if s.options.Groups > 0 && s.layers+more > s.options.Groups {
		return true
	}
	size := s.depth - s.begun
	return s.options.Largest > 0 && (size > s.options.Largest || max(size, s.most, rest) < s.options.Largest)
}

// separate reports whether each layer in use holds exactly one group.
func (s *Solver) separate() bool { return len(s.options.Given) == 0 && s.mirror == nil }

// accept reports whether a solution is what was asked for.
func (s *Solver) accept() bool {
	o := s.options
	if o.Groups == 0 && o.Largest == 0 && !o.framed() {
		return true
	}
	groups, largest := s.layers, max(s.most, s.depth-s.begun)
	if !s.separate() {
		r, err := board.Validate(s.solution().Pieces, false)
		if err != nil {
			return false
		}
		groups, largest = r.Groups, r.Sizes[0]
	}
	if o.Groups > 0 && groups != o.Groups || o.Largest > 0 && largest != o.Largest {
		return false
	}
	fits := !o.framed() || board.Pack(s.parts(), o.Frame)
	s.partial = s.partial || !fits
	return fits
}
