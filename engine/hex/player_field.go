package hex

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Do implements [search.Tree].
func (f *field) Do(m point) {
	f.board[m&placeMask] = f.turn
	f.turn ^= red | blue
	f.last = append(f.last, m)
	// The move goes to the end of the list, which then ends before it: taken back in
	// reverse order, moves reappear by lengthening the list.
	i, end := f.where[m&placeMask], len(f.open)-1
	other := f.open[end]
	f.open[i], f.where[other&placeMask] = other, i
	f.open[end], f.where[m&placeMask] = m, int16(end)
	f.open = f.open[:end]
}

// Undo implements [search.Tree].
func (f *field) Undo(m point) {
	f.board[m&placeMask] = empty
	f.turn ^= red | blue
	f.last = f.last[:len(f.last)-1]
	f.open = f.open[:len(f.open)+1]
}

// Terminal implements [search.Tree]. Only the player who moved last can have won.
func (f *field) Terminal() (value float64, over bool) {
	if len(f.last) == 0 {
		return 0, false
	}
	if f.joins(f.last[len(f.last)-1]) {
		return 0, true
	}
	return 0, false
}

// joins tells whether the stone at c belongs to a chain from edge to edge.
func (f *field) joins(c point) bool {
	colour := f.board[c&placeMask]
	if own := f.countAround(c, colour); own < 2 {
		return false // it lies at the end of a chain, and the edges count as stones
	}
	var seen [places]bool
	stack := append(make([]point, 0, places), c)
	seen[c&placeMask] = true
	var sides uint8
	for len(stack) > 0 {
		c = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, step := range f.steps {
			n := (c + step) & placeMask
			if seen[n] || f.board[n] != colour {
				continue
			}
			seen[n] = true
			if side := f.side[n]; side != 0 {
				sides |= side
				continue
			}
			stack = append(stack, n)
		}
		if sides == near|far {
			return true
		}
	}
	return false
}

func (f *field) countAround(c point, colour uint8) int {
	n := 0
	for _, step := range f.steps {
		if f.board[(c+step)&placeMask] == colour {
			n++
		}
	}
	return n
}

// Clone implements [search.State].
func (f *field) Clone() search.State[point] {
	g := *f
	g.survey = new(survey)
	g.last = slices.Clone(f.last)
	g.open = slices.Clone(f.open[:cap(f.open)])[:len(f.open)]
	g.order = make([]point, len(f.order))
	return &g
}

// Turn implements [search.Tracer].
func (f *field) Turn() int { return int(f.turn - red) }

// Key implements [search.Tracer].
func (f *field) Key(m point) uint16 { return uint16(m) }

// Trace implements [search.Tracer]: who owns a cell at the end of the rollout made
// the move there.
func (f *field) Trace() []uint8 { return f.end[:] }

// cell converts a place back to a cell of the grid.
func (f *field) cell(m point) hexgrid.Cell {
	row, col := int(m)/f.width-1, int(m)%f.width-1
	return hexgrid.Cell(row*(f.width-2) + col)
}
