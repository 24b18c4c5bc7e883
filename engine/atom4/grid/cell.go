package grid

import "github.com/sixfold-bot/sixfold/engine/hexgrid"

// Size is the number of rows, and of columns.
const Size = 16

// Cell is a vertex of the board: row*Size + column, both counted from 0.
type Cell int

// At returns the cell of a column and a row, both counted from 0 and below [Size].
func At(col, row int) Cell { return Cell(row*Size + col) }

// Column returns the column, counted from 0 at the left.
func (c Cell) Column() int { return int(c) % Size }

// Row returns the row, counted from 0 at the top.
func (c Cell) Row() int { return int(c) / Size }

// String returns the cell's name: "h8".
func (c Cell) String() string { return hexgrid.Name(c.Column(), c.Row()) }

// ParseCell reads the name of a cell. The error is an [*engine.MoveError] that wraps
// [engine.ErrSyntax].
func ParseCell(text string) (Cell, error) {
	col, row, err := hexgrid.ParseCell(text, Size, Size)
	if err != nil {
		return 0, err
	}
	return At(col, row), nil
}

// Point returns the cell in axial coordinates.
func (c Cell) Point() Point {
	row := c.Row()
	return Point((row+Margin)*Stride + c.Column() - row/2 + indent)
}

// Point is a vertex in axial coordinates, where each direction is the same step everywhere: a
// column of points runs to the lower right. Walls three deep surround the board, so that no row
// of four that contains a vertex leaves the array.
type Point uint16

// Layout of the array of points.
const (
	Stride = 32   // from one row of points to the next
	Points = 1024 // a power of two, so that a masked point needs no check of bounds
	Margin = 3    // rows of walls above the board
	// indent is the width of the walls left of row 0. The last row begins Size/2 further left.
	indent = Margin + Size/2
)

// Steps lead to the neighbours, clockwise from the upper left: NW NE E SE SW W. The opposite
// direction is three entries further.
var Steps = [6]Point{opposite(Stride), opposite(Stride - 1), 1, Stride, Stride - 1, opposite(1)}

// opposite returns the step back. Points wrap around as unsigned integers.
func opposite(step Point) Point { return -step }

// Axes are the three directions of rows: E, SE and SW.
var Axes = [3]Point{1, Stride, Stride - 1}

// Cell returns the point's cell. The point must lie on the board.
func (p Point) Cell() Cell {
	row := int(p)/Stride - Margin
	return At(int(p)%Stride-indent+row/2, row)
}
