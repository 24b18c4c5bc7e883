package ade

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Proportions of nodes, in radii unless said otherwise.
const (
	largestNode = 84.0 // radius in pixels
	leastNode   = 38.0 // of which the numbers can be read on a phone
	gapShare    = 0.78 // between neighbours at least,
	leastGap    = 36.0 // and in pixels
	strangerGap = 14.0 // between others
	widestStep  = 5.6  // from column to column,
	highestStep = 4.2  // and from row to row
	marginShare = 1.23 // around the nodes,
	marginMore  = 10.0 // and in pixels
	reachShare  = 1.20 // of what belongs to a node
	flowGap     = 14.0 // pixels between what flows and other words
	nameGap     = 8.0  // pixels between a node and its name,
	nameHeight  = 29.0 // which is so high,
	nameWidth   = 70.0 // and mostly not wider
	cornerWidth = 40.0 // how far a name at the corner of a node reaches beyond that
	namesGap    = 18.0 // between names
)

// placed is a graph in the picture: where its nodes lie, and their names.
type placed struct {
	edges    [][2]int
	flowing  bool             // what flows along the edges can be seen
	lines    [][]canvas.Point // edges along which nothing is seen to flow
	unjoined bool             // what joins the nodes is not drawn,
	web      bool             // or is, so densely that one cannot follow it
	room     box
	at       []canvas.Point
	radius   float64 // of nodes, and of the ends of those that are longer than high
	wide     float64 // half the width of a node
	stroke   float64 // of edges
	lane     float64 // half the breadth of an edge with what flows along it
	names    []box   // of nodes, in order; empty: none
}

// largest puts a graph into a room by that of the plans, and in that size, in which its nodes
// are largest and their names have places of their own: if there is room, beside what flows
// along the edges, or else without that.
func largest(g *graph.Graph, plans []plan, room image.Rectangle, names []float64) (*placed, bool) {
	for _, flowing := range []bool{true, false} {
		if flowing && len(g.Edges()) > mostFlows {
			continue
		}
		if best := largestOf(g, plans, room, names, flowing); best != nil {
			return best, true
		}
	}
	return nil, false
}

func largestOf(g *graph.Graph, plans []plan, room image.Rectangle, names []float64, flowing bool) (best *placed) {
	sure := false
	for _, plan := range plans {
		least := leastNode
		if best != nil {
			if sure || best.radius >= goodNode {
				break
			}
			least = best.radius*betterShare + 1
		}
		fits := func(radius float64) bool {
			for _, way := range plan.ways(g) {
				if p := way.in(g, room, radius, flowing); p.fits(g, way, names) {
					best, sure = p, way.sure
					return true
				}
			}
			return false
		}
		for radius := largestNode; radius > least-coarse; radius -= coarse {
			if !fits(max(radius, least)) {
				continue
			}
			for finer := radius + coarse - 1; finer > radius && finer <= largestNode && !fits(finer); finer-- {
				continue
			}
			break
		}
	}
	return best
}

// coarse is by how many pixels radii are tried first.
const coarse = 4.0

// A plan that is not the first is taken if that has nodes smaller than good ones, by how much
// larger its own are.
const (
	goodNode    = 44.0 // radius in pixels
	betterShare = 1.12
)

// in stretches a plan to a room with nodes of a radius.
func (p plan) in(g *graph.Graph, room image.Rectangle, radius float64, flowing bool) *placed {
	units, width, height := fitted(p.at)
	margin, below := radius*marginShare+marginMore, nameGap+nameHeight
	scale := func(room, units, margin, most float64) float64 {
		if units == 0 {
			return 0
		}
		return min(most*radius, (room-2*margin)/units)
	}
	side := margin
	if p.sideways() {
		side += nameWidth
	} else if p.all.X != 0 {
		side += cornerWidth
	}
	across, down := widestStep, highestStep
	if p.loose {
		across, down = math.Inf(1), math.Inf(1)
	}
	sx := scale(float64(room.Dx()), width, side, across)
	sy := scale(float64(room.Dy()), height, margin+below, down)
	middle := canvas.Middle(room)
	b := &placed{
		edges: g.Edges(), flowing: flowing, radius: radius, wide: radius, stroke: max(4, radius*edgeStroke), at: make([]canvas.Point, len(units)),
		room: box{canvas.At(room.Min), canvas.At(room.Max)}.wider(-8),
	}
	if b.lane = radius * laneShare; !flowing {
		b.lane = b.stroke/2 + 6
	}
	for i, v := range units {
		b.at[i] = canvas.At(canvas.Pt(middle.X+(v.X-width/2)*sx, middle.Y+(v.Y-height/2)*sy).Round())
	}
	return b
}

