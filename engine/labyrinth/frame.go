package labyrinth

import (
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// Frame is a board of columns and rows of cells. Cells are written by the letter of
// their column and the number of their row, a1 in the upper left; every other column, b
// first, lies half a cell lower. In axial coordinates a1 is (0, 0).
type Frame struct{ Cols, Rows int }

// cellIn is the cell of a column and a row, both from 0.
func cellIn(col, row int) Cell { return Cell{col, row - col>>1} }

// column and row of a cell, from 0.
func (c Cell) column() int { return c.Q }

func (c Cell) row() int { return c.R + c.Q>>1 }

// Place is the cell's column and row, from 0, in a frame; outside of it they are less
// than 0, or too great.
func (c Cell) Place() (col, row int) { return c.column(), c.row() }

// At is the cell of a column and a row, both from 0.
func (f Frame) At(col, row int) Cell { return cellIn(col, row) }

// Has reports whether the cell is on the board.
func (f Frame) Has(c Cell) bool {
	return c.column() >= 0 && c.column() < f.Cols && c.row() >= 0 && c.row() < f.Rows
}

// keeps refuses a piece with a door that leads off the board.
func (f Frame) keeps(p Piece) error {
	for s := range Side(Sides) {
		if p.Doors.Has(s) && !f.Has(p.Next(s)) {
			return engine.Refuse("the door of %s to the %s would lead off the board", strconv.Itoa(p.Doors.Number()), s.Name())
		}
	}
	return nil
}

// Name writes the cell: "c5".
func (c Cell) Name() string { return hexgrid.Name(c.column(), c.row()) }

// Parse reads the name of a cell of the board; see [hexgrid.ParseCell].
func (f Frame) Parse(text string) (Cell, error) {
	col, row, err := hexgrid.ParseCell(text, f.Cols, f.Rows)
	return cellIn(col, row), err
}

// String is the board's size: "18×16".
func (f Frame) String() string { return strconv.Itoa(f.Cols) + "×" + strconv.Itoa(f.Rows) }

// packing lays parts on a board, none beside another.
type packing struct {
	frame   Frame
	blocked []bool // covered, or beside what is
	box     box
}

// box is a range of columns and heights, the greatest included.
type box struct{ left, right, top, bottom int }

var nowhere = box{left: 1 << 20, right: -1 << 20, top: 1 << 20, bottom: -1 << 20}

func (b box) with(c Cell) box {
	return box{min(b.left, c.Q), max(b.right, c.Q), min(b.top, c.height()), max(b.bottom, c.height())}
}

func boxOf(cells []Cell) box {
	b := nowhere
	for _, c := range cells {
		b = b.with(c)
	}
	return b
}

// pack moves the parts that are not fixed onto the board, the greatest into its middle,
// the others where the whole covers least. It fails where one finds no room.
func pack(parts []part, frame Frame) bool {
	p := &packing{frame: frame, blocked: make([]bool, frame.Cols*frame.Rows), box: nowhere}
	order := make([]int, len(parts))
	for i := range parts {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if parts[a].fixed != parts[b].fixed {
			if parts[a].fixed {
				return -1
			}
			return 1
		}
		return len(parts[b].cells) - len(parts[a].cells)
	})
	for _, i := range order {
		if !parts[i].fixed && !p.move(parts[i].cells) {
			return false
		}
		p.cover(parts[i].cells)
	}
	return true
}

func (p *packing) cover(cells []Cell) {
	for _, c := range cells {
		p.box = p.box.with(c)
		p.block(c)
		for s := range Side(Sides) {
			p.block(c.Next(s))
		}
	}
}

func (p *packing) block(c Cell) {
	if p.frame.Has(c) {
		p.blocked[c.row()*p.frame.Cols+c.column()] = true
	}
}

// move finds the best place for a part.
func (p *packing) move(cells []Cell) bool {
	own := boxOf(cells)
	best, least := Cell{}, -1
	for q := -own.left; q < p.frame.Cols-own.right; q++ {
		// the height of the uppermost cell becomes that of row 0 or 1, and so on
		for top := (own.top + q) & 1; top < 2*p.frame.Rows-(own.bottom-own.top); top += 2 {
			by := Cell{q, (top - own.top - q) / 2}
			cost := p.cost(own, by)
			if (least < 0 || cost < least) && p.free(cells, by) {
				best, least = by, cost
			}
		}
	}
	for i := range cells {
		cells[i] = cells[i].plus(best)
	}
	return least >= 0
}

func (p *packing) free(cells []Cell, by Cell) bool {
	for _, c := range cells {
		c = c.plus(by)
		if !p.frame.Has(c) || p.blocked[c.row()*p.frame.Cols+c.column()] {
			return false
		}
	}
	return true
}

// cost weighs what the whole would cover, then how far the part is from the middle.
func (p *packing) cost(own box, by Cell) int {
	const far = 1 << 12
	height := by.height()
	b := box{
		min(p.box.left, own.left+by.Q), max(p.box.right, own.right+by.Q),
		min(p.box.top, own.top+height), max(p.box.bottom, own.bottom+height),
	}
	area := (b.right - b.left + 1) * (b.bottom - b.top + 2)
	return area*far + abs(own.left+own.right+2*by.Q-p.frame.Cols+1) + abs(own.top+own.bottom+2*height-2*p.frame.Rows+1)/2
}
