// Package hexgrid names the cells of hexagonal boards and knows which cells of a parallelogram are
// neighbours. Boards and pictures share it.
//
// [Name] and [ParseCell] serve boards of any shape; the refusal of a malformed name says what was
// probably meant. A [Grid] is a parallelogram with precomputed tables; one of equal width and
// height is a rhombus.
//
// Cells are written as in Hex: the letter is the column counted from the left, the number the row
// counted from the top, so a1 is the first cell of the first row. The parallelogram leans to the
// right: a1 and the opposite corner are acute, and each row begins half a cell to the right of the
// row above. In axial coordinates (column, row) the neighbours of a cell are (±1,0), (0,±1),
// (+1,-1) and (-1,+1).
//
// The package holds no stones and no rules.
package hexgrid

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/engine"
)

// Cell is a cell of a grid: row*width + column, with a1 = 0.
type Cell int

// NoCell is no cell.
const NoCell Cell = -1

// MaxSize is the greatest width and height of a [Grid]: one letter per column.
const MaxSize = 26

// Grid is a parallelogram of width × height cells, returned by [Parallelogram] or [Rhombus]. It is
// read-only and shared.
type Grid struct {
	width, height int
	names         []string
	cells         map[string]Cell // by name
	neighbours    [][]Cell
	rings         []int
}

