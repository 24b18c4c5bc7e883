package atom4

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// mostDetail is how long the words for a choice may be.
const mostDetail = 100

// DescribeMove implements [engine.Describer]: which pieces would take which colour.
func (p *Position) DescribeMove(move string) engine.Offer {
	offer := engine.Offer{Title: engine.T("%s", move)}
	c, err := grid.ParseCell(move)
	if err != nil {
		return offer
	}
	m := p.Effect(c)
	var changes []engine.Text
	for _, change := range m.Changed {
		changes = append(changes, engine.T("%s becomes %s", change.Cell.String(), change.New.Name()))
	}
	offer.Detail = engine.Fit(mostDetail, engine.List(", ", changes), m.short())
	if len(changes) == 0 {
		offer.Detail = m.short()
	}
	return offer
}

// Picking implements [engine.Picker]: a vertex by its column and its row.
func (p *Position) Picking(verb string) (engine.Picking, bool) {
	legal := p.Legal()
	if verb != "move" || len(legal) == 0 {
		return engine.Picking{}, false
	}
	var free [grid.Size][grid.Size]bool
	for _, c := range legal {
		free[c.Row()][c.Column()] = true
	}
	return hexgrid.Picking(grid.Size, grid.Size, func(column, row int) bool { return free[row][column] }, p.standing())
}
