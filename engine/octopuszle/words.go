package octopuszle

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Name is the direction's, as a word.
func (d Direction) Name() engine.Text {
	return [Directions]engine.Text{
		engine.T("north"), engine.T("north-east"), engine.T("east"), engine.T("south-east"),
		engine.T("south"), engine.T("south-west"), engine.T("west"), engine.T("north-west"),
	}[d]
}

// diagonalNames writes a pattern of diagonals by the letters of their directions, "-" if
// there are none.
func diagonalNames(pattern int) string {
	var words []string
	for i, name := range [...]string{"NE", "SE", "SW", "NW"} {
		if pattern>>i&1 != 0 {
			words = append(words, name)
		}
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, "+")
}
