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
	index := map[connexion.Cell]int{}
	for i, piece := range p.Pieces {
		index[piece.Cell] = i
	}
	m.groups(p, index)
	for row := range p.Frame.Rows {
		for col := range p.Frame.Cols {
			c := connexion.CellAt(col, row)
			if _, lies := index[c]; !lies && doorLeadsTo(p, index, c) {
				m.open = append(m.open, c)
			}
		}
	}
	m.findHoles(p, index)
	return m
}

func (m *surroundings) groups(p labyrinth.Picture, index map[connexion.Cell]int) {
	var all [][]int
	seen := make([]bool, len(p.Pieces))
	for first := range p.Pieces {
		if seen[first] {
			continue
		}
		seen[first] = true
		group := []int{first}
		for k := 0; k < len(group); k++ {
			for s := range connexion.Side(connexion.Sides) {
				next, lies := index[p.Pieces[group[k]].Next(s)]
				if lies && !seen[next] && p.Pieces[group[k]].Doors.Has(s) {
					seen[next] = true
					group = append(group, next)
				}
			}
		}
		all = append(all, group)
	}
	slices.SortStableFunc(all, func(a, b []int) int { return len(b) - len(a) })
	for number, group := range all {
		for _, i := range group {
			m.group[i] = number
		}
	}
}

// doorLeadsTo reports whether a door leads to a cell.
func doorLeadsTo(p labyrinth.Picture, index map[connexion.Cell]int, c connexion.Cell) bool {
	for s := range connexion.Side(connexion.Sides) {
		if i, lies := index[c.Next(s)]; lies && p.Pieces[i].Doors.Has(s.Opposite()) {
			return true
		}
	}
	return false
}

// findHoles finds the empty cells without a path out of the board.
func (m *surroundings) findHoles(p labyrinth.Picture, index map[connexion.Cell]int) {
	out := map[connexion.Cell]bool{}
	var queue []connexion.Cell
	visit := func(c connexion.Cell) {
		if _, lies := index[c]; !lies && !out[c] {
			out[c] = true
			queue = append(queue, c)
		}
	}
	for row := -1; row <= p.Frame.Rows; row++ {
		for col := -1; col <= p.Frame.Cols; col++ {
			if c := connexion.CellAt(col, row); !p.Frame.Has(c) {
				visit(c)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for s := range connexion.Side(connexion.Sides) {
			if c := queue[0].Next(s); p.Frame.Has(c) {
				visit(c)
			}
		}
	}
	for row := range p.Frame.Rows {
		for col := range p.Frame.Cols {
			c := connexion.CellAt(col, row)
			if _, lies := index[c]; !lies && !out[c] && !slices.Contains(m.open, c) {
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
