package gordon

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Places that stand along the sides of a rectangle leave room for arrows on their inner side alone.
// There an arrow docks in the middle; where one arrives and one leaves they keep apart, on those
// sides on which they do not cross. In a corner, where the places beside are near, arrows come and
// go between these, and one that leaves begins behind the head of the one that arrives.

// Sizes of arrows within a rectangle of places, in pixels.
const (
	columnLane = 13.0 // from the middle of a place's inner side, above each other,
	rowLane    = 24.0 // and beside each other,
	cornerLane = 7.0  // and in a corner,
	cornerNear = 2.0  // where one that arrives, or leaves alone, is so near to its place on both axes,
	cornerFar  = 24.0 // and else one that leaves so far
	leastArc   = 28.0 // how far an arrow between places of one side goes in at least,
	arcShare   = 0.24 // and more for each pixel of its way,
	mostArc    = 92.0 // up to so far
	straight   = 0.25 // of the way to another side an arrow goes in straight
)

// stands tells on which sides of the rectangle a place stands: of a column or a row, or in a corner
// of both. The first place is one of those.
func (b *board) stands(a group.Element) (column, row bool) {
	at, corner := b.at(a), b.at(0)
	return math.Abs(at.X-b.centre.X) > math.Abs(corner.X-b.centre.X)-1, math.Abs(at.Y-b.centre.Y) > math.Abs(corner.Y-b.centre.Y)-1
}

// inward is the way into the rectangle from a place, and along its side.
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

// dock is where an arrow leaves a place or arrives there: in the middle of its inner side (0), or
// in a lane before (-1) or behind it (1).
func (d *drawing) dock(a group.Element, lane float64, leaves bool) canvas.Point {
	at := d.at(a)
	in, along := d.inward(a)
	if in.X == 0 || in.Y == 0 {
		p := canvas.Pt(at.X+in.X*(d.half.X+pathGap), at.Y+in.Y*(d.half.Y+pathGap))
		return canvas.Pt(p.X+lane*along.X*rowLane, p.Y+lane*along.Y*columnLane)
	}
	// Of a corner that is round the middle of that lies further in.
	far := cornerNear - (1-math.Sqrt2/2)*d.pillOf(sprite{placeShape, d.places[a]}, at).round
	if lane == 0 || !leaves {
		lane = 0
	} else {
		far = cornerFar
	}
	return canvas.Pt(at.X+in.X*(d.half.X+far)+lane*along.X*cornerLane, at.Y+in.Y*(d.half.Y+far)+lane*along.Y*cornerLane)
}

// lane is that of the arrow between a place and another one, beside the one that is drawn between
// that place and a third.
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

// before reports whether the arrow between a place and one lies before that between it and
// another, along its side: as one turns from there into the rectangle. Of two that lead along the
// side the longer one lies outside.
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

// inside is the way of an arrow within the rectangle: it leaves and arrives at right angles to the
// sides, or aslant in a corner.
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

// sameSide reports whether two places stand in one column or row.
func (b *board) sameSide(one, other group.Element) bool {
	column, row := b.stands(one)
	p, q := b.at(one), b.at(other)
	return column && math.Abs(p.X-q.X) < 1 || row && math.Abs(p.Y-q.Y) < 1
}
