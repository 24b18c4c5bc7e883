// Package iching draws the oracle: a throw and the hexagram that it leads to, a leaf of the
// book (leaf.go), the clock of hours and seasons (wheel.go) and a natal chart (natal.go).
// bars.go draws the lines of a hexagram.
//
// The Connexion beside a throw is drawn by package labyrinth.
package iching

import (
	"fmt"
	"image"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/cast"
	"github.com/sixfold-bot/sixfold/engine/iching/hexagram"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/figure"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
)

// Drawers draws the scenes of the oracle: *iching.Position and *iching.Sheet,
// *iching.Connexion, *iching.Leaf, *iching.Wheel and *iching.Horoscope, and the figures of the
// rules.
var Drawers = newDrawers()

func newDrawers() []render.Drawer {
	pages := &pages{canvas.Cache[*canvas.Look, *page]{Limit: len(render.Themes)}}
	return []render.Drawer{
		render.For(pages.position),
		render.For(pages.sheet),
		render.For(pages.leaf),
		render.For(pages.wheel),
		render.For(pages.horoscope),
		render.For(func(c *iching.Connexion, s render.Style) image.Image { return labyrinth.Picture(c.Picture, s) }),
		figure.Drawer(figures),
	}
}

// pages keeps what all pictures of a theme share. It is safe for concurrent use.
type pages struct {
	canvas.Cache[*canvas.Look, *page]
}

// page is the paper of one theme and the letters on it. It is read-only.
type page struct {
	look    *canvas.Look
	palette *canvas.Palette
	title   *canvas.Typeface
	text    *canvas.Typeface
	small   *canvas.Typeface
	bold    *canvas.Typeface // of the height of text
	wheel   func() *image.Paletted
}

// Sizes, in pixels of a picture of pageWidth.
const (
	pageWidth    = 1000
	pageMargin   = 36
	titleLetters = 46.0
	textLetters  = 34.0
	smallLetters = 28.0
)

func (c *pages) page(l *canvas.Look) *page {
	return c.Get(l, func() *page {
		p := &page{
			look: l, palette: newPalette(l),
			title: canvas.Bold(titleLetters), text: canvas.Medium(textLetters), small: canvas.Medium(smallLetters), bold: canvas.Bold(textLetters),
		}
		p.wheel = sync.OnceValue(p.emptyWheel)
		return p
	})
}

// drawing is a picture in the making.
type drawing struct {
	*page
	on canvas.Canvas
	s  render.Style
}

// begin takes an empty page of a height in pixels.
func (c *pages) begin(s render.Style, height int) *drawing {
	p := c.page(s.Theme.Look())
	on := canvas.Blank(image.Rect(0, 0, pageWidth, height), p.palette)
	return &drawing{p, on, s}
}

// words are a text in the reader's language, in letters that the fonts have.
func (d *drawing) words(t engine.Text) string { return d.text.Legible(d.s.Words(t)) }

// centred writes words around a point, shortened to a width.
func (d *drawing) centred(t *canvas.Typeface, at canvas.Point, words string, width float64, with canvas.Ink) {
	canvas.Centred(d.on, t, at, t.Fit(words, width), with)
}

// named writes a hexagram's number and name, and below it what it sounds like and its
// trigrams; the bar below has the colour of its mark.
func (d *drawing) named(m iching.Marked, at canvas.Point, width float64) {
	d.centred(d.small, at, d.words(m.Name), width, canvas.InkMuted)
	d.hexagramName(m.Hexagram, m.Title, canvas.Pt(at.X, at.Y+54), width)
	d.centred(d.small, canvas.Pt(at.X, at.Y+102), d.words(trigramsOf(m.Hexagram)), width, canvas.InkMuted)
	half := int(width * 0.3)
	d.on.Fill(image.Rect(int(at.X)-half, int(at.Y)+130, int(at.X)+half, int(at.Y)+140), labyrinth.MarkColour(m.Colour))
}

// hexagramName writes "44 Gòu Coming to meet", in the size that fits.
func (d *drawing) hexagramName(h hexagram.Hexagram, title engine.Text, at canvas.Point, width float64) {
	words := fmt.Sprintf("%d %s", h.Number(), d.words(title))
	face := d.title
	if face.Measure(words) > width {
		face = d.bold
	}
	d.centred(face, at, words, width, canvas.InkText)
}

