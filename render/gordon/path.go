package gordon

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// mostPath is the number of arrows shown among many places.
const mostPath = 4

// Sizes of the path in pixels.
const (
	pathWidth  = 6.5
	lastPath   = 9.0
	dotPath    = 0.8 // factor among dots
	oldWidth   = 5.0 // of all but the last two steps
	pathGap    = 7.0 // between an arrow and its places
	dashLength = 14.0
	nearStep   = 130.0 // shorter arrows are solid, since they would have too few dashes
	pathBend   = 0.5   // share of the way to the centre
	sideBend   = 50.0  // among dots
	wideBend   = 80.0  // beside vertically adjacent places
	pathLane   = 0.42  // shift to the right, as a share of the way to the bend
	sideLane   = 10.0  // shift beside vertically adjacent places, in pixels
	portGap    = 6.5   // between an arrow's ends and other places
)

// pathStep is a step that is drawn, with the number of steps after it. A suggested step has the
// state legal.
type pathStep struct {
	from, to group.Element
	by       state
	later    int
}

// pathSteps returns the steps that are drawn, including a suggestion. Among many places only the
// last few are, since more would hide each other.
func (d *drawing) pathSteps(hint bool) (list []pathStep) {
	turns := d.p.History()
	shown := d.shownPath(len(turns))
	from, begun := d.start()
	add := func(s pathStep) {
		if s.from != s.to && d.room(s.from, s.to) {
			list = append(list, s)
		}
	}
	for i, t := range turns {
		if begun && i >= len(turns)-shown {
			add(pathStep{from, t.P, d.by(i), len(turns) - 1 - i})
		}
		from, begun = t.P, true
	}
	if here, placed := d.p.Place(); hint && placed {
		for _, t := range d.moves {
			add(pathStep{here, t.P, legal, 0})
		}
	}
	return list
}

// path draws an arrow per step: dashed for long steps of player two, heavier for the last step,
// thinner for all but the last two.
func (d *drawing) path() {
	for _, s := range d.drawn {
		d.arrow(s.from, s.to, widthOf(s.later), dashOf(s.by, d.distance(s.from, s.to)), inkOf(s.by))
	}
}

// dashOf is the dash length of an arrow of a length in pixels, 0 if it is solid.
func dashOf(by state, far float64) float64 {
	if by == blue && far > nearStep {
		return dashLength
	}
	return 0
}

// widthOf is the width of an arrow by the number of steps after it.
func widthOf(later int) float64 {
	return [...]float64{lastPath, pathWidth, oldWidth}[min(later, 2)]
}

func (b *board) shownPath(turns int) int {
	if b.dotted() || b.order > labelledGroup/2 {
		return min(turns, mostPath)
	}
	return turns
}

// room reports whether an arrow fits between two places; it does not fit between adjacent dots.
func (b *board) room(from, to group.Element) bool {
	return !b.dotted() || b.distance(from, to) > sideBend
}

func (b *board) distance(from, to group.Element) float64 {
	u, v := b.at(from), b.at(to)
	return canvas.Distance(u, v)
}

// stand returns the centre of a place. The current place among dots is shifted inwards, so that its
// halo keeps clear of adjacent dots.
func (d *drawing) stand(a group.Element) canvas.Point {
	here, placed := d.p.Place()
	at := d.at(a)
	if !d.dotted() || !placed || a != here {
		return at
	}
	least := 2*max(d.half.X, leastTaken) + haloGap + haloRim + noteGap
	for {
		near := math.Inf(1)
		for b, p := range d.ring.places {
			if group.Element(b) != a {
				near = min(near, canvas.Distance(p, at))
			}
		}
		if near >= least {
			return at
		}
		at = canvas.Towards(at, d.centre, 1)
	}
}

