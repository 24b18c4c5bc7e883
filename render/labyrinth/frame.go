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
	tall         = 732
	captionTall  = 104
	handWide     = 440 // of what lies beside a table
	slimWide     = 340 // and of that where cells would be small
	narrowWide   = 256 // and where few pieces are left
	legendWide   = 350 // and beside a solution
	pad          = 20
	rim          = 4    // left free around tables
	labelSize    = 39.4 // text height of what one must read to move: 9 pixels high on a telephone
	noteSize     = 30   // and of other words
	labelsLeft   = 56   // room for the numbers of rows
	labelsAbove  = 44   // and for the letters of columns
	leastCell    = 8    // width of a hexagon on a board at least
	largestCell  = 96   // and at most
	fullCell     = 80   // and of the smallest on which numbers are as large as what one must read
	signCell     = 52   // and in which a sign has room around it
	largestTile  = 152  // and of one by itself
	largestSheet = 216  // and where there is nothing else
	leastRows    = 8    // that a table shows
	closeColumns = 39   // of columns that are closer, every other one has a label
	closeRows    = 36   // and of rows
)

// Proportions of hexagons, in widths from corner to corner unless said otherwise.
const (
	insetShare    = 0.945
	gapInset      = 0.90
	gapRim        = 0.10
	cornerShare   = 0.90 // of a hexagon's radius, where the rim ends
	corridorShare = 0.20
	roomShare     = 0.15 // radius of the middle
	targetShare   = 0.25 // and of that of the piece laid last
	markShare     = 0.27 // and of a mark
	numberShare   = 0.85 // of a small hexagon, that is the ground of its number
)

// frame is where the cells of a board lie in a picture. It shows a part of it.
type frame struct {
	cells  connexion.Frame
	part   image.Rectangle // the columns and rows that are shown
	width  int             // of a hexagon, a multiple of 4
	pitch  int             // from a row to the next, even
	origin image.Point     // the middle of the part's first cell
}

// pitchOf is the height of a hexagon.
func pitchOf(width int) int { return int(math.Round(float64(width)*math.Sqrt(3)/4)) * 2 }

// size of so many columns and rows of hexagons in pixels.
func size(cols, rows, width int) image.Point {
	s := image.Pt((cols-1)*width*3/4+width, rows*pitchOf(width))
	if cols > 1 {
		s.Y += pitchOf(width) / 2
	}
	return s
}

// whole lays a board out in a box, as large as it can be.
func whole(cells connexion.Frame, box image.Rectangle) frame {
	f := frame{cells: cells, part: image.Rect(0, 0, cells.Cols, cells.Rows)}
	f.fit(box)
	return f
}

// crop lays out a part of a board, with room for labels, that holds what is in use in cells as
// large as can be, and what fits around it. It is calm: where there is a choice, it begins with
// an even column and row.
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

// start is where count lines of a board begin that hold those from low to high, as far in the
// middle as can be, and even where that does; false if there are too few.
func start(low, high, count, all int) (int, bool) {
	if low == high { // nothing: the middle of the board
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

// widthFor is the greatest width of hexagons of which so many columns and rows fit.
func widthFor(cols, rows int, box image.Rectangle) int {
	for width := largestCell; ; width -= 4 {
		if s := size(cols, rows, width); width <= leastCell || s.X <= box.Dx() && s.Y <= box.Dy() {
			return width
		}
	}
}

// fit puts the part into the middle of a box.
func (f *frame) fit(box image.Rectangle) {
	cols, rows := f.part.Dx(), f.part.Dy()
	f.width = widthFor(cols, rows, box)
	f.pitch = pitchOf(f.width)
	free := box.Size().Sub(size(cols, rows, f.width))
	f.origin = box.Min.Add(image.Pt(free.X/2+f.width/2, free.Y/2+f.pitch/2))
}

// fitTight is fit, for the part that some pieces alone take: where none of them lies in the half
// row above or below the others, they are larger for it.
func (f *frame) fitTight(box image.Rectangle, pieces []connexion.Piece) {
	half := func(c connexion.Cell) int { return 2*c.Row() + c.Column()&1 }
	low, high := 2*f.part.Max.Y, 0
	for _, piece := range pieces {
		low, high = min(low, half(piece.Cell)), max(high, half(piece.Cell))
	}
	tight := func(width int) image.Point {
		return image.Pt(size(f.part.Dx(), 1, width).X, (high-low+2)*pitchOf(width)/2)
	}
	f.width = largestCell
	for f.width > leastCell && (tight(f.width).X > box.Dx() || tight(f.width).Y > box.Dy()) {
		f.width -= 4
	}
	f.pitch = pitchOf(f.width)
	free := box.Size().Sub(tight(f.width))
	f.origin = box.Min.Add(image.Pt(free.X/2+f.width/2, free.Y/2+(1-low+2*f.part.Min.Y)*f.pitch/2))
}

// has reports whether a cell is shown.
func (f frame) has(c connexion.Cell) bool {
	return image.Pt(c.Column(), c.Row()).In(f.part)
}

// share turns widths of a hexagon into pixels.
func (f frame) share(of float64) float64 { return of * float64(f.width) }

// centre of a cell.
func (f frame) centre(c connexion.Cell) image.Point {
	col, row := c.Column()-f.part.Min.X, c.Row()-f.part.Min.Y
	return f.origin.Add(image.Pt(col*f.width*3/4, row*f.pitch+c.Column()&1*f.pitch/2))
}

// corner of the hexagon around a centre, the rightmost first, for a share of its radius.
func (f frame) corner(centre canvas.Point, which int, share float64) canvas.Point {
	half, tall := float64(f.width)/2*share, float64(f.pitch)/2*share
	offset := [...]canvas.Point{canvas.Pt(half, 0), canvas.Pt(half/2, tall), canvas.Pt(-half/2, tall), canvas.Pt(-half, 0), canvas.Pt(-half/2, -tall), canvas.Pt(half/2, -tall)}[which]
	return canvas.Pt(centre.X+offset.X, centre.Y+offset.Y)
}

// door is the middle of a side.
func (f frame) door(centre canvas.Point, s connexion.Side) canvas.Point {
	half, tall := float64(f.width)*3/8, float64(f.pitch)/4
	offset := [connexion.Sides]canvas.Point{canvas.Pt(0, -2*tall), canvas.Pt(half, -tall), canvas.Pt(half, tall), canvas.Pt(0, 2*tall), canvas.Pt(-half, tall), canvas.Pt(-half, -tall)}[s]
	return canvas.Pt(centre.X+offset.X, centre.Y+offset.Y)
}

// covers reports whether the pixel at offset d from a centre belongs to that cell.
func (f frame) covers(d image.Point) bool {
	x, y := math.Abs(float64(d.X)+0.5), math.Abs(float64(d.Y)+0.5)
	return y <= float64(f.pitch)/2 && x <= float64(f.width)/2-y*float64(f.width)/2/float64(f.pitch)
}
