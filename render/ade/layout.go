package ade

import (
	"cmp"
	"math"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// plan is where the nodes of a graph lie, in units that are stretched to the room there is:
// neighbours in a row are 1 apart, and so are rows.
type plan struct {
	at []canvas.Point
	// outward is where the name of a node stands best, seen from the node; nil: below.
	outward []canvas.Point
	// all is where the names of all nodes stand, seen from these; zero: each where it has a place.
	all canvas.Point
	// loose: edges may pass over nodes, below which they lie, and all is as far apart as there is
	// room.
	loose bool
	// sure: taken wherever there is room for it, in whatever size.
	sure bool
}

// Most nodes of a path that lie in one row: at the width of a phone their numbers can be
// read. Longer ones wind.
const mostInRow = 8

// layout is all on which the plans of a graph depend.
type layout struct{ edges, family string }

// mostKept bounds the memory: the plans of a graph take at most 100 KB.
const mostKept = 64

// kept holds plans, which are read-only, for boards of all looks and puzzles. It is safe for
// concurrent use.
var kept = &canvas.Cache[layout, []plan]{Limit: mostKept}

// keptPlans are the plans of a graph, made once for as long as they are kept.
func keptPlans(g *graph.Graph) []plan {
	return kept.Get(layout{g.String(), g.Family}, func() []plan { return plans(g) })
}

// plans are the ways to lay a graph out, the best first. Whether there is room for a way shows
// when it is drawn; a graph for which there is none is listed.
func plans(g *graph.Graph) []plan {
	if path, branch, ok := branchedPath(g); ok {
		return winding(g, path, branch)
	}
	switch {
	case g.Len() > mostDrawn || len(g.Edges()) > mostEdges:
		return nil
	case len(g.Edges()) == g.Len()-1:
		list := append(spine(g), mindMaps(g)...)
		return append(ranked(g, list), list...)
	case isCycle(g):
		return []plan{ellipse(cycleOrder(g), ellipseShape)}
	default:
		round := ranked(g, nested(g))
		list := []plan{ellipse(settle(g), ellipseShape), ellipse(settle(g), 1)}
		if len(g.Edges()) <= mostSettled && (len(round) == 0 || round[0].cost(g) > fine) {
			list = append(arrange(g), list...)
		}
		return append(ranked(g, append(round, list...)), list...)
	}
}

// widePlans are those where there is more room than in a picture: for any graph that is listed.
func widePlans(g *graph.Graph) []plan {
	round := ellipse(settle(g), float64(wholeWidth)/wholeHeight)
	round.loose = true
	if len(g.Edges()) == g.Len()-1 {
		return append(ranked(g, mindMaps(g))[:1], round)
	}
	return []plan{round}
}

// Bounds of the graphs that are drawn: beyond, neither names nor edges can be told apart.
const (
	mostDrawn   = 24 // nodes, unless they form a path
	mostEdges   = 72
	mostSettled = 40 // edges of a graph whose nodes are moved about until few edges cross
)

// branchedPath finds the path of A, D and E, from V1 on, and of any graph that is a path; and
// the node beside it, which is -1 for a path alone.
func branchedPath(g *graph.Graph) (path []int, branch int, ok bool) {
	switch g.Family {
	case graph.FamilyA:
		return upTo(0, g.Len()), -1, true
	case graph.FamilyD, graph.FamilyE:
		return upTo(1, g.Len()), 0, true
	}
	if len(g.Edges()) != g.Len()-1 {
		return nil, -1, false
	}
	path = longestPath(g)
	return path, -1, len(path) == g.Len()
}

func upTo(first, end int) []int {
	var list []int
	for i := first; i < end; i++ {
		list = append(list, i)
	}
	return list
}

// winding lays a path out in rows of equal length, each beginning below the end of the one
// before, and the node beside it above its neighbour. A short path lies in one row; of the
// others, as many rows as leave most room are taken.
func winding(g *graph.Graph, path []int, branch int) []plan {
	var list []plan
	least := (len(path) + mostInRow - 1) / mostInRow
	if least == 1 && (len(path) >= leastBranched || branch < 0 && len(path) >= leastZigzag) {
		list = append(list, zigzag(g, path, branch))
	}
	for rows := least; rows <= min(least+2, len(path)); rows++ {
		at := make([]canvas.Point, g.Len())
		columns := (len(path) + rows - 1) / rows
		for i, node := range path {
			at[node] = alongRows(i, columns)
		}
		if branch >= 0 {
			above := at[g.Neighbours(branch)[0]]
			at[branch] = canvas.Pt(above.X, above.Y-1)
		}
		list = append(list, plan{at: at})
		if least == 1 {
			break
		}
	}
	return list
}

// Paths of so many nodes go up and down, which leaves room for larger ones.
const (
	leastZigzag   = 5
	leastBranched = 6   // with a node beside them
	zigzagHeight  = 0.1 // from node to node, in rows, for each node
)

// zigzag lays a path out from left to right, every second node lower, and the node beside it
// above one that is not.
func zigzag(g *graph.Graph, path []int, branch int) plan {
	p := plan{at: make([]canvas.Point, g.Len()), outward: make([]canvas.Point, g.Len()), sure: true}
	first := 0
	if branch >= 0 {
		first = slices.Index(path, g.Neighbours(branch)[0]) % 2
	}
	for i, node := range path {
		low := float64((i + first) % 2)
		p.at[node] = canvas.Pt(float64(i), zigzagHeight*float64(len(path))*low)
		p.outward[node] = canvas.Pt(0, 2*low-1)
	}
	if branch >= 0 {
		below := g.Neighbours(branch)[0]
		p.at[branch] = canvas.Pt(p.at[below].X, p.at[below].Y-1)
		p.outward[branch], p.outward[below] = canvas.Pt(1, 0), canvas.Pt(1, 0)
	}
	return p
}

// alongRows is where the i-th lies in rows that wind.
func alongRows(i, columns int) canvas.Point {
	row, column := i/columns, i%columns
	if row%2 == 1 {
		column = columns - 1 - column
	}
	return canvas.Pt(float64(column), float64(row))
}

func isCycle(g *graph.Graph) bool {
	for i := range g.Len() {
		if len(g.Neighbours(i)) != 2 {
			return false
		}
	}
	return true
}

// cycleOrder lists the nodes of a cycle as they are joined, from the first to its lesser
// neighbour.
func cycleOrder(g *graph.Graph) []int {
	order := []int{0, g.Neighbours(0)[0]}
	for len(order) < g.Len() {
		last, node := order[len(order)-2], order[len(order)-1]
		next := g.Neighbours(node)[0]
		if next == last {
			next = g.Neighbours(node)[1]
		}
		order = append(order, next)
	}
	return order
}

// Shape of the ellipse on which the nodes of a cycle lie: as wide as the room is.
const ellipseShape = 1.75

// leastRound is how long the rim of an ellipse is at least, in units: the room of so many nodes.
const leastRound = 6

// ellipse puts the nodes on an ellipse in equal steps, the first one on top, clockwise. Its
// shape is how much wider than high it is.
func ellipse(order []int, shape float64) plan {
	n := len(order)
	p := plan{at: make([]canvas.Point, n), outward: make([]canvas.Point, n)}
	const fine = 4096
	length := make([]float64, fine+1) // of the rim so far
	on := func(k int) canvas.Point {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / fine)
		return canvas.Pt(shape*sin, -cos)
	}
	for k := range fine {
		a, b := on(k), on(k+1)
		length[k+1] = length[k] + math.Hypot(a.X-b.X, a.Y-b.Y)
	}
	scale := float64(max(n, leastRound)) / length[fine]
	k := 0
	for i, node := range order {
		for length[k] < length[fine]*float64(i)/float64(n) {
			k++
		}
		at := on(k)
		p.at[node] = canvas.Pt(at.X*scale, at.Y*scale)
		p.outward[node] = outward(canvas.Pt(at.X/shape, at.Y), shape)
	}
	return p
}

