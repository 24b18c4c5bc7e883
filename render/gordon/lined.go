package gordon

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

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
		far := max(leastArc, straight*math.Hypot(way.X, way.Y)/math.Hypot(in.X, in.Y))
		if d.sameSide(from, to) {
			far = min(leastArc+arcShare*math.Hypot(way.X, way.Y), mostArc)
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
