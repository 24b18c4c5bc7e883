package board

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine"
)

// Pieces is how many there are: one for each set of doors.
const Pieces = 64

// Sides is how many a hexagon has. Its top is flat.
const Sides = 6

// Side is one of them, clockwise from the north.
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

// Opposite is the side of the neighbour that lies against this one.
func (s Side) Opposite() Side { return (s + Sides/2) % Sides }

// Name is the side's, as a word.
func (s Side) Name() engine.Text {
	return [Sides]engine.Text{
		engine.T("north"), engine.T("north-east"), engine.T("south-east"),
		engine.T("south"), engine.T("south-west"), engine.T("north-west"),
	}[s]
}

// Doors is the set of a piece's sides that have a door: bit i of it is side i.
// There is one piece for each of 0 to 63.
type Doors uint8

// AllDoors is the piece with a door on every side.
const AllDoors Doors = 1<<Sides - 1

// Has reports whether a side has a door.
func (d Doors) Has(s Side) bool { return d>>s&1 != 0 }

// Count is the number of doors.
func (d Doors) Count() int { return bits.OnesCount8(uint8(d)) }

// Corners is how many sides without a door lie between two sides with one: the doors then
// stand at 120 degrees, and a hole begins there.
func (d Doors) Corners() int {
	after := d<<1 | d>>(Sides-1)
	before := d>>1 | d<<(Sides-1)
	return (after & before &^ d & AllDoors).Count()
}
