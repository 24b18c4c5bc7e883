package canvas

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// condensedShare is the width of condensed letters, in widths of bold ones. Smaller values would
// make vertical strokes thinner than horizontal ones.
const condensedShare = 0.8

// Condensed returns a bold typeface of narrow letters of a size in pixels per em, for numbers that
// would otherwise touch their neighbours.
func Condensed(size float64) *Typeface {
	t := newTypeface(boldFonts(), size)
	t.chain.condensed = true
	return t
}

// condensed is a face of narrow letters, made from the outlines of a normal face.
type condensed struct {
	font.Face
	outlines *sfnt.Font
	size     fixed.Int26_6 // pixels per em
	buffer   sfnt.Buffer
}

// Glyph implements [font.Face].
func (c *condensed) Glyph(dot fixed.Point26_6, r rune) (box image.Rectangle, mask image.Image, at image.Point, advance fixed.Int26_6, ok bool) {
	advance, ok = c.GlyphAdvance(r)
	index, err := c.outlines.GlyphIndex(&c.buffer, r)
	if err != nil || !ok {
		return box, nil, at, 0, false
	}
	segments, err := c.outlines.LoadGlyph(&c.buffer, index, c.size, nil)
	if err != nil {
		return box, nil, at, 0, false
	}
	for i := range segments {
		for k, p := range segments[i].Args {
			segments[i].Args[k] = dot.Add(fixed.Point26_6{X: narrow(p.X), Y: p.Y})
		}
	}
	bounds := segments.Bounds()
	box = image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil())
	return box, filled(segments, box), box.Min, advance, true
}

// GlyphAdvance implements [font.Face].
func (c *condensed) GlyphAdvance(r rune) (advance fixed.Int26_6, ok bool) {
	advance, ok = c.Face.GlyphAdvance(r)
	return narrow(advance), ok
}

// GlyphBounds implements [font.Face].
func (c *condensed) GlyphBounds(r rune) (bounds fixed.Rectangle26_6, advance fixed.Int26_6, ok bool) {
	bounds, advance, ok = c.Face.GlyphBounds(r)
	bounds.Min.X, bounds.Max.X = narrow(bounds.Min.X), narrow(bounds.Max.X)
	return bounds, narrow(advance), ok
}

func narrow(x fixed.Int26_6) fixed.Int26_6 { return fixed.Int26_6(condensedShare * float64(x)) }

// filled returns the coverage of an outline in a box.
func filled(outline sfnt.Segments, box image.Rectangle) *image.Alpha {
	mask := image.NewAlpha(box)
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X)/64 - float32(box.Min.X), float32(p.Y)/64 - float32(box.Min.Y)
	}
	for _, s := range outline {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			r.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
	r.DrawOp = draw.Src
	r.Draw(mask, box, image.Opaque, image.Point{})
	return mask
}
