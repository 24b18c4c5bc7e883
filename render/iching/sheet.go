package iching

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Positions on a sheet, in pixels.
const (
	sheetBody  = 528 // height above the question
	sheetFoot  = pageHeight - sheetBody
	sheetLeft  = pageMargin + sheetRoom/2 // middle of the thrown hexagram
	sheetRight = pageWidth - sheetLeft    // middle of the hexagram that it leads to
	sheetRoom  = 500                      // width of each name

	numberAside = 50 // from the numbers to the lines
)

var (
	thrownBars = bars{image.Pt(sheetLeft, 62), 288, 34, 45}  // lines thrown, if some of them change
	resultBars = bars{image.Pt(sheetRight, 62), 288, 34, 45} // lines that they lead to
	aloneBars  = bars{image.Pt(262, 54), 250, 46, 75}        // lines of a throw without changing lines
	leafBars   = bars{image.Pt(272, 52), 230, 38, 58}        // lines on a leaf
)

func (c *pages) sheet(scene *iching.Sheet, s render.Style) *image.Paletted {
	changing := changingWords(scene.Cast.Changing())
	d, told := c.beginSheet(s, scene.Question, changing)
	if told {
		changing = engine.Text{}
	}
	if scene.Cast.Hexagram() == scene.Cast.Result() {
		d.throw(aloneBars, scene.Cast)
		d.unchanged(scene.Pair[0], changing)
		return d.on.Paletted
	}
	d.throw(thrownBars, scene.Cast)
	d.named(scene.Pair[0], sheetLeft)
	d.hexagram(resultBars, scene.Cast.Result())
	d.named(scene.Pair[1], sheetRight)
	d.changeArrow(float64(resultBars.line(6).Min.Y+resultBars.line(1).Max.Y)/2, changing)
	return d.on.Paletted
}

// throw draws the lines of a throw with their digits.
func (d *drawing) throw(b bars, lines book.Lines) {
	for n, line := range lines {
		d.line(b.line(n+1), line.Yang(), line.Changes())
		d.number(b.line(n+1), int(line), d.text, line.Changes())
	}
}

// unchanged writes the trigrams and the name of a hexagram beside it, and optional text below.
func (d *drawing) unchanged(m iching.Marked, words engine.Text) {
	d.trigram(aloneBars, m.Hexagram.Upper(), 6)
	d.trigram(aloneBars, m.Hexagram.Lower(), 3)
	end := int(d.single(m.Hexagram, m.Title, sheetBody))
	d.mark(image.Rect(singleAt-110, end+48, singleAt+110, end+58), m.Colour)
	d.centred(d.small, canvas.Pt(singleAt, float64(end)+110), d.words(words), singleRoom, canvas.InkMuted)
}

// changeArrow draws the arrow between two hexagrams, with optional text above it.
func (d *drawing) changeArrow(y float64, words engine.Text) {
	const middle, half, room, pitch, above = pageWidth / 2, 43, 200, 40, 48
	d.on.Arrow(canvas.Pt(middle-half, y), canvas.Pt(middle+half, y), 10, canvas.InkMuted)
	lines := d.small.Lines(d.words(words), room, 3)
	d.block(d.small, canvas.Pt(middle, y-above-pitch*float64(len(lines)-1)), lines, pitch, canvas.InkMuted)
}

func changingWords(changing []int) engine.Text {
	switch len(changing) {
	case 0:
		return engine.T("No line changes")
	case 1:
		return engine.T("Line %s changes", strconv.Itoa(changing[0]))
	case 6:
		return engine.T("All lines change")
	}
	return engine.T("Lines %s change", engine.Numbers(", ", changing))
}

// number writes a number left of a line, strongly if the line is meant.
func (d *drawing) number(r image.Rectangle, n int, face *canvas.Typeface, meant bool) {
	with := canvas.InkMuted
	if meant {
		face, with = d.strong, canvas.InkText
	}
	canvas.Centred(d.on, face, canvas.Pt(float64(r.Min.X)-numberAside, canvas.Middle(r).Y), strconv.Itoa(n), with)
}

