package iching

import (
	"image"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/cast"
	"github.com/sixfold-bot/sixfold/engine/iching/hexagram"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Places on a sheet, in pixels.
const (
	sheetBody  = 604 // height of all above the question
	sheetFoot  = 116
	sheetLeft  = 285 // the middle of what was thrown
	sheetRight = 825 // and of what it leads to
)

// thrownBars are the lines that were thrown beside those to which they lead.
func thrownBars() bars { return barsAt(image.Pt(sheetLeft, 76), 300, 36, 50) }

// ledBars are the lines that they lead to.
func ledBars() bars {
	b := thrownBars()
	b.top.X = sheetRight
	return b
}

// aloneBars are the lines of a throw that leads nowhere else.
func aloneBars() bars { return barsAt(image.Pt(315, 110), 370, 44, 68) }

// sheet draws a throw and the hexagram that it leads to.
func (c *pages) sheet(scene *iching.Sheet, s render.Style) image.Image {
	changing := scene.Cast.Changing()
	d := c.asked(s, scene.Question, changingWords(changing))
	b := thrownBars()
	if len(changing) == 0 {
		b = aloneBars()
	}
	for n, line := range scene.Cast {
		d.line(b.line(n+1), line.Yang(), line.Changes())
		d.digit(b.line(n+1), line)
	}
	if len(changing) == 0 {
		end := d.single(scene.Pair[0].Hexagram, scene.Pair[0].Title, sheetBody-90)
		d.centred(d.small, canvas.Pt(singleAt, end+64), d.trigrams(scene.Pair[0].Hexagram), singleRoom, canvas.InkMuted)
		d.mark(image.Rect(singleAt-110, 486, singleAt+110, 496), scene.Pair[0].Colour)
		return d.on.Paletted
	}
	d.named(scene.Pair[0], sheetLeft)
	b = ledBars()
	for n := 1; n <= 6; n++ {
		d.line(b.line(n), scene.Cast.Result().Yang(n), false)
	}
	d.named(scene.Pair[1], sheetRight)
	middle := float64(b.line(6).Min.Y+b.line(1).Max.Y) / 2
	d.arrow(canvas.Pt(512, middle), canvas.Pt(598, middle), 10, canvas.InkMuted)
	return d.on.Paletted
}

func changingWords(changing []int) engine.Text {
	switch len(changing) {
	case 0:
		return engine.T("No line changes")
	case 1:
		return engine.T("Line %s changes", strconv.Itoa(changing[0]))
	}
	list := make([]string, len(changing))
	for i, n := range changing {
		list[i] = strconv.Itoa(n)
	}
	return engine.T("Lines %s change", strings.Join(list, ", "))
}

// digit writes 6 to 9 left of a line.
func (d *drawing) digit(r image.Rectangle, line cast.Line) {
	face, with := d.text, canvas.InkMuted
	if line.Changes() {
		face, with = d.strong, canvas.InkText
	}
	canvas.Centred(d.on, face, canvas.Pt(float64(r.Min.X)-50, canvas.Middle(r).Y), strconv.Itoa(int(line)), with)
}

// named writes above a hexagram of two what it is, and below it what it is called; the bar
// has the colour of its mark.
func (d *drawing) named(m iching.Marked, x int) {
	const room = 500
	at := func(y float64) canvas.Point { return canvas.Pt(float64(x), y) }
	d.centred(d.small, at(44), d.words(m.Name), room, canvas.InkMuted)
	d.row(at(420), room, d.signs(m.Hexagram, d.name, d.small)...)
	d.centred(d.title, at(485), d.called(m.Hexagram, m.Title), room, canvas.InkText)
	d.centred(d.small, at(536), d.trigrams(m.Hexagram), room, canvas.InkMuted)
	d.mark(image.Rect(x-110, 568, x+110, 578), m.Colour)
}

// Where the one hexagram of a picture is named, in pixels.
const (
	singleAt   = 822
	singleRoom = 500.0
)

// single writes what the one hexagram of a picture is called beside it, centred in a height.
// It returns where the last line stands.
func (d *drawing) single(h hexagram.Hexagram, title engine.Text, height float64) (last float64) {
	lines := d.title.Lines(d.called(h, title), singleRoom, 2)
	const pitch = 52
	last = height/2 + 66 + pitch/2*float64(len(lines)-1)
	first := last - pitch*float64(len(lines)-1)
	d.row(canvas.Pt(singleAt, first-118), singleRoom, d.signs(h, d.sign, d.text)...)
	d.block(d.title, canvas.Pt(singleAt, first), lines, pitch, canvas.InkText)
	return last
}

// asked begins a sheet with its question at the foot: large on one line, with words below, or
// on two, or smaller on as many as it needs.
func (c *pages) asked(s render.Style, question string, below engine.Text) *drawing {
	p := c.page(s.Theme.Look())
	if question = p.text.Legible(question); question != "" {
		question = "“" + question + "”"
	}
	const most = 4
	face, pitch, with := p.strong, 47.0, canvas.InkText
	lines := []string{question}
	if face.Measure(question) > pageRoom {
		face = p.text
		if lines = p.text.Fold(question); len(lines) != 2 || max(p.text.Measure(lines[0]), p.text.Measure(lines[1])) > pageRoom {
			face, pitch, with = p.tiny, 30, canvas.InkMuted
			lines = p.tiny.Lines(question, pageRoom, most)
		}
	}
	height := sheetFoot
	if room := int(pitch*float64(len(lines))) + 16; room > height {
		height = room
	}
	d := c.begin(s, sheetBody+height)
	box := d.foot(height)
	at := canvas.Middle(box)
	words := d.words(below)
	switch {
	case question == "" && words == "":
	case question == "":
		d.centred(d.strong, at, words, pageRoom, canvas.InkText)
	case len(lines) == 1 && words != "":
		d.block(face, canvas.Pt(at.X, at.Y-22), lines, pitch, with)
		d.centred(d.small, canvas.Pt(at.X, at.Y+28), words, pageRoom, canvas.InkMuted)
	default:
		at.Y -= pitch / 2 * float64(len(lines)-1)
		d.block(face, at, lines, pitch, with)
	}
	return d
}