func trigramsOf(h hexagram.Hexagram) engine.Text {
	return engine.T("%s · %s over %s", engine.T(h.Pinyin()), h.Upper().Word(), h.Lower().Word())
}

// position draws a table: the throw, or six places that wait for it.
func (c *pages) position(p *iching.Position, s render.Style) image.Image {
	if sheet := p.Sheet(); sheet != nil {
		return c.sheet(sheet, s)
	}
	top := sheetTop(p.Question)
	d := c.begin(s, sheetHeight(top))
	d.question(p.Question)
	bars := barsAt(image.Pt(pageWidth/2, top), sheetBars, sheetBar, sheetPitch)
	for n := 1; n <= 6; n++ {
		d.on.Frame(bars.line(n), 3, canvas.InkLine)
	}
	d.centred(d.text, canvas.Pt(pageWidth/2, float64(top+6*sheetPitch)+68), d.words(engine.T("The lines have not been cast yet")), pageWidth-2*pageMargin, canvas.InkMuted)
	return d.on.Paletted
}

// Places on a sheet.
const (
	sheetBars  = 310 // width of a line
	sheetBar   = 36  // its height
	sheetPitch = 58
	sheetNames = 190 // height of what stands below a hexagram
)

// sheetTop is where the lines begin, and sheetHeight where the sheet ends.
func sheetTop(question string) int {
	if question == "" {
		return 40
	}
	return 150
}

func sheetHeight(top int) int { return top + 6*sheetPitch + sheetNames }

// sheet draws a throw and the hexagram that it leads to.
func (c *pages) sheet(scene *iching.Sheet, s render.Style) image.Image {
	top := sheetTop(scene.Question)
	d := c.begin(s, sheetHeight(top))
	d.question(scene.Question)
	changes := scene.Cast.Result() != scene.Cast.Hexagram()
	first, second := image.Pt(280, top), image.Pt(745, top)
	width := 430.0
	if !changes {
		first.X, width = pageWidth/2, pageWidth-2*pageMargin
	}
	bars := barsAt(first, sheetBars, sheetBar, sheetPitch)
	for n, line := range scene.Cast {
		d.line(bars.line(n+1), line.Yang(), line.Changes())
		d.digit(bars.line(n+1), line)
	}
	below := float64(top + 6*sheetPitch + 14)
	d.named(scene.Pair[0], canvas.Pt(float64(first.X), below), width)
	if !changes {
		return d.on.Paletted
	}
	bars = barsAt(second, sheetBars, sheetBar, sheetPitch)
	for n := 1; n <= 6; n++ {
		d.line(bars.line(n), scene.Cast.Result().Yang(n), false)
	}
	middle := float64(top + 3*sheetPitch - 11)
	d.arrow(canvas.Pt(475, middle), canvas.Pt(548, middle), 9, canvas.InkMuted)
	d.named(scene.Pair[1], canvas.Pt(float64(second.X), below), width)
	return d.on.Paletted
}

// digit writes 6 to 9 left of a line.
func (d *drawing) digit(r image.Rectangle, line cast.Line) {
	face, with := d.text, canvas.InkMuted
	if line.Changes() {
		face, with = d.bold, canvas.InkText
	}
	canvas.Centred(d.on, face, canvas.Pt(float64(r.Min.X)-50, canvas.Middle(r).Y), strconv.Itoa(int(line)), with)
}

// question writes the question in at most two lines.
func (d *drawing) question(words string) {
	const room = pageWidth - 2*pageMargin
	words = d.text.Legible(words)
	if words == "" {
		return
	}
	words = "“" + words + "”"
	if d.text.Measure(words) > room {
		if first, rest := d.text.Split(words, room); first != "" {
			d.centred(d.text, canvas.Pt(pageWidth/2, 56), first, room, canvas.InkText)
			d.centred(d.text, canvas.Pt(pageWidth/2, 104), rest, room, canvas.InkText)
			return
		}
	}
	d.centred(d.text, canvas.Pt(pageWidth/2, 80), words, room, canvas.InkText)
}
