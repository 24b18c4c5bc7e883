package field

// What a cell of a [Field.View] holds.
const (
	ViewEmpty uint8 = iota
	ViewOwn
	ViewOpponent
)

// View shows the board as the mover sees it, size² entries: ViewEmpty, ViewOwn or
// ViewOpponent for each cell, row by row.
func (f *Field) View(view []uint8) {
	var as [4]uint8
	as[f.turn&3], as[(f.turn^(Red|Blue))&3] = ViewOwn, ViewOpponent
	n := f.Size()
	right, down := f.strides()
	i := 0
	for row := range n {
		at := f.first + Point(row)*down
		for range n {
			view[i] = as[f.board[at&placeMask]&3]
			at += right
			i++
		}
	}
}

// ViewIndex is where the mover's view shows a cell.
func (f *Field) ViewIndex(m Point) int {
	c := int(f.Cell(m))
	if f.turn != f.topBottom {
		return c%f.Size()*f.Size() + c/f.Size()
	}
	return c
}

// ViewPoint is the cell that the mover's view shows at an index.
func (f *Field) ViewPoint(i int) Point {
	row, col := i/f.Size(), i%f.Size()
	if f.turn != f.topBottom {
		row, col = col, row
	}
	return f.At(col, row)
}

// strides are the steps to the right and down in the mover's view.
func (f *Field) strides() (right, down Point) {
	if f.turn != f.topBottom {
		return Point(f.width), 1
	}
	return 1, Point(f.width)
}