// fits reports whether nodes and names of some widths have room, and moves all into the middle
// from top to bottom.
func (b *placed) fits(g *graph.Graph, p plan, names []float64) bool {
	if !b.apart(g, p.loose) || !b.named(p, names) {
		return false
	}
	b.centre()
	return true
}

// apart reports whether nodes have room between each other and, unless that is too much to ask,
// beside edges.
func (b *placed) apart(g *graph.Graph, loose bool) bool {
	for i, at := range b.at {
		for j := range i {
			gap := strangerGap
			if !loose && g.Adjacent(i, j) {
				gap = max(leastGap, gapShare*b.radius)
			}
			if math.Hypot(at.X-b.at[j].X, at.Y-b.at[j].Y) < 2*b.radius+gap {
				return false
			}
		}
		for _, e := range b.edges {
			if !loose && e[0] != i && e[1] != i && apart(at, b.at[e[0]], b.at[e[1]]) < reachShare*b.radius+b.lane {
				return false
			}
		}
	}
	return true
}

// centre moves all so that nodes and names lie in the middle from top to bottom.
func (b *placed) centre() {
	top, bottom := math.Inf(1), math.Inf(-1)
	for i, at := range b.at {
		top, bottom = min(top, at.Y-b.radius*reachShare, b.names[i].low.Y), max(bottom, at.Y+b.radius*reachShare, b.names[i].high.Y)
	}
	by := math.Round((b.room.low.Y + b.room.high.Y - top - bottom) / 2)
	for i := range b.at {
		b.at[i].Y += by
		b.names[i].low.Y += by
		b.names[i].high.Y += by
	}
}

// ways are those from a node to its name, the best first.
var ways = func() []canvas.Point {
	list := []canvas.Point{{X: 0, Y: 1}, {X: 0, Y: -1}, {X: 1, Y: 0}, {X: -1, Y: 0}}
	for _, turn := range []float64{45, 135, -45, -135, 22.5, 67.5, 112.5, 157.5, -22.5, -67.5, -112.5, -157.5} {
		sin, cos := math.Sincos(turn * math.Pi / 180)
		list = append(list, canvas.Pt(cos, sin))
	}
	return list
}()

// ways are a plan with all names at the lower right of their nodes, if there are cycles, below
// whose nodes there mostly is an edge; and with each name where it has a place.
func (p plan) ways(g *graph.Graph) []plan {
	if p.outward != nil || p.loose || len(g.Edges()) < g.Len() {
		return []plan{p}
	}
	corner := p
	corner.all = canvas.Pt(math.Sqrt2/2, math.Sqrt2/2)
	return []plan{corner, p}
}

// named finds a place for each name; false where one has none.
func (b *placed) named(p plan, widths []float64) bool {
	b.names = make([]box, len(b.at))
	for i := range b.at {
		list := ways
		if p.all != (canvas.Point{}) {
			list = []canvas.Point{p.all}
		} else if p.outward != nil {
			list = append([]canvas.Point{p.outward[i]}, ways...)
		}
		found := p.loose
		for _, way := range list {
			if b.names[i] = b.beside(i, way, widths[i], nameHeight); p.loose || b.free(b.names[i], i) {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// beside is the box of words beside a node, the nearest that does not touch it.
func (b *placed) beside(i int, way canvas.Point, width, height float64) box {
	reach := b.radius*reachShare + nameGap
	for far := reach; ; far += 2 {
		if at := boxAround(canvas.Pt(b.at[i].X+way.X*far, b.at[i].Y+way.Y*far), width, height); at.from(b.at[i]) >= reach {
			return at
		}
	}
}

// free reports whether a name touches no node, no edge and none of the names before.
func (b *placed) free(at box, before int) bool {
	if !at.in(b.room) || !b.clear(at, -1) {
		return false
	}
	for _, other := range b.names[:before] {
		if at.wider(namesGap).overlaps(other) {
			return false
		}
	}
	return true
}

// clear reports whether a box touches no node and no edge but one.
func (b *placed) clear(at box, but int) bool {
	for _, node := range b.at {
		if at.from(node) < b.radius*reachShare+4 {
			return false
		}
	}
	for k, e := range b.edges {
		if k != but && at.wider(b.lane).overlaps(boxOf(b.at[e[0]], b.at[e[1]])) && at.fromLine(b.at[e[0]], b.at[e[1]]) < b.lane {
			return false
		}
	}
	return true
}
