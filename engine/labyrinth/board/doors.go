package board

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine"
)

// Pieces is the number of pieces, one for each set of doors.
const Pieces = 64

// Sides is the number of sides of a hexagon. Its top is flat.
const Sides = 6

// Side is a side of a hexagon, clockwise from the north.
type Side int

// The sides.
const (
	North Side = iota
	NorthEast
	SouthEast
	South
	SouthWest
	NorthWest
)

// Opposite returns the neighbour's side that touches this one.
func (s Side) Opposite() Side { return (s + Sides/2) % Sides }

// Name returns the side's name for people.
func (s Side) Name() engine.Text {
	return [Sides]engine.Text{
		engine.T("north"), engine.T("north-east"), engine.T("south-east"),
		engine.T("south"), engine.T("south-west"), engine.T("north-west"),
	}[s]
}

// Doors is the set of a piece's sides with a door, bit i for side i. There is one piece for each
// value from 0 to 63.
type Doors uint8

// AllDoors is the piece with a door on every side.
const AllDoors Doors = 1<<Sides - 1

// Has reports whether a side has a door.
func (d Doors) Has(s Side) bool { return d>>s&1 != 0 }

// Count returns the number of doors.
func (d Doors) Count() int { return bits.OnesCount8(uint8(d)) }

// Corners returns the number of sides without a door between two sides with one. There the doors
// form an angle of 120 degrees, and a hole begins.
func (d Doors) Corners() int {
	after := d<<1 | d>>(Sides-1)
	before := d>>1 | d<<(Sides-1)
	return (after & before &^ d & AllDoors).Count()
}
