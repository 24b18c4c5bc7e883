package canvas

import (
	"image"
	"math"

	"github.com/fogleman/gg"
)

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
