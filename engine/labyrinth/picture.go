package labyrinth

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// Mark colours one piece: wholly in one colour, or split in two.
type Mark struct {
	Doors   board.Doors
	Colours []Colour // one or two
	// Names are what the colours stand for, "Now"; none, if the caption says it.
	Names []engine.Text
}

// Picture is a scene: pieces, solved or not.
type Picture struct {
	// Pieces lie at and beyond a1, in the order in which they were laid.
	Pieces []board.Piece
	// Frame is the board that is shown.
	Frame board.Frame
	// Colour is that of all hexagons but the marked ones.
	Colour Colour
	// Numbers: each piece shows the number of its hexagram.
	Numbers bool
	// Gaps: each empty cell to which a door leads shows its sign, see [GapSign].
	Gaps bool
	// Plain: cells without a piece are not drawn, but where holes are.
	Plain bool
	// Loose: the pieces are shown by themselves, and make no groups and no holes.
	Loose bool
	// Marks are at most one for each piece.
	Marks []Mark
	// Caption is what stands below.
	Caption engine.Text
}

// NewPicture shows pieces on a board as small as can be: groups far apart move together,
// but for those that a mirror joins.
func NewPicture(pieces []board.Piece, colour Colour, caption engine.Text) Picture {
	moved := board.Normalize(pieces)
	const wide = 30
	if f := board.FrameOf(moved); max(f.Cols, f.Rows) > wide && !board.Upright.Holds(moved) && !board.Level.Holds(moved) {
		moved = board.Tidy(pieces)
	}
	return Picture{Pieces: moved, Frame: board.FrameOf(moved), Colour: colour, Plain: true, Caption: caption}
}
