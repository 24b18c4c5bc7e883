package atom4

import "github.com/sixfold-bot/sixfold/engine"

// Colour is the colour of a piece: bit 3 is set, and bits 0 to 2 tell whether there
// is red, green and blue in it. [Empty] is no piece.
type Colour uint8

const (
	red, green, blue Colour = 1, 2, 4
	// occupied is set in all colours of pieces.
	occupied Colour = 8
	// wall is beyond the rim of the board.
	wall Colour = 1
)

// The colours. Those of White's pieces have one primary in them, those of Black's
// lack one.
const (
	Empty  Colour = 0
	Black         = occupied
	Red           = occupied | red
	Green         = occupied | green
	Yellow        = occupied | red | green
	Blue          = occupied | blue
	Purple        = occupied | red | blue
	Cyan          = occupied | green | blue
	White         = occupied | red | green | blue
)

// wheel is the order in which pieces are played, clockwise.
var wheel = [...]Colour{Red, Yellow, Green, Cyan, Blue, Purple}

// Wheel is the colour wheel clockwise from red: neighbours differ by one primary,
// opposites mix to white or to black.
func Wheel() []Colour { return append([]Colour{}, wheel[:]...) }

// onWheel counts from red, in either direction and however far.
func onWheel(step int) Colour {
	n := len(wheel)
	return wheel[(step%n+n)%n]
}

// Valid reports whether it is a colour of a piece.
func (c Colour) Valid() bool { return c >= Black && c <= White }

// Letter is one of K R Y G C B P W, "." for Empty.
func (c Colour) Letter() string {
	if !c.Valid() {
		return "."
	}
	return "KRGYBPCW"[c-occupied:][:1]
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
	}[c-occupied]
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

// goalOf is the goal of the seat that places a colour.
func goalOf(piece Colour) Colour {
	if piece.Mover() == 0 {
		return White
	}
	return Black
}

// hitter is what a piece does to those that it hits: White's pieces add their primary,
// Black's leave only what is in both. The mover's own propagator carries the hit on.
type hitter struct{ adds, leaves, carrier Colour }

// hitters are the pieces that are played, by colour.
var hitters = func() (table [16]hitter) {
	for _, c := range wheel {
		if c.Mover() == 0 {
			table[c] = hitter{c, White, White}
		} else {
			table[c] = hitter{0, c, Black}
		}
	}
	return table
}()
