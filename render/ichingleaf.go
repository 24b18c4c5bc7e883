package render

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
)

// leaf draws a hexagram of the book: its lines, its trigrams, and those related to it.
func (c *ichingPages) leaf(scene *iching.Leaf, s Style) (image.Image, error) {
	height := 540
	if len(scene.Related) > 0 {
		height = 814
	}
	d, err := c.begin(s, height)
	if err != nil {
		return nil, err
	}
	const room = ichingWidth - 2*ichingMargin
	d.hexagramName(scene.Hexagram, scene.Title, vertex{ichingWidth / 2, 62}, room)
	d.centred(d.text, vertex{ichingWidth / 2, 116}, d.words(engine.T(scene.Hexagram.Pinyin())), room, inkMuted)
	b := barsAt(image.Pt(ichingWidth/2, 166), 330, 36, 58)
	for n := 1; n <= 6; n++ {
		with := inkText
		if n == scene.Line {
			with = inkRed
		}
		d.plainLine(b.line(n), scene.Hexagram.Yang(n), with)
		d.lineNumber(b.line(n), n, n == scene.Line)
	}
	d.trigram(b, scene.Hexagram.Upper(), 6)
	d.trigram(b, scene.Hexagram.Lower(), 3)
	d.related(scene.Related, 560)
	return d.on.Paletted, nil
}

// lineNumber writes 1 to 6 left of a line; the one that is meant has an arrow.
func (d *ichingDrawing) lineNumber(r image.Rectangle, n int, meant bool) {
	face, with := d.small, inkMuted
	at := vertex{float64(r.Min.X) - 50, middle(r).y}
	if meant {
		face, with = d.bold, inkRed
		d.arrow(vertex{at.x - 90, at.y}, vertex{at.x - 26, at.y}, 8, inkRed)
	}
	centred(d.on, face, at, strconv.Itoa(n), with)
}

// trigram writes what the three lines below a line stand for, right of them.
func (d *ichingDrawing) trigram(b bars, t iching.Trigram, top int) {
	box := b.line(top).Union(b.line(top - 2))
	x := float64(box.Max.X) + 28
	d.on.bar(image.Rect(int(x), box.Min.Y+4, int(x)+4, box.Max.Y-4), inkLine)
	const room = 220
	word := d.words(t.Word())
	d.on.text(d.bold, vertex{x + 26, middle(box).y}, d.bold.fit(word, room), inkText)
	d.on.text(d.small, vertex{x + 26, middle(box).y + 40}, d.small.fit(d.words(engine.T(t.Name())), room), inkMuted)
}

// related draws small hexagrams in a row, each with what it is above and its number
// below.
func (d *ichingDrawing) related(list []iching.Marked, top int) {
	if len(list) == 0 {
		return
	}
	d.on.bar(image.Rect(ichingMargin, top-8, ichingWidth-ichingMargin, top-5), inkLine)
	column := float64(ichingWidth-2*ichingMargin) / float64(len(list))
	for i, m := range list {
		x := ichingMargin + column*(float64(i)+0.5)
		d.twoLines(d.words(m.Name), vertex{x, float64(top) + 30}, column-12)
		d.hexagram(barsAt(image.Pt(int(x), top+88), 96, 11, 18), m.Hexagram, inkText)
		d.centred(d.bold, vertex{x, float64(top) + 219}, strconv.Itoa(m.Hexagram.Number()), column, inkText)
	}
}

// twoLines writes small words around a point, on two lines where one is too short.
func (d *ichingDrawing) twoLines(words string, at vertex, room float64) {
	if d.small.measure(words) > room {
		if first, rest := d.small.split(words, room); first != "" {
			d.centred(d.small, vertex{at.x, at.y - 14}, first, room, inkMuted)
			d.centred(d.small, vertex{at.x, at.y + 18}, rest, room, inkMuted)
			return
		}
	}
	d.centred(d.small, at, words, room, inkMuted)
}
