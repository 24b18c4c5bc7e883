package pattern

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// apart tells how sure it is that a stone cannot be joined to the edge below, with the owner or the
// opponent to move; 0 if it may be. Where cells are too many for a proof, it is likely if the cells
// around join no stone that is linked to it.
func (s *view) apart(stone hexgrid.Cell, mine bool) Certainty {
	c, proof := s.proved(hexgrid.NoCell, stone, mine)
	var l field.Links
	f := field.New(s.board.Width(), s.board.Height(), s.cells, s.board.TopBottom(), s.own)
	l.Survey(f, uint8(s.own))
	if proof || l.Reaches(f.Point(stone), !s.turned) {
		return c
	}
	_, height := s.size()
	group := []hexgrid.Cell{stone}
	for c := range hexgrid.Cell(len(s.cells)) {
		if _, row := s.place(c); row >= height-mostRows && s.cells[c] == s.own && l.Joined(f.Point(c), f.Point(stone)) {
			group = append(group, c)
		}
	}
	var seen []hexgrid.Cell
	for _, c := range group {
		if slices.Contains(seen, c) {
			continue
		}
		around := s.surroundings(c)
		if joined, known := s.joins(hexgrid.NoCell, c, around, mine); joined || !known {
			return 0
		}
		seen = append(seen, around...)
	}
	return Likely
}

// proved searches all cells by which a stone can be joined to another, or with [hexgrid.NoCell] to the
// edge below; ok is false if they are too many.
func (s *view) proved(goal, stone hexgrid.Cell, mine bool) (c Certainty, ok bool) {
	all := s.reached(stone)
	empty := slices.DeleteFunc(slices.Clone(all), func(c hexgrid.Cell) bool { return s.cells[c] == s.own })
	if len(all) >= maxCells || len(empty) > maxEmpty {
		return 0, false
	}
	if joined, known := s.joins(goal, stone, all, mine); joined || !known {
		return 0, true
	}
	return Proved, true
}

// reached returns the cells that a stone reaches over others than the opponent's.
func (s *view) reached(stone hexgrid.Cell) []hexgrid.Cell {
	all := []hexgrid.Cell{stone}
	for i := 0; i < len(all); i++ {
		for _, n := range s.board.Grid().Neighbours(all[i]) {
			if s.cells[n] != s.own.Other() && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all[1:]
}

const (
	// maxEmpty is the most empty cells of a proof.
	maxEmpty = 32
	// mostRows is the number of rows at an edge in which stones of a group are looked at.
	mostRows = 4
	// sideways is the number of cells to the left of a stone, and to the right, that are around it.
	sideways = 4
	// nearest is the number of cells around a bridge that are searched.
	nearest = 40
)

// surroundings returns the cells around a stone: from one row above it down to the edge.
func (s *view) surroundings(stone hexgrid.Cell) (all []hexgrid.Cell) {
	_, height := s.size()
	col, row := s.place(stone)
	for down := -1; row+down < height; down++ {
		for right := -sideways; right <= sideways; right++ {
			if c := s.cell(col+right-(down+1)/2, row+down); c != hexgrid.NoCell && c != stone {
				all = append(all, c)
			}
		}
	}
	return all
}

// brokenBridge finds a bridge between two stones that the last stone intruded on and the better
// move saves. It finds nothing if the stones are joined in another way.
func brokenBridge(q Question) (Finding, bool) {
	if q.Last == hexgrid.NoCell || q.Better == hexgrid.NoCell || q.Played == q.Better {
		return Finding{}, false
	}
	both := commonNeighbours(q.Board.Grid(), q.Last, q.Better)
	if len(both) != 2 || !touch(q.Board.Grid(), q.Last, q.Better) || q.Board.At(both[0]) != q.Mover || q.Board.At(both[1]) != q.Mover {
		return Finding{}, false
	}
	played := views(q.Board, q.Mover)[0].put(q.Played, q.Mover)
	sure, ok := played.proved(both[1], both[0], false)
	if around := played.reached(both[0]); !ok {
		joined, known := played.joins(both[1], both[0], around[:min(len(around), nearest)], false)
		if known && !joined {
			sure = Likely
		}
	}
	return Finding{Kind: Bridge, Certainty: sure, Stones: both, Intruder: q.Last}, sure > 0
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
