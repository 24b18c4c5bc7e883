// Package board holds the hexagons of the China Labyrinth, the cells on which they lie,
// and the rules that a finished labyrinth keeps.
//
// There are 64 pieces, one for each set of sides with a door ([Doors]), in fixed
// orientation; hexagons have a flat top. In a transcendental solution every door meets a
// door, and a side without a door has no neighbour; in a compact one, sides without doors
// may meet. [Validate] checks a whole solution, [Fits] one more piece.
//
// Cells have axial coordinates (q, r) ([Cell]); side i leads to (0,-1), (1,-1), (1,0),
// (0,1), (-1,1), (-1,0). On a [Frame] of columns and rows they are written c5.
//
// A piece stands for a hexagram of the I Ching: a yang line is a door. No source says
// which line is which side; the package owns that table, see [SideOfLine]. Pieces are
// written by the King Wen numbers of their hexagrams, see [FormatPairs].
//
// The package neither searches nor knows the game that is played with the pieces.
package board

// Cell is a place in the plane, in axial coordinates.
type Cell struct{ Q, R int }

// steps lead to the neighbours, by side.
var steps = [Sides]Cell{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}

// Next is the neighbour at a side.
func (c Cell) Next(s Side) Cell { return c.Add(steps[s]) }

// Add is the cell moved by a vector.
func (c Cell) Add(d Cell) Cell { return Cell{c.Q + d.Q, c.R + d.R} }

// Sub is the vector from d to the cell.
func (c Cell) Sub(d Cell) Cell { return Cell{c.Q - d.Q, c.R - d.R} }

// Height is how far the cell lies to the south of (0, 0), in half cells.
func (c Cell) Height() int { return 2*c.R + c.Q }

// Distance is the least number of steps between two cells.
func (c Cell) Distance(d Cell) int {
	v := c.Sub(d)
	return max(abs(v.Q), abs(v.R), abs(v.Q+v.R))
}

func abs(n int) int { return max(n, -n) }

// Piece is a hexagon on a cell.
type Piece struct {
	Cell
	Doors Doors
}
