package canvas

import (
	"image"
	"math"

	"github.com/fogleman/gg"
)

// Cover returns the coverage, from 0 to 1, of the pixel around a point. A Cover suits pieces that
// look the same everywhere: it is rasterised once and stamped often. Shapes that vary are outlines.
type Cover func(x, y float64) float64

// At moves a shape from the origin to a point.
func (c Cover) At(p Point) Cover {
	return func(x, y float64) float64 { return c(x-p.X, y-p.Y) }
}

// edge returns the coverage at a distance outside (positive) or inside a border.
func edge(distance float64) float64 { return max(0, min(1, 0.5-distance)) }

// Disc is a filled circle around the origin.
func Disc(r float64) Cover {
	return func(x, y float64) float64 { return edge(Length(x, y) - r) }
}

// Ring is the outline of a circle around the origin.
func Ring(r, stroke float64) Cover {
	return func(x, y float64) float64 { return edge(math.Abs(Length(x, y)-r) - stroke/2) }
}

// Segment is a line with round ends.
func Segment(a, b Point, stroke float64) Cover {
	dx, dy := b.X-a.X, b.Y-a.Y
	length := max(1e-9, dx*dx+dy*dy)
	return func(x, y float64) float64 {
		t := max(0, min(1, ((x-a.X)*dx+(y-a.Y)*dy)/length))
		return edge(Length(x-a.X-t*dx, y-a.Y-t*dy) - stroke/2)
	}
}

// Head is a triangle with its tip at a point, pointing along the unit vector.
func Head(tip Point, ux, uy, length float64) Cover {
	const slope = 0.55 // half the width, in lengths
	steep := 1 / math.Hypot(1, slope)
	return func(x, y float64) float64 {
		along, aside := (tip.X-x)*ux+(tip.Y-y)*uy, math.Abs((y-tip.Y)*ux-(x-tip.X)*uy)
		return edge(max(along-length, (aside-slope*along)*steep))
	}
}

// maskSteps is the number of coverage levels: few make small files, and the eye sees no more.
const maskSteps = 5

// Rasterise returns the coverage of a shape within bounds.
func Rasterise(bounds image.Rectangle, shape Cover) *image.Alpha {
	m := image.NewAlpha(bounds)
	i := 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			m.Pix[i] = 0xff / maskSteps * uint8(maskSteps*shape(float64(x), float64(y))+0.5)
			i++
		}
	}
	return m
}

// Around returns the box that extends so many pixels to each side of a point.
func Around(p Point, reach float64) image.Rectangle {
	return image.Rect(int(math.Floor(p.X-reach)), int(math.Floor(p.Y-reach)), int(math.Ceil(p.X+reach))+1, int(math.Ceil(p.Y+reach))+1)
}

// Paint blends an ink over a shape within bounds, without keeping the mask.
func (c Canvas) Paint(bounds image.Rectangle, shape Cover, with Ink) {
	bounds = bounds.Intersect(c.Rect)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		row := c.Pix[c.PixOffset(bounds.Min.X, y):c.PixOffset(bounds.Max.X, y)]
		for i, under := range row {
			if step := int(opacities*shape(float64(bounds.Min.X+i), float64(y)) + 0.5); step > 0 {
				row[i] = c.Palette.blended(with, step, under)
			}
		}
	}
}

// Line draws a line with round ends.
func (c Canvas) Line(a, b Point, stroke float64, with Ink) {
	box := Around(a, stroke).Union(Around(b, stroke))
	shape := Segment(a, b, stroke)
	// A slanting line covers little of its box: only the pixels near it are visited, row by row.
	if a.X == b.X || a.Y == b.Y {
		c.Paint(box, shape, with)
		return
	}
	reach := stroke * Distance(b, a) / max(math.Abs(b.Y-a.Y), 1)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		t := max(0, min(1, (float64(y)-a.Y)/(b.Y-a.Y)))
		x := a.X + t*(b.X-a.X)
		c.Paint(image.Rect(int(x-reach)-1, y, int(x+reach)+2, y+1).Intersect(box), shape, with)
	}
}

// MinimumLine is the least width of lines in pixels; thinner lines fade.
const MinimumLine = 1.25

// Mask is a mark drawn in one ink.
type Mask struct {
	Kind   MaskKind
	Radius float64 // pixels; the length of a line
	Stroke float64
}

// MaskKind is the shape of a mask.
type MaskKind uint8

// The kinds of masks.
const (
	MaskRing      MaskKind = iota
	MaskDisc               // ignores the stroke
	MaskEast               // lines with round ends to the next vertex: right,
	maskSouthEast          // lower right
	maskSouthWest          // and lower left
)

// Paint returns the mark's coverage, with bounds relative to its centre.
func (k Mask) Paint() *image.Alpha {
	half := int(k.Radius+k.Stroke) + 3
	dc := gg.NewContext(2*half, 2*half)
	dc.SetRGB(0, 0, 0)
	dc.SetLineWidth(k.Stroke)
	at := float64(half)
	switch k.Kind {
	case MaskRing:
		dc.DrawCircle(at, at, k.Radius)
		dc.Stroke()
	case MaskDisc:
		dc.DrawCircle(at, at, k.Radius)
		dc.Fill()
	case MaskEast, maskSouthEast, maskSouthWest:
		sin, cos := math.Sincos(float64(k.Kind-MaskEast) * math.Pi / 3)
		dc.SetLineCapRound()
		dc.DrawLine(at, at, at+k.Radius*cos, at+k.Radius*sin)
		dc.Stroke()
	}
	return Tight(Drawn(dc), image.Pt(-half, -half))
}

// PaintHead paints a triangle with its tip at (x, y), pointing along (ux, uy).
func PaintHead(dc *gg.Context, x, y, ux, uy, length float64) {
	bx, by := x-ux*length, y-uy*length
	const breadth = 0.62 // half of it, in lengths
	dc.MoveTo(x, y)
	dc.LineTo(bx-uy*length*breadth, by+ux*length*breadth)
	dc.LineTo(bx+uy*length*breadth, by-ux*length*breadth)
	dc.ClosePath()
	dc.Fill()
}
