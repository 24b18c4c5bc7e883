package grid

import (
	"github.com/sixfold-bot/sixfold/engine"
)

// Colour is the colour of a piece: bit 3 is set, and bits 0 to 2 are set where red,
// green and blue are in it. [Empty] is no piece.
type Colour uint8

const (
	red, green, blue Colour = 1, 2, 4
	// Primaries are all that a piece can have in it.
	Primaries = red | green | blue
	// Occupied is set in all colours of pieces.
	Occupied Colour = 8
	// wall is beyond the rim of the board.
	wall = red
)

// The colours. Those of White's pieces have one primary in them, those of Black's
// lack one.
const (
	Empty  Colour = 0
	Black         = Occupied
	Red           = Occupied | red
	Green         = Occupied | green
	Yellow        = Occupied | red | green
	Blue          = Occupied | blue
	Purple        = Occupied | red | blue
	Cyan          = Occupied | green | blue
	White         = Occupied | red | green | blue
)

// Valid reports whether it is a colour of a piece.
func (c Colour) Valid() bool { return c >= Black && c <= White }

// Letter is one of K R Y G C B P W, "." for Empty.
func (c Colour) Letter() string {
	if !c.Valid() {
		return "."
	}
	return "KRGYBPCW"[c-Occupied:][:1]
}

// String returns the colour's name: "black", "red" and so on, "empty".
func (c Colour) String() string { return c.Name().String() }

// Name is the colour's name for people.
func (c Colour) Name() engine.Text {
	if !c.Valid() {
		return engine.T("empty")
	}
	return [...]engine.Text{
		engine.T("black"), engine.T("red"), engine.T("green"), engine.T("yellow"),
		engine.T("blue"), engine.T("purple"), engine.T("cyan"), engine.T("white"),
	}[c-Occupied]
}

// Mover is the seat whose pieces have this colour, NoSeat for black, white and
// Empty, which nobody places.
func (c Colour) Mover() engine.Seat {
	switch c {
	case Red, Green, Blue:
		return 0
	case Yellow, Cyan, Purple:
		return 1
	default:
		return engine.NoSeat
	}
}

// Goal is the colour of which a seat wants a row. It also carries on what that seat
// plays: it is the seat's propagator.
func Goal(s engine.Seat) Colour {
	if s == 0 {
		return White
	}
	return Black
}

// GoalOf is the goal of the seat that places a colour.
func GoalOf(piece Colour) Colour {
	if piece.Mover() == 0 {
		return White
	}
	return Black
}
