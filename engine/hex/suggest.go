package hex

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// suggestCells completes the name of an empty cell.
func suggestCells(position engine.Position, typed string) []engine.Named {
	if position == nil {
		return nil
	}
	if puzzle, ok := position.(*Puzzle); ok {
		return engine.Suggest(puzzle.Moves(), typed)
	}
	p := position.(*Position)
	var names []string
	for c := range hexgrid.Cell(p.Grid().Cells()) {
		if p.At(c) == Empty && !p.over() {
			names = append(names, p.Grid().Name(c))
		}
	}
	return engine.Suggest(names, typed)
}
