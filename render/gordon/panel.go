package gordon

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// beside draws the panel: where one stands, what is free and what is left.
func (d *drawing) beside() {
	d.standsAt()
	left := [2]int{}
	for a := range group.Element(d.order) {
		if d.p.HasToken(a) {
			left[0]++
		}
		if d.p.HasPlace(a) {
			left[1]++
		}
	}
	for rack, states := range [][]state{d.steps, d.places}[:d.racks] {
		d.head(rack, left[rack])
		if d.dotted() {
			d.cut()
			continue
		}
		for a, s := range states {
			d.chipped(rack, d.slot(rack, a), group.Element(a), s)
		}
	}
}

// standsAt tells where one stands.
func (d *drawing) standsAt() {
	at := canvas.Pt(float64(d.panel.box.Min.X), d.panel.hereAt)
	place, placed := d.p.Place()
	words := engine.T("Any m, any p")
	switch o := d.p.Outcome().Status; {
	case !placed:
	case o == engine.Solved:
		words = engine.T("Ended at")
	case o != engine.Open:
		words = engine.T("Stuck at")
	default:
		words = engine.T("Now at")
	}
	room := float64(d.panel.box.Dx())
	shape := sprite{hereChip, red}
	if placed {
		shape.state = d.places[place]
		room -= 2*d.hereHalf.X + 3*haloGap + 2*haloRim + hereGap
	}
	said := d.here.Fit(d.here.Legible(d.s.Words(words)), room)
	d.on.Text(d.here, canvas.Pt(at.X, at.Y+d.here.CapHeight()/2), said, canvas.InkText)
	if !placed {
		return
	}
	at.X += d.here.Measure(said) + hereGap + haloGap + haloRim + d.hereHalf.X
	d.stamp(shape, at)
	d.pillOf(shape, canvas.At(at.Round())).grown(haloGap+haloRim).outline(d.on, haloRim, canvas.InkLit)
	canvas.Centred(d.on, d.here, at, d.names[place], inkOn(shape.state))
}

// hereGap is between the words and the place, in pixels.
const hereGap = 14.0

// head writes the line above a rack.
func (d *drawing) head(rack, left int) {
	free, all := strconv.Itoa(len(d.p.Legal())), strconv.Itoa(left)
	_, placed := d.p.Place()
	words := [2]engine.Text{engine.T("Steps, M: %s of %s lead on", free, all), engine.T("Places, P: %s of %s in reach", free, all)}[rack]
	if !placed {
		words = [2]engine.Text{engine.T("Steps, M"), engine.T("Places, P")}[rack]
	}
	said := d.small.Fit(d.small.Legible(d.s.Words(words)), float64(d.panel.box.Dx()))
	d.on.Text(d.small, canvas.Pt(float64(d.panel.box.Min.X), d.heads[rack]+d.small.CapHeight()/2), said, canvas.InkMuted)
}

// chipped draws a step or a place: struck out in the colour of who took it, or whole in that
// where it was taken last.
func (d *drawing) chipped(rack int, at canvas.Point, a group.Element, s state) {
	shape := [2]shape{stepChip, placeChip}[rack]
	turns := d.p.History()
	place, _ := d.p.Place()
	last := len(turns) > 0 && a == [2]group.Element{turns[len(turns)-1].M, turns[len(turns)-1].P}[rack]
	switch {
	case s == free || s == legal:
		d.stamp(sprite{shape, s}, at)
		if d.leads && s == legal {
			canvas.Centred(d.on, d.small, canvas.Pt(at.X, at.Y+d.chips/2), "→"+d.names[d.p.Product(a, place)], canvas.InkMuted)
			at.Y -= aside / 2
		}
		canvas.Centred(d.on, d.chip, at, d.names[a], inkOfSize(d.chips))
	case last && d.chips >= needed:
		d.stamp(sprite{shape, s}, at)
		canvas.Centred(d.on, d.chip, at, d.names[a], canvas.InkMark)
	default:
		canvas.Centred(d.on, d.chip, at, d.names[a], canvas.InkMuted)
		half := canvas.Pt(min(d.panel.chip.X, 1.4*d.panel.chip.Y)-4, d.panel.chip.Y-6)
		d.on.Stripe(canvas.Pt(at.X-half.X, at.Y+half.Y), canvas.Pt(at.X+half.X, at.Y-half.Y), strike, inkOf(s))
	}
}

// cut draws the steps that can be taken, and how many more there are than have room.
func (d *drawing) cut() {
	shown := d.moves
	if len(shown) > d.slots() {
		shown = shown[:d.slots()-1]
		more := "+" + strconv.Itoa(len(d.moves)-len(shown))
		canvas.Centred(d.on, d.chip, d.slot(0, len(shown)), d.chip.Fit(more, 2*d.panel.chip.X), canvas.InkText)
	}
	for i, t := range shown {
		d.chipped(0, d.slot(0, i), t.M, legal)
	}
}
