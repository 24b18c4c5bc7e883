package solver

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// extend fills open cells until all pieces are placed.
func (s *Solver) extend() bool {
	switch {
	case s.left == 0:
		return len(s.open) == 0 && s.accept()
	case len(s.open) == 0:
		return s.endGroup()
	}
	index, set := s.choose()
	if set == 0 {
		return false
	}
	at := s.open[index]
	s.close(index)
	for set != 0 && !s.exhausted() {
		d := s.preferred(set)
		set &^= 1 << d
		if s.try(at, d) {
			return true
		}
	}
	s.reopen(index, at)
	return false
}

// choose picks the open cell to fill, and returns its index and its candidates; none if
// some cell has none. Among cells with the fewest candidates, without demand among all, it
// picks one at random.
func (s *Solver) choose() (index int, set uint64) {
	if !s.options.Demand {
		index = s.below(len(s.open))
		return index, s.candidates(s.open[index])
	}
	if s.options.Ordered {
		return s.first()
	}
	var ties [board.Pieces]uint8
	least, n := board.Pieces+1, 0
	for i, at := range s.open {
		count := bits.OnesCount64(s.candidates(at))
		if count > least {
			continue
		}
		if count < least {
			if count == 0 {
				return i, 0
			}
			least, n = count, 0
		}
		ties[n%board.Pieces] = uint8(i)
		n++
	}
	if n > 1 {
		index = s.below(n)
	}
	index = int(ties[index%board.Pieces])
	return index, s.candidates(s.open[index])
}

// first chooses as [Options.Ordered] asks.
func (s *Solver) first() (index int, set uint64) {
	least := board.Pieces + 1
	for i, at := range s.open {
		candidates := s.candidates(at)
		if count := bits.OnesCount64(candidates); count < least {
			index, least, set = i, count, candidates
		}
		if least <= 1 {
			break
		}
	}
	return index, set
}

// candidates are the pieces that fit on a cell.
func (s *Solver) candidates(at int32) uint64 {
	set := fitting[s.plane.known[at]%patterns] & s.left
	if s.mirror != nil {
		set &= s.mirror.allowed(at)
	}
	return set
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
	trail, open := len(s.plane.trail), len(s.open)
	s.place(at, d)
	if s.mirror != nil {
		if image := s.mirror.image(at); image != at {
			return s.tryImage(image, d, trail, open)
		}
	}
	if s.extend() {
		return true
	}
	s.takeBack(trail, open)
	return false
}

// tryImage places the image of the piece that was placed last, and extends that. It leaves
// no trace of either where that fails: then trail and open are as long as they were.
func (s *Solver) tryImage(image int32, d board.Doors, trail, open int) bool {
	own, before := len(s.plane.trail), len(s.open)
	index := s.find(image)
	if index >= 0 {
		s.close(index)
		before--
	}
	s.place(image, s.mirror.images[d])
	if s.extend() {
		return true
	}
	s.takeBack(own, before)
	if index >= 0 {
		s.reopen(index, image)
	}
	s.takeBack(trail, open)
	return false
}

// place places a piece, and marks the cells around it as filled or empty.
func (s *Solver) place(at int32, d board.Doors) {
	s.steps++
	s.left &^= 1 << d
	s.placed[s.depth] = placement{at, d}
	s.record(s.placed[s.depth])
	s.depth++
	s.progress.Best = max(s.progress.Best, s.depth)
	known := s.plane.known[at]
	for unknown := ^(known | known>>board.Sides) & uint16(board.AllDoors); unknown != 0; unknown &= unknown - 1 {
		side := bits.TrailingZeros16(unknown)
		next := at + reach[side]
		if d>>side&1 != 0 {
			s.plane.mark(next, sidesFull)
			s.open = append(s.open, next)
		} else {
			s.plane.mark(next, sidesEmpty)
		}
	}
}

// takeBack takes back the piece placed last; trail and open become as long as they were
// before it.
func (s *Solver) takeBack(trail, open int) {
	s.plane.undo(trail)
	s.open = s.open[:open]
	s.depth--
	s.left |= 1 << s.placed[s.depth].doors
	s.record(placement{-1, 0})
}

// close removes an open cell; the last one takes its place.
func (s *Solver) close(index int) {
	last := len(s.open) - 1
	s.open[index] = s.open[last]
	s.open = s.open[:last]
}

// reopen undoes a close.
func (s *Solver) reopen(index int, at int32) {
	s.open = append(s.open, at)
	last := len(s.open) - 1
	s.open[index], s.open[last] = at, s.open[index]
}

// find is the index of an open cell, or -1.
func (s *Solver) find(at int32) int {
	for i, c := range s.open {
		if c == at {
			return i
		}
	}
	return -1
}

// preferred is the candidate to try first; of several that are equally good, a random one.
func (s *Solver) preferred(set uint64) board.Doors {
	classes := s.classes
	if s.layers < s.small {
		classes = rings
	}
	for _, class := range classes {
		if best := set & class; best != 0 {
			if !s.options.Random {
				return board.Doors(bits.TrailingZeros64(best))
			}
			return s.pick(best)
		}
	}
	return 0
}

// pick picks one of a set at random.
func (s *Solver) pick(set uint64) board.Doors {
	if n := bits.OnesCount64(set); n > 1 {
		for skip := s.below(n); skip > 0; skip-- {
			set &= set - 1
		}
	}
	return board.Doors(bits.TrailingZeros64(set))
}

// below is a random number from 0 to n-1.
func (s *Solver) below(n int) int {
	x, _ := bits.Mul64(s.random.Uint64(), uint64(n))
	return int(x)
}
