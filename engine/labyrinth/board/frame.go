package board

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Frame is a board of columns and rows. A cell is named by the letter of its column and the
// number of its row, with a1 in the upper left. Column b and every other one lie half a cell
// lower. In axial coordinates a1 is (0, 0).
type Frame struct{ Cols, Rows int }

// CellAt returns the cell of a column and a row, both counted from 0.
func CellAt(col, row int) Cell { return Cell{col, row - col>>1} }

// Column returns the column, counted from 0.
func (c Cell) Column() int { return c.Q }

// Row returns the row, counted from 0; see [Frame] for odd columns.
func (c Cell) Row() int { return c.R + c.Q>>1 }

// Has reports whether the cell is on the board.
func (f Frame) Has(c Cell) bool {
	return c.Column() >= 0 && c.Column() < f.Cols && c.Row() >= 0 && c.Row() < f.Rows
}

// Bounds returns the smallest rectangle of columns and rows that holds pieces and empty cells.
func Bounds(pieces []Piece, empty []Cell) (box image.Rectangle) {
	add := func(c Cell) { box = box.Union(image.Rect(c.Column(), c.Row(), c.Column()+1, c.Row()+1)) }
	for _, p := range pieces {
		add(p.Cell)
	}
	for _, c := range empty {
		add(c)
	}
	return box
}

// CheckDoors returns an error if a door leads off the board.
func (f Frame) CheckDoors(p Piece) error {
	for s := range Side(Sides) {
		if p.Doors.Has(s) && !f.Has(p.Next(s)) {
			return engine.Refuse("the door of %s to the %s would lead off the board", strconv.Itoa(p.Doors.Number()), s.Name())
		}
	}
	return nil
}

// Name returns the cell's name: "c5".
func (c Cell) Name() string { return hexgrid.Name(c.Column(), c.Row()) }

// Parse parses the name of a cell of the board; see [hexgrid.ParseCell].
func (f Frame) Parse(text string) (Cell, error) {
	col, row, err := hexgrid.ParseCell(text, f.Cols, f.Rows)
	return CellAt(col, row), err
}

// String returns the board's size: "18×16".
func (f Frame) String() string { return strconv.Itoa(f.Cols) + "×" + strconv.Itoa(f.Rows) }
