package ade

import (
	"image"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// slot is the place of a number at an edge.
type slot struct {
	at    canvas.Point
	width float64 // maximum width of the text; 0 means no room
	back  float64 // share of the free width by which shorter text moves right, towards the edge
}

// words returns the centre of text of a width within the slot, next to the edge.
func (s slot) words(width float64) canvas.Point {
	return canvas.Pt(s.at.X+s.back*(s.width-width)/2, s.at.Y)
}

// Candidate positions of a number along an edge, from its source, and widths in digits.
var (
	slotPlaces = []float64{0.4, 0.5, 0.34, 0.58, 0.28, 0.66, 0.72}
	slotDigits = []float64{6, 4, 3, 2, 1}
)

const (
	flowPatch     = 5.0  // margin around a number, in pixels
	shortArrow    = 3.1  // least distance of nodes, in radii, for a number between them
	leastShaft    = 20.0 // least visible length of an arrow before and after its number, in pixels
	mostClearance = 0.2  // maximum of clearance, as a share of the edge
)

// slots finds places for the numbers of both directions of all edges, with two digits each or else
// one. It returns nil if an edge has no room.
func (b *placed) slots(face *canvas.Typeface) [][2]slot {
	for _, digits := range []float64{2, 1} {
		if list, ok := b.slotsOf(face, digits); ok {
			return list
		}
	}
	return nil
}

// slotsOf finds places as wide as possible, with at least so many digits, each to the left of its
// direction.
func (b *placed) slotsOf(face *canvas.Typeface, least float64) ([][2]slot, bool) {
	list := make([][2]slot, len(b.edges))
	var taken []box
	digit, height := face.Measure("0"), face.CapHeight()
	for k, e := range b.edges {
		for way, ends := range [2][2]int{e, {e[1], e[0]}} {
			for _, digits := range slotDigits {
				if digits < least {
					return nil, false
				}
				place, back, ok := b.slot(k, ends, taken, digits*digit+2, height)
				if ok {
					taken = append(taken, place)
					list[k][way] = slot{canvas.Between(place.low, place.high, 0.5), digits*digit + 2, back}
					break
				}
			}
		}
	}
	return list, true
}

// slot returns the first free place of a size along an edge: beside the arrow, or else on it if the
// arrow stays visible before and after the number.
func (b *placed) slot(edge int, ends [2]int, taken []box, width, height float64) (at box, back float64, ok bool) {
	from, to := b.at[ends[0]], b.at[ends[1]]
	along := canvas.Direction(from, to)
	left := canvas.Pt(along.Y, -along.X)
	half := math.Abs(left.X)*width/2 + math.Abs(left.Y)*height/2
	length := canvas.Distance(to, from)
	long := math.Abs(along.X)*width + math.Abs(along.Y)*height + 2*flowPatch
	if length < shortArrow*b.radius {
		return box{}, 0, false
	}
	for _, on := range []bool{false, true} {
		out := b.lane*0.92 + 5 + half
		if on {
			out = max(b.radius*flowAside, b.stroke/2+flowPatch+half)
		}
		for _, share := range slotPlaces {
			before := length*share - b.radius*flowAway - long/2
			behind := length*(1-share) - b.radius*(flowAway+flowHead) - long/2
			if on && min(before, behind) < leastShaft {
				continue
			}
			point := canvas.Between(from, to, share)
			at := boxAround(canvas.Pt(point.X+left.X*out, point.Y+left.Y*out), width, height)
			if b.vacant(at, edge, taken) {
				return at, -left.X, true
			}
		}
	}
	return box{}, 0, false
}

// vacant reports whether a box overlaps nothing but its own edge.
func (b *placed) vacant(at box, edge int, taken []box) bool {
	near := at.wider(flowGap)
	return at.in(b.room) && b.clear(at, edge) && !slices.ContainsFunc(b.names, near.overlaps) && !slices.ContainsFunc(taken, near.overlaps)
}

// numbered reports whether the amount of each flow has room at its arrow. Else none is written:
// arrows give the number of their node.
func (d *drawing) numbered(v graph.Values, lit graph.Set) bool {
	for k, e := range d.edges {
		for way, from := range e {
			if lit.Has(from) && (d.slotted == nil || d.name.Measure(graph.Short(v[from], longestFlow)) > d.slotted[k][way].width) {
				return false
			}
		}
	}
	return true
}

// flow draws an arrow from each positive node to its neighbours, with the amount if all have room.
// The two directions of an edge lie on different sides.
func (d *drawing) flow(v graph.Values, lit graph.Set) {
	if !d.flowing {
		return
	}
	for _, e := range d.edges {
		for way, from := range e {
			if lit.Has(from) {
				d.arrow(from, e[1-way], lit)
			}
		}
	}
	if !d.numbered(v, lit) {
		return
	}
	for k, e := range d.edges {
		for way, from := range e {
			if !lit.Has(from) {
				continue
			}
			amount := graph.Short(v[from], longestFlow)
			width := d.name.Measure(amount)
			at := d.slotted[k][way].words(width)
			paper := boxAround(at, width, d.name.CapHeight()).wider(flowPatch)
			d.on.Bar(image.Rectangle{paper.low.Round(), paper.high.Round()}, canvas.InkGround)
			canvas.Centred(d.on, d.name, at, amount, canvas.InkLabel)
		}
	}
}

func (d *drawing) arrow(i, j int, lit graph.Set) {
	from, to := d.at[i], d.at[j]
	along := canvas.Direction(from, to)
	length := canvas.Distance(to, from)
	aside := d.aside(lit.Has(j))
	// To the left of the direction.
	at := func(r float64) canvas.Point {
		return canvas.Pt(from.X+along.X*r+along.Y*aside, from.Y+along.Y*r-along.X*aside)
	}
	away := d.radius * flowAway
	size := min(d.radius*flowHead, (length-2*away)*0.7)
	tip, with := at(length-max(away, d.clearance(j, i, size, lit))), flowInk(d.Look)
	d.on.Line(at(max(away, d.clearance(i, j, size, lit))), canvas.Pt(tip.X-along.X*size*0.8, tip.Y-along.Y*size*0.8), d.stroke, with)
	d.on.Paint(canvas.Around(tip, size*1.3), canvas.Head(tip, along.X, along.Y, size), with)
}

// aside is the distance of an arrow from its edge, if the other direction flows back.
func (d *drawing) aside(back bool) float64 {
	if back {
		return d.radius * flowAside
	}
	return 0
}

// clearance is how far an arrow stays away from a node, to keep clear of the arrow along a shorter
// edge in nearly the same direction.
func (d *drawing) clearance(node, other int, head float64, lit graph.Set) (away float64) {
	v := canvas.Pt(d.at[other].X-d.at[node].X, d.at[other].Y-d.at[node].Y)
	length := canvas.Length(v.X, v.Y)
	for _, e := range d.edges {
		next := e[0] + e[1] - node
		if e[0] != node && e[1] != node || next == other || !lit.Has(node) && !lit.Has(next) {
			continue
		}
		w := canvas.Pt(d.at[next].X-d.at[node].X, d.at[next].Y-d.at[node].Y)
		far := canvas.Length(w.X, w.Y)
		if far >= length {
			continue
		}
		sin := math.Sqrt(max(0, 1-(v.X*w.X+v.Y*w.Y)/(length*far)) / 2) // of half the angle
		lanes := (d.aside(lit.Has(node) && lit.Has(other)) + d.aside(lit.Has(node) && lit.Has(next))) / 2
		away = max(away, min((head/3+lanes)/max(sin, 0.01), length*mostClearance))
	}
	return away
}
