package labyrinth

import "github.com/sixfold-bot/sixfold/engine"

// pieceCount is so many pieces, in words.
func pieceCount(n int) engine.Text {
	return engine.Count(n, "1 piece", "%s pieces")
}

// CellCount is so many cells, in words.
func CellCount(n int) engine.Text {
	return engine.Count(n, "1 cell", "%s cells")
}
