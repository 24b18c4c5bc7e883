package atom4

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

const mostDetail = 100 // characters

// Picking implements [engine.Picker]: a menu of vertices, or a form for column and row.
func (p *Position) Picking(verb, _ string) engine.Picking {
	if verb != engine.MoveVerb || p.over() {
		return engine.Picking{}
	}
	return engine.Picking{
		Menu: engine.MenuOf(engine.T("Place the next piece"), p.Moves(), p.effect),
		Form: hexgrid.Form(grid.Size, grid.Size, func(column, row int) bool { return p.board.Legal(grid.At(column, row).Point()) }, p.standing),
	}
}

func (p *Position) effect(move string) engine.Text {
	c, err := grid.ParseCell(move)
	if err != nil {
		return engine.Text{}
	}
	m := p.Effect(c)
	if len(m.Changed) == 0 {
		return m.short()
	}
	changes := engine.Map(m.Changed, func(c Change) engine.Text { return engine.T("%s becomes %s", c.Cell.String(), c.New.Name()) })
	return engine.Fit(mostDetail, engine.List(", ", changes), m.short())
}
