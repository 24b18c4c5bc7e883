package hex

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// suggestCells completes the name of an empty cell. In a puzzle too all are named, not only
// the one that wins.
func suggestCells(position engine.Position, typed string) []engine.Named {
	if position == nil {
		return nil
	}
	p := boardOf(position)
	var names []string
	for c := range hexgrid.Cell(p.Grid().Cells()) {
		if p.At(c) == Empty && !p.over() {
			names = append(names, p.Grid().Name(c))
		}
	}
	return engine.Suggest(names, typed)
}
