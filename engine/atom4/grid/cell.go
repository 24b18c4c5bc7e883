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
