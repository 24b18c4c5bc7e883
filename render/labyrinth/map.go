package labyrinth

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// surroundings is what a picture shows beside its pieces.
type surroundings struct {
	group []int            // group of each piece, 0 being the largest
	holes []connexion.Cell // enclosed empty cells
	count int              // number of holes that they form
	open  []connexion.Cell // empty cells that doors lead to
}

func survey(p labyrinth.Picture) surroundings {
	m := surroundings{group: make([]int, len(p.Pieces))}
	if p.Loose {
		return m
	}
	at := map[connexion.Cell]connexion.Doors{}
	for _, piece := range p.Pieces {
		at[piece.Cell] = piece.Doors
	}
	for number, group := range connexion.Groups(p.Pieces) {
		for _, i := range group.Pieces {
			m.group[i] = number
		}
	}
	m.open = slices.DeleteFunc(connexion.Open(p.Pieces, at), func(c connexion.Cell) bool { return !p.Frame.Has(c) })
	m.findHoles(p.Frame, at)
	return m
}

// findHoles finds the empty cells without a path out of the board.
func (m *surroundings) findHoles(board connexion.Frame, at map[connexion.Cell]connexion.Doors) {
	out := map[connexion.Cell]bool{}
	var queue []connexion.Cell
	visit := func(c connexion.Cell) {
		if _, lies := at[c]; !lies && !out[c] {
			out[c] = true
			queue = append(queue, c)
		}
	}
	for row := -1; row <= board.Rows; row++ {
		for col := -1; col <= board.Cols; col++ {
			if c := connexion.CellAt(col, row); !board.Has(c) {
				visit(c)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for s := range connexion.Side(connexion.Sides) {
			if c := queue[0].Next(s); board.Has(c) {
				visit(c)
			}
		}
	}
	for row := range board.Rows {
		for col := range board.Cols {
			c := connexion.CellAt(col, row)
			if _, lies := at[c]; !lies && !out[c] && !slices.Contains(m.open, c) {
				m.holes = append(m.holes, c)
			}
		}
	}
	m.count = parts(m.holes)
}

// parts counts the connected sets of cells.
func parts(cells []connexion.Cell) (n int) {
	part := make([]bool, len(cells)) // counted
	var reach func(i int)
	reach = func(i int) {
		part[i] = true
		for j, c := range cells {
			if !part[j] && c.Distance(cells[i]) == 1 {
				reach(j)
			}
		}
	}
	for i := range cells {
		if !part[i] {
			n++
			reach(i)
		}
	}
	return n
}
