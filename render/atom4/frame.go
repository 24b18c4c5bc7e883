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
	width  = canvas.Width
	height = 720
	sideAt = 762 // left end of the side with the wheel
	margin = 10  // around the board

	largeWidth  = 1810 // of an attached file,
	largeHeight = 1400 // with room for the names of all vertices

	// legible is the least text size of what a move needs: on a phone, where a picture is 350
	// pixels wide, its capitals are 9 pixels high.
	legible    = 39.2
	numberRoom = 76.0 // left of the board, for row numbers
	numberGap  = 36.0 // from a piece in the first column to their centre
	letterRoom = 52.0 // above the board, for column letters
	letterGap  = 14.0 // between them and a piece in the first row
	capitals   = 28.3 // their height
	tileLetter = 18.5 // from the centre of a tile to a side beside its letter
	leastGhost = 21.0 // least radius of a ghost piece that holds a number
)

// Proportions of the board, in steps between adjacent vertices.
const (
	pieceShare    = 0.44 // radius of a piece
	gridStroke    = 0.025
	vertexDot     = 0.05 // radius of an empty vertex
	slotShare     = 0.46 // from the centre to a side of a slot
	nameShare     = 0.48 // from the centre to the end of a name,
	shortShare    = 0.40 // and of one with a single digit
	legalDot      = 0.40 // radius of the ring of a slot too small for its name
	legalStroke   = 0.13
	lastRing      = 0.475
	lastStroke    = 0.07
	changedRing   = 0.465
	changedStroke = 0.04
	oldShare      = 0.17 // radius of the bead in a piece's old colour
	oldAside      = 0.44 // from the piece's centre, between adjacent pieces
	rowWidth      = 1.24 // width of the band below a winning row
	rowRing       = 0.52 // and radius of the rings around its pieces
	rowStroke     = 0.15
	quietStroke   = 0.04 // of the ring around the last piece after a win
	tileHalo      = 0.11 // width of the halo around the last tile
	tileInside    = 0.11 // and of its part inside the tile, if it fits beside the letter
	tileOld       = 0.12 // radius of the bead in a tile's old colour
	tileAside     = 0.577
	tileFrame     = 1.2  // width of a tile's frame, in widths of a ring
	tileLine      = 0.7  // and of the line inside it
	stubShare     = 0.40 // of a line that continues beyond the part
)

// Proportions of a piece, in radii.
const (
	letterShare     = 1.16 // text height of its letter
	letterInside    = 0.86 // radius that the letter must fit in
	propagatorRing  = 0.88 // radius of a propagator's ring
	propagatorWidth = 0.07
	propagatorDot   = 0.30 // radius of the dot that replaces a letter that does not fit
	propagatorRim   = 0.10 // width of the ring at its rim
	rimWidth        = 0.06
)

// Sizes of the side, in pixels.
const (
	roundLine    = 36 // centre of the round's name
	roundText    = 30.0
	freeRing     = 13.0 // radius of the ring before the names of the last free vertices
	freeGap      = 28.0 // from its centre to the names
	wheelLine    = 202  // centre of the wheel
	wheelRadius  = 94
	wheelPiece   = 27
	wheelCurrent = 40
	cardHeight   = 120
	cardGap      = 12
	cardInset    = 18 // from the right end of the picture
	cardPad      = 14
	goalPiece    = 14
	goalStep     = 31
	comingPiece  = 26
	comingStep   = 76
	comingPieces = 3 // coming pieces of a side in one turn of the wheel
	scoreText    = 60.0
	ringGap      = 6 // between a piece and the centre line of its ring
	ringStroke   = 4
)

// quietNames are the text sizes of legal vertices' names where space is scarce. The coordinates are
// larger.
var quietNames = [...]float64{34, 32, 30, 26.4}

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
