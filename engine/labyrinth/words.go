package labyrinth

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Name is the side's, as a word.
func (s Side) Name() engine.Text {
	return [Sides]engine.Text{
		engine.T("north"), engine.T("north-east"), engine.T("south-east"),
		engine.T("south"), engine.T("south-west"), engine.T("north-west"),
	}[s]
}

// pieceCount is so many pieces, in words.
func pieceCount(n int) engine.Text {
	if n == 1 {
		return engine.T("1 piece")
	}
	return engine.T("%s pieces", strconv.Itoa(n))
}

// CellCount is so many cells, in words.
func CellCount(n int) engine.Text {
	if n == 1 {
		return engine.T("1 cell")
	}
	return engine.T("%s cells", strconv.Itoa(n))
}
