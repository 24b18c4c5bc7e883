package atom4

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// part is the part of the board that a picture shows: size columns from col and
// as many rows from row, all three even, so that every part begins with a row that is
// not shifted.
type part struct{ col, row, size int }

const (
	leastPart = 8
	partRoom  = 1 // vertices around what is in use: all legal ones
)

var wholeBoard = part{0, 0, grid.Size}

// partOf is the smallest part that holds all pieces of a position with room around them,
// in the middle as far as the board reaches.
func partOf(p *atom4.Position) part { return partAround(p.InUse()) }

func partAround(box image.Rectangle) part {
	box = box.Inset(-partRoom).Intersect(image.Rect(0, 0, grid.Size, grid.Size))
	for size := leastPart; size < grid.Size; size += 2 {
		col, okCol := partStart(box.Min.X, box.Max.X, size)
		row, okRow := partStart(box.Min.Y, box.Max.Y, size)
		if okCol && okRow {
			return part{col, row, size}
		}
	}
	return wholeBoard
}

// partStart is the even start from which size lines hold those from low to high, as
// far in the middle as can be; false if there is none.
func partStart(low, high, size int) (int, bool) {
	start := (low + high - size + 2) / 4 * 2
	start = max(0, min(start, grid.Size-size))
	if start > low {
		start -= 2
	}
	if start+size < high {
		start += 2
	}
	return start, start >= 0 && start <= low && start+size >= high && start+size <= grid.Size
}

// frame is where things lie.
type frame struct {
	part
	step   int         // between neighbouring vertices, even
	pitch  int         // from a row to the next
	origin image.Point // of the first vertex
	bounds image.Rectangle
	label  float64 // text height of coordinates
	above  float64 // of column letters over the first row
	aside  float64 // of row numbers beside the first column
}

func newFrame(part part) frame {
	for step := 2 * widest / part.size / 2; ; step -= 2 {
		if f := frameOf(part, step&^1); f.bounds.Dx() <= widest {
			return f
		}
	}
}

func frameOf(part part, step int) frame {
	f := frame{part: part, step: step, pitch: int(math.Round(float64(step) * math.Sqrt(3) / 2))}
	f.label = max(f.share(boardLabel), leastLabel)
	f.aside = f.share(pieceShare) + 1.2*f.label
	f.above = f.share(pieceShare) + 1.0*f.label
	f.origin = image.Pt(int(f.aside+f.label), int(f.above+0.9*f.label))
	last := f.origin.Add(image.Pt((part.size-1)*step+step/2, (part.size-1)*f.pitch))
	f.bounds = image.Rect(0, 0, last.X+f.origin.X, last.Y+f.origin.Y)
	f.bounds.Max.Y += int(panelHeight * float64(f.bounds.Dx()))
	return f
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

// panel is where the wheel and the players are.
func (f frame) panel() image.Rectangle {
	b := f.bounds
	b.Min.Y = b.Max.Y - int(panelHeight*float64(b.Dx()))
	return b
}
