package iching

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/hexagram"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
)

// Places on the wheel, in pixels.
const (
	wheelRim    = 446.0 // radius
	wheelHub    = 205.0
	wheelLines  = 362.0 // radius at which the hexagrams are drawn
	wheelHour   = 256.0 // and the hours written
	wheelBelow  = 276   // height of what stands below
	wheelBranch = 12
	handLength  = 48.0
	handWidth   = 13.0
)

// emptyWheel draws what is the same at all times: midnight and winter at the bottom, noon
// and summer at the top, sunwise.
func (p *page) emptyWheel() *image.Paletted {
	bounds := image.Rect(0, 0, pageWidth, pageWidth+wheelBelow)
	d := &drawing{page: p, on: canvas.Canvas{Paletted: image.NewPaletted(bounds, p.palette.Model), Palette: p.palette}}
	d.on.Bar(bounds, canvas.InkGround)
	box := canvas.Around(wheelCentre, wheelRim+4)
	d.on.Paint(box, canvas.Disc(wheelRim).At(wheelCentre), canvas.InkBand)
	for branch := range wheelBranch {
		d.spoke(branch)
		d.branch(branch, false)
	}
	d.on.Paint(box, canvas.Ring(wheelRim, 4).At(wheelCentre), canvas.InkLine)
	d.on.Paint(box, canvas.Disc(wheelHub).At(wheelCentre), canvas.InkGround)
	d.on.Paint(box, canvas.Ring(wheelHub, 4).At(wheelCentre), canvas.InkLine)
	return d.on.Paletted
}

var wheelCentre = canvas.Pt(pageWidth/2, pageWidth/2)

// wheel draws the clock. A hand from outside points at the hour, one from inside at the
// season.
func (c *pages) wheel(scene *iching.Wheel, s render.Style) image.Image {
	p := c.page(s.Theme.Look())
	d := &drawing{p, canvas.New(p.wheel(), p.palette), s}
	hour, month := scene.Moment.Hour(), scene.Moment.Month()
	d.sector(hour, wheelHub+2, wheelRim-2, canvas.InkCell)
	d.branch(hour, true)
	local := scene.Moment.Local
	day := (float64(local.Hour()) + float64(local.Minute())/60) / 24
	d.arrow(onWheel(day, wheelRim+handLength), onWheel(day, wheelRim+2), handWidth, canvas.InkRed)
	season := (scene.Moment.Sun - 270) / 360
	d.arrow(onWheel(season, wheelHub-handLength), onWheel(season, wheelHub-2), handWidth, canvas.InkBlue)
	d.hub(scene)
	d.standingOf(scene, month, hour)
	return d.on.Paletted
}

// onWheel is a point so far from the centre of the wheel, a part of the circle onward
// from the bottom.
func onWheel(part, radius float64) canvas.Point {
	sin, cos := math.Sincos(2 * math.Pi * part)
	return canvas.Pt(wheelCentre.X-radius*sin, wheelCentre.Y+radius*cos)
}

func (d *drawing) spoke(branch int) {
	part := (float64(branch) + 0.5) / wheelBranch
	d.on.Stripe(onWheel(part, wheelHub), onWheel(part, wheelRim-2), 3, canvas.InkLine)
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

// branch writes the hours of a sector and draws its hexagram.
func (d *drawing) branch(branch int, now bool) {
	part := float64(branch) / wheelBranch
	face, with := d.small, canvas.InkMuted
	if now {
		face, with = d.bold, canvas.InkText
	}
	at := onWheel(part, wheelHour)
	canvas.Centred(d.on, face, at, fmt.Sprintf("%d–%d", (2*branch+23)%24, 2*branch+1), with)
	at = onWheel(part, wheelLines)
	h := hexagram.Sovereign(branch)
	d.hexagram(barsAt(image.Pt(int(at.X), int(at.Y)-60), 88, 10, 16), h, canvas.InkText)
	canvas.Centred(d.on, d.bold, canvas.Pt(at.X, at.Y+56), strconv.Itoa(h.Number()), with)
}

// hub shows the waning and the waxing hexagram within the wheel.
func (d *drawing) hub(scene *iching.Wheel) {
	for i, m := range scene.Pair {
		x := wheelCentre.X + float64(2*i-1)*72
		d.hexagram(barsAt(image.Pt(int(x), int(wheelCentre.Y)-70), 104, 13, 21), m.Hexagram, canvas.InkText)
		canvas.Centred(d.on, d.bold, canvas.Pt(x, wheelCentre.Y+82), strconv.Itoa(m.Hexagram.Number()), canvas.InkText)
		d.on.Fill(image.Rect(int(x)-40, int(wheelCentre.Y)+104, int(x)+40, int(wheelCentre.Y)+112), labyrinth.MarkColour(m.Colour))
	}
	canvas.Centred(d.on, d.bold, canvas.Pt(wheelCentre.X, wheelCentre.Y-118), scene.Moment.Local.Format("15:04"), canvas.InkText)
}

// standingOf writes below the wheel what it shows; what the hands point at has their
// colours and their words.
func (d *drawing) standingOf(scene *iching.Wheel, month, hour int) {
	const room = pageWidth - 2*pageMargin
	y := float64(pageWidth) + 32
	for _, m := range scene.Pair {
		d.centred(d.bold, canvas.Pt(pageWidth/2, y), d.words(engine.T("%s: %s %s", m.Name, strconv.Itoa(m.Hexagram.Number()), m.Title)), room, canvas.InkText)
		y += 56
	}
	y += 8
	for _, hand := range []struct {
		words engine.Text
		with  canvas.Ink
	}{
		{engine.T("Hour: %s", strconv.Itoa(hexagram.Sovereign(hour).Number())), canvas.InkRed},
		{engine.T("Month: %s", strconv.Itoa(hexagram.Sovereign(month).Number())), canvas.InkBlue},
	} {
		words := d.words(hand.words)
		width := d.text.Measure(words)
		x := pageWidth/2 - width/2
		d.arrow(canvas.Pt(x-76, y), canvas.Pt(x-16, y), 10, hand.with)
		d.centred(d.text, canvas.Pt(pageWidth/2, y), words, room, canvas.InkMuted)
		y += 56
	}
}
