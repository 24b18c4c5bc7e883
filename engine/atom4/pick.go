package atom4

import (
	"slices"
	"strings"

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

// suggestCells completes a cell with the legal ones, each with its changes, those with most
// changes first.
func suggestCells(position engine.Position, typed string) []engine.Named {
	p, ok := position.(*Position)
	if !ok {
		return nil
	}
	typed = strings.ToLower(typed)
	var byChanges [7][]engine.Named // a move changes at most six pieces
	for _, c := range p.Legal() {
		if !strings.HasPrefix(c.String(), typed) {
			continue
		}
		m := p.Effect(c)
		n := len(m.Changed)
		byChanges[n] = append(byChanges[n], engine.Named{ID: c.String(), Title: engine.T("%s: %s", c.String(), m.short())})
	}
	slices.Reverse(byChanges[:])
	return slices.Concat(byChanges[:]...)
}

// short describes the changes of a move in few letters: a title has room for 100.
func (m *Move) short() engine.Text {
	if len(m.Changed) == 0 {
		return engine.T("changes nothing")
	}
	said := engine.Map(m.Changed, func(c Change) string { return c.Cell.String() + " " + c.Old.Letter() + "→" + c.New.Letter() })
	return engine.T("%s", strings.Join(said, ", "))
}
