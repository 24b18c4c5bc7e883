package hex

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// clone copies a position so that a search can go on from it.
func clone(p *Position) *Position {
	q := new(Position)
	q.copyFrom(p)
	return q
}

// copyFrom makes q a copy of p in the memory that q has.
func (q *Position) copyFrom(p *Position) {
	cells, own := q.cells, q.sets
	*q = *p
	q.cells = overwrite(cells, p.cells)
	q.sets = sets{parent: overwrite(own.parent, p.sets.parent), rank: overwrite(own.rank, p.sets.rank)}
}

func overwrite[T any](old, with []T) []T { return append(old[:0], with...) }

// solver plays out everything, with the sets and edges of Position. What it knows
// of a board it keeps, and one position for each depth of the search.
type solver struct {
	known map[uint64]bool
	stack []*Position
	order []hexgrid.Cell
}

func newSolver(grid *hexgrid.Grid) *solver {
	s := &solver{known: map[uint64]bool{}, stack: []*Position{new(Position), new(Position)}}
	for c := range hexgrid.Cell(grid.Cells()) {
		s.stack = append(s.stack, new(Position))
		s.order = append(s.order, c)
	}
	// The nearer to the short diagonal and to the middle, the likelier a stone wins.
	slices.SortStableFunc(s.order, func(a, b hexgrid.Cell) int { return remoteness(grid, a) - remoteness(grid, b) })
	return s
}

func remoteness(grid *hexgrid.Grid, c hexgrid.Cell) int {
	last := grid.Size() - 1
	off := grid.Column(c) + grid.Row(c) - last
	along := grid.Column(c) - grid.Row(c)
	return 3*off*off + along*along
}

// wins reports whether the mover of an open position wins it by placing stones.
func (s *solver) wins(p *Position) bool {
	board := key(p)
	if won, known := s.known[board]; known {
		return won
	}
	won := slices.ContainsFunc(s.order, func(c hexgrid.Cell) bool { return p.cells[c] == Empty && s.winning(p, c) })
	s.known[board] = won
	return won
}

// winning reports whether a stone wins for the mover.
func (s *solver) winning(p *Position, c hexgrid.Cell) bool {
	mover := p.Mover()
	q := s.stack[p.ply+1]
	q.copyFrom(p)
	q.place(c, mover)
	q.ply++
	return q.winner == mover || !s.wins(q)
}

// key is the board, the same before and after half a turn, and whose turn it is.
func key(p *Position) uint64 {
	board, turned := uint64(p.Mover()), uint64(p.Mover())
	for c := range p.cells {
		board = board<<2 | uint64(p.cells[c])
		turned = turned<<2 | uint64(p.cells[len(p.cells)-1-c])
	}
	return min(board, turned)
}

// The winning first moves without swap are well known (HexWiki, "Small boards").
func TestSolvedBoards(t *testing.T) {
	tests := []struct {
		size    int
		winning string
	}{
		{3, "c1 a2 b2 c2 a3"},
		{4, "d1 c2 b3 a4"},
	}
	for _, tt := range tests {
		p := start(t, engine.Options{"size": tt.size})
		s := newSolver(p.grid)
		var winning []string
		for c := range hexgrid.Cell(len(p.cells)) {
			if s.winning(p, c) {
				winning = append(winning, p.grid.Name(c))
			}
		}
		if got := strings.Join(winning, " "); got != tt.winning {
			t.Errorf("size %d: %s win (%d boards looked at), want %s", tt.size, got, len(s.known), tt.winning)
		}
	}
}

// With the swap the second player wins every game: a first stone that wins is worth
// taking over, and any other loses.
func TestSwapGivesTheSecondPlayerTheWin(t *testing.T) {
	for c := range hexgrid.Cell(9) {
		p := start(t, engine.Options{"size": 3, "swap": true})
		mustPlay(t, p, p.grid.Name(c))
		s := newSolver(p.grid)
		if s.wins(p) {
			continue
		}
		mustPlay(t, p, swapMove)
		if s.wins(p) {
			t.Errorf("the second player loses after %s, with the swap and without", p.grid.Name(c))
		}
	}
}
