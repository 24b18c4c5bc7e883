package gordon

import (
	"image"
	"math"
	"slices"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// ring is the layout of a group's places: evenly spaced on a closed curve, clockwise from the top,
// so that neither places nor the notes beside them overlap.
type ring struct {
	noteStyle
	centre   canvas.Point
	places   []canvas.Point
	half     canvas.Point   // half the size of a place
	name     float64        // text size of names in places; 0 for dots without names
	notes    []canvas.Point // for each place
	noteHalf canvas.Point
	every    int  // interval of the dots with a name beside them
	lined    bool // places are along the sides of a rectangle
}

// noteStyle is a way to write the step that leads to a place.
type noteStyle struct {
	size  float64 // text size
	where side
	least float64 // half the least height of places
}

// side is the position of notes.
type side uint8

const (
	outward side = iota // outside the ring
	within              // in the places, below their names
	nowhere             // nowhere; the panel tells where steps lead
)

// noteStyles returns the ways to try for names of a width in ems.
func noteStyles(widest float64) []noteStyle {
	const wide = 2
	if widest > wide {
		return []noteStyle{{largeAside, within, 62}, {aside, within, 39}, {aside, outward, leastPlace}, {aside, nowhere, leastPlace}}
	}
	return []noteStyle{{needed, outward, 40}, {aside, outward, leastPlace}, {aside, within, 39}, {aside, nowhere, leastPlace}}
}

// Sizes on the ring in pixels.
const (
	largestPlace = 58.0 // half the height of a place
	leastPlace   = 26.0
	largestDot   = 15.0
	placeGap     = 7.0  // between the smallest places
	looseGap     = 0.6  // additional gap between larger ones, in halves of their height
	placePad     = 11.0 // beside a name in a wide place
	noteGap      = 6.0  // between a place and its note
	notePad      = 9.0  // beside a name in a note
	wordGap      = 16.0 // between names beside dots
	noteHigh     = 0.66 // half the height of a note, in text sizes
	largestName  = 52.0
	nameHigh     = 0.95 // text size of names, in halves of a place's height
	discShare    = 0.94 // share of a disc's width that a name may take
)

// newRing lays out places as large as possible in an area, with names of a width in ems. It returns
// false if they do not fit with such notes. Many places prefer a rectangle.
func newRing(order int, widest float64, area image.Rectangle, n noteStyle) (ring, bool) {
	lays := []func(*ring, int, canvas.Point) bool{(*ring).round, (*ring).square}
	if order > labelledGroup/2 {
		slices.Reverse(lays)
	}
	for _, lay := range lays {
		try := func(high float64) (ring, bool) {
			r := sized(high, widest, n)
			r.centre = canvas.Middle(area)
			radii := r.radii(area)
			ok := radii.X > 1.8*r.half.X && radii.Y > 2*r.half.Y && lay(&r, order, radii)
			return r, ok
		}
		best, ok := try(n.least)
		if !ok {
			continue
		}
		for low, high := n.least, max(n.least, largestPlace)+2; high-low > 2; {
			middle := 2 * math.Floor((low+high)/4)
			if r, ok := try(max(middle, low+1)); ok {
				best, low = r, r.half.Y
			} else {
				high = middle
			}
		}
		return best, true
	}
	return ring{}, false
}

// sized is a ring of places of half a height, with names of a width in ems.
func sized(high, widest float64, n noteStyle) ring {
	r := ring{noteStyle: n, half: canvas.Pt(high, high), name: min(largestName, max(needed, nameHigh*high))}
	if n.where == within {
		r.name = needed
	}
	if wide := widest * r.name / 2; wide > discShare*high-placePad/2 {
		r.half.X = max(high, wide+placePad)
	}
	r.noteHalf = canvas.Pt(max(noteHigh*n.size, widest*n.size/2+notePad), noteHigh*n.size)
	return r
}

// newDots lays out the places of a large group, some of them with a name on the outside.
func newDots(order int, widest float64, area image.Rectangle) ring {
	r := ring{noteStyle: noteStyle{size: aside}, noteHalf: canvas.Pt(widest*aside/2, aside/2), centre: canvas.Middle(area)}
	r.half = canvas.Pt(largestDot, largestDot)
	radii := r.radii(area)
	r.places, _ = spaced(stretched(units()[0], r.centre, radii), order, canvas.Distance)
	const between = 4.0
	dot := min(largestDot, (canvas.Distance(r.places[0], r.places[1])-between)/2)
	r.half = canvas.Pt(dot, dot)
	r.note(radii)
	r.every = 1
	for !r.legible() {
		r.every++
	}
	return r
}

// legible reports whether the names beside dots do not overlap.
func (r ring) legible() bool {
	n := len(r.notes)
	for i := 0; i < n; i += r.every {
		for j := 0; j < i; j += r.every {
			if overlap(r.notes[i], r.noteHalf, r.notes[j], r.noteHalf, wordGap) {
				return false
			}
		}
	}
	return n%r.every == 0 || r.every > n/2
}

// radii are the radii of the curve of places that fills an area.
func (r ring) radii(area image.Rectangle) canvas.Point {
	outside := canvas.Pt(r.half.X, r.half.Y)
	if r.where == outward {
		outside = canvas.Pt(outside.X+2*r.noteHalf.X+r.gap(), outside.Y+2*r.noteHalf.Y+r.gap())
	}
	return canvas.Pt(float64(area.Dx())/2-outside.X, float64(area.Dy())/2-outside.Y)
}

// round places notes and places on the roundest curve that has room.
func (r *ring) round(order int, radii canvas.Point) bool {
	for _, unit := range units() {
		var ok bool
		if r.places, ok = spaced(stretched(unit, r.centre, radii), order, r.apart); !ok {
			continue
		}
		if r.note(radii); r.free() {
			return true
		}
	}
	return false
}

// square places them along the sides of a rectangle, with a place in each corner; this fits most
// places.
func (r *ring) square(order int, radii canvas.Point) bool {
	pitch := canvas.Pt(2*r.half.X+placeGap, 2*r.half.Y+placeGap)
	across, along := int(2*radii.X/pitch.X)+1, int(2*radii.Y/pitch.Y)+1
	all := (order + 1) / 2 * 2
	across = min(across, all/2+2-along+1)
	if along = all/2 + 2 - across; r.where == outward || across < 2 || along < 2 || float64(along-1)*pitch.Y > 2*radii.Y {
		return false
	}
	corners := []canvas.Point{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}
	r.places = nil
	for i, from := range corners {
		to, n := corners[(i+1)%4], []int{across, along}[i%2]-1
		if i == 2 {
			n -= all - order
		}
		for k := range n {
			at := canvas.Between(from, to, float64(k)/float64(n))
			r.places = append(r.places, canvas.Pt(r.centre.X+radii.X*at.X, r.centre.Y+radii.Y*at.Y))
		}
	}
	r.lined = true
	r.note(radii)
	return r.free()
}

func (r *ring) between() float64 { return placeGap + looseGap*max(0, r.half.Y-leastPlace) }

// apart is the distance of two places, in units of the least allowed distance.
func (r *ring) apart(p, q canvas.Point) float64 {
	gap := r.between()
	dx, dy := math.Abs(p.X-q.X)/(2*r.half.X+gap), math.Abs(p.Y-q.Y)/(2*r.half.Y+gap)
	if r.half.X == r.half.Y {
		return canvas.Length(dx, dy)
	}
	return max(dx, dy)
}

// note places a note beside each place, or inside it.
func (r *ring) note(radii canvas.Point) {
	r.notes = slices.Clone(r.places)
	switch r.where {
	case nowhere:
	case within:
		for i := range r.notes {
			r.notes[i].Y += withinBelow * r.size
		}
	case outward:
		for i, p := range r.places {
			u := canvas.Direction(canvas.Pt(0, 0), canvas.Pt((p.X-r.centre.X)/radii.X, (p.Y-r.centre.Y)/radii.Y))
			for slices.ContainsFunc(r.places, func(q canvas.Point) bool { return r.touches(r.notes[i], q) }) {
				r.notes[i] = canvas.Pt(r.notes[i].X+u.X, r.notes[i].Y+u.Y)
			}
		}
	}
}

// Shift of names upwards and of notes downwards, in places with a note inside, in text sizes of
// notes.
const (
	withinAbove = 0.57
	withinBelow = 0.70
)

// gap is the gap between a place and its note. Dots may grow and get a halo, which must keep clear
// of text beside them.
func (r *ring) gap() float64 {
	if r.name == 0 {
		return max(0, leastTaken-r.half.X) + haloGap + haloRim + noteGap/2
	}
	return noteGap
}

// touches reports whether a note is too close to a place.
func (r *ring) touches(note, place canvas.Point) bool {
	if r.half.X != r.half.Y {
		return overlap(note, r.noteHalf, place, r.half, r.gap()-0.5)
	}
	dx, dy := max(0, math.Abs(note.X-place.X)-r.noteHalf.X), max(0, math.Abs(note.Y-place.Y)-r.noteHalf.Y)
	return canvas.Length(dx, dy) < r.half.X+r.gap()-0.5
}

// free reports whether no place overlaps another place or a note, and no note another note.
func (r *ring) free() bool {
	for i, p := range r.places {
		for j, q := range r.places {
			switch {
			case j < i && r.apart(p, q) < 1,
				r.where == outward && r.touches(r.notes[i], q),
				r.where == outward && j < i && overlap(r.notes[i], r.noteHalf, r.notes[j], r.noteHalf, noteGap):
				return false
			}
		}
	}
	return true
}

// overlap reports whether two boxes, given by centre and half their size, are closer than a gap.
func overlap(p, half, q, half2 canvas.Point, gap float64) bool {
	return math.Abs(p.X-q.X) < half.X+half2.X+gap && math.Abs(p.Y-q.Y) < half.Y+half2.Y+gap
}

// units are the curves on which places may lie, from an ellipse to nearly a rectangle.
var units = sync.OnceValue(func() [][]canvas.Point { return engine.Map([]float64{2, 2.5, 3.2, 4.5}, superellipse) })

// superellipse is the curve of radius 1 around the origin, clockwise from the top. With power 2 it
// is a circle; larger powers approach a square.
func superellipse(power float64) []canvas.Point {
	const steps = 1440
	curve := make([]canvas.Point, steps)
	for i := range curve {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		far := math.Pow(math.Pow(math.Abs(sin), power)+math.Pow(math.Abs(cos), power), -1/power)
		curve[i] = canvas.Pt(far*sin, -far*cos)
	}
	return curve
}

func stretched(curve []canvas.Point, centre, radii canvas.Point) []canvas.Point {
	return engine.Map(curve, func(p canvas.Point) canvas.Point { return canvas.Pt(centre.X+radii.X*p.X, centre.Y+radii.Y*p.Y) })
}

// spaced chooses n points of a closed curve, from its first one on, with equal distances between
// adjacent ones. It returns false if that distance is less than 1.
func spaced(curve []canvas.Point, n int, apart func(p, q canvas.Point) float64) ([]canvas.Point, bool) {
	// The distance of two points is at most the length of the curve between them, which need not be
	// measured again for every gap.
	way := make([]float64, len(curve))
	for i, p := range curve[1:] {
		way[i+1] = way[i] + apart(curve[i], p)
	}
	walk := func(gap float64) (points []canvas.Point, around bool) {
		const rounding = 1e-9
		points = append(points, curve[0])
		last := 0
		for i, p := range curve {
			if (way[i]-way[last])*(1+rounding) >= gap && apart(curve[last], p) >= gap {
				points, last = append(points, p), i
			}
		}
		if len(points) > n {
			return points[:n], true
		}
		return points, len(points) == n && apart(curve[last], curve[0]) >= gap
	}
	if n < 3 {
		return []canvas.Point{curve[0], curve[len(curve)/2]}[:n], true
	}
	best, ok := walk(1)
	if !ok {
		return nil, false
	}
	low, high := 1.0, float64(len(curve))
	for range 20 {
		middle := math.Sqrt(low * high)
		if points, ok := walk(middle); ok {
			best, low = points, middle
		} else {
			high = middle
		}
	}
	return best, true
}
