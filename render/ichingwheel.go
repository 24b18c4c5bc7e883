package render

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
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
func (p *ichingPage) emptyWheel() *image.Paletted {
	bounds := image.Rect(0, 0, ichingWidth, ichingWidth+wheelBelow)
	d := &ichingDrawing{ichingPage: p, on: canvas{image.NewPaletted(bounds, p.palette.model), p.palette}}
	d.on.bar(bounds, inkGround)
	box := around(wheelCentre, wheelRim+4)
	d.on.paint(box, disc(wheelRim).at(wheelCentre), inkBand)
	for branch := range wheelBranch {
		d.spoke(branch)
		d.branch(branch, false)
	}
	d.on.paint(box, ring(wheelRim, 4).at(wheelCentre), inkLine)
	d.on.paint(box, disc(wheelHub).at(wheelCentre), inkGround)
	d.on.paint(box, ring(wheelHub, 4).at(wheelCentre), inkLine)
	return d.on.Paletted
}

var wheelCentre = vertex{ichingWidth / 2, ichingWidth / 2}

// wheel draws the clock. A hand from outside points at the hour, one from inside at the
// season.
func (c *ichingPages) wheel(scene *iching.Wheel, s Style) (image.Image, error) {
	p, err := c.page(s.Theme.colours())
	if err != nil {
		return nil, err
	}
	d := &ichingDrawing{p, newCanvas(p.wheel(), p.palette), s}
	hour, month := scene.Moment.Hour(), scene.Moment.Month()
	d.sector(hour, wheelHub+2, wheelRim-2, inkCell)
	d.branch(hour, true)
	local := scene.Moment.Local
	day := (float64(local.Hour()) + float64(local.Minute())/60) / 24
	d.arrow(around12(day, wheelRim+handLength), around12(day, wheelRim+2), handWidth, inkRed)
	season := (scene.Moment.Sun - 270) / 360
	d.arrow(around12(season, wheelHub-handLength), around12(season, wheelHub-2), handWidth, inkBlue)
	d.hub(scene)
	d.standingOf(scene, month, hour)
	return d.on.Paletted, nil
}

// around12 is a point so far from the centre of the wheel, a part of the circle onward
// from the bottom.
func around12(part, radius float64) vertex {
	sin, cos := math.Sincos(2 * math.Pi * part)
	return vertex{wheelCentre.x - radius*sin, wheelCentre.y + radius*cos}
}

func (d *ichingDrawing) spoke(branch int) {
	part := (float64(branch) + 0.5) / wheelBranch
	d.on.stripe(around12(part, wheelHub), around12(part, wheelRim-2), 3, inkLine)
}

// sector fills a twelfth of the ring.
func (d *ichingDrawing) sector(branch int, from, to float64, with ink) {
	const steps = 12
	var points []vertex
	for i := 0; i <= steps; i++ {
		points = append(points, around12((float64(branch)-0.5+float64(i)/steps)/wheelBranch, to))
	}
	for i := steps; i >= 0; i-- {
		points = append(points, around12((float64(branch)-0.5+float64(i)/steps)/wheelBranch, from))
	}
	d.on.polygon(points, solid, with)
}

// branch writes the hours of a sector and draws its hexagram.
func (d *ichingDrawing) branch(branch int, now bool) {
	part := float64(branch) / wheelBranch
	face, with := d.small, inkMuted
	if now {
		face, with = d.bold, inkText
	}
	at := around12(part, wheelHour)
	centred(d.on, face, at, fmt.Sprintf("%d–%d", (2*branch+23)%24, 2*branch+1), with)
	at = around12(part, wheelLines)
	h := iching.Sovereign(branch)
	d.hexagram(barsAt(image.Pt(int(at.x), int(at.y)-60), 88, 10, 16), h, inkText)
	centred(d.on, d.bold, vertex{at.x, at.y + 56}, strconv.Itoa(h.Number()), with)
}

// hub shows the waning and the waxing hexagram within the wheel.
func (d *ichingDrawing) hub(scene *iching.Wheel) {
	for i, m := range scene.Pair {
		x := wheelCentre.x + float64(2*i-1)*72
		d.hexagram(barsAt(image.Pt(int(x), int(wheelCentre.y)-70), 104, 13, 21), m.Hexagram, inkText)
		centred(d.on, d.bold, vertex{x, wheelCentre.y + 82}, strconv.Itoa(m.Hexagram.Number()), inkText)
		d.on.plain(image.Rect(int(x)-40, int(wheelCentre.y)+104, int(x)+40, int(wheelCentre.y)+112), labyrinthColour(d.look, m.Colour))
	}
	centred(d.on, d.bold, vertex{wheelCentre.x, wheelCentre.y - 118}, scene.Moment.Local.Format("15:04"), inkText)
}

// standingOf writes below the wheel what it shows; what the hands point at has their
// colours and their words.
func (d *ichingDrawing) standingOf(scene *iching.Wheel, month, hour int) {
	const room = ichingWidth - 2*ichingMargin
	y := float64(ichingWidth) + 32
	for _, m := range scene.Pair {
		d.centred(d.bold, vertex{ichingWidth / 2, y}, d.words(engine.T("%s: %s %s", m.Name, strconv.Itoa(m.Hexagram.Number()), m.Title)), room, inkText)
		y += 56
	}
	y += 8
	for _, hand := range []struct {
		words engine.Text
		with  ink
	}{
		{engine.T("Hour: %s", strconv.Itoa(iching.Sovereign(hour).Number())), inkRed},
		{engine.T("Month: %s", strconv.Itoa(iching.Sovereign(month).Number())), inkBlue},
	} {
		words := d.words(hand.words)
		width := d.text.measure(words)
		x := ichingWidth/2 - width/2
		d.arrow(vertex{x - 76, y}, vertex{x - 16, y}, 10, hand.with)
		d.centred(d.text, vertex{ichingWidth / 2, y}, words, room, inkMuted)
		y += 56
	}
}
