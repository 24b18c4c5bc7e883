package grid

import "github.com/sixfold-bot/sixfold/engine"

// Colour is the colour of a piece: bit 3 is set, and bits 0 to 2 are set if it contains red,
// green and blue. [Empty] is no piece.
type Colour uint8

const (
	red, green, blue Colour = 1, 2, 4
	// Primaries is the mask of the three primaries.
	Primaries = red | green | blue
	// Occupied is set in every colour of a piece.
	Occupied Colour = 8
	// wall is the colour of points beyond the rim of the board.
	wall = red
)

// The colours. White's pieces have one primary, Black's have two.
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

// Valid reports whether c is the colour of a piece.
func (c Colour) Valid() bool { return c >= Black && c <= White }

// Letter returns one of K R Y G C B P W, "." for Empty.
func (c Colour) Letter() string {
	if !c.Valid() {
		return "."
	}
	return "KRGYBPCW"[c-Occupied:][:1]
}

// String returns the English name: "black", "red" and so on, or "empty".
func (c Colour) String() string { return c.Name().String() }

// Name returns the name for people.
func (c Colour) Name() engine.Text {
	if !c.Valid() {
		return engine.T("empty")
	}
	return [...]engine.Text{
		engine.T("black"), engine.T("red"), engine.T("green"), engine.T("yellow"),
		engine.T("blue"), engine.T("purple"), engine.T("cyan"), engine.T("white"),
	}[c-Occupied]
}

// Mover returns the seat that places this colour, NoSeat for black, white and Empty.
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

// Goal returns the colour of a seat's row. Pieces of this colour are also the seat's propagators:
// they pass on what it plays.
func Goal(s engine.Seat) Colour {
	if s == 0 {
		return White
	}
	return Black
}

// GoalOf returns the goal of the seat that places a colour.
func GoalOf(piece Colour) Colour { return Goal(piece.Mover()) }

// Wheel is the colour wheel clockwise from red, the order in which pieces are placed. Neighbours
// differ by one primary; opposites mix to white or black. It is read-only.
var Wheel = [...]Colour{Red, Yellow, Green, Cyan, Blue, Purple}

// WheelAt returns the colour at a number of steps from red, in either direction.
func WheelAt(step int) Colour {
	n := len(Wheel)
	return Wheel[(step%n+n)%n]
}