// arrow bends towards the centre of the ring, past the places between. It is shifted to its right
// at both ends, so that two arrows at a place do not hide each other's heads.
func (d *drawing) arrow(from, to group.Element, width, dash float64, with canvas.Ink) {
	if d.lined {
		d.on.Bow(d.inside(from, to), width, dash, with)
		return
	}
	a, b := d.stand(from), d.stand(to)
	if d.dotted() {
		width *= dotPath
	}
	if d.half.X > d.half.Y && math.Abs(a.X-b.X) < d.half.X { // wide, vertically adjacent places
		u, v := d.inner(a, 0), d.inner(b, 0)
		u.Y += math.Copysign(sideLane, u.X-a.X)
		v.Y -= math.Copysign(sideLane, v.X-b.X)
		d.on.Bow([]canvas.Point{u, d.inner(canvas.Between(a, b, 0.5), wideBend+pathBend*math.Abs(a.Y-b.Y)), v}, width, dash, with)
		return
	}
	control, lane := d.control(a, b), pathLane
	if d.dotted() { // a sharp turn would make it cross itself
		lane *= min(1, canvas.Distance(a, b)/(2*sideBend))
	}
	leaves, arrives := d.port(from, a, rightOf(control, a, control, lane)), d.port(to, b, rightOf(control, control, b, lane))
	d.on.Bow([]canvas.Point{leaves, control, arrives}, width, dash, with)
}

// port is the end of an arrow at a place, in the direction of a point. Between wide places only the
// inner side is free; there it keeps clear of adjacent places.
func (d *drawing) port(a group.Element, at, towards canvas.Point) canvas.Point {
	edge := d.pillOf(sprite{placeShape, d.places[a]}, at).edge(towards, pathGap)
	if d.half.X == d.half.Y || d.clear(a, edge) {
		return edge
	}
	far := canvas.Pt(math.Copysign(d.half.X+pathGap, d.centre.X-at.X), math.Copysign(d.half.Y+pathGap, d.centre.Y-at.Y))
	lane := canvas.Pt(math.Copysign(sideLane, edge.X-at.X), math.Copysign(sideLane, edge.Y-at.Y))
	for _, p := range []canvas.Point{
		{X: at.X + far.X, Y: at.Y + lane.Y},
		{X: at.X + lane.X, Y: at.Y + far.Y},
		{X: at.X + far.X, Y: at.Y + far.Y},
	} {
		if d.clear(a, p) {
			return p
		}
	}
	return edge
}

// clear reports whether a point beside a place keeps clear of all other places.
func (b *board) clear(a group.Element, p canvas.Point) bool {
	for other, at := range b.places {
		if group.Element(other) != a && overlap(p, canvas.Point{}, at, b.half, portGap) {
			return false
		}
	}
	return true
}

// rightOf shifts a point to the right of a direction, by a share of its length.
func rightOf(p, from, to canvas.Point, lane float64) canvas.Point {
	return canvas.Pt(p.X-lane*(to.Y-from.Y), p.Y+lane*(to.X-from.X))
}

// inner is a point beside a wide place, at a distance from the middle of its inner side.
func (b *board) inner(at canvas.Point, far float64) canvas.Point {
	return canvas.Pt(at.X+math.Copysign(b.half.X+pathGap+far, b.centre.X-at.X), at.Y)
}

func (b *board) control(from, to canvas.Point) canvas.Point {
	middle := canvas.Between(from, to, 0.5)
	far := canvas.Distance(b.centre, middle)
	bend := pathBend
	if b.dotted() { // small between dots close to each other
		bend = min(bend, (canvas.Distance(to, from)+sideBend)/max(far, 1))
	}
	return canvas.Between(middle, b.centre, max(bend, min(1, b.leastBend()/max(far, 1))))
}

// leastBend is the least distance in pixels of a control point, twice that of the arrow itself, so
// that arrows between adjacent places clear the rims.
func (b *board) leastBend() float64 {
	if b.half.X == b.half.Y {
		return 2.6 * b.half.X
	}
	return 2 * (b.half.X + 24)
}

// Places along the sides of a rectangle leave room for arrows only on their inner side. An arrow
// ends at the middle of that side; an incoming and an outgoing arrow are shifted apart, so that
// they do not cross. In a corner, where adjacent places are close, arrows pass between these, and
// an outgoing arrow begins behind the head of an incoming one.

// Sizes of arrows inside a rectangle of places, in pixels.
const (
	columnLane = 13.0 // vertical shift from the middle of a place's inner side,
	rowLane    = 24.0 // horizontal shift,
	cornerLane = 7.0  // and shift in a corner
	cornerNear = 2.0  // distance from a corner place, on both axes, of an incoming or a single arrow,
	cornerFar  = 24.0 // and of an outgoing arrow beside an incoming one
	leastArc   = 28.0 // least height of an arrow between places of one side,
	arcShare   = 0.24 // additional height per pixel of distance,
	mostArc    = 92.0 // and maximum height
	straight   = 0.25 // straight share of an arrow between two sides
)