// steps lead to the neighbours, by columns and rows, clockwise from the upper left.
var steps = [6][2]int{{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}

var grids [MaxSize + 1][MaxSize + 1]atomic.Pointer[Grid]

// Rhombus returns the grid of equal width and height, see [Parallelogram].
func Rhombus(size int) *Grid { return Parallelogram(size, size) }

// Parallelogram returns the grid of the given size, each dimension from 1 to [MaxSize]; it panics
// on others. Each grid is built once. Safe for concurrent use.
func Parallelogram(width, height int) *Grid {
	if min(width, height) < 1 || max(width, height) > MaxSize {
		panic("hexgrid: no grid of " + strconv.Itoa(width) + " by " + strconv.Itoa(height))
	}
	slot := &grids[width][height]
	if g := slot.Load(); g != nil {
		return g
	}
	slot.CompareAndSwap(nil, build(width, height)) // another goroutine may have stored its own first
	return slot.Load()
}

// Width returns the number of columns.
func (g *Grid) Width() int { return g.width }

// Height returns the number of rows.
func (g *Grid) Height() int { return g.height }

// Cells returns the number of cells, which are numbered from 0.
func (g *Grid) Cells() int { return g.width * g.height }

// At returns the cell of a column and a row, both from 0, or [NoCell] outside the grid.
func (g *Grid) At(col, row int) Cell {
	if col < 0 || row < 0 || col >= g.width || row >= g.height {
		return NoCell
	}
	return Cell(row*g.width + col)
}

// Column returns the cell's column, from 0.
func (g *Grid) Column(c Cell) int { return int(c) % g.width }

// Row returns the cell's row, from 0.
func (g *Grid) Row(c Cell) int { return int(c) / g.width }

// Name returns the cell's name: "a1".
func (g *Grid) Name(c Cell) string { return g.names[c] }

// Parse parses the name of a cell of this grid; see [ParseCell]. A name in the form of [Grid.Name]
// is parsed without allocation.
func (g *Grid) Parse(text string) (Cell, error) {
	if c, ok := g.cells[text]; ok {
		return c, nil
	}
	col, row, err := ParseCell(text, g.width, g.height)
	if err != nil {
		return NoCell, err
	}
	return g.At(col, row), nil
}

// Neighbours returns the 2 to 6 cells that touch c, clockwise from the upper left. The slice is
// shared: do not change it.
func (g *Grid) Neighbours(c Cell) []Cell { return g.neighbours[c] }

// Ring returns the distance of c to the nearest edge of the grid, 0 on the edge.
func (g *Grid) Ring(c Cell) int { return g.rings[c] }

// Mirrored returns the grid with columns and rows exchanged; that of a rhombus is itself.
func (g *Grid) Mirrored() *Grid { return Parallelogram(g.height, g.width) }

// Mirror exchanges the cell's column and row, which reflects a rhombus in its long diagonal. The
// result is a cell of [Grid.Mirrored].
func (g *Grid) Mirror(c Cell) Cell { return Cell(g.Column(c)*g.height + g.Row(c)) }

// Opposite returns the cell after half a turn of the grid.
func (g *Grid) Opposite(c Cell) Cell { return Cell(g.Cells()-1) - c }

func build(width, height int) *Grid {
	g := &Grid{width: width, height: height, cells: map[string]Cell{}}
	for c := range Cell(width * height) {
		col, row := g.Column(c), g.Row(c)
		g.names = append(g.names, Name(col, row))
		g.cells[g.names[c]] = c
		g.neighbours = append(g.neighbours, nil)
		for _, s := range steps {
			if n := g.At(col+s[0], row+s[1]); n != NoCell {
				g.neighbours[c] = append(g.neighbours[c], n)
			}
		}
		g.rings = append(g.rings, min(col, row, width-1-col, height-1-row))
	}
	return g
}

// Plain returns a board as plain text: the letters of the columns, then rows of marks, each after
// its number, to which lead adds the row's indentation.
func Plain(rows []string, lead func(row int, number string) string) string {
	var b strings.Builder
	width := len(strconv.Itoa(len(rows)))
	b.WriteString(strings.Repeat(" ", width))
	for col := range rows[0] {
		b.WriteString(" " + Letters(col))
	}
	b.WriteString("\n")
	for row, marks := range rows {
		b.WriteString(lead(row, fmt.Sprintf("%*d", width, row+1)))
		for _, mark := range marks {
			b.WriteString(" " + string(mark))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// ShortRows abbreviates rows of marks, "." for an empty cell, so that they can be read aloud: runs
// of empty cells become their lengths, as in "2RB1, 5".
func ShortRows(rows []string) string { return strings.Join(engine.Map(rows, shortRow), ", ") }

func shortRow(row string) string {
	var b strings.Builder
	for row != "" {
		rest := strings.TrimLeft(row, ".")
		if empty := len(row) - len(rest); empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		marks, _, _ := strings.Cut(rest, ".")
		b.WriteString(marks)
		row = rest[len(marks):]
	}
	return b.String()
}

// Form returns a function that makes the form for picking a free cell by column and row, below the
// text of says and a list of the free cells. It returns nil if a menu could not hold all columns or
// rows.
func Form(columns, rows int, free func(column, row int) bool, says func() engine.Text) func() engine.Form {
	if columns > engine.MostOffers || rows > engine.MostOffers {
		return nil
	}
	return func() engine.Form {
		byColumn := make([]string, columns)
		for column := range byColumn {
			byColumn[column] = ranges(rows, func(row int) bool { return free(column, row) }, number)
		}
		byRow := make([]string, rows)
		for row := range byRow {
			byRow[row] = ranges(columns, func(column int) bool { return free(column, row) }, Letters)
		}
		return engine.Form{
			Says: engine.List("\n", []engine.Text{says(), engine.T("Free cells by row: %s.", freeRows(byRow))}),
			Menus: []engine.Menu{
				{Title: engine.T("Column"), Offers: offers(byColumn, Letters)},
				{Title: engine.T("Row"), Offers: offers(byRow, number)},
			},
			Arguments: func(picked [][]string) (string, error) {
				if len(picked) != 2 || len(picked[0]) != 1 || len(picked[1]) != 1 {
					return "", engine.Refuse("choose a column and a row, or type the cell, such as %s", "c3")
				}
				return picked[0][0] + picked[1][0], nil
			},
		}
	}
}

func number(row int) string { return strconv.Itoa(row + 1) }

func offers(free []string, name func(int) string) []engine.Offer {
	var list []engine.Offer
	for i, cells := range free {
		if cells != "" {
			list = append(list, engine.Offer{ID: name(i), Title: engine.T("%s", name(i)), Detail: engine.T("free: %s", cells)})
		}
	}
	return list
}

// ranges lists which of n indices are in, runs in short form: "1–3 5".
func ranges(n int, in func(int) bool, name func(int) string) string {
	var words []string
	for first := 0; first < n; first++ {
		if !in(first) {
			continue
		}
		last := first
		for last+1 < n && in(last+1) {
			last++
		}
		words = append(words, formatRange(first, last, name))
		first = last
	}
	return strings.Join(words, " ")
}

func formatRange(first, last int, name func(int) string) string {
	switch last - first {
	case 0:
		return name(first)
	case 1:
		return name(first) + " " + name(last)
	default:
		return name(first) + "–" + name(last)
	}
}

// freeRows lists the free cells by row, with equal neighbouring rows together.
func freeRows(byRow []string) string {
	var parts []string
	for first := 0; first < len(byRow); first++ {
		last := first
		for last+1 < len(byRow) && byRow[last+1] == byRow[first] {
			last++
		}
		if byRow[first] != "" {
			parts = append(parts, "**"+formatRange(first, last, number)+"** "+byRow[first])
		}
		first = last
	}
	return strings.Join(parts, " · ")
}

// Name returns the name of the cell in a column and a row, both from 0: "a1". Columns aa, ab and so
// on follow z.
func Name(col, row int) string { return Letters(col) + strconv.Itoa(row+1) }

// Letters returns the name of a column, counted from 0: a to z, then aa, ab and so on.
func Letters(col int) string {
	letters := ""
	for col++; col > 0; col = (col - 1) / 26 {
		letters = string(rune('a'+(col-1)%26)) + letters
	}
	return letters
}

// ParseCell parses the name of a cell of a grid of cols × rows, ignoring case, and returns its
// column and row from 0. A refusal is an [*engine.MoveError] that wraps [engine.ErrSyntax] and says
// what was probably meant.
func ParseCell(text string, cols, rows int) (col, row int, err error) {
	typed, last := strings.ToLower(strings.TrimSpace(text)), Name(cols-1, rows-1)
	if m := cellName.FindStringSubmatch(typed); m != nil {
		col, row = column(m[1]+m[5]), rowNumber(m[3]+m[4])
		why := engine.T("that is off the board: cells run from a1 to %s", last)
		if col >= 0 && col < cols && row >= 0 && row < rows {
			switch meant := Name(col, row); {
			case typed == meant:
				return col, row, nil
			case m[4] != "":
				why = engine.T("the letter comes first: write %s", meant)
			case m[2] != "":
				why = engine.T("write letter and number together: %s", meant)
			default:
				why = engine.T("write %s", meant) // leading zeros
			}
		}
		return 0, 0, &engine.MoveError{Input: text, Why: why, Err: engine.ErrSyntax}
	}
	if typed == "" {
		return 0, 0, engine.RefuseMove(text, engine.ErrSyntax, "a cell is missing: write a letter and a number, from a1 to %s", last)
	}
	return 0, 0, engine.RefuseMove(text, engine.ErrSyntax, "a cell is a letter and a number, such as c3: cells run from a1 to %s", last)
}

// cellName is a cell's letters, what separates them, and its digits; or its digits and its letters.
var cellName = regexp.MustCompile(`^(?:([a-z]+)([ \t,.:/-]*)([0-9]+)|([0-9]+)[ \t,.:/-]*([a-z]+))$`)

// column parses a column's letters; -1 if there are more than three.
func column(letters string) int {
	if len(letters) > 3 {
		return -1
	}
	col := 0
	for _, r := range letters {
		col = col*26 + int(r-'a') + 1
	}
	return col - 1
}

// rowNumber parses a row, counted from 1, and returns it counted from 0; -1 if it is none.
func rowNumber(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return -1
	}
	return n - 1
}
