package solver

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// beginGroup places the first piece of a group on a new layer. There are as many layers as a
// solution can have groups.
func (s *Solver) beginGroup(piece uint8) bool {
	if s.layers == maxLayers {
		return false
	}
	at := cellAt(s.layers, board.Cell{})
	if s.mirror != nil && s.mirror.images[piece] != piece {
		at = cellAt(s.layers, aside(s.options.Mirror))
	}
	begun, trail := s.begun, len(s.plane.trail)
	s.begun = s.depth
	s.layers++
	s.plane.mark(at, sidesFull)
	if s.mirror != nil && s.mirror.image(at) != at {
		s.plane.mark(s.mirror.image(at), sidesFull)
	}
	if s.try(at, piece) {
		return true
	}
	s.plane.undo(trail)
	s.layers--
	s.begun = begun
	return false
}

// endGroup begins a new group when no cell is open.
func (s *Solver) endGroup() bool {
	if s.hopeless() || s.exhausted() {
		return false
	}
	most := s.most
	s.most = max(most, s.depth-s.begun)
	set := s.left
	if s.mirror != nil && set&s.mirror.axial != 0 {
		set &= s.mirror.axial
	}
	found := s.beginGroup(s.preferred(set))
	s.most = most
	return found
}

// hopeless reports, at the end of a group, whether the remaining pieces cannot give what the
// options ask for. The blank is a group by itself.
func (s *Solver) hopeless() bool {
	if !s.separate() {
		return false
	}
	rest := bits.OnesCount64(s.left &^ s.blank)
	more := min(rest, 1) + bits.OnesCount64(s.left&s.blank)
	if s.options.Groups > 0 && s.layers+more > s.options.Groups {
		return true
	}
	if s.layers < s.small && s.holes() == 0 {
		return true
	}
	size := s.depth - s.begun
	return s.options.Largest > 0 && (size > s.options.Largest || max(size, s.most, rest) < s.options.Largest)
}

// holes returns the number of holes of the group that has just ended. By Euler's formula pieces
// and triangles are one more than connections and holes. A connection has two doors, and a
// triangle three pairs of adjacent doors.
func (s *Solver) holes() int {
	doors, pairs := 0, 0
	for _, p := range s.placed[s.begun:s.depth] {
		doors += p.doors.Count()
		pairs += (p.doors & (p.doors<<1 | p.doors>>(board.Sides-1))).Count()
	}
	return 1 - (s.depth - s.begun) + doors/2 - pairs/3
}

// separate reports whether each layer in use holds exactly one group.
func (s *Solver) separate() bool { return len(s.options.Given) == 0 && s.mirror == nil }

// accept reports whether a solution satisfies the options and is new. After a repeated solution
// the run ends, unless it must be exhaustive: the next solutions would be similar.
func (s *Solver) accept() bool {
	if !s.satisfies() {
		return false
	}
	if s.options.framed() && !board.Pack(s.parts(), s.options.Frame) {
		s.partial = true
		return false
	}
	if s.options.Ordered {
		return true
	}
	sum := s.fingerprint()
	if _, again := s.seen[sum]; again {
		if len(s.options.Given) == 0 {
			s.repeats++
			s.cut = true
		}
		return false
	}
	s.seen[sum] = struct{}{}
	return true
}

// satisfies reports whether a solution has the groups that the options ask for.
func (s *Solver) satisfies() bool {
	o := s.options
	if o.Groups == 0 && o.Largest == 0 && o.Holed == 0 {
		return true
	}
	groups, largest := s.layers, max(s.most, s.depth-s.begun)
	if s.separate() && (o.Groups > 0 && groups != o.Groups || o.Largest > 0 && largest != o.Largest) {
		return false
	}
	if s.separate() && o.Holed == 0 {
		return true
	}
	r, err := board.Validate(s.solution().Pieces, false)
	return err == nil && (o.Groups == 0 || r.Groups == o.Groups) && (o.Largest == 0 || r.Sizes[0] == o.Largest) && (o.Holed == 0 || r.Holed == o.Holed)
}

// fingerprint returns the same sum for solutions that differ only in the places of their groups,
// and different sums for others, except for one pair in 2^64. It is a sum over the pieces with
// those that their doors meet, which determine the groups.
func (s *Solver) fingerprint() uint64 {
	for _, p := range s.placed {
		s.doorsAt[p.at] = p.doors
	}
	var sum uint64
	for _, p := range s.placed {
		met := uint64(p.doors)
		for side := range board.South { // each connection once
			there := -(p.doors >> side & 1) // all bits set for a door, else none
			met = met<<8 | uint64(s.doorsAt[p.at+reach[side]]&there)
		}
		r := search.Rand(met)
		sum += r.Uint64()
	}
	return sum
}
