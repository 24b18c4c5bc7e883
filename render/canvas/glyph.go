package canvas

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// chain draws each letter with the first font that has it. It is not safe for concurrent use.
type chain struct {
	size   fixed.Int26_6 // pixels per em
	width  float64       // of letters, in their usual widths
	fonts  []fallback
	buffer sfnt.Buffer
}

// find returns the first font that has a letter, and the letter's number in it.
func (c *chain) find(r rune) (place int, glyph sfnt.GlyphIndex, ok bool) {
	if invisible(r) {
		return 0, 0, false
	}
	for i, f := range c.fonts {
		if !f.mayHave(r) {
			continue
		}
		if glyph, ok := c.in(i, r); ok {
			return i, glyph, true
		}
	}
	return 0, 0, false
}

// in returns the number of a letter in a font.
func (c *chain) in(place int, r rune) (glyph sfnt.GlyphIndex, ok bool) {
	glyph, err := c.fonts[place].open().GlyphIndex(&c.buffer, r)
	return glyph, err == nil && glyph != 0
}

// mask returns the coverage of a glyph whose pen position is x.
func (c *chain) mask(place int, glyph sfnt.GlyphIndex, x fixed.Int26_6) *image.Alpha {
	outline, err := c.fonts[place].open().LoadGlyph(&c.buffer, glyph, c.size, nil)
	if err != nil { // the font is broken
		return image.NewAlpha(image.Rectangle{})
	}
	wider := c.fonts[place].bolder * float64(c.size) / 64
	up := fixed.Int26_6(c.fonts[place].raised * float64(c.size))
	x -= fixed.Int26_6(wider * 64 / 2)
	for i := range outline {
		for k, p := range outline[i].Args {
			outline[i].Args[k] = fixed.Point26_6{X: x + c.narrow(p.X), Y: p.Y - up}
		}
	}
	mask := filled(outline)
	if wider > 0 && !mask.Rect.Empty() {
		mask = bolder(mask, wider)
	}
	return mask
}

func (c *chain) advance(place int, glyph sfnt.GlyphIndex) fixed.Int26_6 {
	wide, err := c.fonts[place].open().GlyphAdvance(&c.buffer, glyph, c.size, font.HintingNone)
	if err != nil { // the font is broken
		return 0
	}
	return c.narrow(wide)
}

func (c *chain) narrow(x fixed.Int26_6) fixed.Int26_6 {
	if c.width == 1 {
		return x
	}
	return fixed.Int26_6(c.width * float64(x))
}

// bolder widens the strokes of a letter by so many pixels, to the right and downwards.
func bolder(mask *image.Alpha, across float64) *image.Alpha {
	const slant = 0.4 // horizontal strokes are widened less
	down := slant * across
	box := mask.Rect
	box.Max = box.Max.Add(image.Pt(int(math.Ceil(across)), int(math.Ceil(down))))
	thin, out := image.NewAlpha(box), image.NewAlpha(box)
	draw.Draw(thin, box, mask, box.Min, draw.Src)
	sweep(out.Pix, thin.Pix, 1, across)
	copy(thin.Pix, out.Pix)
	sweep(out.Pix, thin.Pix, out.Stride, down)
	return out
}

// sweep smears coverage over a distance in pixels; step is the distance in bytes between two of
// them. The margin of that width must be empty, or else the letter would wrap around.
func sweep(to, from []uint8, step int, distance float64) {
	whole := int(distance)
	part := distance - float64(whole)
	for i := range from {
		cover := from[i]
		for k := 1; k <= whole+1 && i-k*step >= 0; k++ {
			a := from[i-k*step]
			if k > whole {
				a = uint8(float64(a) * part)
			}
			cover = max(cover, a)
		}
		to[i] = cover
	}
}

// filled returns the coverage of an outline.
func filled(outline sfnt.Segments) *image.Alpha {
	bounds := outline.Bounds()
	box := image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil())
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
