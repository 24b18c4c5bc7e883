package hex

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// mostSuggested is what a list of suggestions takes.
const mostSuggested = 25

// suggestCells completes the name of an empty cell: those that begin with what was
// typed, then those that contain it. In a puzzle too all are named, not only the one that
// wins.
func suggestCells(position engine.Position, typed string) []engine.Named {
	if position == nil {
		return nil
	}
	p := boardOf(position)
	typed = strings.ToLower(strings.TrimSpace(typed))
	var first, others []engine.Named
	for c, colour := range p.cells {
		name := p.grid.Name(hexgrid.Cell(c))
		switch named := (engine.Named{ID: name, Title: engine.T("%s", name)}); {
		case colour != Empty || p.winner != Empty:
		case strings.HasPrefix(name, typed):
			first = append(first, named)
		case strings.Contains(name, typed):
			others = append(others, named)
		}
	}
	all := slices.Concat(first, others)
	return all[:min(len(all), mostSuggested)]
}
