package render

import (
	"fmt"
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
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
func (c *ichingPages) horoscope(scene *iching.Horoscope, s Style) (image.Image, error) {
	d, err := c.begin(s, natalHeight)
	if err != nil {
		return nil, err
	}
	d.pillars(scene.Natal.Chart.Pillars)
	for i, heaven := range []iching.Heaven{scene.Natal.Earlier, scene.Natal.Later} {
		x := 190 + 490*i
		d.heaven(heaven, scene.Periods[6*i:6*i+6], image.Pt(x, natalTop))
		d.named(scene.Pair[i], vertex{float64(x) + 60, natalNames}, 450)
	}
	d.timeline(scene.Periods)
	return d.on.Paletted, nil
}

// pillars writes the four pillars over what they are of.
func (d *ichingDrawing) pillars(p iching.Pillars) {
	const column = float64(ichingWidth-2*ichingMargin) / 4
	for i, of := range []engine.Text{engine.T("Year"), engine.T("Month"), engine.T("Day"), engine.T("Hour")} {
		x := ichingMargin + column*(float64(i)+0.5)
		box := image.Rect(int(x-column/2)+8, 24, int(x+column/2)-8, 136)
		d.on.bar(box, inkBand)
		d.centred(d.small, vertex{x, 54}, d.words(of), column, inkMuted)
		d.centred(d.bold, vertex{x, 102}, d.words(engine.T(p[i].Pinyin())), column-24, inkText)
	}
}

// heaven draws a hexagram with the years of each line; its controlling line is drawn
// inverted, in another colour, with a ring around its number.
func (d *ichingDrawing) heaven(h iching.Heaven, periods []iching.Period, top image.Point) {
	b := barsAt(top, natalBars, natalBar, natalPitch)
	for n := 1; n <= 6; n++ {
		r, yang, with := b.line(n), h.Hexagram.Yang(n), inkText
		if n == h.Line {
			yang, with = !yang, inkRed
			d.on.ring(vertex{float64(r.Min.X) - 36, middle(r).y}, 25, 5, false, inkRed)
		}
		d.plainLine(r, yang, with)
		centred(d.on, d.small, vertex{float64(r.Min.X) - 36, middle(r).y}, strconv.Itoa(n), with)
	}
	for _, p := range periods {
		r := b.line(p.Line)
		pen := vertex{float64(r.Max.X) + 22, middle(r).y + d.small.capHeight()/2}
		d.on.text(d.small, pen, fmt.Sprintf("%d–%d", p.From, p.To), inkText)
	}
}

// timeline draws the periods one after the other, yang ones as whole and yin ones as
// broken pieces, the second heaven in another shade.
func (d *ichingDrawing) timeline(periods []iching.Period) {
	first, last := periods[0].From, periods[len(periods)-1].To+1
	const room = ichingWidth - 2*ichingMargin - 40
	x := func(year int) int { return ichingMargin + room*(year-first)/(last-first) }
	for i, p := range periods {
		r := image.Rect(x(p.From)+3, natalLine, x(p.To+1)-3, natalLine+30)
		with := inkMuted
		if p.Heaven != periods[0].Heaven {
			with = inkText
		}
		d.plainLine(r, p.To-p.From == 8, with)
		y := float64(natalLine + 60 + i%2*40)
		d.on.bar(image.Rect(r.Min.X, natalLine+30, r.Min.X+2, natalLine+40), inkLine)
		d.on.text(d.small, vertex{float64(r.Min.X), y + d.small.capHeight()/2}, strconv.Itoa(p.From), inkText)
	}
}
