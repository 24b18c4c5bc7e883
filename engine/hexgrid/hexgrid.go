// Package hexgrid names the cells of hexagonal boards, and knows which of a rhombus are
// neighbours. Boards and pictures share it.
//
// [Name] and [ParseCell] serve boards of any shape; what people type wrong is refused with
// what they probably meant. A [Grid] is a rhombus, with its tables made once a size.
//
// Cells are written as in Hex: the letter is the column counted from the left, the
// number the row counted from the top, so a1 is the first cell of the first row.
// The rhombus leans to the right: a1 and the opposite corner are the acute ones,
// and each row begins half a cell further to the right than the one above it.
// In axial coordinates (column, row) the neighbours of a cell are (±1,0), (0,±1),
// (+1,-1) and (-1,+1).
//
// The package holds no stones and no rules.
package hexgrid

import (
	"strconv"
	"sync"
)

// Cell is a cell of a grid: row*size + column, with a1 = 0.
type Cell int

// NoCell is no cell.
const NoCell Cell = -1

// MaxSize is the largest size of a [Grid]: one letter a column.
const MaxSize = 26

// Grid is a rhombus of size × size cells. It is read-only and shared: take it from
// [Rhombus].
type Grid struct {
	size       int
	names      []string
	neighbours [][]Cell
	rings      []int
}

// A step in axial coordinates.
type step struct{ col, row int }

// steps lead to the neighbours, clockwise from the upper left.
var steps = [6]step{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}

// rhombi holds a constructor for each size, run at its first use.
var rhombi = func() (all [MaxSize + 1]func() *Grid) {
	for size := range all {
		all[size] = sync.OnceValue(func() *Grid { return build(size) })
	}
	return all
}()

// Rhombus returns the grid of a size from 1 to [MaxSize]; it panics on others. The
// tables are made once a size. Safe for concurrent use.
func Rhombus(size int) *Grid {
	if size < 1 || size > MaxSize {
		panic("hexgrid: no rhombus of size " + strconv.Itoa(size))
	}
	return rhombi[size]()
}

// Size is the number of rows, and of columns.
func (g *Grid) Size() int { return g.size }

// Cells is the number of cells, which are numbered from 0.
func (g *Grid) Cells() int { return g.size * g.size }

// At returns the cell of a column and a row, both from 0, or NoCell outside the grid.
func (g *Grid) At(col, row int) Cell {
	if col < 0 || row < 0 || col >= g.size || row >= g.size {
		return NoCell
	}
	return Cell(row*g.size + col)
}

// Column is the cell's column, from 0.
func (g *Grid) Column(c Cell) int { return int(c) % g.size }

// Row is the cell's row, from 0.
func (g *Grid) Row(c Cell) int { return int(c) / g.size }

// Name writes the cell: "a1".
func (g *Grid) Name(c Cell) string { return g.names[c] }

// Parse reads the name of a cell of this grid; see [ParseCell]. A name as [Grid.Name]
// writes it costs no memory.
func (g *Grid) Parse(text string) (Cell, error) {
	if c := g.canonical(text); c != NoCell {
		return c, nil
	}
	col, row, err := ParseCell(text, g.size, g.size)
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

// Mirror exchanges the cell's column and row: the reflection at the long diagonal.
func (g *Grid) Mirror(c Cell) Cell { return g.At(g.Row(c), g.Column(c)) }

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

func build(size int) *Grid {
	g := &Grid{size: size}
	for c := range Cell(size * size) {
		col, row := g.Column(c), g.Row(c)
		g.names = append(g.names, Name(col, row))
		g.neighbours = append(g.neighbours, g.around(col, row))
		g.rings = append(g.rings, min(col, row, size-1-col, size-1-row))
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
