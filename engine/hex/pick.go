package hex

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Picking implements [engine.Picker]: an empty cell by its column and its row.
func (p *Position) Picking(verb string) (engine.Picking, bool) {
	if verb != "move" || p.over() {
		return engine.Picking{}, false
	}
	return p.picking(standing(p), nil)
}

// Picking implements [engine.Picker]: an empty cell that was not tried.
func (p *Puzzle) Picking(verb string) (engine.Picking, bool) {
	if verb != "move" || p.over() {
		return engine.Picking{}, false
	}
	return p.board.picking(engine.T("Red to move and win: %s.", goal(p.board.Board, Red)), p.tries)
}

// picking picks an empty cell that is none of some.
func (p *Position) picking(says engine.Text, but []hexgrid.Cell) (engine.Picking, bool) {
	return hexgrid.Picking(p.Width(), p.Height(), func(column, row int) bool {
		c := p.Grid().At(column, row)
		return p.At(c) == Empty && !slices.Contains(but, c)
	}, says)
}

// DescribeMove implements [engine.Describer]: which stones and edge of the mover's a stone
// there touches.
func (p *Position) DescribeMove(move string) engine.Offer { return p.offer(p.Mover(), move) }

// DescribeMove implements [engine.Describer], as in a game.
func (p *Puzzle) DescribeMove(move string) engine.Offer { return p.board.offer(Red, move) }

func (p *Position) offer(mover Colour, move string) engine.Offer {
	offer := engine.Offer{Title: engine.T("%s", move)}
	c, err := p.Grid().Parse(move)
	if err != nil {
		return offer
	}
	var own []string
	for _, n := range p.Grid().Neighbours(c) {
		if p.At(n) == mover {
			own = append(own, p.Grid().Name(n))
		}
	}
	edge := p.ownEdge(mover, c)
	switch stones := strings.Join(own, ", "); {
	case len(own) > 0 && !edge.Empty():
		offer.Detail = engine.T("touches %s and %s", stones, edge)
	case len(own) > 0:
		offer.Detail = engine.T("touches %s", stones)
	case !edge.Empty():
		offer.Detail = engine.T("touches %s", edge)
	default:
		offer.Detail = engine.T("stands by itself")
	}
	return offer
}

// ownEdge names the edge of a colour on which a cell lies, unless there is none.
func (p *Position) ownEdge(colour Colour, c hexgrid.Cell) engine.Text {
	column, row := p.Grid().Column(c), p.Grid().Row(c)
	switch across := colour != p.TopBottom(); {
	case !across && row == 0:
		return engine.T("the top edge")
	case !across && row == p.Height()-1:
		return engine.T("the bottom edge")
	case across && column == 0:
		return engine.T("the left edge")
	case across && column == p.Width()-1:
		return engine.T("the right edge")
	default:
		return engine.Text{}
	}
}
