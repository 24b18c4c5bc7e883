package solver

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// extend fills open cells until all pieces are placed.
func (s *Solver) extend() bool {
	open := s.open[s.depth]
	switch {
	case s.left == 0:
		return len(open) == 0 && s.accept()
	case len(open) == 0:
		return s.endGroup()
	}
	which, set := s.choose(open)
	if set == 0 {
		return false
	}
	at := open[which]
	open[which] = open[len(open)-1]
	s.open[s.depth] = open[:len(open)-1]
	for set != 0 {
		if s.exhausted() {
			return false
		}
		d := s.preferred(set)
		set &^= 1 << d
		if s.try(at, d) {
			return true
		}
	}
	return false
}

// choose picks the open cell to fill, and returns its candidates; none if some cell has
// none.
func (s *Solver) choose(open []int32) (which int, set uint64) {
	least, enough := board.Pieces+1, 1
	if !s.options.Demand {
		enough = board.Pieces
	}
	left, known := s.left, s.plane.known
	for i, at := range open {
		x := fitting[known[at]&knownSides] & left
		if s.mirror != nil {
			x &= s.symmetric(at)
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

// exhausted reports whether the run is to end: its steps are used up, or the context has
// ended.
func (s *Solver) exhausted() bool {
	if s.steps >= s.limit || s.steps%stepsPerCheck == stepsPerCheck-1 && s.stopped() {
		s.cut = true
	}
	return s.cut
}

// try places a piece on a cell that is known to be filled, and about an axis its image
// too, and extends that. It leaves no trace where that fails.
func (s *Solver) try(at int32, d board.Doors) bool {
	trail, depth := len(s.plane.trail), s.depth
	s.place(at, d)
	if s.mirror != nil {
		if image := s.image(at); image != at {
			s.close(image)
			s.place(image, s.mirror.images[d])
		}
	}
	if s.extend() {
		return true
	}
	s.plane.undo(trail)
	for s.depth > depth {
		s.depth--
		s.left |= 1 << s.placed[s.depth].doors
		s.record(placement{-1, 0})
	}
	return false
}

// place places a piece, and marks the cells around it as filled or empty.
func (s *Solver) place(at int32, d board.Doors) {
	s.steps++
	s.left &^= 1 << d
	s.placed[s.depth] = placement{at, d}
	s.record(s.placed[s.depth])
	open := s.open[s.depth]
	s.depth++
	s.progress.Best = max(s.progress.Best, s.depth)
	open = append(s.open[s.depth][:0], open...)
	known := s.plane.known[at]
	for side := ^(known | known>>board.Sides) & uint16(board.AllDoors); side != 0; side &= side - 1 {
		i := bits.TrailingZeros16(side)
		next := at + reach[i]
		if d>>i&1 != 0 {
			s.plane.mark(next, sidesFull)
			open = append(open, next)
		} else {
			s.plane.mark(next, sidesEmpty)
		}
	}
	s.open[s.depth] = open
}

// close removes a cell from the open ones.
func (s *Solver) close(at int32) {
	open := s.open[s.depth]
	for i, c := range open {
		if c == at {
			open[i] = open[len(open)-1]
			s.open[s.depth] = open[:len(open)-1]
			return
		}
	}
}

// preferred is the candidate to try first.
func (s *Solver) preferred(set uint64) board.Doors {
	for _, class := range s.classes {
		if x := set & class; x != 0 {
			if !s.options.Random {
				return board.Doors(bits.TrailingZeros64(x))
			}
			return s.pick(x)
		}
	}
	return 0
}

// pick picks one of a set at random.
func (s *Solver) pick(set uint64) board.Doors {
	if n := bits.OnesCount64(set); n > 1 {
		skip, _ := bits.Mul64(s.random.Uint64(), uint64(n))
		for ; skip > 0; skip-- {
			set &= set - 1
		}
	}
	return board.Doors(bits.TrailingZeros64(set))
}
