package render

import (
	"fmt"
	"image"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
)

// IChing draws the scenes of the oracle: *iching.Position and *iching.Sheet,
// *iching.Connexion, *iching.Leaf, *iching.Wheel and *iching.Horoscope.
var IChing = newIChingDrawers()

func newIChingDrawers() []Drawer {
	pages := &ichingPages{cache[*look, *ichingPage]{limit: len(Themes)}}
	return []Drawer{
		For(pages.position),
		For(pages.sheet),
		For(pages.leaf),
		For(pages.wheel),
		For(pages.horoscope),
		For(func(c *iching.Connexion, s Style) (image.Image, error) { return Draw(Labyrinth, c.Picture, s) }),
	}
}

// ichingPages keeps what all pictures of a theme share. It is safe for concurrent use.
type ichingPages struct{ cache[*look, *ichingPage] }

// ichingPage is the paper of one theme and the letters on it. It is read-only.
type ichingPage struct {
	look    *look
	palette *palette
	title   *typeface
	text    *typeface
	small   *typeface
	bold    *typeface // of the height of text
	wheel   func() *image.Paletted
}

// Sizes, in pixels of a picture of ichingWidth.
const (
	ichingWidth  = 1000
	ichingMargin = 36
	titleLetters = 46.0
	textLetters  = 34.0
	smallLetters = 28.0
)

func (c *ichingPages) page(l *look) (*ichingPage, error) {
	return c.get(l, func() (*ichingPage, error) {
		f, err := loadFonts()
		if err != nil {
			return nil, err
		}
		p := &ichingPage{look: l, palette: ichingPalette(l)}
		for _, want := range []struct {
			to   **typeface
			size float64
			bold bool
		}{
			{&p.title, titleLetters, true},
			{&p.text, textLetters, false},
			{&p.small, smallLetters, false},
			{&p.bold, textLetters, true},
		} {
			from := f.medium
			if want.bold {
				from = f.bold
			}
			if *want.to, err = newTypeface(from, want.size); err != nil {
				return nil, err
			}
		}
		p.wheel = sync.OnceValue(p.emptyWheel)
		return p, nil
	})
}

// ichingDrawing is a picture in the making.
type ichingDrawing struct {
	*ichingPage
	on canvas
	s  Style
}

// begin takes an empty page of a height in pixels.
func (c *ichingPages) begin(s Style, height int) (*ichingDrawing, error) {
	p, err := c.page(s.Theme.colours())
	if err != nil {
		return nil, err
	}
	on := blank(image.Rect(0, 0, ichingWidth, height), p.palette)
	return &ichingDrawing{p, on, s}, nil
}

// words are a text in the reader's language, in letters that the fonts have.
func (d *ichingDrawing) words(t engine.Text) string { return d.text.legible(d.s.say(t)) }

// centred writes words around a point, shortened to a width.
func (d *ichingDrawing) centred(t *typeface, at vertex, words string, width float64, with ink) {
	centred(d.on, t, at, t.fit(words, width), with)
}

// named writes a hexagram's number and name, and below it what it sounds like and its
// trigrams; the bar below has the colour of its mark.
func (d *ichingDrawing) named(m iching.Marked, at vertex, width float64) {
	d.centred(d.small, at, d.words(m.Name), width, inkMuted)
	d.hexagramName(m.Hexagram, m.Title, vertex{at.x, at.y + 54}, width)
	d.centred(d.small, vertex{at.x, at.y + 102}, d.words(trigramsOf(m.Hexagram)), width, inkMuted)
	half := int(width * 0.3)
	d.on.plain(image.Rect(int(at.x)-half, int(at.y)+130, int(at.x)+half, int(at.y)+140), labyrinthColour(d.look, m.Colour))
}

// hexagramName writes "44 Gòu Coming to meet", in the size that fits.
func (d *ichingDrawing) hexagramName(h iching.Hexagram, title engine.Text, at vertex, width float64) {
	words := fmt.Sprintf("%d %s", h.Number(), d.words(title))
	face := d.title
	if face.measure(words) > width {
		face = d.bold
	}
	d.centred(face, at, words, width, inkText)
}

func trigramsOf(h iching.Hexagram) engine.Text {
	return engine.T("%s · %s over %s", engine.T(h.Pinyin()), h.Upper().Word(), h.Lower().Word())
}

// position draws a table: the throw, or six places that wait for it.
func (c *ichingPages) position(p *iching.Position, s Style) (image.Image, error) {
	if sheet := p.Sheet(); sheet != nil {
		return c.sheet(sheet, s)
	}
	top := sheetTop(p.Question)
	d, err := c.begin(s, sheetHeight(top))
	if err != nil {
		return nil, err
	}
	d.question(p.Question)
	bars := barsAt(image.Pt(ichingWidth/2, top), sheetBars, sheetBar, sheetPitch)
	for n := 1; n <= 6; n++ {
		d.on.frame(bars.line(n), 3, inkLine)
	}
	d.centred(d.text, vertex{ichingWidth / 2, float64(top+6*sheetPitch) + 68}, d.words(engine.T("The lines have not been cast yet")), ichingWidth-2*ichingMargin, inkMuted)
	return d.on.Paletted, nil
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
func (c *ichingPages) sheet(scene *iching.Sheet, s Style) (image.Image, error) {
	top := sheetTop(scene.Question)
	d, err := c.begin(s, sheetHeight(top))
	if err != nil {
		return nil, err
	}
	d.question(scene.Question)
	changes := scene.Cast.Result() != scene.Cast.Hexagram()
	first, second := image.Pt(280, top), image.Pt(745, top)
	width := 430.0
	if !changes {
		first.X, width = ichingWidth/2, ichingWidth-2*ichingMargin
	}
	bars := barsAt(first, sheetBars, sheetBar, sheetPitch)
	for n, line := range scene.Cast {
		d.line(bars.line(n+1), line.Yang(), line.Changes())
		d.digit(bars.line(n+1), line)
	}
	below := float64(top + 6*sheetPitch + 14)
	d.named(scene.Pair[0], vertex{float64(first.X), below}, width)
	if !changes {
		return d.on.Paletted, nil
	}
	bars = barsAt(second, sheetBars, sheetBar, sheetPitch)
	for n := 1; n <= 6; n++ {
		d.line(bars.line(n), scene.Cast.Result().Yang(n), false)
	}
	middle := float64(top + 3*sheetPitch - 11)
	d.arrow(vertex{475, middle}, vertex{548, middle}, 9, inkMuted)
	d.named(scene.Pair[1], vertex{float64(second.X), below}, width)
	return d.on.Paletted, nil
}

// digit writes 6 to 9 left of a line.
func (d *ichingDrawing) digit(r image.Rectangle, line iching.Line) {
	face, with := d.text, inkMuted
	if line.Changes() {
		face, with = d.bold, inkText
	}
	centred(d.on, face, vertex{float64(r.Min.X) - 50, middle(r).y}, strconv.Itoa(int(line)), with)
}

// question writes the question in at most two lines.
func (d *ichingDrawing) question(words string) {
	const room = ichingWidth - 2*ichingMargin
	words = d.text.legible(words)
	if words == "" {
		return
	}
	words = "“" + words + "”"
	if d.text.measure(words) > room {
		if first, rest := d.text.split(words, room); first != "" {
			d.centred(d.text, vertex{ichingWidth / 2, 56}, first, room, inkText)
			d.centred(d.text, vertex{ichingWidth / 2, 104}, rest, room, inkText)
			return
		}
	}
	d.centred(d.text, vertex{ichingWidth / 2, 80}, words, room, inkText)
}
