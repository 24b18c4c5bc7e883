package atom4

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

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
