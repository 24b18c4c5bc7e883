package render

import (
	"image"
	"math"

	"github.com/fogleman/gg"
)

const (
	minimumLine  = 1.25 // pixels: thinner lines fade away
	ghostOpacity = 0.6  // of a piece that might come
)

// atom4Mask is a mark drawn in one ink.
type atom4Mask struct {
	kind   maskKind
	radius float64 // pixels; of a line, its length
	stroke float64
}

type maskKind uint8

const (
	maskRing      maskKind = iota
	maskDisc               // of which the stroke is of no account
	maskEast               // lines with round ends from a vertex to the next one on the right,
	maskSouthEast          // to the lower right
	maskSouthWest          // and lower left
	maskArrow              // between two states of a board, to the right
)

func (k atom4Mask) paint() *image.Alpha {
	half := int(k.radius+k.stroke) + 3
	dc := gg.NewContext(2*half, 2*half)
	dc.SetRGB(0, 0, 0)
	dc.SetLineWidth(k.stroke)
	at := float64(half)
	switch k.kind {
	case maskRing:
		dc.DrawCircle(at, at, k.radius)
		dc.Stroke()
	case maskDisc:
		dc.DrawCircle(at, at, k.radius)
		dc.Fill()
	case maskEast, maskSouthEast, maskSouthWest:
		sin, cos := math.Sincos(float64(k.kind-maskEast) * math.Pi / 3)
		dc.SetLineCapRound()
		dc.DrawLine(at, at, at+k.radius*cos, at+k.radius*sin)
		dc.Stroke()
	case maskArrow:
		dc.DrawLine(at-k.radius, at, at+k.radius*0.6, at)
		dc.Stroke()
		paintHead(dc, at+k.radius, at, 1, 0, k.radius*0.8)
	}
	return tight(rgba(dc), image.Pt(-half, -half))
}

// paintHead paints a triangle with its point at (x, y), pointing along (ux, uy).
func paintHead(dc *gg.Context, x, y, ux, uy, length float64) {
	bx, by := x-ux*length, y-uy*length
	const breadth = 0.62 // half of it, in lengths
	dc.MoveTo(x, y)
	dc.LineTo(bx-uy*length*breadth, by+ux*length*breadth)
	dc.LineTo(bx+uy*length*breadth, by-ux*length*breadth)
	dc.ClosePath()
	dc.Fill()
}
