package render

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/atom4"
)

// atom4Part is the part of the board that a picture shows: size columns from col and
// as many rows from row, all three even, so that every part begins with a row that is
// not shifted.
type atom4Part struct{ col, row, size int }

const (
	leastPart = 8
	partRoom  = 1 // vertices around what is in use: all legal ones
)

var atom4Whole = atom4Part{0, 0, atom4.Size}

// atom4PartOf is the smallest part that holds all pieces with room around them, in
// the middle as far as the board reaches.
func atom4PartOf(p *atom4.Position) atom4Part {
	box := image.Rectangle{}
	for c := range atom4.Cell(atom4.Size * atom4.Size) {
		if p.At(c) != atom4.Empty {
			at := image.Pt(c.Column(), c.Row())
			box = box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		}
	}
	box = box.Inset(-partRoom).Intersect(image.Rect(0, 0, atom4.Size, atom4.Size))
	for size := leastPart; size < atom4.Size; size += 2 {
		col, okCol := partStart(box.Min.X, box.Max.X, size)
		row, okRow := partStart(box.Min.Y, box.Max.Y, size)
		if okCol && okRow {
			return atom4Part{col, row, size}
		}
	}
	return atom4Whole
}

// partStart is the even start from which size lines hold those from low to high, as
// far in the middle as can be; false if there is none.
func partStart(low, high, size int) (int, bool) {
	start := (low + high - size + 2) / 4 * 2
	start = max(0, min(start, atom4.Size-size))
	if start > low {
		start -= 2
	}
	if start+size < high {
		start += 2
	}
	return start, start >= 0 && start <= low && start+size >= high && start+size <= atom4.Size
}

// atom4Frame is where things lie.
type atom4Frame struct {
	atom4Part
	step   int         // between neighbouring vertices, even
	pitch  int         // from a row to the next
	origin image.Point // of the first vertex
	bounds image.Rectangle
	label  float64 // text height of coordinates
	above  float64 // of column letters over the first row
	aside  float64 // of row numbers beside the first column
}

func newAtom4Frame(part atom4Part) atom4Frame {
	for step := 2 * atom4Width / part.size / 2; ; step -= 2 {
		if f := atom4FrameOf(part, step&^1); f.bounds.Dx() <= atom4Width {
			return f
		}
	}
}

func atom4FrameOf(part atom4Part, step int) atom4Frame {
	f := atom4Frame{atom4Part: part, step: step, pitch: int(math.Round(float64(step) * math.Sqrt(3) / 2))}
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
func (f atom4Frame) share(of float64) float64 { return of * float64(f.step) }

// at is the centre of a vertex of the board, counted from the board's upper left.
func (f atom4Frame) at(col, row int) image.Point {
	return f.origin.Add(image.Pt((col-f.col)*f.step+row%2*f.step/2, (row-f.row)*f.pitch))
}

// centre of a cell.
func (f atom4Frame) centre(c atom4.Cell) image.Point { return f.at(c.Column(), c.Row()) }

// shows reports whether a vertex is in the part.
func (f atom4Frame) shows(col, row int) bool {
	return col >= f.col && col < f.col+f.size && row >= f.row && row < f.row+f.size
}

// panel is where the wheel and the players are.
func (f atom4Frame) panel() image.Rectangle {
	b := f.bounds
	b.Min.Y = b.Max.Y - int(panelHeight*float64(b.Dx()))
	return b
}
