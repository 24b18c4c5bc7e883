package solver

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// extend fills open cells until all pieces are placed.
func (s *Solver) extend() bool {
	switch {
	case s.left == 0:
		return len(s.open) == 0 && s.accept()
	case len(s.open) == 0:
		return s.endGroup()
	case s.depth-s.begun+len(s.open) > s.largest:
		return false
	}
	index, set := s.choose()
	if set == 0 {
		return false
	}
	at := s.open[index]
	s.close(index)
	for set != 0 && !s.exhausted() {
		piece := s.preferred(set)
		set &^= 1 << piece
		if s.try(at, piece) {
			return true
		}
	}
	s.reopen(index, at)
	return false
}

// choose returns the index of the open cell to fill and its candidates. The set is empty if a
// cell has no candidate, or in a strict search if all cells together have fewer candidates than
// there are cells. It picks at random among the cells with the fewest candidates or, without
// Demand, among all.
func (s *Solver) choose() (index int, set uint64) {
	if !s.options.Demand {
		index = s.below(len(s.open))
		return index, s.candidates(s.open[index])
	}
	if s.options.Ordered {
		return s.first()
	}
	var union uint64
	best, random := int64(math.MaxInt64), s.ties
	for i, at := range s.open {
		random = random*multiplier + increment
		set := s.candidates(at)
		union |= set
		key := int64(bits.OnesCount64(set))<<56 | int64(random>>16<<8) | int64(i)
		// the minimum without a branch, which would be mispredicted and half as fast
		less := key - best
		best += less & (less >> 63)
	}
	s.ties = random
	if best>>56 == 0 || s.strict && bits.OnesCount64(union) < len(s.open) {
		return 0, 0
	}
	index = int(best & 0xff)
	return index, s.candidates(s.open[index])
}

// multiplier and increment are those of D. Knuth's linear congruential generator MMIX, whose high
// bits break ties.
const (
	multiplier = 6364136223846793005
	increment  = 1442695040888963407
)

// first chooses as [Options.Ordered] says.
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

func (s *Solver) candidates(at int32) uint64 {
	return s.fitting[s.plane.known[at]%(2*patterns)] & s.left
}

// exhausted reports whether the run must end: the steps left are fewer than the pieces left, or
// the context has ended.
func (s *Solver) exhausted() bool {
	least := board.Pieces - s.depth
	if s.options.Ordered {
		least = 1
	}
	if s.steps+least > s.limit || s.steps%stepsPerCheck == stepsPerCheck-1 && s.stopped() {
		s.cut = true
	}
	return s.cut
}

// try places a piece on a cell known to be filled, in a symmetric search with its image, and
// extends that. It restores the state if that fails.
func (s *Solver) try(at int32, piece uint8) bool {
	trail, open := len(s.plane.trail), len(s.open)
	s.place(at, piece)
	if s.mirror != nil {
		if image := s.mirror.image(at); image != at {
			return s.tryImage(image, s.mirror.images[piece], trail, open)
		}
	}
	if s.extend() {
		return true
	}
	s.takeBack(trail, open)
	return false
}

// tryImage places the image of the last piece and extends that. If that fails it takes back both
// pieces; trail and open are the lengths before them.
func (s *Solver) tryImage(at int32, piece uint8, trail, open int) bool {
	own, before := len(s.plane.trail), len(s.open)
	index := slices.Index(s.open, at)
	if index >= 0 {
		s.close(index)
		before--
	}
	s.place(at, piece)
	if s.extend() {
		return true
	}
	s.takeBack(own, before)
	if index >= 0 {
		s.reopen(index, at)
	}
	s.takeBack(trail, open)
	return false
}

// place places a piece and marks the cells around it as filled or empty.
func (s *Solver) place(at int32, piece uint8) {
	d := s.order.doors[piece]
	s.steps++
	s.left &^= 1 << piece
	s.placed[s.depth] = placement{at, d}
	s.record(s.placed[s.depth])
	s.depth++
	s.progress.Best = max(s.progress.Best, s.depth)
	known := s.plane.known[at]
	n := len(s.open)
	open := s.open[:n+board.Sides]
	for unknown := ^(known | known>>board.Sides) & uint16(board.AllDoors); unknown != 0; unknown &= unknown - 1 {
		side := bits.TrailingZeros16(unknown)
		next, door := at+reach[side], int(d>>side&1)
		open[n] = next
		n += door
		s.plane.mark(next, sidesEmpty>>(board.Sides*door))
	}
	s.open = open[:n]
}

// takeBack takes back the last piece; trail and open are the lengths before it.
func (s *Solver) takeBack(trail, open int) {
	s.plane.undo(trail)
	s.open = s.open[:open]
	s.depth--
	s.left |= 1 << s.order.number[s.placed[s.depth].doors]
	s.record(placement{-1, 0})
}

// close removes an open cell and moves the last one to its index.
func (s *Solver) close(index int) {
	last := len(s.open) - 1
	s.open[index] = s.open[last]
	s.open = s.open[:last]
}

func (s *Solver) reopen(index int, at int32) {
	s.open = append(s.open, at)
	last := len(s.open) - 1
	s.open[index], s.open[last] = at, s.open[index]
}

// preferred returns the candidate to try first; with Random, a random one of the best.
func (s *Solver) preferred(set uint64) uint8 {
	best := s.order.best(set)
	if s.layers < s.small {
		for i := range s.rings {
			if best = set & s.rings[i]; best != 0 {
				break
			}
		}
	}
	if !s.options.Random {
		return uint8(bits.TrailingZeros64(best))
	}
	return s.pick(best)
}

func (s *Solver) pick(set uint64) uint8 {
	if n := bits.OnesCount64(set); n > 1 {
		for skip := s.below(n); skip > 0; skip-- {
			set &= set - 1
		}
	}
	return uint8(bits.TrailingZeros64(set))
}

func (s *Solver) below(n int) int {
	x, _ := bits.Mul64(s.random.Uint64(), uint64(n))
	return int(x)
}
