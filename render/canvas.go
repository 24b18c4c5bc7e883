package render

import (
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/math/fixed"
)

// surface is what a scene is drawn on. Positions are in pixels.
type surface interface {
	// text writes from the pen's place on the base line.
	text(t *typeface, pen vertex, words string, with ink)
	// bar blends nothing: it fills a rectangle.
	bar(r image.Rectangle, with ink)
}

// canvas is a paletted picture as a surface.
type canvas struct {
	*image.Paletted
	palette *palette
}

// newCanvas copies a picture to draw on.
func newCanvas(base *image.Paletted, p *palette) canvas {
	c, ok := pictures.Get().(*image.Paletted)
	if !ok {
		c = new(image.Paletted)
	}
	c.Pix = append(c.Pix[:0], base.Pix...)
	c.Stride, c.Rect, c.Palette = base.Stride, base.Rect, base.Palette
	return canvas{c, p}
}

// blank is a picture in the colour of the ground. Its memory may have been another's.
func blank(bounds image.Rectangle, p *palette) canvas {
	pix := make([]uint8, 0)
	if old, ok := pictures.Get().(*image.Paletted); ok {
		pix = old.Pix[:0]
	}
	pix = slices.Grow(pix, bounds.Dx()*bounds.Dy())[:bounds.Dx()*bounds.Dy()]
	c := canvas{&image.Paletted{Pix: pix, Stride: bounds.Dx(), Rect: bounds, Palette: p.model}, p}
	c.plain(bounds, p.look.background)
	return c
}

// pictures holds those that were recycled.
var pictures sync.Pool

// recycle takes back a picture that nobody has any more, if it is paletted.
func recycle(img image.Image) {
	if p, ok := img.(*image.Paletted); ok && p != nil {
		pictures.Put(p)
	}
}

// stamp copies a tile, which must lie within the picture.
func (c canvas) stamp(t *tile, centre image.Point) {
	pix := t.pix
	for _, row := range t.rows {
		n := row.x1 - row.x0
		to := c.PixOffset(centre.X+row.x0, centre.Y+row.y)
		copy(c.Pix[to:to+n], pix[:n])
		pix = pix[n:]
	}
}

func (c canvas) text(t *typeface, pen vertex, words string, with ink) {
	x := fixed.Int26_6(math.Round(pen.x * 64))
	y := int(math.Round(pen.y))
	for _, r := range words {
		g := t.glyph(r, x)
		c.blend(g.mask, image.Pt(x.Floor(), y), with)
		x += g.advance
	}
}

func (c canvas) bar(r image.Rectangle, with ink) {
	index := c.palette.index(c.palette.look.ink(with))
	r = r.Intersect(c.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.Pix[c.PixOffset(r.Min.X, y):c.PixOffset(r.Max.X, y)]
		for i := range row {
			row[i] = index
		}
	}
}

// blend lets an ink cover the picture by a mask, whose bounds are relative to at.
func (c canvas) blend(mask *image.Alpha, at image.Point, with ink) {
	r := mask.Rect.Add(at).Intersect(c.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.Pix[c.PixOffset(r.Min.X, y):c.PixOffset(r.Max.X, y)]
		cover := mask.Pix[mask.PixOffset(r.Min.X-at.X, y-at.Y):]
		for i, under := range row {
			if a := cover[i]; a >= leastCover {
				row[i] = c.palette.blended(with, (int(a)*opacities+0x7f)/0xff, under)
			}
		}
	}
}

// leastCover is the least opacity that is not rounded to none.
const leastCover = 0xff / opacities / 2

// plain fills a rectangle with a colour, the first row pixel by pixel and the others by
// copying it.
func (c canvas) plain(r image.Rectangle, with color.RGBA) {
	r = r.Intersect(c.Rect)
	if r.Empty() {
		return
	}
	index := c.palette.index(with)
	first := c.Pix[c.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()]
	for i := range first {
		first[i] = index
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.Pix[c.PixOffset(r.Min.X, y):], first)
	}
}

// centred writes words around a point, by the height of capitals.
func centred(on surface, t *typeface, centre vertex, words string, with ink) {
	pen := vertex{centre.x - t.measure(words)/2, centre.y + t.capHeight()/2}
	on.text(t, pen, words, with)
}
