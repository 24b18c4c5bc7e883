package labyrinth

import "github.com/sixfold-bot/sixfold/engine/labyrinth/board"

// What scenes are made of, for those who draw them.
type (
	Cell  = board.Cell
	Doors = board.Doors
	Frame = board.Frame
	Piece = board.Piece
	Side  = board.Side
)

// The numbers of pieces, and of sides of each.
const (
	Pieces = board.Pieces
	Sides  = board.Sides
)

// Functions of package board, for those who draw.
var (
	Pairs     = board.FormatPairs
	ParseJSON = board.ParseJSON
	Tidy      = board.Tidy
)
