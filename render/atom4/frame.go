package atom4

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of a picture of the board in pixels: twice those that Discord shows.
const (
	sideWidth = canvas.Width / 5 // of the side with the wheel
	margin    = 10               // around the board

	largeWidth  = 1300 // of an attached file,
	largeHeight = 1066 // with room for letters on all pieces

	numberRoom = 58.0 // left of the board, for row numbers
	numberGap  = 28.0 // from a piece in the first column to their centre
	letterRoom = 40.0 // above the board, for column letters
	letterGap  = 7.0  // between them and a piece in the first row
	capitals   = 24.6 // their height
)

// Proportions of the board, in steps between adjacent vertices.
const (
	pieceShare = 0.44 // radius of a piece
	gridStroke = 0.025
	vertexDisc = 0.17 // radius of an empty vertex
	lastRing   = 0.46
	newsRing   = 0.45 // radius of the ring around a piece that changed
	newsStroke = 0.045
	ghostRing  = 0.40 // of a piece as large as others
	hintRing   = 0.44
	rowWidth   = 1.1  // width of the band below a winning row
	stubShare  = 0.40 // of a line that continues beyond the part
)

// part is the part of the board in a picture: columns from col and rows from row.
type part struct{ col, row, columns, rows int }

const leastRows = 8

// Margins in vertices: partRoom around winning rows, wideRoom in views of more of the board.
const (
	partRoom = 1
	wideRoom = 2
)

var (
	everything = image.Rect(0, 0, grid.Size, grid.Size)
	wholeBoard = part{0, 0, grid.Size, grid.Size}
)

// used is the smallest box that holds all pieces of a position, its legal vertices, a margin
// around winning rows, and the given cells.
func used(p *atom4.Position, others ...grid.Cell) image.Rectangle {
	box := p.InUse()
	for _, c := range slices.Concat(p.Legal(), others) {
		box = box.Union(vertex(c))
	}
	for _, c := range p.Row() {
		box = box.Union(vertex(c).Inset(-partRoom))
	}
	return box.Intersect(everything)
}

func vertex(c grid.Cell) image.Rectangle {
	return image.Rect(c.Column(), c.Row(), c.Column()+1, c.Row()+1)
}

// partAround is the part with the fewest rows that holds a box, centred as far as the board allows.
func partAround(box image.Rectangle) part {
	for rows := leastRows; rows < grid.Size; rows++ {
		if p, ok := partOf(rows, box); ok {
			return p
		}
	}
	return wholeBoard
}

// partOf is the part of so many rows, and of as many columns as there is room for beside each
// other. It returns false if it cannot hold the box.
func partOf(rows int, box image.Rectangle) (part, bool) {
	columns := columnsOf(rows)
	col, okCol := partStart(box.Min.X, box.Max.X, columns)
	row, okRow := partStart(box.Min.Y, box.Max.Y, rows)
	return part{col, row, columns, rows}, okCol && okRow
}

// columnsOf is the number of columns that fit beside each other where so many rows fit.
func columnsOf(rows int) (columns int) {
	step := newFrame(usual, part{0, 0, 1, rows}).step
	for columns = rows; columns < grid.Size && newFrame(usual, part{0, 0, columns + 1, rows}).step == step; {
		columns++
	}
	return columns
}

// partStart returns a start from which size lines include low to high, centred as far as possible,
// and even if possible, so that there are fewer boards to keep. It returns false if there is none.
func partStart(low, high, size int) (int, bool) {
	middle := (low + high - size + 2) / 4 * 2
	for _, start := range [...]int{middle, middle - 2, middle + 2, middle - 1, middle + 1} {
		start = max(0, min(start, grid.Size-size))
		if start <= low && start+size >= high {
			return start, true
		}
	}
	return 0, false
}

// zoomed is the part that a frame of a film shows: of a few sizes, each around the room that the
// film takes in the end, so that the picture stands still but for a few steps.
func zoomed(p *atom4.Position, room image.Rectangle) part {
	last := partAround(room)
	box := used(p).Intersect(last.box())
	middle := room.Min.Add(room.Max).Div(2)
	for _, rows := range [...]int{leastRows, 11} {
		step, _ := partOf(rows, image.Rectangle{middle, middle}.Inset(-1))
		if rows < last.rows && box.In(step.box()) {
			return step
		}
	}
	return last
}

// box is the columns and rows of a part.
func (p part) box() image.Rectangle {
	return image.Rect(p.col, p.row, p.col+p.columns, p.row+p.rows)
}

func (p part) shows(col, row int) bool { return image.Pt(col, row).In(p.box()) }

// sheet is the size of a picture.
type sheet image.Point

// Pictures have one size. An attached file has room for the whole board with all letters.
var (
	usual  = sheet{canvas.Width, canvas.Height}
	spread = sheet{largeWidth, largeHeight}
)

func (s sheet) bounds() image.Rectangle { return image.Rectangle{Max: image.Point(s)} }

// boardRoom is the area of the board.
func (s sheet) boardRoom() image.Rectangle {
	return image.Rect(0, 0, s.X-sideWidth, s.Y-canvas.CaptionHeight)
}

// side is the area of the wheel and of the players' pieces, right of the board.
func (s sheet) side() image.Rectangle {
	return image.Rect(s.X-sideWidth, 0, s.X, s.Y-canvas.CaptionHeight)
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
	for step := on.X / part.columns &^ 1; ; step -= 2 {
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
	return f.lead().Add(image.Pt((f.columns-1)*f.step+f.step/2+reach, (f.rows-1)*f.pitch+reach))
}

// share converts steps into pixels.
func (f frame) share(of float64) float64 { return of * float64(f.step) }

// at returns the centre of a vertex, counted from the upper left corner of the whole board.
func (f frame) at(col, row int) image.Point {
	return f.origin.Add(image.Pt((col-f.col)*f.step+row%2*f.step/2, (row-f.row)*f.pitch))
}

func (f frame) centre(c grid.Cell) image.Point { return f.at(c.Column(), c.Row()) }

// ring is an outline around a vertex, of a radius in steps.
func (f frame) ring(c grid.Cell, radius float64) canvas.Outline {
	return canvas.Circle(canvas.At(f.centre(c)), f.share(radius))
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