// steep is how far from the middle of the unit circle the upper and the lower end of it begin.
const steep = 0.45

// outward is the way out of an ellipse from a point of the unit circle that is drawn out to it:
// at its upper and lower end straight up or down.
func outward(v canvas.Point, shape float64) canvas.Point {
	out := canvas.Pt(v.X/shape, v.Y)
	far := math.Hypot(out.X, out.Y)
	if far < 0.01 {
		return canvas.Pt(0, 1)
	}
	if math.Abs(v.Y) > steep {
		out.X, far = 0, math.Abs(v.Y)
	}
	return canvas.Pt(out.X/far, out.Y/far)
}

// sideways reports whether names stand beside the nodes at the ends.
func (p plan) sideways() bool {
	_, width, _ := fitted(p.at)
	low := slices.MinFunc(p.at, func(a, b canvas.Point) int { return cmp.Compare(a.X, b.X) }).X
	for i, out := range p.outward {
		if far := p.at[i].X - low; out.X != 0 && (far < width/10 || far > width*9/10) {
			return true
		}
	}
	return false
}

// fitted moves all into the first quadrant, and returns how wide and high they spread.
func fitted(at []canvas.Point) (moved []canvas.Point, width, height float64) {
	low, high := at[0], at[0]
	for _, v := range at {
		low = canvas.Pt(min(low.X, v.X), min(low.Y, v.Y))
		high = canvas.Pt(max(high.X, v.X), max(high.Y, v.Y))
	}
	for _, v := range at {
		moved = append(moved, canvas.Pt(v.X-low.X, v.Y-low.Y))
	}
	return moved, high.X - low.X, high.Y - low.Y
}
