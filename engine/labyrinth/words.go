package labyrinth

import "github.com/sixfold-bot/sixfold/engine"

// Name is the side's, as a word.
func (s Side) Name() engine.Text {
	return [Sides]engine.Text{
		engine.T("north"), engine.T("north-east"), engine.T("south-east"),
		engine.T("south"), engine.T("south-west"), engine.T("north-west"),
	}[s]
}

// pieceCount is so many pieces, in words.
func pieceCount(n int) engine.Text {
	return engine.Count(n, "1 piece", "%s pieces")
}

// CellCount is so many cells, in words.
func CellCount(n int) engine.Text {
	return engine.Count(n, "1 cell", "%s cells")
}
