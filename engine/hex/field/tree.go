package field

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// Do implements [search.Position].
func (f *Field) Do(m Point) {
	f.board[m&placeMask] = f.turn
	f.turn ^= Red | Blue
	f.last = append(f.last, m)
	// The move is swapped to the end of the list, which is then shortened. Undone in reverse order,
	// moves reappear by lengthening the list.
	i, end := f.where[m&placeMask], len(f.open)-1
	other := f.open[end]
	f.open[i], f.where[other&placeMask] = other, i
	f.open[end], f.where[m&placeMask] = m, int16(end)
	f.open = f.open[:end]
}

// Undo implements [search.Position].
func (f *Field) Undo(m Point) {
	f.board[m&placeMask] = Empty
	f.turn ^= Red | Blue
	f.last = f.last[:len(f.last)-1]
	f.open = f.open[:len(f.open)+1]
}

// Terminal implements [search.Ender]. Only the player who moved last can have won.
func (f *Field) Terminal() (value float64, over bool) {
	if len(f.last) == 0 {
		return 0, false
	}
	if f.joins(f.last[len(f.last)-1]) {
		return 0, true
	}
	return 0, false
}

// joins reports whether the stone at c belongs to a chain from edge to edge.
func (f *Field) joins(c Point) bool {
	colour := f.board[c&placeMask]
	if own := f.countAround(c, colour); own < 2 {
		return false // the stone is at the end of a chain, and edges count as stones
	}
	var seen [places]bool
	stack := append(make([]Point, 0, places), c)
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

func (f *Field) countAround(c Point, colour uint8) int {
	n := 0
	for _, step := range f.steps {
		if f.board[(c+step)&placeMask] == colour {
			n++
		}
	}
	return n
}

// Clone implements [mcts.Position].
func (f *Field) Clone() mcts.Position[Point] {
	g := *f
	g.survey = new(survey)
	g.last = slices.Clone(f.last)
	g.open = slices.Clone(f.open[:cap(f.open)])[:len(f.open)]
	g.order = make([]Point, len(f.order))
	return &g
}

// Turn implements [mcts.Tracer].
func (f *Field) Turn() int { return int(f.turn - Red) }

// Key implements [search.Keyer].
func (f *Field) Key(m Point) uint16 { return uint16(m) }

// Trace implements [mcts.Tracer]: the owner of a cell at the end of the rollout made the move
// there.
func (f *Field) Trace() []uint8 { return f.end[:] }
