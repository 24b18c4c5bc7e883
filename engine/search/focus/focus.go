// Package focus sets the lines between cells of a board so that all cells become
// different, by focused Metropolis search (S. Seitz, M. Alava and P. Orponen, "Focused
// local search for random 3-satisfiability", 2005): where it tries something there is
// something to mend.
//
// A line joins two cells and is there or not; the lines that are there make the pattern
// of a cell. Cells are in classes, and only so many of a class may have the same pattern.
// While a pattern is crowded, one of its cells is drawn, and one of that cell's lines is
// turned: always when no more pairs of cells of a class have the same pattern then, and
// else with a chance that falls with their number. The package knows neither boards nor
// pieces.
//
// Annealing, which draws from all lines, takes forty times as long on the Octopuszle.
package focus

import (
	"context"
	"errors"
	"math"
	"math/bits"
)

// Line joins two cells: BitA of A's pattern and BitB of B's are set, or neither.
type Line struct {
	A, B       int32
	BitA, BitB int32
}

// Problem is what to search. It is read-only.
type Problem struct {
	// Lines are those that may be there.
	Lines []Line
	// Class is, by cell, which one it is in.
	Class []int
	// Start is, by cell, the pattern of lines that are there and stay; nil: none.
	Start []int
	// Patterns is how many a cell can have: a power of 2.
	Patterns int
	// Room is how many cells of a class may have the same pattern: 1 or more.
	Room int
	// Temperature is how readily the search takes what makes the board worse: with the
	// chance exp(-r / Temperature) where r more pairs have the same pattern.
	Temperature float64
	// Steps is the number of lines tried; then all begins anew, Starts times in all, or
	// without end where that is 0.
	Steps, Starts int
}

// Search looks for patterns, by the same seed always the same. It is not safe for
// concurrent use.
type Search struct {
	Problem
	state uint64    // of the random numbers
	own   [][]int32 // by cell: its lines

	// A slot is a pattern of a class.
	slots   []int32   // by cell: the slot that it is in
	cells   [][]int32 // by slot: the cells in it, in no order
	among   []int32   // by cell: where it is among those of its slot
	crowded []int32   // the slots with more cells than there is room for, in no order
	listed  []int32   // by slot: where it is among the crowded ones

	// Tried counts lines tried, Begun how often the search has begun.
	Tried, Begun int
}

// New begins a search.
func New(p Problem, seed uint64) *Search {
	n, classes := len(p.Class), 0
	for _, class := range p.Class {
		classes = max(classes, class+1)
	}
	s := &Search{
		Problem: p, state: seed, own: make([][]int32, n), slots: make([]int32, n), among: make([]int32, n),
		cells: make([][]int32, classes*p.Patterns), listed: make([]int32, classes*p.Patterns),
	}
	for i, l := range p.Lines {
		s.own[l.A] = append(s.own[l.A], int32(i))
		s.own[l.B] = append(s.own[l.B], int32(i))
	}
	return s
}

// burst is how many lines are tried between two looks at the context.
const burst = 1 << 16

// ErrGivenUp says that the search has begun as often as it may.
var ErrGivenUp = errors.New("focus: given up")

// Next finds patterns, by cell, none of which is crowded. The error is [ErrGivenUp] or
// the context's.
func (s *Search) Next(ctx context.Context) ([]int, error) {
	for first := s.Begun; s.Starts == 0 || s.Begun < first+s.Starts; {
		s.begin()
		for left := s.Steps; left > 0; left -= burst {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if s.try(min(left, burst)) {
				return s.patterns(), nil
			}
		}
	}
	return nil, ErrGivenUp
}

// begin sets each line by chance.
func (s *Search) begin() {
	s.Begun++
	for cell, class := range s.Class {
		s.slots[cell] = int32(class * s.Patterns)
		if s.Start != nil {
			s.slots[cell] += int32(s.Start[cell])
		}
	}
	for _, l := range s.Lines {
		if s.random()>>63 != 0 {
			s.slots[l.A] ^= l.BitA
			s.slots[l.B] ^= l.BitB
		}
	}
	s.crowded = s.crowded[:0]
	for slot := range s.cells {
		s.cells[slot] = s.cells[slot][:0]
	}
	for cell, slot := range s.slots {
		s.enter(int32(cell), slot)
	}
}

// try tries so many lines of cells in crowded slots, and reports whether none is left.
func (s *Search) try(steps int) bool {
	const most = 8 // a greater rise is never taken
	var below [most + 1]uint64
	for rise := range below {
		below[rise] = uint64(math.Exp(-float64(rise)/s.Temperature) * (1 << 32))
	}
	for range steps {
		if len(s.crowded) == 0 {
			return true
		}
		s.Tried++
		which, r := bits.Mul64(s.random(), uint64(len(s.crowded)))
		cells := s.cells[s.crowded[which]]
		which, r = bits.Mul64(r, uint64(len(cells)))
		own := s.own[cells[which]]
		if len(own) == 0 {
			continue
		}
		which, r = bits.Mul64(r, uint64(len(own)))
		l := &s.Lines[own[which]]
		if rise := s.rise(l); rise <= 0 || rise <= most && r>>32 < below[rise] {
			s.turn(l)
		}
	}
	return len(s.crowded) == 0
}

// rise is how many more pairs of cells of a class have the same pattern when a line is
// turned.
func (s *Search) rise(l *Line) int {
	a, b := s.slots[l.A], s.slots[l.B]
	toA, toB := a^l.BitA, b^l.BitB
	rise := len(s.cells[toA]) + len(s.cells[toB]) - len(s.cells[a]) - len(s.cells[b]) + 2
	if a == b || toA == toB {
		rise++
	}
	if a == toB || toA == b {
		rise--
	}
	return rise
}

// turn sets a line that is not there, or takes away one that is.
func (s *Search) turn(l *Line) {
	s.leave(l.A)
	s.leave(l.B)
	s.enter(l.A, s.slots[l.A]^l.BitA)
	s.enter(l.B, s.slots[l.B]^l.BitB)
}

// enter puts a cell into a slot.
func (s *Search) enter(cell, slot int32) {
	s.slots[cell], s.among[cell] = slot, int32(len(s.cells[slot]))
	s.cells[slot] = append(s.cells[slot], cell)
	if len(s.cells[slot]) == s.Room+1 {
		s.listed[slot] = int32(len(s.crowded))
		s.crowded = append(s.crowded, slot)
	}
}

// leave takes a cell out of its slot.
func (s *Search) leave(cell int32) {
	slot := s.slots[cell]
	s.cells[slot] = drop(s.cells[slot], s.among, cell)
	if len(s.cells[slot]) == s.Room {
		s.crowded = drop(s.crowded, s.listed, slot)
	}
}

// drop takes x, which is at place[x], out of a list; the last of the list takes its place.
func drop(list, place []int32, x int32) []int32 {
	last := list[len(list)-1]
	list[place[x]], place[last] = last, place[x]
	return list[:len(list)-1]
}

// random is Steele, Lea and Flood's SplitMix64.
func (s *Search) random() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *Search) patterns() []int {
	list := make([]int, len(s.slots))
	for cell, slot := range s.slots {
		list[cell] = int(slot) - s.Class[cell]*s.Patterns
	}
	return list
}
