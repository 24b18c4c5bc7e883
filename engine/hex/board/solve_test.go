package board

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// solver solves boards by exhaustive search over the board's sets and edges, with a table.
type solver struct {
	known map[uint64]bool
	order []hexgrid.Cell
}

func newSolver(grid *hexgrid.Grid) *solver {
	s := &solver{known: map[uint64]bool{}}
	for c := range hexgrid.Cell(grid.Cells()) {
		s.order = append(s.order, c)
	}
	// The nearer to the short diagonal and to the middle, the likelier a stone wins.
	slices.SortStableFunc(s.order, func(a, b hexgrid.Cell) int { return remoteness(grid, a) - remoteness(grid, b) })
	return s
}

func remoteness(grid *hexgrid.Grid, c hexgrid.Cell) int {
	off := grid.Column(c) + grid.Row(c) - (grid.Width()+grid.Height())/2 + 1
	along := grid.Column(c) - grid.Row(c)
	return 3*off*off + along*along
}

// wins reports whether the mover of an open game wins it.
func (s *solver) wins(b *Board, mover Colour) bool {
	k := key(b, mover)
	if won, known := s.known[k]; known {
		return won
	}
	won := slices.ContainsFunc(s.order, func(c hexgrid.Cell) bool { return b.At(c) == Empty && s.winning(b, c, mover) })
	s.known[k] = won
	return won
}

// winning reports whether a stone wins for the mover.
func (s *solver) winning(b *Board, c hexgrid.Cell, mover Colour) bool {
	after := b.Clone()
	after.Place(c, mover)
	return after.Winner() == mover || !s.wins(after, mover.Other())
}

// key is the board, the same before and after half a turn, and whose turn it is.
func key(b *Board, mover Colour) uint64 {
	board, turned := uint64(mover), uint64(mover)
	for c := range b.cells {
		board = board<<2 | uint64(b.cells[c])
		turned = turned<<2 | uint64(b.cells[len(b.cells)-1-c])
	}
	return min(board, turned)
}

// The winning first moves are well known (HexWiki, "Small boards").
func TestSolvedBoards(t *testing.T) {
	tests := []struct {
		size    int
		winning string
	}{
		{3, "c1 a2 b2 c2 a3"},
		{4, "d1 c2 b3 a4"},
	}
	for _, tt := range tests {
		b := New(tt.size, tt.size, false, Red)
		s := newSolver(b.grid)
		var winning []hexgrid.Cell
		for c := range hexgrid.Cell(len(b.cells)) {
			if s.winning(b, c, Red) {
				winning = append(winning, c)
			}
		}
		if got := namesOf(b, winning); got != tt.winning {
			t.Errorf("size %d: %s win (%d boards searched), want %s", tt.size, got, len(s.known), tt.winning)
		}
	}
}

// On a board with unequal sides every first stone of the favoured colour wins, and every
// one of the other loses.
func TestUnequalSidesAreWonByTheShorterWay(t *testing.T) {
	sizes := [][2]int{{2, 3}, {3, 2}, {2, 4}, {4, 2}, {2, 5}, {3, 4}, {4, 3}}
	if enginetest.Long() {
		sizes = append(sizes, [][2]int{{2, 6}, {3, 5}, {5, 3}}...)
	}
	for _, size := range sizes {
		for _, topBottom := range []Colour{Red, Blue} {
			wonByFavoured(t, New(size[0], size[1], false, topBottom))
		}
	}
}

func wonByFavoured(t *testing.T, b *Board) {
	t.Helper()
	s := newSolver(b.grid)
	for _, mover := range []Colour{Red, Blue} {
		for c := range hexgrid.Cell(len(b.cells)) {
			if won := s.winning(b, c, mover); won != (mover == b.Favoured()) {
				t.Errorf("%d×%d: %v wins by %s: %v, although %v is favoured", b.Width(), b.Height(), mover, b.grid.Name(c), won, b.Favoured())
			}
		}
	}
}

// With the swap the second player wins every game: a first stone that wins is worth
// taking over, and any other loses.
func TestSwapGivesTheSecondPlayerTheWin(t *testing.T) {
	for c := range hexgrid.Cell(9) {
		b, swapped := New(3, 3, false, Red), New(3, 3, false, Red)
		s := newSolver(b.grid)
		b.Place(c, Red)
		swapped.Place(b.grid.Mirror(c), Blue)
		if !s.wins(b, Blue) && s.wins(swapped, Red) {
			t.Errorf("the second player loses after %s, with the swap and without", b.grid.Name(c))
		}
	}
}

// A board that was cleared is as a new one, and a clone stands by itself.
func TestClearAndClone(t *testing.T) {
	b := place(t, New(4, 4, true, Blue), "a1 b2 c3 d4")
	before := b.String()
	c := b.Clone()
	place(t, c, "b1 c1 b3 c2 d3 a4")
	if b.String() != before || b.Winner() != Empty {
		t.Errorf("stones on a clone change the board:\n%s", b)
	}
	c.Clear()
	if c.String() != New(4, 4, true, Blue).String() || c.Winner() != Empty || c.Path() != nil || !c.Weighted() || c.TopBottom() != Blue {
		t.Errorf("cleared, the board is\n%s", c)
	}
	for cell := range hexgrid.Cell(16 + edgeNodes) {
		if c.Root(cell) != int(cell) {
			t.Errorf("node %d is still joined to %d", cell, c.Root(cell))
		}
	}
}
