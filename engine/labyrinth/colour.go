package labyrinth

import "github.com/sixfold-bot/sixfold/engine"

// Colour is one of those in which hexagons are drawn. The zero value is the first.
type Colour int

// The seven colours, and the one that people of all kinds of colour vision see alike.
const (
	Blue Colour = iota
	Green
	Gold
	Red
	Violet
	Teal
	Grey
	Safe
	ColourCount
)

// ids and titles by colour.
var colours = [ColourCount]engine.Named{
	{ID: "blue", Title: engine.T("Blue")},
	{ID: "green", Title: engine.T("Green")},
	{ID: "gold", Title: engine.T("Gold")},
	{ID: "red", Title: engine.T("Red")},
	{ID: "violet", Title: engine.T("Violet")},
	{ID: "teal", Title: engine.T("Teal")},
	{ID: "grey", Title: engine.T("Grey")},
	{ID: "safe", Title: engine.T("Colour-blind-safe")},
}

func colourChoices() []engine.Named { return colours[:] }

// ColourByID returns the colour with the given ID.
func ColourByID(id string) (Colour, bool) {
	for c, named := range colours {
		if named.ID == id {
			return Colour(c), true
		}
	}
	return Blue, false
}

// Title is the colour's name for people.
func (c Colour) Title() engine.Text { return colours[c].Title }

// Mark colours one piece: wholly in one colour, or split in two.
type Mark struct {
	Doors   Doors
	Colours []Colour // one or two
}

// Picture is a scene: pieces, solved or not.
type Picture struct {
	// Pieces lie at and beyond a1, in the order in which they were laid.
	Pieces []Piece
	// Frame is the board that is shown.
	Frame Frame
	// Colour is that of all hexagons but the marked ones.
	Colour Colour
	// Numbers: each piece shows the number of its hexagram.
	Numbers bool
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
func NewPicture(pieces []Piece, colour Colour, caption engine.Text) Picture {
	moved := normal(pieces)
	const wide = 30
	if f := frameOf(moved); max(f.Cols, f.Rows) > wide && !Upright.holds(moved) && !Level.holds(moved) {
		moved = Tidy(pieces)
	}
	return Picture{Pieces: moved, Frame: frameOf(moved), Colour: colour, Plain: true, Caption: caption}
}
