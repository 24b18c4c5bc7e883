package hex

import (
	"image"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// frame is where things lie.
type frame struct {
	comb   honeycomb
	size   int
	bounds image.Rectangle
	label  float64 // text height of coordinates
	rise   float64 // how far column letters lie above and below their cells' centres
}

// newFrame makes the largest cells that the limits of width allow.
func newFrame(size int, wide bool) frame {
	limit := widthLimit
	if wide {
		limit = wideLimit
	}
	for width := largestCell; ; width -= 2 {
		if f := frameOf(size, width); f.bounds.Dx() <= limit {
			return f
		}
	}
}

// frameOf takes the width of a cell, from which all else follows.
func frameOf(size, width int) frame {
	f := frame{comb: newHoneycomb(width), size: size}
	share := f.comb.scale
	f.label = min(share(labelShare), maximumLabel)
	f.rise = max(0.9*float64(f.comb.pitch), f.comb.radius()/2+share(edgeShare)+labelRoom*f.label)
	side := share(0.5+edgeShare) + f.label*(labelGap+digitsRoom+labelMargin)
	above := f.rise + f.label*(0.5+labelMargin)
	f.comb.origin = image.Pt(int(side+0.5), int(above+0.5))
	last := f.comb.centre(size-1, size-1)
	board := image.Pt(last.X+f.comb.origin.X, last.Y+f.comb.origin.Y)
	f.bounds = image.Rectangle{Max: board.Add(image.Pt(0, canvas.CaptionHeight(board.X)))}
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

// besideBoard is where a legend lies: in the corner that the rhombus leaves free on
// the lower left, its first cell there. The text height is the caption's.
func (f frame) besideBoard(text float64) honeycomb {
	comb := newHoneycomb(2 * int(text*legendShare/2))
	left := f.bounds.Min.X + int(text*canvas.CaptionPad) + comb.width/2
	comb.origin = image.Pt(left, f.band().Min.Y-int(text*canvas.CaptionPad+comb.radius()))
	return comb
}