// named writes the role of one of two hexagrams above it and its name below it, with a bar in the
// colour of its mark.
func (d *drawing) named(m iching.Marked, x int) {
	at := func(y float64) canvas.Point { return canvas.Pt(float64(x), y) }
	d.centred(d.small, at(33), d.words(m.Name), sheetRoom, canvas.InkMuted)
	d.row(at(367), sheetRoom, d.signs(m.Hexagram, d.name, d.small)...)
	face, title := d.title, d.called(m.Hexagram, m.Title)
	if face.Measure(title) > sheetRoom {
		face = d.strong
	}
	d.centred(face, at(425), title, sheetRoom, canvas.InkText)
	d.centred(d.small, at(472), d.trigrams(m.Hexagram), sheetRoom, canvas.InkMuted)
	d.mark(image.Rect(x-110, 501, x+110, 511), m.Colour)
}

// Position of the name of a picture's only hexagram, in pixels.
const (
	singleAt   = pageWidth - pageMargin - singleRoom/2
	singleRoom = 480
)

// single writes the name of a picture's only hexagram beside it, centred in a height. It returns
// the position of the last line.
func (d *drawing) single(h book.Hexagram, title engine.Text, height float64) (last float64) {
	lines := d.title.Lines(d.called(h, title), singleRoom, 2)
	const pitch = 52
	last = height/2 + 66 + pitch/2*float64(len(lines)-1)
	first := last - pitch*float64(len(lines)-1)
	d.row(canvas.Pt(singleAt, first-118), singleRoom, d.signs(h, d.sign, d.text)...)
	d.block(d.title, canvas.Pt(singleAt, first), lines, pitch, canvas.InkText)
	return last
}

// beginSheet begins a sheet with its question at the foot, in the largest size that fits. The text
// below the question is left out if the question takes more than two lines; told reports whether
// it is there.
func (c *pages) beginSheet(s render.Style, question string, below engine.Text) (d *drawing, told bool) {
	d = c.begin(s)
	if question = d.text.Legible(question); question != "" {
		question = "“" + question + "”"
	}
	set, words := d.setting(question), d.words(below)
	told = len(set.lines) <= 2
	at := canvas.Middle(d.foot(sheetFoot))
	if question == "" {
		d.centred(d.strong, at, words, pageRoom, canvas.InkText)
		return d, told
	}
	if told && words != "" {
		const apart = 48 // from the question to the text
		at.Y -= apart / 2
		d.centred(d.small, canvas.Pt(at.X, at.Y+apart+set.pitch/2*float64(len(set.lines)-1)), words, pageRoom, canvas.InkMuted)
	}
	d.block(set.face, canvas.Pt(at.X, at.Y-set.pitch/2*float64(len(set.lines)-1)), set.lines, set.pitch, set.with)
	return d, told
}

type setting struct {
	face  *canvas.Typeface
	pitch float64 // between lines, in pixels
	with  canvas.Ink
	lines []string
}

// setting finds the largest typeface in which the whole question fits: on one line, on two, or on
// three or four in that of secondary text.
func (p *page) setting(question string) setting {
	if p.strong.Measure(question) <= pageRoom {
		return setting{p.strong, 0, canvas.InkText, []string{question}}
	}
	if lines := p.text.Fold(question); len(lines) == 2 && max(p.text.Measure(lines[0]), p.text.Measure(lines[1])) <= pageRoom {
		return setting{p.text, 45, canvas.InkText, lines}
	}
	const most = 4
	switch lines := p.small.Lines(question, pageRoom, most+1); {
	case len(lines) < most:
		return setting{p.small, 44, canvas.InkMuted, lines}
	case len(lines) == most:
		return setting{p.small, 37, canvas.InkMuted, lines}
	}
	return setting{p.narrow, 37, canvas.InkMuted, p.narrow.Lines(question, pageRoom, most)}
}

// Positions on a leaf, in pixels.
const (
	leafFoot = 258 // height of the row of related hexagrams
	leafBody = pageHeight - leafFoot
)

