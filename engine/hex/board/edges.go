package board

import "github.com/sixfold-bot/sixfold/engine/hexgrid"

// edge is one side of the board, in the order of its virtual node.
type edge int

const (
	top edge = iota
	bottom
	left
	right
	edgeNodes int = iota
)

// node is the number of an edge's virtual node: those of the edges come after those
// of the cells.
func (b *Board) node(e edge) int { return len(b.cells) + int(e) }

// edges are the two that a colour joins.
func (b *Board) edges(c Colour) (first, second edge) {
	if c == b.topBottom {
		return top, bottom
	}
	return left, right
}

func (b *Board) touches(c hexgrid.Cell, e edge) bool {
	switch e {
	case top:
		return b.grid.Row(c) == 0
	case bottom:
		return b.grid.Row(c) == b.Height()-1
	case left:
		return b.grid.Column(c) == 0
	case right:
		return b.grid.Column(c) == b.Width()-1
	}
	return false
}

// along lists the cells that touch an edge, from the left or from the top.
func (b *Board) along(e edge) []hexgrid.Cell {
	cells := make([]hexgrid.Cell, 0, max(b.Width(), b.Height()))
	for c := range hexgrid.Cell(len(b.cells)) {
		if b.touches(c, e) {
			cells = append(cells, c)
		}
	}
	return cells
}
