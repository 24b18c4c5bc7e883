// Package canvas draws the pictures of all games. It knows no game.
//
// A [Canvas] is a picture of at most 256 colours. An [Ink] is blended over it through a mask: a
// table of the [Palette] maps the index below and the opacity to the index of the blended colour.
// Repeated elements are painted once in true colour, with package gg, and cached: as a [Board]
// (everything that stays the same from picture to picture), as a [Tile] (which replaces the pixels
// of a cell) or as a mask. Shapes that vary are filled directly: as a [Cover] (a distance function
// turned into coverage) or as outlines of polygons, stripes and curves.
//
// Text is set in a [Typeface], in the largest of several [Sizes] that fits, and in the [Caption]
// below a board. What the boards of all games mark alike, such as the last move, is a [MarkKind].
//
// A finished picture becomes PNG or, as a frame of a [Film], an animated GIF. Pictures are paletted,
// opaque, and not parts of others. PNG deflates their indices as they are; a film holds only what differs
// from frame to frame.
//
// Points are in pixels from the upper left corner; an [image.Point] is a pixel, a [Point] may lie
// between pixels. All types but Canvas are safe for concurrent use.
package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"sync"

	"github.com/fogleman/gg"
)

// Size of pictures in pixels: twice the size at which Discord shows them on a screen. All pictures
// have it, but for files that are attached.
const (
	Width  = 1100
	Height = 700
)

// Whole is the bounds of a picture, and Field the part of it above the caption.
var (
	Whole = image.Rect(0, 0, Width, Height)
	Field = image.Rect(0, 0, Width, Height-CaptionHeight)
)

// LeastText is the least size of text in pixels per em: 11 on a telephone.
const LeastText = 34.0

// Canvas is a paletted picture to draw on. Positions are in pixels.
type Canvas struct {
	*image.Paletted
	Palette *Palette
}

// New returns a copy of a picture to draw on.
func New(base *image.Paletted, p *Palette) Canvas {
	if w := watching.Load(); w != nil && w.Copied != nil {
		w.Copied(base)
	}
	c, _ := pictures.Get().(*image.Paletted)
	c.Pix = append(c.Pix[:0], base.Pix...)
	c.Stride, c.Rect, c.Palette = base.Stride, base.Rect, base.Palette
	return Canvas{c, p}
}

// Blank returns a picture filled with the background colour. It may reuse recycled memory.
func Blank(bounds image.Rectangle, p *Palette) Canvas {
	old, _ := pictures.Get().(*image.Paletted)
	pix := slices.Grow(old.Pix[:0], bounds.Dx()*bounds.Dy())[:bounds.Dx()*bounds.Dy()]
	c := Canvas{&image.Paletted{Pix: pix, Stride: bounds.Dx(), Rect: bounds, Palette: p.Model}, p}
	c.Fill(bounds, p.look.Background)
	return c
}

var pictures = sync.Pool{New: func() any { return new(image.Paletted) }}

// Recycle takes back a picture that is no longer used.
func Recycle(p *image.Paletted) { pictures.Put(p) }

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

// Text writes text from a pen position on the baseline.
func (c Canvas) Text(t *Typeface, pen Point, words string, with Ink) {
	if w := watching.Load(); w != nil && w.Wrote != nil {
		t.show(w.Wrote, c.Paletted, pen, words, c.Palette.look.Ink(with))
	}
	t.letters(pen, words, func(letter *image.Alpha, at image.Point) { c.Blend(letter, at, with) })
}

// Bar fills a rectangle.
func (c Canvas) Bar(r image.Rectangle, with Ink) { c.Fill(r, c.Palette.look.Ink(with)) }

// Blend blends an ink over the picture through a mask, whose bounds are relative to at.
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

// leastCover is the least opacity that does not round to zero.
const leastCover = 0xff / opacities / 2

// Fill fills a rectangle with a colour.
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

// Centred writes text centred on a point; capitals are centred vertically.
func Centred(on Canvas, t *Typeface, centre Point, words string, with Ink) {
	pen := Point{centre.X - t.Measure(words)/2, centre.Y + t.CapHeight()/2}
	on.Text(t, pen, words, with)
}

// Board is the constant part of a game's pictures. Games embed it and add what they need to draw on
// one kind of board. It is immutable once painted, so that concurrent pictures can share it.
type Board struct {
	Look    *Look
	Palette *Palette
	Base    *image.Paletted
}

// Paint makes the base: the background, a band of its own colour (if not empty), and what paint
// adds in true colour. It returns the base to write on.
func (b *Board) Paint(bounds, band image.Rectangle, paint func(*gg.Context)) Canvas {
	dc := gg.NewContext(bounds.Dx(), bounds.Dy())
	dc.SetColor(b.Look.Background)
	dc.Clear()
	draw.Draw(Drawn(dc), band, image.NewUniform(b.Look.Band), image.Point{}, draw.Src)
	paint(dc)
	b.Base = b.Palette.Convert(Drawn(dc))
	return Canvas{b.Base, b.Palette}
}

