package gordon

import (
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

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
		if d.cuts {
			d.cut()
			continue
		}
		for a, s := range states {
			d.chipped(rack, d.slot(rack, a), group.Element(a), s)
		}
	}
}

func (d *drawing) standsAt() {
	at := canvas.Pt(float64(d.panel.box.Min.X), d.panel.hereAt)
	if d.bare() {
		at.Y = canvas.Middle(d.panel.box).Y - headHigh/2
	}
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
		room = d.hereRoom()
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

// hereRoom is the width of the text before the current place.
func (p panel) hereRoom() float64 {
	return float64(p.box.Dx()) - 2*(p.hereHalf.X+haloGap+haloRim) - hereGap
}

// hereGap is the gap between the text and the place, in pixels.
const hereGap = 14.0

func (d *drawing) head(rack, left int) {
	free, all := strconv.Itoa(len(d.p.Legal())), strconv.Itoa(left)
	_, placed := d.p.Place()
	words := [2]engine.Text{engine.T("Steps, M: %s of %s lead on", free, all), engine.T("Places, P: %s of %s in reach", free, all)}[rack]
	switch {
	case placed:
	case d.cuts:
		words = engine.T("All %s steps and places", all)
	default:
		words = [2]engine.Text{engine.T("Steps, M"), engine.T("Places, P")}[rack]
	}
	said := d.small.Fit(d.small.Legible(d.s.Words(words)), float64(d.panel.box.Dx()))
	at := d.heads[rack]
	if d.bare() {
		at = canvas.Middle(d.panel.box).Y + headHigh/2
	}
	d.on.Text(d.small, canvas.Pt(float64(d.panel.box.Min.X), at+d.small.CapHeight()/2), said, canvas.InkMuted)
}

// chipped draws a step or a place. A used one is crossed out in the player's colour, except the
// last one, which is filled with it.
func (d *drawing) chipped(rack int, at canvas.Point, a group.Element, s state) {
	shape := [2]shape{stepChip, placeChip}[rack]
	turns := d.p.History()
	place, placed := d.p.Place()
	last := len(turns) > 0 && a == [2]group.Element{turns[len(turns)-1].M, turns[len(turns)-1].P}[rack]
	switch {
	case s == free || s == legal:
		d.stamp(sprite{shape, s}, at)
		if d.leads && s == legal && placed {
			canvas.Centred(d.on, d.small, canvas.Pt(at.X, at.Y+d.chips/2), "→"+d.names[d.p.Product(a, place)], canvas.InkMuted)
			at.Y -= aside / 2
		}
		canvas.Centred(d.on, d.chip, at, d.names[a], canvas.InkText)
	case last:
		d.stamp(sprite{shape, s}, at)
		canvas.Centred(d.on, d.chip, at, d.names[a], canvas.InkMark)
	default:
		canvas.Centred(d.on, d.chip, at, d.names[a], canvas.InkMuted)
		half := canvas.Pt(min(d.panel.chip.X, 1.4*d.panel.chip.Y)-4, d.panel.chip.Y-6)
		d.on.Stripe(canvas.Pt(at.X-half.X, at.Y+half.Y), canvas.Pt(at.X+half.X, at.Y-half.Y), strike, inkOf(s))
	}
}

// cut draws the legal steps, with their destinations if there are few enough, and then the others.
func (d *drawing) cut() {
	if d.bare() {
		return
	}
	_, placed := d.p.Place()
	row := 0
	var cannot []group.Element
	can := engine.Map(d.moves, func(t gordon.Turn) group.Element { return t.M })
	for a := range group.Element(d.order) {
		if d.p.HasToken(a) && !slices.Contains(can, a) {
			cannot = append(cannot, a)
		}
	}
	if placed && len(can) < d.rows && !d.leads {
		for _, t := range d.moves {
			d.lead(row, t)
			row++
		}
		can = nil
	}
	row = d.several(row, can, legal)
	d.several(row, cannot, free)
}

// bare reports whether there are no chips: before the opening, where all steps are legal and the
// places show them.
func (d *drawing) bare() bool {
	_, placed := d.p.Place()
	return d.cuts && !d.dotted() && !placed && len(d.moves) == 0
}

// several draws chips of steps from a row on, as many as fit, and the number of the others. It
// returns the next row.
func (d *drawing) several(row int, steps []group.Element, as state) int {
	first, all := row*d.columns, len(steps)
	room := d.slots() - first
	if room == 0 {
		return row
	}
	if all > room {
		steps = steps[:room-1]
		more := "+" + strconv.Itoa(all-len(steps))
		canvas.Centred(d.on, d.chip, d.slot(0, first+len(steps)), d.chip.Fit(more, 2*d.panel.chip.X), canvas.InkText)
	}
	for i, a := range steps {
		d.chipped(0, d.slot(0, first+i), a, as)
	}
	return row + (min(all, room)+d.columns-1)/d.columns
}

// unshown is how many of the legal steps have no room in the panel.
func (p panel) unshown(steps int) int {
	if !p.cuts || steps <= p.slots() {
		return 0
	}
	return steps - p.slots() + 1
}

func (d *drawing) lead(row int, t gordon.Turn) {
	at := canvas.Pt(canvas.Middle(d.panel.box).X, d.slot(0, row*d.columns).Y)
	d.stamp(sprite{rowChip, legal}, at)
	far := (d.panel.rowHalf().X + arrowWide*needed/2) / 2
	canvas.Centred(d.on, d.chip, canvas.Pt(at.X-far, at.Y), d.names[t.M], canvas.InkText)
	canvas.Centred(d.on, d.chip, at, "→", canvas.InkMuted)
	canvas.Centred(d.on, d.chip, canvas.Pt(at.X+far, at.Y), d.names[t.P], canvas.InkText)
}

// slot returns the centre of chip i of rack M (0) or P (1).
func (p panel) slot(rack, i int) canvas.Point {
	pitch := canvas.Pt(2*p.chip.X+chipGap, 2*p.chip.Y+chipGap)
	x := float64(p.box.Min.X) + p.chip.X + float64(i%p.columns)*pitch.X
	y := p.tops[rack] + p.chip.Y + float64(i/p.columns)*pitch.Y
	return canvas.Pt(math.Round(x), math.Round(y))
}

// rowHalf is half the size of a row with a step and its destination.
func (p panel) rowHalf() canvas.Point { return canvas.Pt(float64(p.box.Dx())/2, p.chip.Y) }

// slots is the number of chips that fit in a rack.
func (p panel) slots() int { return p.rows * p.columns }
