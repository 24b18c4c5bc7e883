package board

import "github.com/sixfold-bot/sixfold/engine"

// Colour is what lies on a cell.
type Colour uint8

// Red has seat 0 and moves first.
const (
	Empty Colour = iota
	Red
	Blue
)

// Other is the opponent's colour; Empty has none.
func (c Colour) Other() Colour {
	if c == Empty {
		return Empty
	}
	return Red + Blue - c
}

// Seat is the seat of the player of that colour, NoSeat for Empty.
func (c Colour) Seat() engine.Seat {
	if c == Empty {
		return engine.NoSeat
	}
	return engine.Seat(c - Red)
}

// ColourOf is the colour of the player in a seat, Empty for NoSeat.
func ColourOf(s engine.Seat) Colour {
	if s == engine.NoSeat {
		return Empty
	}
	return Red + Colour(s)
}

// String returns "empty", "red" or "blue".
func (c Colour) String() string { return [...]string{"empty", "red", "blue"}[c] }
