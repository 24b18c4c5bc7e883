package hex

import (
	"image"
	"math"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// shape is a mark or a piece of a line, drawn in one ink.
type shape uint8

const (
	shapeDot    shape = iota // a chain's root
	shapeDotRim              // its rim
	shapeSwap                // on the stone that a swap brought
	shapeAcross              // arrow from left to right, in a caption
	shapeDown                // arrow from top to bottom
	shapeTick                // on a cell that is a proved win
	shapeCross               // on a proved loss or a weak move
	shapeLines               // the lines below
)

// Lines to the next cell in one of the directions, which is added.
const (
	shapeLink    = shapeLines + iota*directions // between connected stones
	shapeLinkRim                                // its rim
	shapeCount
)

// paint draws the shape around a centre in the context's colour.
func (s shape) paint(dc *gg.Context, h honeycomb, centre image.Point) {
	x, y := float64(centre.X), float64(centre.Y)
	disc := func(share float64) { dc.DrawCircle(x, y, h.scale(share)); dc.Fill() }
	switch s {
	case shapeDot:
		disc(dotShare)
	case shapeDotRim:
		disc(dotShare + dotRim)
	case shapeSwap:
		paintSwap(dc, x, y, h.scale(swapShare), h.scale(swapStroke))
	case shapeAcross, shapeDown:
		paintArrow(dc, x, y, h.across(s == shapeDown), h.scale(arrowShare), h.scale(arrowStroke))
	case shapeTick:
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.9, 0.1}, {-0.25, 0.75}, {0.95, -0.75}})
	case shapeCross:
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.75, -0.75}, {0.75, 0.75}})
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.75, 0.75}, {0.75, -0.75}})
	default: // a line
		kind, direction := (s-shapeLines)/directions, (s-shapeLines)%directions
		to, width := h.towards(direction), h.scale([...]float64{linkShare, linkRim}[kind])
		paintStrokes(dc, width, x, y, 1, [][2]float64{{0, 0}, {float64(to.X), float64(to.Y)}})
	}
}

// paintStrokes paints a polyline, whose points are in units of scale around a centre.
func paintStrokes(dc *gg.Context, stroke, x, y, scale float64, points [][2]float64) {
	for _, p := range points {
		dc.LineTo(x+scale*p[0], y+scale*p[1])
	}
	dc.SetLineWidth(stroke)
	dc.SetLineCapRound()
	dc.Stroke()
	dc.SetLineCapButt()
}

// box is the shape's bounding box around its centre. A line extends into the next cell.
func (s shape) box(h honeycomb) image.Rectangle {
	b := h.cellBox()
	if s >= shapeLines {
		b = b.Union(b.Add(h.towards((s - shapeLines) % directions)))
	}
	return b
}

// directions is the number of directions of a chain: east, south-east and south-west, before the
// board is turned.
const directions = 3

func (h honeycomb) towards(direction shape) image.Point {
	return [directions]image.Point{h.step(1, 0), h.step(0, 1), h.step(-1, 1)}[direction]
}

func paintSwap(dc *gg.Context, x, y, half, stroke float64) {
	gap := half * 0.42
	for _, side := range [...]float64{1, -1} {
		from, to, level := x-side*half, x+side*half, y-side*gap
		dc.SetLineWidth(stroke)
		dc.DrawLine(from, level, to-side*stroke, level)
		dc.Stroke()
		canvas.PaintHead(dc, to, level, side, 0, half*0.6)
	}
}

// across is the unit vector from an edge of the board to the opposite one: down, or from left to
// right.
func (h honeycomb) across(down bool) canvas.Point {
	switch {
	case h.flat && down:
		return canvas.Pt(math.Sqrt(3)/2, 0.5)
	case h.flat:
		return canvas.Pt(math.Sqrt(3)/2, -0.5)
	case down:
		return canvas.Pt(0, 1)
	default:
		return canvas.Pt(1, 0)
	}
}

// paintArrow paints a line with a head at both ends, each at a distance from its middle.
func paintArrow(dc *gg.Context, x, y float64, along canvas.Point, reach, stroke float64) {
	body := reach - stroke
	dc.SetLineWidth(stroke)
	dc.DrawLine(x-body*along.X, y-body*along.Y, x+body*along.X, y+body*along.Y)
	dc.Stroke()
	canvas.PaintHead(dc, x+reach*along.X, y+reach*along.Y, along.X, along.Y, reach*0.55)
	canvas.PaintHead(dc, x-reach*along.X, y-reach*along.Y, -along.X, -along.Y, reach*0.55)
}
