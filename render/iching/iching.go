// Package iching draws the oracle: a table before the throw (table.go), a throw and the hexagram
// that it leads to, a leaf of the book (both in sheet.go), the clock of hours and seasons (wheel.go)
// and a natal chart (natal.go).
//
// Package labyrinth draws the Connexion of a throw.
package iching

import (
	"image"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
)

// Drawers draws the scenes of the oracle: *iching.Position, *iching.Sheet, *iching.Connexion,
// *iching.Leaf, *iching.Wheel, *iching.Horoscope, and the figures of the rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	pages := &pages{canvas.Cache[*canvas.Look, *page]{Limit: len(render.Themes)}}
	return []render.Drawer{
		render.For(pages.position),
		render.For(pages.sheet),
		render.For(pages.leaf),
		render.For(pages.wheel),
		render.For(pages.horoscope),
		render.For(func(c *iching.Connexion, s render.Style) *image.Paletted { return labyrinth.Picture(c.Picture, s) }),
		render.Figures(figures),
	}
}

// pages caches what all pictures of a theme share. It is safe for concurrent use.
type pages struct {
	canvas.Cache[*canvas.Look, *page]
}

// page is the palette and typefaces of a theme. It is immutable.
type page struct {
	look    *canvas.Look
	palette *canvas.Palette
	wheel   func() *image.Paletted

	sign   *canvas.Typeface // Chinese name of a picture's only hexagram
	name   *canvas.Typeface // Chinese name of one of two hexagrams
	title  *canvas.Typeface
	strong *canvas.Typeface // primary text
	text   *canvas.Typeface // primary text
	small  *canvas.Typeface // secondary text
	narrow *canvas.Typeface // secondary text with little room
}

// Sizes in pixels; package rendertest checks the text sizes.
const (
	pageWidth  = canvas.Width
	pageHeight = canvas.Height
	pageMargin = 36
	pageRoom   = pageWidth - 2*pageMargin
	textSize   = 40.0 // of primary text
)

func (c *pages) page(l *canvas.Look) *page {
	return c.Get(l, func() *page {
		p := &page{
			look: l, palette: newPalette(l),
			sign: canvas.Bold(110), name: canvas.Bold(60), title: canvas.Bold(44), strong: canvas.Bold(textSize),
			text: canvas.Medium(textSize), small: canvas.Medium(canvas.LeastText), narrow: canvas.Condensed(canvas.LeastText),
		}
		p.wheel = sync.OnceValue(p.emptyWheel)
		return p
	})
}

type drawing struct {
	*page
	on canvas.Canvas
	s  render.Style
}

func (c *pages) begin(s render.Style) *drawing {
	p := c.page(s.Theme.Look())
	return &drawing{p, canvas.Blank(canvas.Whole, p.palette), s}
}

// words translates text, in characters of the fonts.
func (d *drawing) words(t engine.Text) string { return d.text.Legible(d.s.Words(t)) }

// centred writes text centred on a point, shortened to a width.
func (d *drawing) centred(t *canvas.Typeface, at canvas.Point, words string, width float64, with canvas.Ink) {
	canvas.Centred(d.on, t, at, t.Fit(words, width), with)
}

// block writes lines of text below each other, the first centred on a point.
func (d *drawing) block(t *canvas.Typeface, at canvas.Point, lines []string, pitch float64, with canvas.Ink) {
	for _, line := range lines {
		canvas.Centred(d.on, t, at, line, with)
		at.Y += pitch
	}
}

// run is a part of a line with its own typeface.
type run struct {
	face  *canvas.Typeface
	words string
	with  canvas.Ink
}

// runGap is the gap between the parts of a line, in pixels.
const runGap = 18.0

func widthOf(runs []run) float64 {
	width := runGap * float64(len(runs)-1)
	for _, r := range runs {
		width += r.face.Measure(r.words)
	}
	return width
}

// row writes a line centred on a point. All parts share the baseline of the first, whose capitals
// are centred. The last part is shortened to fit a width.
func (d *drawing) row(at canvas.Point, width float64, runs ...run) {
	last := &runs[len(runs)-1]
	last.words = last.face.Fit(last.words, width-widthOf(runs)+last.face.Measure(last.words))
	d.rowFrom(canvas.Pt(at.X-widthOf(runs)/2, at.Y), runs...)
}

// rowFrom is row to the right of a point, for a line that fits.
func (d *drawing) rowFrom(at canvas.Point, runs ...run) {
	at.Y += runs[0].face.CapHeight() / 2
	for _, r := range runs {
		d.on.Text(r.face, at, r.words, r.with)
		at.X += r.face.Measure(r.words) + runGap
	}
}

