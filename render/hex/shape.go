package hex

import (
	"image"
	"math"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// shape is something drawn in one ink: a mark, or a piece of a line.
type shape uint8

const (
	shapeRing      shape = iota // on the stone placed last
	shapeDot                    // a chain's root
	shapeDotRim                 // around it
	shapeOutline                // around a suggested stone
	shapeSwap                   // on the stone that a swap brought
	shapeJoint                  // of a chain
	shapeJointHalo              // around it
	shapeEast                   // a chain's piece to the next cell on the right,
	shapeSouthEast              // to the lower right
	shapeSouthWest              // and lower left
	shapeEastHalo
	shapeSouthEastHalo
	shapeSouthWestHalo
	shapeAcross // arrow between left and right, in a caption
	shapeDown   // arrow between top and bottom
	shapeTick   // on a cell that is a proved win
	shapeCross  // on one that is a proved loss, or a move that was none too good
	shapeCount
)

// paint draws the shape around a centre in the context's colour.
func (s shape) paint(dc *gg.Context, h honeycomb, centre image.Point) {
	x, y := float64(centre.X), float64(centre.Y)
	disc := func(share float64) { dc.DrawCircle(x, y, h.scale(share)); dc.Fill() }
	switch s {
	case shapeRing:
		dc.SetLineWidth(h.scale(ringStroke))
		dc.DrawCircle(x, y, h.scale(ringShare))
		dc.Stroke()
	case shapeOutline:
		dc.SetLineWidth(h.scale(outlineStroke))
		dc.DrawCircle(x, y, h.scale(stoneShare))
		dc.Stroke()
	case shapeDot:
		disc(dotShare)
	case shapeDotRim:
		disc(dotShare + dotRim)
	case shapeJoint:
		disc(jointShare)
	case shapeJointHalo:
		disc(jointHalo)
	case shapeSwap:
		paintSwap(dc, x, y, h.scale(swapShare), h.scale(swapStroke))
	case shapeEast, shapeSouthEast, shapeSouthWest:
		paintPiece(dc, h, centre, s-shapeEast, h.scale(chainShare))
	case shapeEastHalo, shapeSouthEastHalo, shapeSouthWestHalo:
		paintPiece(dc, h, centre, s-shapeEastHalo, h.scale(chainHalo))
	case shapeAcross:
		paintArrow(dc, x, y, h.scale(arrowShare/captionStone), 0, h.scale(arrowStroke/captionStone))
	case shapeDown:
		paintArrow(dc, x, y, 0, h.scale(arrowShare/captionStone), h.scale(arrowStroke/captionStone))
	case shapeTick:
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.9, 0.1}, {-0.25, 0.75}, {0.95, -0.75}})
	case shapeCross:
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.75, -0.75}, {0.75, 0.75}})
		paintStrokes(dc, h.scale(signStroke), x, y, h.scale(signShare), [][2]float64{{-0.75, 0.75}, {0.75, -0.75}})
	case shapeCount:
	}
}

// paintStrokes paints a line through points, given in units of a scale around a centre.
func paintStrokes(dc *gg.Context, stroke, x, y, scale float64, points [][2]float64) {
	for _, p := range points {
		dc.LineTo(x+scale*p[0], y+scale*p[1])
	}
	dc.SetLineWidth(stroke)
	dc.SetLineCapRound()
	dc.Stroke()
	dc.SetLineCapButt()
}

// box is the shape's bounding box around its centre: a piece of a chain reaches
// into the next cell.
func (s shape) box(h honeycomb) image.Rectangle {
	b := h.cellBox()
	if s >= shapeEast && s <= shapeSouthWestHalo {
		b = image.Rect(b.Min.X-h.width, b.Min.Y, b.Max.X+h.width, b.Max.Y+h.pitch)
	}
	return b
}

// paintPiece paints a line from a centre to the next: direction 0 east, 1 south-east,
// 2 south-west.
func paintPiece(dc *gg.Context, h honeycomb, from image.Point, direction shape, width float64) {
	to := [...]image.Point{{h.width, 0}, {h.width / 2, h.pitch}, {-h.width / 2, h.pitch}}[direction].Add(from)
	dc.SetLineWidth(width)
	dc.SetLineCapRound()
	dc.DrawLine(float64(from.X), float64(from.Y), float64(to.X), float64(to.Y))
	dc.Stroke()
	dc.SetLineCapButt()
}

// paintSwap paints two arrows in opposite directions.
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

// paintArrow paints a line with a head at both ends; dx, dy reach from its middle to
// a head's point.
func paintArrow(dc *gg.Context, x, y, dx, dy, stroke float64) {
	length := math.Hypot(dx, dy)
	ux, uy := dx/length, dy/length
	dc.SetLineWidth(stroke)
	dc.DrawLine(x-dx+ux*stroke, y-dy+uy*stroke, x+dx-ux*stroke, y+dy-uy*stroke)
	dc.Stroke()
	canvas.PaintHead(dc, x+dx, y+dy, ux, uy, length*0.55)
	canvas.PaintHead(dc, x-dx, y-dy, -ux, -uy, length*0.55)
}