// leaf draws a hexagram of the book: its lines, trigrams and names, and the hexagrams related to
// it. An arrow points at the line in question.
func (c *pages) leaf(scene *iching.Leaf, s render.Style) *image.Paletted {
	d, b := c.begin(s), leafBars
	for n := 1; n <= 6; n++ {
		r, with := b.line(n), canvas.InkText
		if n == scene.Line {
			with = canvas.InkRed
			x, y := float64(r.Min.X)-numberAside, canvas.Middle(r).Y
			d.on.Arrow(canvas.Pt(x-66, y), canvas.Pt(x-22, y), 10, with)
		}
		d.plainLine(r, scene.Hexagram.Yang(n), with)
		d.number(r, n, d.small, n == scene.Line)
	}
	d.trigram(b, scene.Hexagram.Upper(), 6)
	d.trigram(b, scene.Hexagram.Lower(), 3)
	d.single(scene.Hexagram, scene.Title, leafBody)
	if box := d.foot(leafFoot); len(scene.Related) == 1 {
		d.leads(scene.Related[0], box)
	} else {
		d.related(scene.Related, box)
	}
	return d.on.Paletted
}

// trigram writes the name and the attribute of three lines, from the given one downwards, to their
// right.
func (d *drawing) trigram(b bars, t book.Trigram, top int) {
	box := b.line(top).Union(b.line(top - 2))
	x := float64(box.Max.X) + 22
	d.on.Bar(image.Rect(int(x), box.Min.Y+4, int(x)+4, box.Max.Y-4), canvas.InkLine)
	y := canvas.Middle(box).Y
	d.rowFrom(canvas.Pt(x+22, y-22), run{d.strong, t.Chinese(), canvas.InkText}, run{d.small, t.Pinyin(), canvas.InkMuted})
	const room = 150
	d.rowFrom(canvas.Pt(x+22, y+28), run{d.small, d.small.Fit(d.words(t.Word()), room), canvas.InkMuted})
}

// related draws small hexagrams in a row, with the relation above and the number and Chinese name
// below.
func (d *drawing) related(list []iching.Marked, box image.Rectangle) {
	column := float64(pageRoom) / float64(max(len(list), 1))
	for i, m := range list {
		at := func(y int) canvas.Point {
			return canvas.Pt(pageMargin+column*(float64(i)+0.5), float64(box.Min.Y+y))
		}
		const pitch = 38
		lines := d.small.Lines(d.words(m.Name), column-6, 2)
		d.block(d.small, at(46-pitch/2*(len(lines)-1)), lines, pitch, canvas.InkMuted)
		d.hexagram(relatedBars(i, len(list)), m.Hexagram)
		d.centred(d.strong, at(224), strconv.Itoa(m.Hexagram.Number())+" "+m.Hexagram.Chinese(), column-10, canvas.InkText)
	}
}

// relatedBars are the lines of a hexagram in the row of related ones.
func relatedBars(i, of int) bars {
	return bars{image.Pt(pageMargin+pageRoom*(2*i+1)/(2*of), leafBody+92), 100, 11, 18}
}

// leads draws the hexagram that a line leads to, with its name beside it.
func (d *drawing) leads(m iching.Marked, box image.Rectangle) {
	middle := float64(box.Min.Y+box.Max.Y) / 2
	lines := d.small.Lines(d.words(m.Name), 180, 2)
	const pitch = 40
	d.block(d.small, canvas.Pt(150, middle-pitch/2*float64(len(lines)-1)), lines, pitch, canvas.InkMuted)
	d.on.Arrow(canvas.Pt(250, middle), canvas.Pt(310, middle), 10, canvas.InkMuted)
	d.hexagram(bars{image.Pt(440, box.Min.Y+54), 170, 19, 25}, m.Hexagram)
	const room = 480
	d.row(canvas.Pt(singleAt, middle-34), room, d.signs(m.Hexagram, d.name, d.small)...)
	d.centred(d.strong, canvas.Pt(singleAt, middle+40), d.words(m.Title), room, canvas.InkText)
}
