package gordon

import (
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// mostPath is the number of arrows shown among many places, manyPlaces.
const (
	mostPath   = 4
	manyPlaces = 12
)

// Sizes of the path in pixels.
const (
	dotPath    = 0.8 // factor among dots
	pathGap    = 5.0 // between an arrow and a place with its marks
	dashLength = 14.0
	nearStep   = 150.0 // shorter arrows are solid, since they would have too few dashes
	nearDots   = 72.0  // between places closer than this there is no arrow
	pathBend   = 0.4   // share of the way to the centre
	leastBend  = 70.0  // and least distance of a control point between places near each other,
	bendShare  = 1.7   // increased by this share of their radius
	shortArrow = 3.5   // in widths of a chip
	pathLane   = 0.2   // shift to the right, as a share of the way to the bend
)

// pathWidths are the widths of the last step, the one before it, and all others.
var pathWidths = [...]float64{9, 6.5, 5}

// pathStep is a step that is drawn, with the number of steps after it. A suggested step has the
// state free.
type pathStep struct {
	from, to group.Element
	m        group.Element
	by       state
	later    int
}

// pathSteps returns the steps that are drawn, including a suggestion. Among many places only the
// last few are, since more would hide each other.
func (d *drawing) pathSteps() (list []pathStep) {
	turns := d.p.History()
	shown := len(turns)
	if len(d.places) > manyPlaces {
		shown = min(shown, mostPath)
	}
	from, begun := d.start()
	add := func(s pathStep) {
		if s.from != s.to {
			list = append(list, s)
		}
	}
	for i, t := range turns {
		if begun && i >= len(turns)-shown {
			add(pathStep{from, t.P, t.M, d.by(i), len(turns) - 1 - i})
		}
		from, begun = t.P, true
	}
	if d.hint != nil && begun {
		add(pathStep{from, d.hint.P, d.hint.M, free, 0})
	}
	return list
}

// path draws an arrow per step: dashed for long steps of player two, heavier for the last step,
// thinner for all but the last two.
func (d *drawing) path() {
	for _, s := range d.drawn {
		if d.near(s) {
			continue
		}
		way, width := d.way(s), pathWidths[min(s.later, len(pathWidths)-1)]
		if d.radius < leastNear {
			width *= dotPath
		}
		d.on.Bow(way[:], width, dashOf(s.by, canvas.Distance(way[0], way[2])), inkOf(s.by))
	}
}

// near reports whether the places of a step are so close that an arrow would be a head alone.
func (d *drawing) near(s pathStep) bool {
	return canvas.Distance(d.stand(s.from), d.stand(s.to)) < nearDots
}

// dashOf is the dash length of an arrow of a length in pixels, 0 if it is solid.
func dashOf(by state, far float64) float64 {
	if by == blue && far > nearStep {
		return dashLength
	}
	return 0
}

// stand returns the centre of a place. The current place among dots stands forward, so that there
// is room for its marks.
func (d *drawing) stand(a group.Element) canvas.Point {
	at := d.places[a]
	if d.shapeOf(a) == forwardShape {
		return canvas.Towards(at, d.centre, d.radius+leastNear+2*reachOf(leastNear))
	}
	return at
}

// reach is how far a place is drawn from its centre, with its marks.
func (d *drawing) reach(a group.Element) float64 {
	here, placed := d.p.Place()
	switch {
	case placed && a == here:
		return max(d.radius, leastNear) + reachOf(max(d.radius, leastNear))
	case d.hint != nil && a == d.hint.P:
		return d.radius + reachOf(d.radius)
	default:
		return d.radiusOf(d.states[a])
	}
}

// way is the curve of an arrow, as its ends and a control point between them. It bends inwards, past
// the places between, and is shifted to its right at both ends, so that two arrows at a place do not
// hide each other's heads.
func (d *drawing) way(s pathStep) [3]canvas.Point {
	a, b := d.stand(s.from), d.stand(s.to)
	control := d.bent(canvas.Between(a, b, 0.5), s)
	end := func(at canvas.Point, reach, side float64) canvas.Point {
		towards := canvas.Pt(control.X-side*pathLane*(control.Y-at.Y), control.Y+side*pathLane*(control.X-at.X))
		return canvas.Towards(at, towards, reach+pathGap)
	}
	return [3]canvas.Point{end(a, d.reach(s.from), 1), control, end(b, d.reach(s.to), -1)}
}

// bent returns the control point of an arrow by its middle: inwards from both its
// places, as well as towards the centre.
func (d *drawing) bent(middle canvas.Point, s pathStep) canvas.Point {
	far := canvas.Distance(middle, d.centre)
	if far < 1 {
		return middle
	}
	least := leastBend + bendShare*d.radius
	u, v, in := d.outward(s.from), d.outward(s.to), canvas.Direction(middle, d.centre)
	inwards := canvas.Pt(middle.X+in.X-u.X-v.X, middle.Y+in.Y-u.Y-v.Y)
	return canvas.Towards(middle, inwards, max(pathBend*far, min(least, far)))
}

// told writes the step of an arrow on it.
func (d *drawing) told(s pathStep) {
	if at, ok := d.chipAt(s); ok {
		d.stamp(sprite{noteChip, s.by}, at)
		canvas.Centred(d.on, d.board.note, canvas.At(at.Round()), d.names[s.m], inkOn(s.by))
	}
}

// chipAt is where the step of an arrow stands, off all places. It would hide a short arrow: its step
// stands beside it, or only in the rack, if there is one.
func (d *drawing) chipAt(s pathStep) (at canvas.Point, ok bool) {
	way, half := d.way(s), d.small
	at = canvas.Between(canvas.Between(way[0], way[2], 0.5), way[1], 0.5)
	switch short := canvas.Distance(way[0], way[2]) < max(shortArrow*half.X, nearStep); {
	case short && d.columns > 0:
		return at, false
	case d.near(s):
		at = d.stand(s.to)
	case short:
		at = canvas.Towards(at, way[1], half.Y+pathGap)
	}
	for d.covers(at) && canvas.Distance(at, d.centre) > 1 {
		at = canvas.Towards(at, d.centre, 1)
	}
	return at, true
}

// covers reports whether a chip at a point would touch a place.
func (d *drawing) covers(at canvas.Point) bool {
	for a := range d.places {
		reach := d.reach(group.Element(a)) + pathGap
		if overlap(at, d.small, d.stand(group.Element(a)), canvas.Pt(reach, reach), pathGap) {
			return true
		}
	}
	return false
}
