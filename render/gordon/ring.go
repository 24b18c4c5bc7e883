package gordon

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// ring is the layout of a group's places on an oval, clockwise from the top: one coset of a subgroup
// after the other, with a gap between them, so that steps of the subgroup stay within an arc.
type ring struct {
	centre   canvas.Point
	radii    canvas.Point
	places   []canvas.Point // by element
	radius   float64        // of a place
	name     float64        // text size of names in places; 0 if they stand beside them
	notes    []canvas.Point // middles of what stands beside places
	noteHalf canvas.Point   // half its size; zero if nothing does
}

// Sizes on the ring in pixels.
const (
	margin       = 12   // around all
	largestPlace = 66.0 // radius of a place,
	mostPlace    = 78.0 // and of one with a long name
	largestName  = 52.0 // text size in places
	nameHigh     = 0.9  // the same in radii of a place
	discShare    = 0.86 // share of a place's width that a name may take
	noteGap      = 4.0  // between a place with its marks and what stands beside it
	badgeFar     = 3.0  // of a step from the rim of its place
	broadest     = 1.75 // width of the oval in its heights
	leastNear    = 12.0 // least radius of a place that has room for marks
)

// newRing lays out places as large as possible in an area, with names of a width in ems: in the
// places if these become large enough, else beside them.
func newRing(cosets [][]group.Element, widest float64, area image.Rectangle) ring {
	if r := largest(cosets, widest, area, canvas.Point{}); r.name > 0 {
		return r
	}
	return largest(cosets, widest, area, canvas.Pt(widest*canvas.LeastText/2, canvas.LeastText/2))
}

// largest lays out the largest places that fit with notes of half a size beside them.
func largest(cosets [][]group.Element, widest float64, area image.Rectangle, noteHalf canvas.Point) (best ring) {
	named := widest * canvas.LeastText / 2 / discShare
	most := largestPlace
	if named <= mostPlace {
		most = max(most, math.Ceil(named))
	}
	const step = 0.5
	for low, high := 1, int(most/step)+1; low < high; {
		middle := (low + high) / 2
		r := ring{centre: canvas.Middle(area), radius: step * float64(middle), noteHalf: noteHalf}
		if r.lay(cosets, area) {
			best, low = r, middle+1
		} else {
			high = middle
		}
	}
	if best.radius >= named {
		best.name = max(canvas.LeastText, min(largestName, nameHigh*best.radius, canvas.LeastText*best.radius/named))
	}
	if noteHalf != (canvas.Point{}) {
		best.note()
	}
	return best
}

// lay spaces the places on the largest oval in an area, and reports whether they keep apart.
func (r *ring) lay(cosets [][]group.Element, area image.Rectangle) bool {
	outside := r.radius + reachOf(r.radius)
	if r.noteHalf != (canvas.Point{}) {
		outside += noteGap
	}
	r.radii.Y = float64(area.Dy())/2 - outside - 2*r.noteHalf.Y
	r.radii.X = min(float64(area.Dx())/2-outside-2*r.noteHalf.X, broadest*r.radii.Y)
	all := slices.Concat(cosets...)
	n, gaps := len(all), len(cosets)
	if gaps == 1 {
		gaps = 0
	}
	points := r.spaced(n + gaps)
	r.places = make([]canvas.Point, n)
	slot, last := 0, points[len(points)-1]
	for _, coset := range cosets {
		for _, a := range coset {
			if at := points[slot]; n > 1 && canvas.Distance(at, last) < 2*r.radius+gapOf(r.radius) {
				return false
			}
			r.places[a], last = points[slot], points[slot]
			slot++
		}
		slot++
	}
	return true
}

// reachOf is how far two marks reach around a place of a radius, one around the other.
func reachOf(radius float64) float64 { return 2.8 * canvas.MarkStroke(radius) }

// gapOf is the least distance of two places of a radius, so that there is room for marks; dots step
// forward to be marked.
func gapOf(radius float64) float64 {
	if radius < leastNear {
		return 2 + radius/4
	}
	return max(reachOf(radius)+1, 0.6*radius)
}

// spaced returns points at equal distances on the oval, clockwise from the top.
func (r *ring) spaced(count int) []canvas.Point {
	const steps = 1440
	var way [steps + 1]float64
	at := func(i int) canvas.Point {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		return canvas.Pt(r.centre.X+r.radii.X*sin, r.centre.Y-r.radii.Y*cos)
	}
	for i := range steps {
		way[i+1] = way[i] + canvas.Distance(at(i), at(i+1))
	}
	points := make([]canvas.Point, count)
	i := 0
	for k := range points {
		for want := way[steps] * float64(k) / float64(count); way[i] < want; {
			i++
		}
		points[k] = at(i)
	}
	return points
}

// outward is the direction away from the oval at a place.
func (r *ring) outward(a group.Element) canvas.Point {
	p := r.places[a]
	return canvas.Direction(canvas.Pt(0, 0), canvas.Pt((p.X-r.centre.X)/(r.radii.X*r.radii.X), (p.Y-r.centre.Y)/(r.radii.Y*r.radii.Y)))
}

// note finds the points beside places, outside, clear of all places.
func (r *ring) note() {
	r.notes = slices.Clone(r.places)
	for a := range r.notes {
		u := r.outward(group.Element(a))
		for slices.ContainsFunc(r.places, func(q canvas.Point) bool { return r.touches(r.notes[a], q) }) {
			r.notes[a] = canvas.Pt(r.notes[a].X+u.X, r.notes[a].Y+u.Y)
		}
	}
}

// touches reports whether a note is too close to a place and its marks.
func (r *ring) touches(note, place canvas.Point) bool {
	dx, dy := max(0, math.Abs(note.X-place.X)-r.noteHalf.X), max(0, math.Abs(note.Y-place.Y)-r.noteHalf.Y)
	return canvas.Length(dx, dy) < r.radius+reachOf(r.radius)+noteGap-1
}

// overlap reports whether two boxes, given by centre and half their size, are closer than a gap.
func overlap(p, half, q, half2 canvas.Point, gap float64) bool {
	return math.Abs(p.X-q.X) < half.X+half2.X+gap && math.Abs(p.Y-q.Y) < half.Y+half2.Y+gap
}
