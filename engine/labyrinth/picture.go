package labyrinth

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// Mark colours a piece, in one colour or split in two.
type Mark struct {
	Doors   board.Doors
	Colours []Colour // one or two
	// Names are the meanings of the colours, such as "Now"; empty if the caption has them.
	Names []engine.Text
}

// Picture is a scene of pieces, which may be a solution or not.
type Picture struct {
	// Pieces have columns and rows from a1 on, in the order in which they were placed.
	Pieces []board.Piece
	// Frame is the board in the picture.
	Frame board.Frame
	// Colour is the colour of all hexagons without a mark.
	Colour Colour
	// Numbers shows the number of each piece's hexagram.
	Numbers bool
	// Plain omits cells without a piece, except holes.
	Plain bool
	// Loose shows the pieces one by one, without groups and holes.
	Loose bool
	// Marks holds at most one mark for each piece.
	Marks []Mark
	// Caption is the text below the picture.
	Caption engine.Text
}

// NewPicture returns a picture of pieces on the smallest board that holds them. Groups far apart
// are moved together, unless the pieces are symmetric.
func NewPicture(pieces []board.Piece, colour Colour, caption engine.Text) Picture {
	moved := board.Normalize(pieces)
	const wide = 30
	if f := board.FrameOf(moved); max(f.Cols, f.Rows) > wide && !board.Upright.Holds(moved) && !board.Level.Holds(moved) {
		moved = board.Tidy(pieces)
	}
	return Picture{Pieces: moved, Frame: board.FrameOf(moved), Colour: colour, Plain: true, Caption: caption}
}
