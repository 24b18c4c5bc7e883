package ade

import (
	"cmp"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Penalties of a plan, in pixels of the radius of a node.
const (
	penaltyCrossing   = 24.0
	penaltyCrossed    = 20.0 // for any crossing at all
	penaltyAsymmetric = 60.0 // for no symmetry
	penaltyOneAxis    = 5.0  // for a single symmetry
	penaltyNarrow     = 14.0 // two edges of a node with a small angle,
	narrow            = 20.0 // in degrees
	penaltySlanted    = 5.0  // for no horizontal or vertical edge
	penaltySmall      = 1.0  // per pixel that nodes are smaller than the largest,
	penaltySmaller    = 4.0  // and than good ones
	penaltyLong       = 3.0  // per doubling of length, from the shortest to the longest edge
	penaltyLopsided   = 40.0 // of a tree, times its lopsidedness
	goodCost          = 16.0 // needs no improvement
	mostRanked        = 12   // plans returned
)

// ranked sorts plans by appearance, the best first.
func ranked(g *graph.Graph, plans []plan) []plan {
	type rank struct {
		plan
		cost float64
	}
	list := engine.Map(plans, func(p plan) rank { return rank{p, p.cost(g)} })
	slices.SortStableFunc(list, func(a, b rank) int { return cmp.Compare(a.cost, b.cost) })
	list = slices.CompactFunc(list, func(a, b rank) bool { return sameCost(a.cost, b.cost) })
	return engine.Map(list[:min(len(list), mostRanked)], func(r rank) plan {
		r.preferred = true
		return r.plan
	})
}

// sameCost reports whether two costs probably belong to the same plan up to the names of nodes.
func sameCost(a, b float64) bool { return a == b || math.Abs(a-b) < 1e-3 }

// cost scores a plan; lower is better.
func (p plan) cost(g *graph.Graph) float64 {
	b := p.in(g, canvas.Field, goodNode, true)
	radius := min(largestNode, b.maxRadius(g))
	if radius > goodNode { // then nodes can be further apart
		b = p.in(g, canvas.Field, radius, true)
		radius = min(largestNode, b.maxRadius(g))
	}
	if radius <= 0 {
		return math.Inf(1)
	}
	sum := 0.0
	if n := crossings(g, b.at); n > 0 { // grows less than linearly, since one more crossing is hardly seen among many
		sum = penaltyCrossed + penaltyCrossing*math.Pow(float64(n), 0.9)
	}
	sum += penaltySmall*(largestNode-radius) + penaltySmaller*max(0, goodNode-radius)
	shortest, longest, straight := math.Inf(1), 0.0, 0
	for _, e := range b.edges {
		from, to := b.at[e[0]], b.at[e[1]]
		length := canvas.Distance(from, to)
		shortest, longest = min(shortest, length), max(longest, length)
		straight += btoi(math.Abs(from.X-to.X) < 3 || math.Abs(from.Y-to.Y) < 3)
	}
	sum += penaltyLong * math.Log2(longest/max(1, shortest))
	sum += penaltySlanted * (1 - float64(straight)/float64(max(1, len(b.edges))))
	for i := range b.at {
		sum += penaltyNarrow * max(0, 1-b.narrowest(g, i)/narrow)
	}
	if len(g.Edges()) < g.Len() {
		sum += penaltyLopsided * b.lopsided()
	}
	switch axes := btoi(b.mirrored(g, -1, 1)) + btoi(b.mirrored(g, 1, -1)) + btoi(b.mirrored(g, -1, -1)); axes {
	case 0:
		sum += penaltyAsymmetric
	case 1:
		sum += penaltyOneAxis
	}
	return sum
}

// lopsided is the mean offset of the nodes from the centre, as a share of their extent.
func (b *placed) lopsided() float64 {
	units, width, height := fitted(b.at)
	x, y := 0.0, 0.0
	for _, v := range units {
		x += v.X - width/2
		y += v.Y - height/2
	}
	n := float64(len(units))
	return math.Abs(x)/(n*max(1, width)) + math.Abs(y)/(n*max(1, height))
}

// maxRadius is the approximate maximum radius of nodes.
func (b *placed) maxRadius(g *graph.Graph) float64 {
	radius := math.Inf(1)
	for i, at := range b.at {
		for j := range i {
			far := canvas.Distance(at, b.at[j])
			if radius = min(radius, (far-strangerGap)/2); g.Adjacent(i, j) {
				radius = min(radius, far/(2+gapShare))
			}
		}
		for _, e := range b.edges {
			if e[0] != i && e[1] != i {
				radius = min(radius, apart(at, b.at[e[0]], b.at[e[1]])/(reachShare+laneShare))
			}
		}
	}
	return radius
}

// narrowest is the smallest angle between two edges of a node, in degrees.
func (b *placed) narrowest(g *graph.Graph, i int) float64 {
	least := 180.0
	for _, j := range g.Neighbours(i) {
		for _, k := range g.Neighbours(i) {
			if j < k {
				v, w := canvas.Direction(b.at[i], b.at[j]), canvas.Direction(b.at[i], b.at[k])
				least = min(least, math.Acos(max(-1, min(1, v.X*w.X+v.Y*w.Y)))*180/math.Pi)
			}
		}
	}
	return least
}

// mirrored reports whether the layout is symmetric horizontally, vertically, or under both
// reflections.
func (b *placed) mirrored(g *graph.Graph, across, down float64) bool {
	const nearby = 3.0
	units, width, height := fitted(b.at)
	image := make([]int, len(units))
	for i, v := range units {
		to := canvas.Pt(width/2+across*(v.X-width/2), height/2+down*(v.Y-height/2))
		image[i] = slices.IndexFunc(units, func(w canvas.Point) bool { return canvas.Distance(w, to) < nearby })
		if image[i] < 0 {
			return false
		}
	}
	return !slices.ContainsFunc(b.edges, func(e [2]int) bool { return !g.Adjacent(image[e[0]], image[e[1]]) })
}
