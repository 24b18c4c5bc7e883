// Package board implements the pieces of the China Labyrinth, the cells on which they lie, and the
// rules of a solution.
//
// There are 64 pieces, one for each set of sides with a door ([Doors]). They are hexagons with a
// flat top, in fixed orientation. In a transcendental solution every door meets a door, and a side
// without a door has no neighbour; in a compact one, sides without doors may meet. [Validate]
// checks a whole solution, [Fits] one more piece.
//
// Cells have axial coordinates (q, r) ([Cell]); sides 0 to 5 lead by (0,-1), (1,-1), (1,0), (0,1),
// (-1,1) and (-1,0). On a [Frame] of columns and rows a cell has a name such as c5.
//
// A piece stands for a hexagram of the I Ching: a yang line is a door. No source assigns lines to
// sides; [SideOfLine] is this package's choice. Pieces are written by the King Wen numbers of
// their hexagrams, see [FormatPairs].
//
// The package has no search and does not depend on the game.
package board

// Cell is a place in the plane, in axial coordinates.
type Cell struct {
	Q int `json:"q"`
	R int `json:"r"`
}

var steps = [Sides]Cell{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}

// Next returns the neighbour at a side.
func (c Cell) Next(s Side) Cell { return c.Add(steps[s]) }

// Add returns the cell moved by a vector.
func (c Cell) Add(d Cell) Cell { return Cell{c.Q + d.Q, c.R + d.R} }

// Sub returns the vector from d to the cell.
func (c Cell) Sub(d Cell) Cell { return Cell{c.Q - d.Q, c.R - d.R} }

// Height returns how far south of (0, 0) the cell is, in half cells.
func (c Cell) Height() int { return 2*c.R + c.Q }

// Distance returns the number of steps between two cells.
func (c Cell) Distance(d Cell) int {
	v := c.Sub(d)
	return max(abs(v.Q), abs(v.R), abs(v.Q+v.R))
}

func abs(n int) int { return max(n, -n) }

// Piece is a hexagon on a cell.
type Piece struct {
	Cell
	Doors Doors `json:"doors"`
}
