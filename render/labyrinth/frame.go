package labyrinth

import (
	"image"
	"math"

	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes in pixels. Pictures of all kinds have one size.
const (
	wide         = canvas.Width
	tall         = canvas.Height
	captionTall  = canvas.CaptionHeight
	handWide     = 440 // width beside a table
	slimWide     = 340 // the same where cells would be small
	narrowWide   = 256 // the same where few pieces are left
	legendWide   = 350 // the same beside a solution
	pad          = 20
	rim          = 4    // margin around tables
	labelSize    = 39.4 // text size of coordinates and legends
	labelsLeft   = 56   // width of row numbers
	labelsAbove  = 44   // height of column letters
	leastCell    = 8    // least width of a hexagon on a board
	largestCell  = 96   // and largest
	numberCell   = 48   // least width of a hexagon with a number
	wideCell     = 64   // and of one with broad digits
	roomyCell    = 72   // and of one with corridors beside it
	largestTile  = 152  // width of a single hexagon
	largestSheet = 216  // the same in a picture without anything else
	leastRows    = 8    // of a table
	closeColumns = 39   // closer columns have a label at every other one
	closeRows    = 36   // and closer rows
)

// Proportions of hexagons, in widths from corner to corner unless stated otherwise.
const (
	insetShare    = 0.945
	gapShare      = 0.84 // radius of the dashed rim of a gap
	cornerShare   = 0.90 // radius of the inner end of the rim, in radii of the hexagon
	corridorShare = 0.20
	roomShare     = 0.15 // radius of the room
	markShare     = 0.27 // radius of a mark
	numberShare   = 0.85 // size of the background of a number on a small hexagon
)

// frame is the layout of a part of a board in a picture.
type frame struct {
	cells  connexion.Frame
	part   image.Rectangle // columns and rows shown
	width  int             // of a hexagon, a multiple of 4
	pitch  int             // from one row to the next, even
	origin image.Point     // centre of the part's first cell
}

func pitchOf(width int) int { return int(math.Round(float64(width)*math.Sqrt(3)/4)) * 2 }

// size returns the size in pixels of so many columns and rows of hexagons.
func size(cols, rows, width int) image.Point {
	s := image.Pt((cols-1)*width*3/4+width, rows*pitchOf(width))
	if cols > 1 {
		s.Y += pitchOf(width) / 2
	}
	return s
}

// whole lays out a board in a box, as large as possible.
func whole(cells connexion.Frame, box image.Rectangle) frame {
	f := frame{cells: cells, part: image.Rect(0, 0, cells.Cols, cells.Rows)}
	f.fit(box)
	return f
}

// crop lays out a part of a board with labels: the used part with cells as large as possible, and
// the surroundings that fit. To keep pictures steady it begins with an even column and row where
// there is a choice.
func crop(cells connexion.Frame, use, box image.Rectangle) frame {
	box.Min = box.Min.Add(image.Pt(labelsLeft, labelsAbove))
	for width := largestCell; width > leastCell; width -= 4 {
		cols := min(cells.Cols, (box.Dx()-width/4)*4/(3*width))
		rows := min(cells.Rows, (box.Dy()-pitchOf(width)/2)/pitchOf(width))
		left, broad := start(use.Min.X, use.Max.X, cols, cells.Cols)
		top, high := start(use.Min.Y, use.Max.Y, rows, cells.Rows)
		if broad && high && rows >= min(leastRows, cells.Rows) {
			f := frame{cells: cells, part: image.Rect(left, top, left+cols, top+rows)}
			f.fit(box)
			return f
		}
	}
	return whole(cells, box)
}

// start returns the first of count lines of a board that include those from low to high: centred as
// far as possible, and even if possible. It returns false if count is too small.
func start(low, high, count, all int) (int, bool) {
	if low == high { // empty: the middle of the board
		low, high = all/2, all/2+1
	}
	least, most := max(0, high-count), min(low, all-count)
	s := min(max((low+high-count+2)/4*2, least), most)
	switch {
	case s&1 == 0:
	case s > least:
		s--
	case s < most:
		s++
	}
	return s, least <= most
}

// largestWidth is the largest width of hexagons, up to a given one, whose size fits in a box.
func largestWidth(width int, box image.Point, size func(width int) image.Point) int {
	for ; width > leastCell; width -= 4 {
		if s := size(width); s.X <= box.X && s.Y <= box.Y {
			break
		}
	}
	return width
}

// fit lays out the part in the middle of a box, as large as possible.
func (f *frame) fit(box image.Rectangle) {
	f.lay(box, 1, largestCell, func(width int) image.Point { return size(f.part.Dx(), f.part.Dy(), width) })
}

// fitTight is fit for a part that consists of pieces only: they can be larger if they are few, or if
// none lies in the half row above or below the others.
func (f *frame) fitTight(box image.Rectangle, pieces []connexion.Piece) {
	half := func(c connexion.Cell) int { return 2*c.Row() + c.Column()&1 }
	low, high := 2*f.part.Max.Y, 0
	for _, piece := range pieces {
		low, high = min(low, half(piece.Cell)), max(high, half(piece.Cell))
	}
	f.lay(box, 1-low+2*f.part.Min.Y, largestSheet, func(width int) image.Point {
		return image.Pt(size(f.part.Dx(), 1, width).X, (high-low+2)*pitchOf(width)/2)
	})
}

// lay lays out the part, whose first cell has its centre so many half cells below the upper edge.
func (f *frame) lay(box image.Rectangle, below, largest int, size func(width int) image.Point) {
	f.width = largestWidth(largest, box.Size(), size)
	f.pitch = pitchOf(f.width)
	free := box.Size().Sub(size(f.width))
	f.origin = box.Min.Add(image.Pt(free.X/2+f.width/2, free.Y/2+below*f.pitch/2))
}

func (f frame) has(c connexion.Cell) bool {
	return image.Pt(c.Column(), c.Row()).In(f.part)
}

// share converts hexagon widths into pixels.
func (f frame) share(of float64) float64 { return of * float64(f.width) }

func (f frame) centre(c connexion.Cell) image.Point {
	col, row := c.Column()-f.part.Min.X, c.Row()-f.part.Min.Y
	return f.origin.Add(image.Pt(col*f.width*3/4, row*f.pitch+c.Column()&1*f.pitch/2))
}

// corners returns the corners of the hexagon around a centre, the rightmost first, at a share of its
// radius.
func (f frame) corners(at canvas.Point, share float64) []canvas.Point {
	half, tall := float64(f.width)/2*share, float64(f.pitch)/2*share
	return []canvas.Point{
		canvas.Pt(at.X+half, at.Y), canvas.Pt(at.X+half/2, at.Y+tall), canvas.Pt(at.X-half/2, at.Y+tall),
		canvas.Pt(at.X-half, at.Y), canvas.Pt(at.X-half/2, at.Y-tall), canvas.Pt(at.X+half/2, at.Y-tall),
	}
}

func (f frame) door(centre canvas.Point, s connexion.Side) canvas.Point {
	half, tall := float64(f.width)*3/8, float64(f.pitch)/4
	offset := [connexion.Sides]canvas.Point{canvas.Pt(0, -2*tall), canvas.Pt(half, -tall), canvas.Pt(half, tall), canvas.Pt(0, 2*tall), canvas.Pt(-half, tall), canvas.Pt(-half, -tall)}[s]
	return canvas.Pt(centre.X+offset.X, centre.Y+offset.Y)
}

// covers reports whether the pixel at an offset from a centre belongs to that cell.
func (f frame) covers(d image.Point) bool {
	x, y := math.Abs(float64(d.X)+0.5), math.Abs(float64(d.Y)+0.5)
	return y <= float64(f.pitch)/2 && x <= float64(f.width)/2-y*float64(f.width)/2/float64(f.pitch)
}