// stands reports whether a place is in a column or a row of the rectangle; a corner is in both. The
// first place is a corner.
func (b *board) stands(a group.Element) (column, row bool) {
	at, corner := b.at(a), b.at(0)
	return math.Abs(at.X-b.centre.X) > math.Abs(corner.X-b.centre.X)-1, math.Abs(at.Y-b.centre.Y) > math.Abs(corner.Y-b.centre.Y)-1
}

// inward returns the direction from a place into the rectangle, and the one along its side.
func (b *board) inward(a group.Element) (in, along canvas.Point) {
	at := b.at(a)
	in = canvas.Pt(math.Copysign(1, b.centre.X-at.X), math.Copysign(1, b.centre.Y-at.Y))
	switch column, row := b.stands(a); {
	case column && row:
		return in, canvas.Pt(-in.Y, in.X)
	case column:
		return canvas.Pt(in.X, 0), canvas.Pt(0, 1)
	default:
		return canvas.Pt(0, in.Y), canvas.Pt(1, 0)
	}
}

// dock is the end of an arrow at a place: the middle of its inner side, shifted along the side by a
// lane of -1, 0 or 1.
func (d *drawing) dock(a group.Element, lane float64, leaves bool) canvas.Point {
	at := d.at(a)
	in, along := d.inward(a)
	if in.X == 0 || in.Y == 0 {
		p := canvas.Pt(at.X+in.X*(d.half.X+pathGap), at.Y+in.Y*(d.half.Y+pathGap))
		return canvas.Pt(p.X+lane*along.X*rowLane, p.Y+lane*along.Y*columnLane)
	}
	// The corner of a rounded place is further in.
	far := cornerNear - (1-math.Sqrt2/2)*d.pillOf(sprite{placeShape, d.places[a]}, at).round
	if lane == 0 || !leaves {
		lane = 0
	} else {
		far = cornerFar
	}
	return canvas.Pt(at.X+in.X*(d.half.X+far)+lane*along.X*cornerLane, at.Y+in.Y*(d.half.Y+far)+lane*along.Y*cornerLane)
}

// lane returns the lane of the arrow between two places at the first one, beside another arrow
// drawn there, or 0 without one.
func (d *drawing) lane(a, far group.Element) float64 {
	for _, s := range d.drawn {
		third := s.from
		switch {
		case s.from == a && s.to != far:
			third = s.to
		case s.to != a || s.from == far:
			continue
		}
		if d.before(a, far, third) {
			return -1
		}
		return 1
	}
	return 0
}

// before reports whether the arrow from a place to one comes before the arrow to another, along the
// side of the place, by the angle to the side. Of two arrows along the side, the longer one is
// outside.
func (b *board) before(a, one, other group.Element) bool {
	in, along := b.inward(a)
	at := b.at(a)
	turn := func(far group.Element) (angle, way float64) {
		v := canvas.Pt(b.at(far).X-at.X, b.at(far).Y-at.Y)
		way = v.X*along.X + v.Y*along.Y
		return math.Atan2(way, math.Abs(v.X*in.X+v.Y*in.Y)), way
	}
	first, way := turn(one)
	second, otherWay := turn(other)
	if math.Abs(first-second) > 1e-6 {
		return first < second
	}
	return way > otherWay
}

// inside returns the path of an arrow inside the rectangle. It meets the sides at right angles, and
// corners diagonally.
func (d *drawing) inside(from, to group.Element) []canvas.Point {
	u, v := d.dock(from, d.lane(from, to), true), d.dock(to, d.lane(to, from), false)
	way := canvas.Pt(v.X-u.X, v.Y-u.Y)
	bend := func(a group.Element, p canvas.Point) canvas.Point {
		in, _ := d.inward(a)
		far := max(leastArc, straight*canvas.Length(way.X, way.Y)/canvas.Length(in.X, in.Y))
		if d.sameSide(from, to) {
			far = min(leastArc+arcShare*canvas.Length(way.X, way.Y), mostArc)
		}
		return canvas.Pt(p.X+far*in.X, p.Y+far*in.Y)
	}
	first, second := bend(from, u), bend(to, v)
	return []canvas.Point{u, first, canvas.Between(first, second, 0.5), second, v}
}

// sameSide reports whether two places are in the same column or row.
func (b *board) sameSide(one, other group.Element) bool {
	column, row := b.stands(one)
	p, q := b.at(one), b.at(other)
	return column && math.Abs(p.X-q.X) < 1 || row && math.Abs(p.Y-q.Y) < 1
}
