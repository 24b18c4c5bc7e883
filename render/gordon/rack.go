package gordon

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// racked draws the steps of a small group, and beside the places in reach the steps that lead there.
func (d *drawing) racked() {
	if d.columns == 0 {
		return
	}
	heading := d.note.Fit(d.note.Legible(d.s.Words(engine.T("Steps"))), headWide)
	canvas.Centred(d.on, d.note, d.head, heading, canvas.InkText)
	turns := d.p.History()
	for a, s := range d.steps {
		d.chipped(d.slot(a), group.Element(a), s, len(turns) > 0 && turns[len(turns)-1].M == group.Element(a))
	}
	if d.ring.name == 0 { // the places have their names there
		return
	}
	for _, t := range d.moves {
		at := d.badge(t.P)
		d.stamp(sprite{noteChip, free}, at)
		canvas.Centred(d.on, d.note, canvas.At(at.Round()), d.names[t.M], canvas.InkText)
	}
}

// badge is where the step that leads to a place stands: on its rim, above it in the upper half of the
// ring, else below it.
func (b *board) badge(a group.Element) canvas.Point {
	at := b.places[a]
	return canvas.Pt(at.X, at.Y+b.outer(at)*(b.radius+badgeFar))
}

// outer is the direction away from the middle of the ring, upwards (-1) or downwards (1).
func (b *board) outer(at canvas.Point) float64 {
	if at.Y < b.centre.Y+1 {
		return -1
	}
	return 1
}

// strike is the width of the stroke through a used step, in pixels.
const strike = 6.0

// chipped draws a step. A used one is struck through in the player's colour, except the last one,
// which is filled with it.
func (d *drawing) chipped(at canvas.Point, a group.Element, s state, last bool) {
	used := s == red || s == blue
	if !used || last {
		d.stamp(sprite{stepChip, s}, at)
	}
	switch {
	case last:
		canvas.Centred(d.on, d.chip, at, d.names[a], canvas.InkMark)
	case used:
		canvas.Centred(d.on, d.chip, at, d.names[a], canvas.InkMuted)
		half := canvas.Pt(min(d.rack.half.X, 1.4*d.rack.half.Y)-4, d.rack.half.Y-8)
		d.on.Stripe(canvas.Pt(at.X-half.X, at.Y+half.Y), canvas.Pt(at.X+half.X, at.Y-half.Y), strike, inkOf(s))
	default:
		canvas.Centred(d.on, d.chip, at, d.names[a], inkOn(s))
	}
	if s == free && len(d.moves) > 0 {
		d.on.Legal(canvas.Pt(at.X+d.rack.half.X-0.45*chipDot, at.Y), 0.75*chipDot)
	}
}
