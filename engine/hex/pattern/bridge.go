package pattern

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

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
