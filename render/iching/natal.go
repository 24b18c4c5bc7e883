package iching

import (
	"fmt"
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
	"github.com/sixfold-bot/sixfold/engine/iching/natal"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Places on the natal sheet, in pixels.
const (
	natalTop    = 190 // of the hexagrams
	natalPitch  = 62
	natalBar    = 36
	natalBars   = 200
	natalNames  = natalTop + 6*natalPitch + 16
	natalLine   = natalNames + 190 // of the timeline
	natalHeight = natalLine + 150
)

// horoscope draws the pillars, both heavens with the years of each line beside it, and
// the periods of life as a line.
func (c *pages) horoscope(scene *iching.Horoscope, s render.Style) image.Image {
	d := c.begin(s, natalHeight)
	d.pillars(scene.Natal.Chart.Pillars)
	for i, heaven := range []natal.Heaven{scene.Natal.Earlier, scene.Natal.Later} {
		x := 190 + 490*i
		d.heaven(heaven, scene.Periods[6*i:6*i+6], image.Pt(x, natalTop))
		d.named(scene.Pair[i], canvas.Pt(float64(x)+60, natalNames), 450)
	}
	d.timeline(scene.Periods)
	return d.on.Paletted
}

// pillars writes the four pillars over what they are of.
func (d *drawing) pillars(p calendar.Pillars) {
	const column = float64(pageWidth-2*pageMargin) / 4
	for i, of := range []engine.Text{engine.T("Year"), engine.T("Month"), engine.T("Day"), engine.T("Hour")} {
		x := pageMargin + column*(float64(i)+0.5)
		box := image.Rect(int(x-column/2)+8, 24, int(x+column/2)-8, 136)
		d.on.Bar(box, canvas.InkBand)
		d.centred(d.small, canvas.Pt(x, 54), d.words(of), column, canvas.InkMuted)
		d.centred(d.bold, canvas.Pt(x, 102), d.words(engine.T(p[i].Pinyin())), column-24, canvas.InkText)
	}
}

// heaven draws a hexagram with the years of each line; its controlling line is drawn
// inverted, in another colour, with a ring around its number.
func (d *drawing) heaven(h natal.Heaven, periods []natal.Period, top image.Point) {
	b := barsAt(top, natalBars, natalBar, natalPitch)
	for n := 1; n <= 6; n++ {
		r, yang, with := b.line(n), h.Hexagram.Yang(n), canvas.InkText
		if n == h.Line {
			yang, with = !yang, canvas.InkRed
			d.on.Ring(canvas.Pt(float64(r.Min.X)-36, canvas.Middle(r).Y), 25, 5, false, canvas.InkRed)
		}
		d.plainLine(r, yang, with)
		canvas.Centred(d.on, d.small, canvas.Pt(float64(r.Min.X)-36, canvas.Middle(r).Y), strconv.Itoa(n), with)
	}
	for _, p := range periods {
		r := b.line(p.Line)
		pen := canvas.Pt(float64(r.Max.X)+22, canvas.Middle(r).Y+d.small.CapHeight()/2)
		d.on.Text(d.small, pen, fmt.Sprintf("%d–%d", p.From, p.To), canvas.InkText)
	}
}

// timeline draws the periods one after the other, yang ones as whole and yin ones as
// broken pieces, the second heaven in another shade.
func (d *drawing) timeline(periods []natal.Period) {
	first, last := periods[0].From, periods[len(periods)-1].To+1
	const room = pageWidth - 2*pageMargin - 40
	x := func(year int) int { return pageMargin + room*(year-first)/(last-first) }
	for i, p := range periods {
		r := image.Rect(x(p.From)+3, natalLine, x(p.To+1)-3, natalLine+30)
		with := canvas.InkMuted
		if p.Heaven != periods[0].Heaven {
			with = canvas.InkText
		}
		d.plainLine(r, p.To-p.From == 8, with)
		y := float64(natalLine + 60 + i%2*40)
		d.on.Bar(image.Rect(r.Min.X, natalLine+30, r.Min.X+2, natalLine+40), canvas.InkLine)
		d.on.Text(d.small, canvas.Pt(float64(r.Min.X), y+d.small.CapHeight()/2), strconv.Itoa(p.From), canvas.InkText)
	}
}
