package iching

import (
	"image"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/engine/iching/calendar"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Positions on the wheel, in pixels.
const (
	wheelRim    = 308.0 // radius
	wheelHub    = 94.0
	wheelHour   = 126.0 // radius of the hours
	wheelInner  = 156.0 // inner radius of the sectors
	wheelSign   = 187.0 // radius of the branches
	wheelLines  = 261.0 // radius of the hexagrams
	wheelBranch = 12
	handLength  = 34.0
	handWidth   = 11.0
	wheelPanel  = 708 // left end of the panel
	panelRoom   = pageWidth - pageMargin - wheelPanel
)

// emptyWheel draws the constant part: midnight and winter at the bottom, noon and summer at the
// top, clockwise.
func (p *page) emptyWheel() *image.Paletted {
	d := &drawing{page: p, on: canvas.Blank(canvas.Whole, p.palette)}
	box := canvas.Around(wheelCentre, wheelRim+4)
	d.on.Paint(box, canvas.Disc(wheelRim).At(wheelCentre), canvas.InkBand)
	for branch := range wheelBranch {
		d.spoke(branch)
		d.hexagram(sovereignBars(branch), book.Sovereign(branch))
	}
	d.on.Paint(box, canvas.Ring(wheelRim, 4).At(wheelCentre), canvas.InkLine)
	d.on.Paint(box, canvas.Disc(wheelHub).At(wheelCentre), canvas.InkGround)
	d.on.Paint(box, canvas.Ring(wheelHub, 4).At(wheelCentre), canvas.InkLine)
	return d.on.Paletted
}

var wheelCentre = canvas.Pt(pageHeight/2-2, pageHeight/2)

// wheel draws the clock. An outer hand points at the hour, an inner one at the season.
func (c *pages) wheel(scene *iching.Wheel, s render.Style) *image.Paletted {
	p := c.page(s.Theme.Look())
	d := &drawing{p, canvas.New(p.wheel(), p.palette), s}
	hour, month := scene.Moment.Hour(), scene.Moment.Month()
	d.sector(hour, wheelInner, wheelRim-2, canvas.InkCell)
	d.hexagram(sovereignBars(hour), book.Sovereign(hour))
	for branch := range wheelBranch {
		d.branch(branch, branch == hour)
	}
	local := scene.Moment.Local
	day := (float64(local.Hour()) + float64(local.Minute())/60) / 24
	d.on.Arrow(onWheel(day, wheelRim+handLength), onWheel(day, wheelRim+2), handWidth, canvas.InkRed)
	season := (scene.Moment.Sun - 270) / 360
	d.on.Arrow(onWheel(season, wheelHub-handLength), onWheel(season, wheelHub-2), handWidth, canvas.InkBlue)
	canvas.Centred(d.on, d.strong, wheelCentre, scene.Moment.Local.Format("15:04"), canvas.InkText)
	d.panel(scene, month, hour)
	return d.on.Paletted
}

// onWheel is the point at a radius, after a share of the circle clockwise from the bottom.
func onWheel(part, radius float64) canvas.Point {
	return canvas.OnCircle(wheelCentre, radius, part+0.5)
}

// spoke draws the line at the end of a double hour, with that hour.
func (d *drawing) spoke(branch int) {
	part := (float64(branch) + 0.5) / wheelBranch
	d.on.Stripe(onWheel(part, wheelInner), onWheel(part, wheelRim-2), 2.5, canvas.InkLine)
	canvas.Centred(d.on, d.small, onWheel(part, wheelHour), strconv.Itoa(2*branch+1), canvas.InkMuted)
}

// sector fills a twelfth of the ring.
func (d *drawing) sector(branch int, from, to float64, with canvas.Ink) {
	const steps = 12
	var points []canvas.Point
	for i := 0; i <= steps; i++ {
		points = append(points, onWheel((float64(branch)-0.5+float64(i)/steps)/wheelBranch, to))
	}
	for i := steps; i >= 0; i-- {
		points = append(points, onWheel((float64(branch)-0.5+float64(i)/steps)/wheelBranch, from))
	}
	d.on.Polygon(points, canvas.Solid, with)
}

func (d *drawing) branch(branch int, now bool) {
	face, with := d.text, canvas.InkMuted
	if now {
		face, with = d.title, canvas.InkText
	}
	chinese, _ := calendar.BranchNames(branch)
	canvas.Centred(d.on, face, onWheel(float64(branch)/wheelBranch, wheelSign), chinese, with)
}

// sovereignBars are the lines of a branch's hexagram on the wheel.
func sovereignBars(branch int) bars {
	at := onWheel(float64(branch)/wheelBranch, wheelLines).Round()
	return bars{image.Pt(at.X, at.Y-34), 66, 8, 12}
}

// panel draws the waning and the waxing hexagram beside the wheel, and what the hands point at, in
// their colours.
func (d *drawing) panel(scene *iching.Wheel, month, hour int) {
	for i, m := range scene.Pair {
		d.standing(m, 18+206*i)
	}
	d.on.Bar(image.Rect(wheelPanel, 431, wheelPanel+panelRoom, 434), canvas.InkLine)
	for i, hand := range []struct {
		of     engine.Text
		branch int
		with   canvas.Ink
	}{{engine.T("Hour"), hour, canvas.InkRed}, {engine.T("Month"), month, canvas.InkBlue}} {
		d.pointed(hand.of, hand.branch, hand.with, float64(474+122*i))
	}
}

// standing draws a hexagram at a height, with its role and name to its right.
func (d *drawing) standing(m iching.Marked, top int) {
	const width, beside = 110, 128
	at := func(y int) canvas.Point { return canvas.Pt(wheelPanel+beside, float64(top+y)) }
	b := bars{image.Pt(wheelPanel+width/2, top+16), width, 14, 23}
	d.hexagram(b, m.Hexagram)
	d.mark(image.Rect(wheelPanel, top+162, wheelPanel+width, top+171), m.Colour)
	d.rowFrom(at(26), run{d.small, d.small.Fit(d.words(m.Name), panelRoom-beside), canvas.InkMuted})
	d.rowFrom(at(76), run{d.strong, strconv.Itoa(m.Hexagram.Number()), canvas.InkText}, run{d.strong, m.Hexagram.Chinese(), canvas.InkText})
	for i, line := range d.small.Lines(d.words(m.Title), panelRoom-beside, 2) {
		d.rowFrom(at(122+38*i), run{d.small, line, canvas.InkMuted})
	}
}

// pointed writes the branch that a hand points at, and its hexagram.
func (d *drawing) pointed(of engine.Text, branch int, with canvas.Ink, y float64) {
	const beside = 84
	d.on.Arrow(canvas.Pt(wheelPanel, y+26), canvas.Pt(wheelPanel+60, y+26), handWidth, with)
	chinese, pinyin := calendar.BranchNames(branch)
	h := book.Sovereign(branch)
	words := d.small.Fit(d.words(of), panelRoom-beside-runGap-d.small.Measure(pinyin))
	d.rowFrom(canvas.Pt(wheelPanel+beside, y), run{d.small, words, canvas.InkMuted}, run{d.small, pinyin, canvas.InkMuted})
	d.rowFrom(canvas.Pt(wheelPanel+beside, y+52), run{d.strong, chinese, canvas.InkText}, run{d.strong, strconv.Itoa(h.Number()), canvas.InkText}, run{d.strong, h.Chinese(), canvas.InkText})
}
