package pattern

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// joins determines whether a stone can be joined to the edge below it within some cells of its row
// and the rows below, with the owner or the opponent to move; all other cells are the opponent's.
// known is false if that takes too long.
//
// It solves a board of these rows and one above them. There the cell above the stone is the owner's,
// so that the stone, and no cell that does not touch it, is joined to the top.
func (s *view) joins(stone hexgrid.Cell, within []hexgrid.Cell, mine bool) (joined, known bool) {
	_, height := s.size()
	col, row := s.place(stone)
	within = append([]hexgrid.Cell{stone}, within...)
	left, right := col, col
	for _, c := range within {
		at, _ := s.place(c)
		left, right = min(left, at), max(right, at)
	}
	width, rows := right-left+1, height-row+1
	cells := slices.Repeat([]board.Colour{s.own.Other()}, width*rows)
	cells[col-left] = s.own
	for _, c := range within {
		at, below := s.place(c)
		cells[(below-row+1)*width+at-left] = s.cells[c]
	}
	mover := s.own
	if !mine {
		mover = s.own.Other()
	}
	f := field.New(width, rows, cells, s.own, mover)
	if len(f.Open()) == 0 {
		return f.Linked(uint8(s.own)), true
	}
	solver := field.Solver{Limit: maxPositions}
	v, known := solver.Solve(f)
	return v.Win == mine, known
}

// brokenBridge finds a bridge between two stones that the last stone intruded on and the better
// move saves. It finds nothing if the stones are linked in another way.
func brokenBridge(q Question) (Finding, bool) {
	if q.Last == hexgrid.NoCell || q.Better == hexgrid.NoCell || q.Played == q.Better {
		return Finding{}, false
	}
	cut := views(q.Board, q.Mover)[0].put(q.Played, q.Mover).put(q.Better, q.Mover.Other()).links()
	both := commonNeighbours(q.Board.Grid(), q.Last, q.Better)
	if len(both) != 2 || !touch(q.Board.Grid(), q.Last, q.Better) {
		return Finding{}, false
	}
	if q.Board.At(both[0]) != q.Mover || q.Board.At(both[1]) != q.Mover || cut.joined(both[0], both[1]) {
		return Finding{}, false
	}
	return Finding{Kind: Bridge, Stones: both, Intruder: q.Last}, true
}

func touch(grid *hexgrid.Grid, a, b hexgrid.Cell) bool {
	return slices.Contains(grid.Neighbours(a), b)
}

// commonNeighbours returns the cells adjacent to both: two if the cells are adjacent and off the
// rim.
func commonNeighbours(grid *hexgrid.Grid, a, b hexgrid.Cell) (both []hexgrid.Cell) {
	for _, n := range grid.Neighbours(a) {
		if touch(grid, n, b) {
			both = append(both, n)
		}
	}
	return both
}
