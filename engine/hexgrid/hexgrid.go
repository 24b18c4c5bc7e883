// Package hexgrid names the cells of hexagonal boards, and knows which of a parallelogram
// are neighbours. Boards and pictures share it.
//
// [Name] and [ParseCell] serve boards of any shape; what people type wrong is refused with
// what they probably meant. A [Grid] is a parallelogram, with its tables made once a size;
// one as wide as it is high is a rhombus.
//
// Cells are written as in Hex: the letter is the column counted from the left, the
// number the row counted from the top, so a1 is the first cell of the first row.
// The parallelogram leans to the right: a1 and the opposite corner are the acute ones,
// and each row begins half a cell further to the right than the one above it.
// In axial coordinates (column, row) the neighbours of a cell are (±1,0), (0,±1),
// (+1,-1) and (-1,+1).
//
// The package holds no stones and no rules.
package hexgrid

import (
	"strconv"
	"strings"
	"sync/atomic"
)

// Cell is a cell of a grid: row*width + column, with a1 = 0.
type Cell int

// NoCell is no cell.
const NoCell Cell = -1

// MaxSize is the largest width and height of a [Grid]: one letter a column.
const MaxSize = 26

// Grid is a parallelogram of width × height cells. It is read-only and shared: take it
// from [Parallelogram] or [Rhombus].
type Grid struct {
	width, height int
	names         []string
	neighbours    [][]Cell
	rings         []int
}

// A step in axial coordinates.
type step struct{ col, row int }

// steps lead to the neighbours, clockwise from the upper left.
var steps = [6]step{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}

// grids holds the grids that were asked for, by width and height.
var grids [MaxSize + 1][MaxSize + 1]atomic.Pointer[Grid]

// Rhombus returns the grid as wide as it is high, see [Parallelogram].
func Rhombus(size int) *Grid { return Parallelogram(size, size) }

// Parallelogram returns the grid of a width and a height, each from 1 to [MaxSize]; it
// panics on others. The tables are made once a size. Safe for concurrent use.
func Parallelogram(width, height int) *Grid {
	if min(width, height) < 1 || max(width, height) > MaxSize {
		panic("hexgrid: no grid of " + strconv.Itoa(width) + " by " + strconv.Itoa(height))
	}
	slot := &grids[width][height]
	if g := slot.Load(); g != nil {
		return g
	}
	slot.CompareAndSwap(nil, build(width, height)) // whoever else has built it was first
	return slot.Load()
}

// Width is the number of columns.
func (g *Grid) Width() int { return g.width }

// Height is the number of rows.
func (g *Grid) Height() int { return g.height }

// Cells is the number of cells, which are numbered from 0.
func (g *Grid) Cells() int { return g.width * g.height }

// At returns the cell of a column and a row, both from 0, or NoCell outside the grid.
func (g *Grid) At(col, row int) Cell {
	if col < 0 || row < 0 || col >= g.width || row >= g.height {
		return NoCell
	}
	return Cell(row*g.width + col)
}

// Column is the cell's column, from 0.
func (g *Grid) Column(c Cell) int { return int(c) % g.width }

// Row is the cell's row, from 0.
func (g *Grid) Row(c Cell) int { return int(c) / g.width }

// Name writes the cell: "a1".
func (g *Grid) Name(c Cell) string { return g.names[c] }

// Parse reads the name of a cell of this grid; see [ParseCell]. A name as [Grid.Name]
// writes it costs no memory.
func (g *Grid) Parse(text string) (Cell, error) {
	if c := g.canonical(text); c != NoCell {
		return c, nil
	}
	col, row, err := ParseCell(text, g.width, g.height)
	if err != nil {
		return NoCell, err
	}
	return g.At(col, row), nil
}

// Neighbours are the 2 to 6 cells that touch c, clockwise from the upper left. The
// slice is shared: do not change it.
func (g *Grid) Neighbours(c Cell) []Cell { return g.neighbours[c] }

// Ring is the distance of c to the nearest rim, 0 on the rim.
func (g *Grid) Ring(c Cell) int { return g.rings[c] }

// Mirrored is the grid with columns and rows exchanged; that of a rhombus is itself.
func (g *Grid) Mirrored() *Grid { return Parallelogram(g.height, g.width) }

// Mirror exchanges the cell's column and row, the reflection at the long diagonal of a
// rhombus. It returns a cell of [Grid.Mirrored].
func (g *Grid) Mirror(c Cell) Cell { return Cell(g.Column(c)*g.height + g.Row(c)) }

// Opposite is the cell after half a turn of the grid.
func (g *Grid) Opposite(c Cell) Cell { return Cell(g.Cells()-1) - c }

// canonical reads a name of one letter and one or two digits, as all names of a grid
// are; NoCell if it is anything else.
func (g *Grid) canonical(text string) Cell {
	if len(text) < 2 || len(text) > 3 || text[1] == '0' {
		return NoCell
	}
	row := 0
	for i := 1; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return NoCell
		}
		row = 10*row + int(text[i]-'0')
	}
	return g.At(int(text[0])-'a', row-1)
}

func build(width, height int) *Grid {
	g := &Grid{width: width, height: height}
	for c := range Cell(width * height) {
		col, row := g.Column(c), g.Row(c)
		g.names = append(g.names, Name(col, row))
		g.neighbours = append(g.neighbours, g.around(col, row))
		g.rings = append(g.rings, min(col, row, width-1-col, height-1-row))
	}
	return g
}

func (g *Grid) around(col, row int) []Cell {
	var cells []Cell
	for _, s := range steps {
		if c := g.At(col+s.col, row+s.row); c != NoCell {
			cells = append(cells, c)
		}
	}
	return cells
}

// ShortRows writes rows of marks, "." for an empty cell, in few characters that can be
// listened to: numbers stand for so many empty cells, as in "2RB1, 5".
func ShortRows(rows []string) string {
	short := make([]string, len(rows))
	for i, row := range rows {
		short[i] = shortRow(row)
	}
	return strings.Join(short, ", ")
}

func shortRow(row string) string {
	var b strings.Builder
	for row != "" {
		rest := strings.TrimLeft(row, ".")
		if empty := len(row) - len(rest); empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		marks := rest
		if before, _, ok := strings.Cut(rest, "."); ok {
			marks = before
		}
		b.WriteString(marks)
		row = rest[len(marks):]
	}
	return b.String()
}
