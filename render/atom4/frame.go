package atom4

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// part is the part of the board in a picture: size columns from col and size rows from row.
type part struct{ col, row, size int }

const leastSize = 8

// Margins in vertices: partRoom around winning rows and around all that a film uses, wideRoom in
// views of more of the board.
const (
	partRoom = 1
	wideRoom = 2
)

var wholeBoard = part{0, 0, grid.Size}

// partOf is the smallest part that holds all pieces of a position, its legal vertices, a margin
// around winning rows, and the given cells, centred as far as the board allows.
func partOf(p *atom4.Position, others ...grid.Cell) part {
	box := p.InUse()
	for _, c := range slices.Concat(p.Legal(), others) {
		box = box.Union(vertex(c))
	}
	for _, c := range p.Row() {
		box = box.Union(vertex(c).Inset(-partRoom))
	}
	return partAround(box)
}

func vertex(c grid.Cell) image.Rectangle {
	return image.Rect(c.Column(), c.Row(), c.Column()+1, c.Row()+1)
}

func partAround(box image.Rectangle) part {
	box = box.Intersect(image.Rect(0, 0, grid.Size, grid.Size))
	for size := leastSize; size < grid.Size; size++ {
		every := 2
		if size > leastSize { // where space for names beside the pieces is scarce
			every = 1
		}
		col, okCol := partStart(box.Min.X, box.Max.X, size, every)
		row, okRow := partStart(box.Min.Y, box.Max.Y, size, 2)
		if okCol && okRow {
			return part{col, row, size}
		}
	}
	return wholeBoard
}

// partStart returns a start from which size lines include low to high, centred as far as possible,
// and a multiple of every if possible. It returns false if there is none.
func partStart(low, high, size, every int) (int, bool) {
	middle := (low + high - size + every) / (2 * every) * every
	for _, start := range [...]int{middle, middle - every, middle + every, middle - 1, middle + 1} {
		start = max(0, min(start, grid.Size-size))
		if start <= low && start+size >= high {
			return start, true
		}
	}
	return 0, false
}

// mostBalls is the size of the largest parts whose pieces are balls. On larger parts balls have no
// room for letters and make large files.
const mostBalls = 10

func (k key) form() form {
	if k.part.size > mostBalls && k.sheet == usual {
		return tile
	}
	return sphere
}

// sheet is the size of a picture and of its board.
type sheet struct{ width, height, sideAt int }

// Pictures have one size. An attached file has room for the whole board with all names.
var (
	usual  = sheet{width, height, sideAt}
	spread = sheet{largeWidth, largeHeight, largeWidth - (width - sideAt)}
)

func (s sheet) bounds() image.Rectangle { return image.Rect(0, 0, s.width, s.height) }

// boardRoom is the area of the board.
func (s sheet) boardRoom() image.Rectangle {
	return image.Rect(0, 0, s.sideAt, canvas.Bottom(s.bounds()).Min.Y)
}

// side is the area of the wheel and of the players' pieces, right of the board.
func (s sheet) side() image.Rectangle {
	return image.Rect(s.sideAt, 0, s.width, canvas.Bottom(s.bounds()).Min.Y)
}

// frame is the layout of a picture.
type frame struct {
	sheet
	part
	step   int         // between adjacent vertices, even
	pitch  int         // from one row to the next
	origin image.Point // of the first vertex
}

// newFrame lays out a part as large as possible, centred in its area.
func newFrame(on sheet, part part) frame {
	for step := on.sideAt / part.size &^ 1; ; step -= 2 {
		f := frame{sheet: on, part: part, step: step, pitch: int(float64(step) * math.Sqrt(3) / 2)}
		used, room := f.used(), on.boardRoom().Size()
		if used.X <= room.X && used.Y <= room.Y {
			f.origin = room.Sub(used).Div(2).Add(f.lead())
			return f
		}
	}
}

// lead is the offset of the first vertex from the upper left corner of the board with its
// coordinates.
func (f frame) lead() image.Point {
	return image.Pt(int(f.share(pieceShare)+numberRoom), int(f.share(pieceShare)+letterRoom))
}

// used is the size of the board with its coordinates and a margin.
func (f frame) used() image.Point {
	reach := int(f.share(pieceShare)) + margin
	return f.lead().Add(image.Pt((f.size-1)*f.step+f.step/2+reach, (f.size-1)*f.pitch+reach))
}

// share converts steps into pixels.
func (f frame) share(of float64) float64 { return of * float64(f.step) }

// at returns the centre of a vertex, counted from the upper left corner of the whole board.
func (f frame) at(col, row int) image.Point {
	return f.origin.Add(image.Pt((col-f.col)*f.step+row%2*f.step/2, (row-f.row)*f.pitch))
}

func (f frame) centre(c grid.Cell) image.Point { return f.at(c.Column(), c.Row()) }

func (f frame) shows(col, row int) bool {
	return col >= f.col && col < f.col+f.size && row >= f.row && row < f.row+f.size
}

// letterAt returns the centre of a column's letter, half-way between shifted and unshifted rows.
// Columns count from the first one shown.
func (f frame) letterAt(column int) canvas.Point {
	first := canvas.At(f.origin)
	return canvas.Pt(first.X+float64(column*f.step)+float64(f.step)/4, first.Y-f.share(pieceShare)-letterGap-capitals/2)
}

// numberAt returns the centre of a row's number. Rows count from the first one shown.
func (f frame) numberAt(row int) canvas.Point {
	first := canvas.At(f.origin)
	return canvas.Pt(first.X-f.share(pieceShare)-numberGap, first.Y+float64(row*f.pitch))
}
