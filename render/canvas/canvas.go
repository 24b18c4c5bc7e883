// Package canvas is what pictures of all games are made with. It knows no game.
//
// A [Canvas] is a picture of at most 256 colours. An [Ink] is blended over it through a mask:
// by a table of the [Palette], from the index below and the opacity to the index of the
// blended colour. What is drawn often is painted once, with package gg in true colour, and
// kept: as a [Board] (all that does not change between two pictures), as a [Tile] (which
// replaces the pixels of a cell) or as a mask. Shapes that differ from place to place are
// filled at once: as a [Cover] (a distance that is turned into an opacity) or as the outlines
// of polygons, stripes and curves.
//
// Words are set in a [Typeface], in sizes that fit ([Sizes]), and as the [Caption] below a
// board.
//
// Points are in pixels from the upper left; an [image.Point] is a pixel, a [Point] may lie
// between them. All types are safe for concurrent use but a Canvas, which belongs to whom it
// was made for.
package canvas

import (
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/math/fixed"
)

// Surface is what a scene is drawn on. Positions are in pixels.
type Surface interface {
	// Text writes from the pen's place on the base line.
	Text(t *Typeface, pen Point, words string, with Ink)
	// Bar fills a rectangle.
	Bar(r image.Rectangle, with Ink)
}

// Canvas is a paletted picture as a surface.
type Canvas struct {
	*image.Paletted
	Palette *Palette
}

// New copies a picture to draw on.
func New(base *image.Paletted, p *Palette) Canvas {
	if see := copies.Load(); see != nil {
		(*see)(base)
	}
	c, ok := pictures.Get().(*image.Paletted)
	if !ok {
		c = new(image.Paletted)
	}
	c.Pix = append(c.Pix[:0], base.Pix...)
	c.Stride, c.Rect, c.Palette = base.Stride, base.Rect, base.Palette
	return Canvas{c, p}
}

// Blank is a picture in the colour of the ground. Its memory may have been another's.
func Blank(bounds image.Rectangle, p *Palette) Canvas {
	pix := make([]uint8, 0)
	if old, ok := pictures.Get().(*image.Paletted); ok {
		pix = old.Pix[:0]
	}
	pix = slices.Grow(pix, bounds.Dx()*bounds.Dy())[:bounds.Dx()*bounds.Dy()]
	c := Canvas{&image.Paletted{Pix: pix, Stride: bounds.Dx(), Rect: bounds, Palette: p.Model}, p}
	c.Fill(bounds, p.look.Background)
	return c
}

// pictures holds those that were recycled.
var pictures sync.Pool

// Recycle takes back a picture that nobody has any more, if it is paletted.
func Recycle(img image.Image) {
	if p, ok := img.(*image.Paletted); ok && p != nil {
		pictures.Put(p)
	}
}

// Stamp copies a tile, which must lie within the picture.
func (c Canvas) Stamp(t *Tile, centre image.Point) {
	pix := t.Pix
	for _, row := range t.Rows {
		n := row.X1 - row.X0
		to := c.PixOffset(centre.X+row.X0, centre.Y+row.Y)
		copy(c.Pix[to:to+n], pix[:n])
		pix = pix[n:]
	}
}

// Text writes from the pen's place on the base line.
func (c Canvas) Text(t *Typeface, pen Point, words string, with Ink) {
	if look := watcher.Load(); look != nil {
		t.show(look, c.Paletted, pen, words, c.Palette.look.Ink(with))
	}
	x := fixed.Int26_6(math.Round(pen.X * 64))
	y := int(math.Round(pen.Y))
	for _, r := range words {
		g := t.Glyph(r, x)
		c.Blend(g.Mask, image.Pt(x.Floor(), y), with)
		x += g.Advance
	}
}

// Bar fills a rectangle with an ink.
func (c Canvas) Bar(r image.Rectangle, with Ink) { c.Fill(r, c.Palette.look.Ink(with)) }

// Blend lets an ink cover the picture by a mask, whose bounds are relative to at.
func (c Canvas) Blend(mask *image.Alpha, at image.Point, with Ink) {
	r := mask.Rect.Add(at).Intersect(c.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.Pix[c.PixOffset(r.Min.X, y):c.PixOffset(r.Max.X, y)]
		cover := mask.Pix[mask.PixOffset(r.Min.X-at.X, y-at.Y):]
		for i, under := range row {
			if a := cover[i]; a >= leastCover {
				row[i] = c.Palette.blended(with, (int(a)*opacities+0x7f)/0xff, under)
			}
		}
	}
}

// leastCover is the least opacity that is not rounded to none.
const leastCover = 0xff / opacities / 2

// Fill fills a rectangle with a colour, the first row pixel by pixel and the others by
// copying it.
func (c Canvas) Fill(r image.Rectangle, with color.RGBA) {
	r = r.Intersect(c.Rect)
	if r.Empty() {
		return
	}
	index := c.Palette.Index(with)
	first := c.Pix[c.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()]
	for i := range first {
		first[i] = index
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.Pix[c.PixOffset(r.Min.X, y):], first)
	}
}

// Centred writes words around a point, by the height of capitals.
func Centred(on Surface, t *Typeface, centre Point, words string, with Ink) {
	pen := Point{centre.X - t.Measure(words)/2, centre.Y + t.CapHeight()/2}
	on.Text(t, pen, words, with)
}