// signs are the Chinese name of a hexagram and its pronunciation.
func (d *drawing) signs(h book.Hexagram, chinese, pinyin *canvas.Typeface) []run {
	return []run{{chinese, h.Chinese(), canvas.InkText}, {pinyin, h.Pinyin(), canvas.InkMuted}}
}

// called is a hexagram's number and name: "44 A Chance Encounter".
func (d *drawing) called(h book.Hexagram, title engine.Text) string {
	return strconv.Itoa(h.Number()) + " " + d.words(title)
}

// trigrams names the trigrams of a hexagram: "巽 Wind over 離 Fire".
func (d *drawing) trigrams(h book.Hexagram) string {
	of := func(t book.Trigram) engine.Text { return engine.T("%s %s", engine.T(t.Chinese()), t.Word()) }
	return d.words(engine.T("%s over %s", of(h.Upper()), of(h.Lower())))
}

// mark draws a bar in the colour of a hexagram's mark in the Connexion.
func (d *drawing) mark(r image.Rectangle, colour connexion.Colour) {
	d.on.Fill(r, labyrinth.MarkColour(colour))
}

// foot draws the bar at the bottom of a picture and returns its box.
func (d *drawing) foot(height int) image.Rectangle {
	box := d.on.Rect
	box.Min.Y = box.Max.Y - height
	d.on.Bar(box, canvas.InkBand)
	return box
}

type bars struct {
	top                  image.Point // middle of the upper edge
	width, height, pitch int
}

// line is the box of a line, 1 to 6 from the bottom.
func (b bars) line(n int) image.Rectangle {
	y := b.top.Y + (6-n)*b.pitch
	return image.Rect(b.top.X-b.width/2, y, b.top.X+b.width/2, y+b.height)
}

// gapShareOfBar is the gap of a yin line, in line widths.
const gapShareOfBar = 0.17

// line draws a line. An old line has another colour and the usual mark: a ring on yang, a cross
// between the halves of yin.
func (d *drawing) line(r image.Rectangle, yang, old bool) {
	with := canvas.InkText
	if old {
		with = canvas.InkRed
	}
	d.plainLine(r, yang, with)
	if !old {
		return
	}
	at, radius := canvas.Middle(r), float64(r.Dy())*0.36
	if yang {
		d.on.Ring(at, radius, radius*0.42, false, canvas.InkGround)
		return
	}
	radius = float64(r.Dy()) * 0.42
	d.on.Stripe(canvas.Pt(at.X-radius, at.Y-radius), canvas.Pt(at.X+radius, at.Y+radius), radius*0.42, canvas.InkRed)
	d.on.Stripe(canvas.Pt(at.X-radius, at.Y+radius), canvas.Pt(at.X+radius, at.Y-radius), radius*0.42, canvas.InkRed)
}

// pieces returns the parts of a line: one, or two with a gap between them.
func pieces(r image.Rectangle, yang bool) []image.Rectangle {
	if yang {
		return []image.Rectangle{r}
	}
	gap := int(float64(r.Dx())*gapShareOfBar) / 2
	left, right := r, r
	left.Max.X = (r.Min.X+r.Max.X)/2 - gap
	right.Min.X = left.Max.X + 2*gap
	return []image.Rectangle{left, right}
}

func (d *drawing) plainLine(r image.Rectangle, yang bool, with canvas.Ink) {
	for _, piece := range pieces(r, yang) {
		d.on.Bar(piece, with)
	}
}

// hexagram draws all lines as unchanging.
func (d *drawing) hexagram(b bars, h book.Hexagram) {
	for n := 1; n <= 6; n++ {
		d.plainLine(b.line(n), h.Yang(n), canvas.InkText)
	}
}

// newPalette holds the blending steps between the inks and the paper.
func newPalette(l *canvas.Look) *canvas.Palette {
	m := canvas.NewMixture(l, canvas.AllInks, l.Cell, l.Line)
	m.Exact(labyrinth.MarkColours()...)
	const steps, weight = 12, 100
	m.Ramps(l.Background, steps, weight, l.Text, l.Muted, l.Red.Base, l.Blue.Base, l.Line, l.Band)
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted, l.Red.Base)
	m.Ramps(l.Cell, steps, weight, l.Text, l.Muted)
	m.Ramps(l.Red.Base, steps, weight, l.Mark)
	m.Ramps(l.Blue.Base, steps, weight, l.Mark)
	m.Ramps(l.Line, steps, weight, l.Text)
	return m.Palette(canvas.MaxColours)
}
