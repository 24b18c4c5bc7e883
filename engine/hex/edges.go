package hex

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
func (p *Position) node(e edge) int { return len(p.cells) + int(e) }

// edges are the two that a colour joins.
func (p *Position) edges(c Colour) (first, second edge) {
	if c == p.topBottom {
		return top, bottom
	}
	return left, right
}

func (p *Position) touches(c hexgrid.Cell, e edge) bool {
	switch e {
	case top:
		return p.grid.Row(c) == 0
	case bottom:
		return p.grid.Row(c) == p.Size()-1
	case left:
		return p.grid.Column(c) == 0
	case right:
		return p.grid.Column(c) == p.Size()-1
	}
	return false
}

// along lists the cells that touch an edge, from the left or from the top.
func (p *Position) along(e edge) []hexgrid.Cell {
	cells := make([]hexgrid.Cell, 0, p.Size())
	for c := range hexgrid.Cell(len(p.cells)) {
		if p.touches(c, e) {
			cells = append(cells, c)
		}
	}
	return cells
}
