package atom4

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// part is the part of the board that a picture shows: size columns from col and
// as many rows from row.
type part struct{ col, row, size int }

// leastSize is that of the smallest parts.
const leastSize = 8

// partRoom are the vertices around what will be in use in a film: all that will be legal; and
// wideRoom those where more of the board is asked for.
const (
	partRoom = 1
	wideRoom = 2
)

var wholeBoard = part{0, 0, grid.Size}

// partOf is the smallest part that holds all pieces of a position, its legal vertices, room
// around rows that won, and other cells; in the middle as far as the board reaches.
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
		if size > leastSize { // where room for names beside the pieces is scarce
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

// partStart is the start from which size lines hold those from low to high, as far in the
// middle as can be, and a multiple of a number of lines unless only another one holds them; false
// if there is none.
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

// mostBalls is the size of the largest parts on which pieces are balls, with room for letters:
// more balls than those make large files.
const mostBalls = 10

// form is what pieces on a part are.
func (k key) form() form {
	if k.part.size > mostBalls && k.sheet == usual {
		return tile
	}
	return sphere
}

// sheet is the size of a picture, and of its board.
type sheet struct{ width, height, sideAt int }

// Pictures have one size; a file beside has room for the whole board with all names.
var (
	usual  = sheet{width, height, sideAt}
	spread = sheet{largeWidth, largeHeight, largeWidth - (width - sideAt)}
)

// bounds are those of the picture.
func (s sheet) bounds() image.Rectangle { return image.Rect(0, 0, s.width, s.height) }

// boardRoom is where the board is.
func (s sheet) boardRoom() image.Rectangle {
	return image.Rect(0, 0, s.sideAt, canvas.Bottom(s.bounds()).Min.Y)
}

// side is where the wheel and the players' pieces are, right of the board.
func (s sheet) side() image.Rectangle {
	return image.Rect(s.sideAt, 0, s.width, canvas.Bottom(s.bounds()).Min.Y)
}

// frame is where things lie.
type frame struct {
	sheet
	part
	step   int         // between neighbouring vertices, even
	pitch  int         // from a row to the next
	origin image.Point // of the first vertex
}

// newFrame lays a part out as large as it can be, in the middle of its room.
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

// lead is how far the first vertex is from the upper left of what the board takes.
func (f frame) lead() image.Point {
	return image.Pt(int(f.share(pieceShare)+numberRoom), int(f.share(pieceShare)+letterRoom))
}

// used is the size of what the board takes, with its coordinates and a margin.
func (f frame) used() image.Point {
	reach := int(f.share(pieceShare)) + margin
	return f.lead().Add(image.Pt((f.size-1)*f.step+f.step/2+reach, (f.size-1)*f.pitch+reach))
}

// share turns steps into pixels.
func (f frame) share(of float64) float64 { return of * float64(f.step) }

// at is the centre of a vertex of the board, counted from the board's upper left.
func (f frame) at(col, row int) image.Point {
	return f.origin.Add(image.Pt((col-f.col)*f.step+row%2*f.step/2, (row-f.row)*f.pitch))
}

// centre of a cell.
func (f frame) centre(c grid.Cell) image.Point { return f.at(c.Column(), c.Row()) }

// shows reports whether a vertex is in the part.
func (f frame) shows(col, row int) bool {
	return col >= f.col && col < f.col+f.size && row >= f.row && row < f.row+f.size
}

// letterAt is the middle of a column's letter, capitals being centred: half-way between the
// rows that are shifted and those that are not. Columns are counted from the first shown.
func (f frame) letterAt(column int) canvas.Point {
	first := canvas.At(f.origin)
	return canvas.Pt(first.X+float64(column*f.step)+float64(f.step)/4, first.Y-f.share(pieceShare)-letterGap-capitals/2)
}

// numberAt is the middle of a row's number; rows are counted from the first shown.
func (f frame) numberAt(row int) canvas.Point {
	first := canvas.At(f.origin)
	return canvas.Pt(first.X-f.share(pieceShare)-numberGap, first.Y+float64(row*f.pitch))
}
