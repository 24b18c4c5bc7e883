package field

// Values of the cells of a [Field.View].
const (
	ViewEmpty uint8 = iota
	ViewOwn
	ViewOpponent
)

// ViewSize returns the size of the board in the mover's view.
func (f *Field) ViewSize() (width, height int) {
	if f.turn != f.topBottom {
		return f.height, f.width
	}
	return f.width, f.height
}

// View writes the board in the mover's view, one entry per cell, row by row: ViewEmpty, ViewOwn or
// ViewOpponent.
func (f *Field) View(view []uint8) {
	var as [4]uint8
	as[f.turn&3], as[(f.turn^(Red|Blue))&3] = ViewOwn, ViewOpponent
	width, height := f.ViewSize()
	right, down := f.strides()
	i := 0
	for row := range height {
		at := f.first + Point(row)*down
		for range width {
			view[i] = as[f.board[at&placeMask]&3]
			at += right
			i++
		}
	}
}

// ViewIndex returns the index of a cell in the mover's view.
func (f *Field) ViewIndex(m Point) int {
	c := int(f.Cell(m))
	if f.turn != f.topBottom {
		return c%f.width*f.height + c/f.width
	}
	return c
}

// ViewPoint returns the cell at an index of the mover's view.
func (f *Field) ViewPoint(i int) Point {
	width, _ := f.ViewSize()
	row, col := i/width, i%width
	if f.turn != f.topBottom {
		row, col = col, row
	}
	return f.At(col, row)
}

// strides returns the steps to the right and down in the mover's view.
func (f *Field) strides() (right, down Point) {
	if f.turn != f.topBottom {
		return Point(f.stride), 1
	}
	return 1, Point(f.stride)
}
