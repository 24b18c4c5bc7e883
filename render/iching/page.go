package iching

import (
	"image"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
)

// pages keeps what all pictures of a theme share. It is safe for concurrent use.
type pages struct {
	canvas.Cache[*canvas.Look, *page]
}

// page is the paper of one theme and the letters on it. It is read-only.
type page struct {
	look    *canvas.Look
	palette *canvas.Palette
	letters
	wheel func() *image.Paletted
}

// letters are the typefaces of all pictures.
type letters struct {
	sign   *canvas.Typeface // the Chinese name of the one hexagram of a picture
	name   *canvas.Typeface // of each of two
	title  *canvas.Typeface
	strong *canvas.Typeface // what is to be read
	text   *canvas.Typeface // likewise
	small  *canvas.Typeface // what is there to be looked up
	tiny   *canvas.Typeface
}

// Sizes in pixels: see the rules for letters in package rendertest.
const (
	pageWidth  = canvas.Width
	pageHeight = 720
	pageMargin = 36
	pageRoom   = pageWidth - 2*pageMargin
	readable   = 40.0
	tiniest    = 27.0
)

func (c *pages) page(l *canvas.Look) *page {
	return c.Get(l, func() *page {
		p := &page{look: l, palette: newPalette(l), letters: letters{
			sign: canvas.Bold(110), name: canvas.Bold(60), title: canvas.Bold(44), strong: canvas.Bold(readable),
			text: canvas.Medium(readable), small: canvas.Medium(30), tiny: canvas.Medium(tiniest),
		}}
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

// block centres lines of words around a point, from its height down.
func (d *drawing) block(t *canvas.Typeface, at canvas.Point, lines []string, pitch float64, with canvas.Ink) {
	for _, line := range lines {
		canvas.Centred(d.on, t, at, line, with)
		at.Y += pitch
	}
}

// run is a part of a line, in letters of its own.
type run struct {
	face  *canvas.Typeface
	words string
	with  canvas.Ink
}

// runGap is between the parts of a line, in pixels.
const runGap = 18.0

// widthOf is how wide a line is.
func widthOf(runs []run) float64 {
	width := runGap * float64(len(runs)-1)
	for _, r := range runs {
		width += r.face.Measure(r.words)
	}
	return width
}

// row writes a line around a point; all its parts stand on the base line of the first, whose
// capitals are centred. The last part is shortened to a width.
func (d *drawing) row(at canvas.Point, width float64, runs ...run) {
	last := &runs[len(runs)-1]
	last.words = last.face.Fit(last.words, width-widthOf(runs)+last.face.Measure(last.words))
	d.rowFrom(canvas.Pt(at.X-widthOf(runs)/2, at.Y), runs...)
}

// rowFrom is row from a point to the right, of what is known to fit.
func (d *drawing) rowFrom(at canvas.Point, runs ...run) {
	at.Y += runs[0].face.CapHeight() / 2
	for _, r := range runs {
		d.on.Text(r.face, at, r.words, r.with)
		at.X += r.face.Measure(r.words) + runGap
	}
}

// signs are what a hexagram is called in Chinese, and how that sounds.
func (d *drawing) signs(h book.Hexagram, chinese, pinyin *canvas.Typeface) []run {
	return []run{{chinese, h.Chinese(), canvas.InkText}, {pinyin, h.Pinyin(), canvas.InkMuted}}
}

// called is a hexagram's number and what it is called: "44 A Chance Encounter".
func (d *drawing) called(h book.Hexagram, title engine.Text) string {
	return strconv.Itoa(h.Number()) + " " + d.words(title)
}

// trigrams says of what a hexagram is made: "巽 Wind over 離 Fire".
func (d *drawing) trigrams(h book.Hexagram) string {
	of := func(t book.Trigram) engine.Text { return engine.T("%s %s", engine.T(t.Chinese()), t.Word()) }
	return d.words(engine.T("%s over %s", of(h.Upper()), of(h.Lower())))
}

// mark draws the bar in the colour in which the Connexion marks a hexagram.
func (d *drawing) mark(r image.Rectangle, colour connexion.Colour) {
	d.on.Fill(r, labyrinth.MarkColour(colour))
}

// foot is the bar at the bottom of a picture, for words.
func (d *drawing) foot(height int) image.Rectangle {
	box := d.on.Rect
	box.Min.Y = box.Max.Y - height
	d.on.Bar(box, canvas.InkBand)
	return box
}
