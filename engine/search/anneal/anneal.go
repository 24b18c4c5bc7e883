// Package anneal sets the lines between cells of a board so that all cells become
// different, by simulated annealing (S. Kirkpatrick, C. Gelatt and M. Vecchi,
// "Optimization by simulated annealing", 1983).
//
// A line joins two cells and is there or not; the lines that are there make the pattern
// of a cell. Cells are in classes, and the cost is the number of pairs of cells of one
// class with the same pattern, which the search brings down to what is asked for. The
// package knows neither boards nor pieces.
package anneal

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
	// Goal is the cost at which the search has found what it looks for.
	Goal int
	// Hot and Cold are the temperatures at the first and at the last step.
	Hot, Cold float64
	// Steps is the number of lines tried from hot to cold; then all begins anew, Starts
	// times in all, or without end where that is 0.
	Steps, Starts int
}

// Search looks for patterns, by the same seed always the same.
type Search struct {
	Problem
	state  uint64  // of the random numbers
	slots  []int32 // by cell: its class's first place in counts, and its pattern
	counts []int32 // of cells, by class and pattern
	cost   int
	// Tried counts lines tried, Begun how often the search has begun.
	Tried, Begun int
}

// New begins a search.
func New(p Problem, seed uint64) *Search {
	s := &Search{Problem: p, state: seed, slots: make([]int32, len(p.Class))}
	classes := 0
	for _, class := range p.Class {
		classes = max(classes, class+1)
	}
	s.counts = make([]int32, classes*p.Patterns)
	return s
}

// levels is how many temperatures there are from hot to cold.
const levels = 64

// ErrGivenUp says that the search has begun as often as it may.
var ErrGivenUp = errors.New("anneal: given up")

// Next finds patterns, by cell, that reach the goal. The error is [ErrGivenUp] or the
// context's.
func (s *Search) Next(ctx context.Context) ([]int, error) {
	for first := s.Begun; s.Problem.Starts == 0 || s.Begun < first+s.Problem.Starts; {
		s.begin()
		for level := range levels {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if s.cool(s.Hot*math.Pow(s.Cold/s.Hot, float64(level)/(levels-1)), s.Steps/levels) {
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
	clear(s.counts)
	s.cost = 0
	for _, slot := range s.slots {
		s.cost += int(s.counts[slot])
		s.counts[slot]++
	}
}

// cool tries lines at a temperature, and tells whether the goal was reached.
func (s *Search) cool(temperature float64, steps int) bool {
	const most = 8 // a greater rise of the cost is never taken
	var below [most + 1]uint64
	for rise := range below {
		below[rise] = uint64(math.Exp(-float64(rise)/temperature) * (1 << 32))
	}
	slots, counts, lines := s.slots, s.counts, s.Lines
	for range steps {
		if s.cost <= s.Goal {
			return true
		}
		s.Tried++
		r := s.random()
		which, _ := bits.Mul64(r, uint64(len(lines)))
		l := &lines[which]
		a, b := slots[l.A], slots[l.B]
		toA, toB := a^l.BitA, b^l.BitB
		rise := int(counts[toA]+counts[toB]-counts[a]-counts[b]) + 2
		if a == b || toA == toB {
			rise++
		}
		if a == toB || toA == b {
			rise--
		}
		if rise > 0 && (rise > most || r&(1<<32-1) >= below[rise]) {
			continue
		}
		counts[a]--
		counts[b]--
		counts[toA]++
		counts[toB]++
		slots[l.A], slots[l.B] = toA, toB
		s.cost += rise
	}
	return s.cost <= s.Goal
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
