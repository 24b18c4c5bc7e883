package labyrinth

import "math/bits"

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

// Doors is the set of a piece's sides that have a door: bit i of it is side i.
// There is one piece for each of 0 to 63.
type Doors uint8

const allDoors Doors = 1<<Sides - 1

// Has reports whether a side has a door.
func (d Doors) Has(s Side) bool { return d>>s&1 != 0 }

// Count is the number of doors.
func (d Doors) Count() int { return bits.OnesCount8(uint8(d)) }

// corners is how many sides without a door lie between two with one, at 120 degrees:
// there a hole begins.
func (d Doors) corners() int {
	after := d<<1 | d>>(Sides-1)
	before := d>>1 | d<<(Sides-1)
	return (after & before &^ d & allDoors).Count()
}

// Cell is a place in the plane, in axial coordinates.
type Cell struct{ Q, R int }

// steps lead to the neighbours, by side.
var steps = [Sides]Cell{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}

// Next is the neighbour at a side.
func (c Cell) Next(s Side) Cell { return c.plus(steps[s]) }

func (c Cell) plus(d Cell) Cell { return Cell{c.Q + d.Q, c.R + d.R} }

// height is how far the cell lies to the south, in half cells.
func (c Cell) height() int { return 2*c.R + c.Q }

// distance is the least number of steps between two cells.
func (c Cell) distance(d Cell) int {
	q, r := c.Q-d.Q, c.R-d.R
	return max(abs(q), abs(r), abs(q+r))
}

func abs(n int) int { return max(n, -n) }

// Piece is a hexagon that lies somewhere.
type Piece struct {
	Cell
	Doors Doors
}