// Flat makes the base of the background and a band only, for boards that are drawn in inks. It
// returns the base to draw on.
func (b *Board) Flat(bounds, band image.Rectangle) Canvas {
	on := Blank(bounds, b.Palette)
	on.Bar(band, InkBand)
	b.Base = on.Paletted
	return on
}

// Begin returns a copy of the base to draw a picture on.
func (b *Board) Begin() Canvas { return New(b.Base, b.Palette) }

// Point is a point in pixels.
type Point struct{ X, Y float64 }

// Pt returns the point (x, y).
func Pt(x, y float64) Point { return Point{x, y} }

// Round returns the nearest pixel.
func (v Point) Round() image.Point { return image.Pt(int(math.Round(v.X)), int(math.Round(v.Y))) }

// At returns a pixel as a Point.
func At(p image.Point) Point { return Point{float64(p.X), float64(p.Y)} }

// Middle returns the centre of a rectangle.
func Middle(r image.Rectangle) Point {
	return Point{float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2}
}

// Between returns the point at a share of the way from a to b.
func Between(a, b Point, share float64) Point {
	return Point{a.X + (b.X-a.X)*share, a.Y + (b.Y-a.Y)*share}
}

// Towards returns the point at a distance from a towards b.
func Towards(a, b Point, far float64) Point {
	u := Direction(a, b)
	return Point{a.X + u.X*far, a.Y + u.Y*far}
}

// OnCircle returns the point of a circle after a share of a turn, clockwise from the top.
func OnCircle(centre Point, radius, turn float64) Point {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return Point{centre.X + radius*sin, centre.Y - radius*cos}
}

// Distance returns the distance between two points.
func Distance(a, b Point) float64 { return Length(a.X-b.X, a.Y-b.Y) }

// Length returns the length of a vector in pixels. It takes a fraction of the time of [math.Hypot],
// which minds lengths that no picture has.
func Length(x, y float64) float64 { return math.Sqrt(x*x + y*y) }

// Direction returns the unit vector from one point towards another.
func Direction(from, to Point) Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	length := Length(dx, dy)
	return Point{dx / length, dy / length}
}

// Cache keeps the Limit most recently used values. It is safe for concurrent use; concurrent
// requests for the same key share one call of create.
type Cache[K comparable, V any] struct {
	Limit int

	mu    sync.Mutex
	clock int
	kept  map[K]*kept[V]
}

type kept[V any] struct {
	make func() V
	used int // time of the last use, by the cache's clock
}

// Get returns the value of a key, made by create if it is not cached.
func (c *Cache[K, V]) Get(key K, create func() V) V {
	c.mu.Lock()
	c.clock++
	if c.kept == nil {
		c.kept = map[K]*kept[V]{}
	}
	e, ok := c.kept[key]
	if !ok {
		if len(c.kept) >= c.Limit {
			c.evict()
		}
		e = &kept[V]{make: sync.OnceValue(create)}
		c.kept[key] = e
	}
	e.used = c.clock
	c.mu.Unlock()
	return e.make()
}

func (c *Cache[K, V]) evict() {
	var oldest K
	least := c.clock
	for key, e := range c.kept {
		if e.used < least {
			oldest, least = key, e.used
		}
	}
	delete(c.kept, oldest)
}

// Tile is a drawn cell as palette indices: the pixels that belong to that cell alone. It is
// immutable.
type Tile struct {
	Pix  []uint8
	Rows []Span
}

// Span is one row of a tile, relative to the centre.
type Span struct{ Y, X0, X1 int }

// Cut returns the pixels of a painted cell that belong to it. The picture's upper left corner is
// that of box, whose points are relative to the cell's centre.
func Cut(painted *image.Paletted, box image.Rectangle, belongs func(image.Point) bool) *Tile {
	t := new(Tile)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := Span{y, box.Max.X, box.Max.X}
		for x := box.Min.X; x < box.Max.X; x++ {
			if !belongs(image.Pt(x, y)) {
				continue
			}
			row.X0, row.X1 = min(row.X0, x), x+1
			t.Pix = append(t.Pix, painted.ColorIndexAt(x-box.Min.X, y-box.Min.Y))
		}
		if row.X0 < row.X1 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// Tight returns the opacity of the smallest part of a picture that is not transparent, moved by an
// offset.
func Tight(src *image.RGBA, by image.Point) *image.Alpha {
	var used image.Rectangle
	for y := range src.Rect.Dy() {
		for x := range src.Rect.Dx() {
			if src.Pix[src.PixOffset(x, y)+3] > 0 {
				used = used.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	mask := image.NewAlpha(used.Add(by))
	for y := used.Min.Y; y < used.Max.Y; y++ {
		for x := used.Min.X; x < used.Max.X; x++ {
			mask.Pix[mask.PixOffset(x+by.X, y+by.Y)] = src.RGBAAt(x, y).A
		}
	}
	return mask
}

// Drawn returns the picture of a context.
func Drawn(dc *gg.Context) *image.RGBA {
	img, _ := dc.Image().(*image.RGBA) // gg documents this type
	return img
}
