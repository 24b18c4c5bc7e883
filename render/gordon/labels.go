package gordon

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// wordGap is the least distance of two names beside places, in pixels.
const wordGap = 18.0

// lettered writes names beside places that are too small for them: those of the present place, a
// hint and the places of the last moves, and as many more as fit, those in reach first.
func (d *drawing) lettered() {
	if d.ring.name > 0 {
		return
	}
	var written []group.Element
	write := func(a group.Element) {
		half := d.worded(a)
		if slices.ContainsFunc(written, func(b group.Element) bool {
			return a == b || overlap(d.notes[a], half, d.notes[b], d.worded(b), wordGap)
		}) {
			return
		}
		written = append(written, a)
		with := canvas.InkText
		if d.states[a] == dim {
			with = canvas.InkMuted
		}
		canvas.Centred(d.on, d.board.note, d.notes[a], d.names[a], with)
	}
	if here, placed := d.p.Place(); placed {
		write(here)
	}
	if d.hint != nil {
		write(d.hint.P)
	}
	for _, s := range slices.Backward(d.drawn) {
		write(s.from)
	}
	inReach := engine.Map(d.moves, func(t gordon.Turn) group.Element { return t.P })
	slices.Sort(inReach)
	for _, a := range inReach {
		write(a)
	}
	for a := range d.names {
		write(group.Element(a))
	}
}

// worded is half the size of a name beside a place.
func (d *drawing) worded(a group.Element) canvas.Point {
	return canvas.Pt(d.board.note.Measure(d.names[a])/2, d.noteHalf.Y)
}
