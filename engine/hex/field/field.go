// Package field implements the board of Hex for searches: moves are made and undone in place,
// stones and bridges prove wins early, and a position can be played out at random or encoded for a
// network.
//
// Rules, the swap and texts are in engine/hex, which this package does not import. Cells are
// points: places on the board with a rim around it. For a network, cells are row-major in the
// mover's view, in which the mover joins top and bottom: the board is transposed for the colour
// that joins left and right. Width and height may differ.
package field

import "github.com/sixfold-bot/sixfold/engine/hexgrid"

// Point is a place on a [Field]: the board with a rim of one place around it, in rows of width+2
// places, so that every cell has six neighbours. a1 is at width+3.
type Point int16

// places exceeds the size of the largest board with its rim and is a power of two, so that indices
// can be masked instead of checked.
const (
	places    = 1024
	placeMask = places - 1
)

// board holds the colour of each place: stones, and the edges' colours on the rim. It has bytes
// because [mcts.Tracer] requires them.
type board [places]uint8

// The colours, numbered as in engine/hex.
const (
	Empty uint8 = iota
	Red
	Blue
)

// Field is a position for searches and rollouts. It is not safe for concurrent use; see
// [Field.Clone]. It implements [mcts.Position], [mcts.Tracer], [mcts.Heuristic] and
// [search.Prover].
type Field struct {
	width     int // columns of cells
	height    int // rows of cells
	stride    int // places in a row: two more than columns
	topBottom uint8
	steps     [6]Point // to the neighbours: E, NE, N, W, SW, S; consecutive entries touch
	side      *[places]uint8
	saves     *bridgeSaves
	board     board
	turn      uint8
	first     Point   // a1
	last      []Point // stones placed since the field was made
	open      []Point // empty cells, in any order
	where     [places]int16
	survey    *survey

	end   board   // of the last rollout
	order []Point // scratch of rollouts
}

// Values of field.side for places on the rim: the near edge of a colour is top or left, the far one
// bottom or right.
const (
	near = 1
	far  = 2
)

// New returns a field of width×height cells, given row by row and copied: topBottom is the colour
// that joins top and bottom, mover the colour to move.
func New[C ~uint8](width, height int, cells []C, topBottom, mover C) *Field {
	f := &Field{
		width: width, height: height, stride: width + 2, saves: saves(), topBottom: uint8(topBottom), turn: uint8(mover),
		side: new([places]uint8), survey: new(survey),
	}
	w := Point(f.stride)
	f.steps = [6]Point{1, 1 - w, -w, -1, w - 1, w}
	f.first = w + 1
	f.rim()
	f.open = make([]Point, 0, width*height)
	for i, c := range cells[:width*height] {
		at := f.Point(hexgrid.Cell(i))
		if f.board[at] = uint8(c); c == C(Empty) {
			f.where[at] = int16(len(f.open))
			f.open = append(f.open, at)
		}
	}
	f.last = make([]Point, 0, len(f.open))
	f.order = make([]Point, len(f.open))
	return f
}

// rim colours the places around the board. The obtuse corners lie on two edges and get the colour
// of the near one, which makes no difference to walks and bridges. The acute corners and all places
// further out touch no cell; they get neither colour but must not look empty.
func (f *Field) rim() {
	const nowhere = Red | Blue
	w, h, topBottom := f.width, f.height, f.topBottom
	leftRight := topBottom ^ nowhere
	for i := range f.board {
		f.board[i] = nowhere
	}
	set := func(col, row int, c, side uint8) {
		f.board[f.At(col, row)], f.side[f.At(col, row)] = c, side
	}
	for col := range w {
		set(col, -1, topBottom, near)
		set(col, h, topBottom, far)
	}
	for row := range h {
		set(-1, row, leftRight, near)
		set(w, row, leftRight, far)
	}
	set(w, -1, topBottom, near)
	set(-1, h, leftRight, near)
}

// Cells returns the number of cells.
func (f *Field) Cells() int { return f.width * f.height }

// Mover returns the colour to move.
func (f *Field) Mover() uint8 { return f.turn }

// Open returns the empty cells in any order. The slice is shared and changes with the next move.
func (f *Field) Open() []Point { return f.open }

// At returns the cell at a column and a row, counted from 0.
func (f *Field) At(col, row int) Point { return Point((row+1)*f.stride + col + 1) }

// Point converts a cell of the grid to a point.
func (f *Field) Point(c hexgrid.Cell) Point { return f.At(int(c)%f.width, int(c)/f.width) }

// Cell converts a point to a cell of the grid.
func (f *Field) Cell(m Point) hexgrid.Cell {
	row, col := int(m)/f.stride-1, int(m)%f.stride-1
	return hexgrid.Cell(row*f.width + col)
}

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
