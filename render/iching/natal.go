package iching

import (
	"fmt"
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Positions on the natal sheet, in pixels.
const (
	natalRoom   = (pageRoom - pageMargin) / 2 // of a heaven
	natalSign   = 140                         // the Chinese name
	natalName   = 188                         // the translated name
	natalRule   = 216                         // the rule below both
	natalDigits = 68                          // width of a line's number
	natalYears  = 194                         // width of its years
	natalLine   = 513                         // the timeline
	natalBar    = 24                          // its height
	natalFoot   = 112
)

// heavenLeft is the left end of a heaven: 0 is the Earlier, 1 the Later.
func heavenLeft(heaven int) int { return pageMargin + heaven*(natalRoom+pageMargin) }

func natalBars(heaven int) bars {
	const width = natalRoom - natalDigits - natalYears
	return bars{image.Pt(heavenLeft(heaven)+natalDigits+width/2, 243), width, 28, 44}
}

func pillarBox(i int) image.Rectangle {
	const gap, width = 16, (pageRoom - 3*16) / 4
	x := pageMargin + i*(width+gap)
	return image.Rect(x, 12, x+width, 114)
}

// horoscope draws the pillars, both heavens with the years of each line, the periods of life as a
// timeline, and a note on the marked lines.
func (c *pages) horoscope(scene *iching.Horoscope, s render.Style) *image.Paletted {
	d := c.begin(s)
	d.pillars(scene.Natal.Chart.Pillars)
	for i, heaven := range []iching.Heaven{scene.Natal.Earlier, scene.Natal.Later} {
		d.heaven(heaven, scene.Periods[6*i:6*i+6], natalBars(i))
		d.heavenName(scene.Pair[i], heavenLeft(i))
	}
	d.timeline(scene.Periods, scene.Pair)
	d.controlling()
	return d.on.Paletted
}

// pillars writes the four pillars, each with its unit beside it and its pronunciation below.
func (d *drawing) pillars(p calendar.Pillars) {
	for i, of := range []engine.Text{engine.T("Year"), engine.T("Month"), engine.T("Day"), engine.T("Hour")} {
		box := pillarBox(i)
		d.on.Bar(box, canvas.InkBand)
		at := canvas.Middle(box)
		room := float64(box.Dx() - 12)
		sign := run{d.title, p[i].String(), canvas.InkText}
		name := d.small.Fit(d.words(of), room-runGap-widthOf([]run{sign}))
		d.row(canvas.Pt(at.X, at.Y-20), room, run{d.small, name, canvas.InkMuted}, sign)
		d.centred(d.text, canvas.Pt(at.X, at.Y+24), p[i].Pinyin(), room, canvas.InkMuted)
	}
}

// heaven draws a hexagram with the years of each line. Its controlling line is inverted, in another
// colour, with a ring around its number.
func (d *drawing) heaven(h iching.Heaven, periods []iching.Period, b bars) {
	for n := 1; n <= 6; n++ {
		r, yang, with := b.line(n), h.Hexagram.Yang(n), canvas.InkText
		at, face, ink := canvas.Pt(float64(r.Min.X)-natalDigits+ringRadius, canvas.Middle(r).Y), d.small, canvas.InkMuted
		if n == h.Line {
			yang, with = !yang, canvas.InkRed
			face, ink = d.strong, canvas.InkText
			d.ring(at)
		}
		d.plainLine(r, yang, with)
		canvas.Centred(d.on, face, at, strconv.Itoa(n), ink)
	}
	for _, p := range periods {
		r := b.line(p.Line)
		d.rowFrom(canvas.Pt(float64(r.Max.X)+24, canvas.Middle(r).Y), run{d.small, fmt.Sprintf("%d–%d", p.From, p.To), canvas.InkMuted})
	}
}

const ringRadius = 23.0

func (d *drawing) ring(at canvas.Point) { d.on.Ring(at, ringRadius, 5, false, canvas.InkRed) }

// heavenName writes the names of a heaven's hexagram above it, with a rule in the colour of its
// mark.
func (d *drawing) heavenName(m iching.Marked, left int) {
	at := func(x, y float64) canvas.Point { return canvas.Pt(float64(left)+x, y) }
	signs := d.signs(m.Hexagram, d.title, d.small)
	d.rowFrom(at(0, natalSign), signs...)
	of := d.narrow.Fit(d.words(m.Name), natalRoom-widthOf(signs)-runGap)
	d.on.Text(d.narrow, at(natalRoom-d.narrow.Measure(of), natalSign+d.title.CapHeight()/2), of, canvas.InkMuted)
	d.rowFrom(at(0, natalName), run{d.strong, d.strong.Fit(d.called(m.Hexagram, m.Title), natalRoom), canvas.InkText})
	d.mark(image.Rect(left, natalRule, left+natalRoom, natalRule+8), m.Colour)
}

// timeline draws the periods in a row, yang ones whole and yin ones broken, in the colour of their
// heaven, with the first year of each heaven and the last year.
func (d *drawing) timeline(periods []iching.Period, pair [2]iching.Marked) {
	for i, p := range periods {
		for _, piece := range pieces(pieceOf(periods, i), p.To-p.From == 8) {
			d.mark(piece, pair[i*len(pair)/len(periods)].Colour)
		}
	}
	half := len(periods) / 2
	y := natalLine + natalBar + 25.0
	write := func(year int, left float64) {
		d.rowFrom(canvas.Pt(left, y), run{d.small, strconv.Itoa(year), canvas.InkMuted})
	}
	width := d.small.Measure("0000")
	write(periods[0].From, pageMargin)
	write(periods[half].From, float64(pieceOf(periods, half).Min.X))
	write(periods[len(periods)-1].To, pageMargin+pageRoom-width)
}

// pieceOf is the box of a period on the timeline.
func pieceOf(periods []iching.Period, i int) image.Rectangle {
	first, last := periods[0].From, periods[len(periods)-1].To+1
	x := func(year int) int { return pageMargin + pageRoom*(year-first)/(last-first) }
	return image.Rect(x(periods[i].From)+2, natalLine, x(periods[i].To+1)-2, natalLine+natalBar)
}

// controlling explains the ringed lines at the foot.
func (d *drawing) controlling() {
	box := d.foot(natalFoot)
	at := canvas.Middle(box)
	const inset = 80.0 // of the ring
	words := d.strong.Fit(d.words(engine.T("Controlling line, from the hour of birth")), pageRoom-inset)
	at.X += inset / 2
	d.ring(canvas.Pt(at.X-d.strong.Measure(words)/2-inset/2, at.Y-22))
	d.centred(d.strong, canvas.Pt(at.X, at.Y-22), words, pageRoom, canvas.InkText)
	below := engine.T("It changes into the Later Heaven, and the periods begin with it")
	d.centred(d.small, canvas.Pt(canvas.Middle(box).X, at.Y+28), d.words(below), pageRoom, canvas.InkMuted)
}
