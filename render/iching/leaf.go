package iching

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Positions on a leaf, in pixels.
const (
	leafFoot    = 252 // height of the row of related hexagrams
	leafBody    = pageHeight - leafFoot
	leafNumbers = 50 // from the numbers to the lines
)

func leafBars() bars { return barsAt(image.Pt(272, 72), 230, 38, 58) }

// leaf draws a hexagram of the book: its lines, trigrams and names, and the hexagrams related to
// it.
func (c *pages) leaf(scene *iching.Leaf, s render.Style) image.Image {
	d := c.begin(s, pageHeight)
	b := leafBars()
	for n := 1; n <= 6; n++ {
		with := canvas.InkText
		if n == scene.Line {
			with = canvas.InkRed
		}
		d.plainLine(b.line(n), scene.Hexagram.Yang(n), with)
		d.lineNumber(b.line(n), n, n == scene.Line)
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

// lineNumber writes 1 to 6 left of a line, with an arrow at the line in question.
func (d *drawing) lineNumber(r image.Rectangle, n int, meant bool) {
	face, with := d.small, canvas.InkMuted
	at := canvas.Pt(float64(r.Min.X)-leafNumbers, canvas.Middle(r).Y)
	if meant {
		face, with = d.strong, canvas.InkText
		d.arrow(canvas.Pt(at.X-66, at.Y), canvas.Pt(at.X-22, at.Y), 10, canvas.InkRed)
	}
	canvas.Centred(d.on, face, at, strconv.Itoa(n), with)
}

// trigram writes the name and the attribute of three lines, from the given one downwards, to their
// right.
func (d *drawing) trigram(b bars, t book.Trigram, top int) {
	box := b.line(top).Union(b.line(top - 2))
	x := float64(box.Max.X) + 22
	d.on.Bar(image.Rect(int(x), box.Min.Y+4, int(x)+4, box.Max.Y-4), canvas.InkLine)
	y := canvas.Middle(box).Y
	d.rowFrom(canvas.Pt(x+22, y-22), run{d.strong, t.Chinese(), canvas.InkText}, run{d.small, t.Pinyin(), canvas.InkMuted})
	const room = 132
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
		const pitch = 34
		lines := d.small.Lines(d.words(m.Name), column-6, 2)
		d.block(d.small, at(38-pitch/2*(len(lines)-1)), lines, pitch, canvas.InkMuted)
		d.hexagram(relatedBars(i, len(list)), m.Hexagram)
		d.centred(d.strong, at(210), strconv.Itoa(m.Hexagram.Number())+" "+m.Hexagram.Chinese(), column-10, canvas.InkText)
	}
}

// relatedBars are the lines of a hexagram in the row of related ones.
func relatedBars(i, of int) bars {
	return barsAt(image.Pt(pageMargin+pageRoom*(2*i+1)/(2*of), leafBody+72), 100, 11, 18)
}

// leads draws the hexagram that a line leads to, with its name beside it.
func (d *drawing) leads(m iching.Marked, box image.Rectangle) {
	middle := float64(box.Min.Y+box.Max.Y) / 2
	lines := d.small.Lines(d.words(m.Name), 180, 2)
	const pitch = 36
	d.block(d.small, canvas.Pt(150, middle-pitch/2*float64(len(lines)-1)), lines, pitch, canvas.InkMuted)
	d.arrow(canvas.Pt(250, middle), canvas.Pt(310, middle), 10, canvas.InkMuted)
	d.hexagram(barsAt(image.Pt(440, box.Min.Y+54), 170, 19, 25), m.Hexagram)
	const room = 480
	d.row(canvas.Pt(singleAt, middle-34), room, d.signs(m.Hexagram, d.name, d.small)...)
	d.centred(d.strong, canvas.Pt(singleAt, middle+40), d.words(m.Title), room, canvas.InkText)
}
