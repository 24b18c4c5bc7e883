package iching

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/hexagram"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// leaf draws a hexagram of the book: its lines, its trigrams, and those related to it.
func (c *pages) leaf(scene *iching.Leaf, s render.Style) image.Image {
	height := 540
	if len(scene.Related) > 0 {
		height = 814
	}
	d := c.begin(s, height)
	const room = pageWidth - 2*pageMargin
	d.hexagramName(scene.Hexagram, scene.Title, canvas.Pt(pageWidth/2, 62), room)
	d.centred(d.text, canvas.Pt(pageWidth/2, 116), d.words(engine.T(scene.Hexagram.Pinyin())), room, canvas.InkMuted)
	b := barsAt(image.Pt(pageWidth/2, 166), 330, 36, 58)
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
	d.related(scene.Related, 560)
	return d.on.Paletted
}

// lineNumber writes 1 to 6 left of a line; the one that is meant has an arrow.
func (d *drawing) lineNumber(r image.Rectangle, n int, meant bool) {
	face, with := d.small, canvas.InkMuted
	at := canvas.Pt(float64(r.Min.X)-50, canvas.Middle(r).Y)
	if meant {
		face, with = d.bold, canvas.InkRed
		d.arrow(canvas.Pt(at.X-90, at.Y), canvas.Pt(at.X-26, at.Y), 8, canvas.InkRed)
	}
	canvas.Centred(d.on, face, at, strconv.Itoa(n), with)
}

// trigram writes what the three lines below a line stand for, right of them.
func (d *drawing) trigram(b bars, t hexagram.Trigram, top int) {
	box := b.line(top).Union(b.line(top - 2))
	x := float64(box.Max.X) + 28
	d.on.Bar(image.Rect(int(x), box.Min.Y+4, int(x)+4, box.Max.Y-4), canvas.InkLine)
	const room = 220
	word := d.words(t.Word())
	d.on.Text(d.bold, canvas.Pt(x+26, canvas.Middle(box).Y), d.bold.Fit(word, room), canvas.InkText)
	d.on.Text(d.small, canvas.Pt(x+26, canvas.Middle(box).Y+40), d.small.Fit(d.words(engine.T(t.Name())), room), canvas.InkMuted)
}

// related draws small hexagrams in a row, each with what it is above and its number
// below.
func (d *drawing) related(list []iching.Marked, top int) {
	if len(list) == 0 {
		return
	}
	d.on.Bar(image.Rect(pageMargin, top-8, pageWidth-pageMargin, top-5), canvas.InkLine)
	column := float64(pageWidth-2*pageMargin) / float64(len(list))
	for i, m := range list {
		x := pageMargin + column*(float64(i)+0.5)
		d.twoLines(d.words(m.Name), canvas.Pt(x, float64(top)+30), column-12)
		d.hexagram(barsAt(image.Pt(int(x), top+88), 96, 11, 18), m.Hexagram, canvas.InkText)
		d.centred(d.bold, canvas.Pt(x, float64(top)+219), strconv.Itoa(m.Hexagram.Number()), column, canvas.InkText)
	}
}

// twoLines writes small words around a point, on two lines where one is too short.
func (d *drawing) twoLines(words string, at canvas.Point, room float64) {
	if d.small.Measure(words) > room {
		if first, rest := d.small.Split(words, room); first != "" {
			d.centred(d.small, canvas.Pt(at.X, at.Y-14), first, room, canvas.InkMuted)
			d.centred(d.small, canvas.Pt(at.X, at.Y+18), rest, room, canvas.InkMuted)
			return
		}
	}
	d.centred(d.small, at, words, room, canvas.InkMuted)
}
