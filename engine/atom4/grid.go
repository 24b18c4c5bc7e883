package atom4

import (
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Size is the number of rows, and of columns.
const Size = 16

// Cell is a vertex of the board: row*Size + column, both from 0.
type Cell int

// At returns the cell of a column and a row, both from 0 and below [Size].
func At(col, row int) Cell { return Cell(row*Size + col) }

// Column counts from 0 at the left, Row from 0 at the top.
func (c Cell) Column() int { return int(c) % Size }

// Row is the cell's row; see [Cell.Column].
func (c Cell) Row() int { return int(c) / Size }

// String is the cell's name: "h8".
func (c Cell) String() string { return hexgrid.Name(c.Column(), c.Row()) }

// ParseCell reads the name of a cell; false if it is none.
func ParseCell(text string) (Cell, bool) {
	c, err := parseCell(text)
	return c, err == nil
}

// parseCell reads a name. A refusal is a MoveError that wraps ErrSyntax.
func parseCell(text string) (Cell, error) {
	col, row, err := hexgrid.ParseCell(text, Size, Size)
	if err != nil {
		return 0, err
	}
	return At(col, row), nil
}

// point is a vertex of the board in axial coordinates, where each direction is the
// same step everywhere: a column of points runs to the lower right. Around the board
// lie walls three deep, so that no row of four that holds a vertex leaves the array.
type point uint16

const (
	stride = 32   // from a row of points to the next
	points = 1024 // a power of two, so that a masked point needs no check of bounds
	margin = 3    // rows of walls above the board
	// columns of walls at the left of row 0: the last row begins half of Size further left.
	indent = margin + Size/2
)

// Steps to the neighbours, clockwise from the upper left: NW NE E SE SW W. The
// opposite of a direction is three further on.
var steps = [6]point{opposite(stride), opposite(stride - 1), 1, stride, stride - 1, opposite(1)}

// opposite is a step back. Points wrap around as unsigned numbers do.
func opposite(step point) point { return -step }

// axes are the three directions of rows: E, SE and SW.
var axes = [3]point{1, stride, stride - 1}

// point returns the cell's.
func (c Cell) point() point {
	row := c.Row()
	return point((row+margin)*stride + c.Column() - row/2 + indent)
}

// cell returns the point's, which must lie on the board.
func (p point) cell() Cell {
	row := int(p)/stride - margin
	return At(int(p)%stride-indent+row/2, row)
}

// board holds a colour for each point, walls where there is no vertex.
type board struct {
	at [points]Colour
}

// emptyBoard has walls and no pieces.
var emptyBoard = func() (b board) {
	for p := range b.at {
		b.at[p] = wall
	}
	for c := range Cell(Size * Size) {
		b.at[c.point()] = Empty
	}
	return b
}()

// legal reports whether a piece may be placed: the point is empty and makes a unit
// triangle with two pieces.
func (b *board) legal(p point) bool {
	return b.at[p%points] == Empty && joins[b.around(p)]
}

// around tells, by direction, which neighbours are occupied.
func (b *board) around(p point) (bits uint8) {
	for d, step := range steps {
		bits |= uint8(b.at[(p+step)%points]&occupied) >> 3 << d
	}
	return bits
}

// joins tells of six bits, by direction, whether two consecutive ones are set.
var joins = func() (is [1 << len(steps)]bool) {
	for bits := range is {
		is[bits] = bits&(bits>>1|bits<<(len(steps)-1)) != 0
	}
	return is
}()

// change is a piece that has taken another colour.
type change struct {
	at     point
	colour Colour // the new one
}

// hits finds what a piece placed at p changes: in each direction, beyond the mover's
// own propagators, the first piece. The board need not hold the placed piece yet. No
// two directions meet, so that the changes may be made in any order.
func (b *board) hits(p point, piece Colour, into *[6]change) int {
	by, n := &hitters[piece%16], 0
	for _, step := range steps {
		at := p + step
		old := b.at[at%points]
		for old == by.carrier {
			at += step
			old = b.at[at%points]
		}
		if old&occupied == 0 {
			continue
		}
		if colour := (old | by.adds) & by.leaves; colour != old {
			into[n] = change{at, colour}
			n++
		}
	}
	return n
}

// run finds the ends of the longest line of one colour through p along an axis.
func (b *board) run(p, axis point) (first point, length int) {
	colour := b.at[p%points]
	first = p
	for b.at[(first-axis)%points] == colour {
		first -= axis
	}
	for last := first; b.at[last%points] == colour; last += axis {
		length++
	}
	return first, length
}

// rowLength is how many in line win.
const rowLength = 4

// rows lists the pieces of all rows that pass through one of the changed points and
// have its colour, each once, in the order in which they are found.
func (b *board) rows(changed []change, goal Colour) []Cell {
	var cells []Cell
	seen := map[Cell]bool{}
	for _, c := range changed {
		if c.colour != goal {
			continue
		}
		for _, axis := range axes {
			first, length := b.run(c.at, axis)
			for i := range length {
				cell := (first + point(i)*axis).cell()
				if length >= rowLength && !seen[cell] {
					seen[cell] = true
					cells = append(cells, cell)
				}
			}
		}
	}
	return cells
}
