package hex

import (
	"image"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// frame is where things lie.
type frame struct {
	comb   honeycomb
	width  int // columns
	height int // rows
	bounds image.Rectangle
	label  float64 // text height of coordinates
	rise   float64 // how far column letters lie above and below their cells' centres
}

// newFrame makes the largest cells that the limits of a picture allow.
func newFrame(columns, rows int, wide bool) frame {
	limit := widthLimit
	if wide {
		limit = wideLimit
	}
	for width := largestCell; ; width -= 2 {
		f := frameOf(columns, rows, width)
		if f.bounds.Dx() <= limit && float64(f.bounds.Dy()) <= heightShare*float64(limit) {
			return f
		}
	}
}

// frameOf takes the width of a cell, from which all else follows.
func frameOf(columns, rows, width int) frame {
	f := frame{comb: newHoneycomb(width), width: columns, height: rows}
	share := f.comb.scale
	f.label = min(share(labelShare), maximumLabel)
	f.rise = max(0.9*float64(f.comb.pitch), f.comb.radius()/2+share(edgeShare)+labelRoom*f.label)
	side := share(0.5+edgeShare) + f.label*(labelGap+digitsRoom+labelMargin)
	above := f.rise + f.label*(0.5+labelMargin)
	f.comb.origin = image.Pt(int(side+0.5), int(above+0.5))
	last := f.comb.centre(columns-1, rows-1)
	board := image.Pt(last.X+f.comb.origin.X, last.Y+f.comb.origin.Y)
	wide := max(board.X, int(leastAspect*float64(board.Y)))
	f.comb.origin.X += (wide - board.X) / 2
	f.bounds = image.Rectangle{Max: image.Pt(wide, board.Y+canvas.CaptionHeight(wide))}
	return f
}

// Room around coordinates, in text heights.
const (
	labelRoom   = 0.82 // from a notch of the edge to a letter's centre: it is as wide as the notch
	labelGap    = 0.32 // from the edge
	labelMargin = 0.40 // to the picture's rim
	digitsRoom  = 1.15 // two digits
)

// band is where the caption lies.
func (f frame) band() image.Rectangle { return canvas.Bottom(f.bounds) }

// aside is how far the numbers of the rows are from the centres of the cells beside them.
func (f frame) aside() float64 { return f.comb.scale(0.5+edgeShare) + labelGap*f.label }

// besideBoard is where a legend of so many cells lies: in the corner that the board leaves
// free on the lower left, its first cell there. Where a board is so low that the corner is
// too small, the frame grows, and the legend lies below the board. The text height is the
// caption's.
func (f frame) besideBoard(text float64, cells int) (frame, honeycomb) {
	comb := newHoneycomb(2 * int(text*legendShare/2))
	left := f.bounds.Min.X + int(text*canvas.CaptionPad) + comb.width/2
	rise := int(text*canvas.CaptionPad + comb.radius())
	legend := image.Rect(0, f.band().Min.Y-rise-int(comb.radius()), left+cells*comb.width, f.band().Min.Y)
	if cells > 0 && f.reaches(legend) {
		f.bounds.Max.Y += legend.Dy()
	}
	comb.origin = image.Pt(left, f.band().Min.Y-rise)
	return f, comb
}

// reaches reports whether the board, with the numbers of its rows, reaches into a box on
// its lower left.
func (f frame) reaches(box image.Rectangle) bool {
	for row := range f.height {
		number := f.comb.centre(0, row)
		low := number.Y + int(f.label/2)
		if left := number.X - int(f.aside()+digitsRoom*f.label); low > box.Min.Y && left < box.Max.X {
			return true
		}
	}
	return false
}
