package ade

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// plan is a layout of the nodes of a graph, in units that are stretched to the available space:
// rows, and adjacent nodes of a row, are 1 apart.
type plan struct {
	at []canvas.Point
	// outward is the preferred direction of each node's name; nil means below.
	outward []canvas.Point
	// all is the common direction of all names; zero means that each is placed separately.
	all canvas.Point
	// loose lets edges pass below nodes, and spreads the nodes as far as possible.
	loose bool
	// preferred takes the plan at any size that fits.
	preferred bool
}

// Limits and proportions of plans. Of what is larger, names and edges could not be told apart.
const (
	mostInRow     = 8    // nodes of a path, for numbers readable on a phone; longer paths wind
	leastZigzag   = 5    // nodes of a path that zigzags, which leaves room for larger nodes,
	leastBranched = 6    // and of one with a branch node
	zigzagHeight  = 0.1  // per node, in rows
	mostDrawn     = 24   // nodes, except of a path
	mostEdges     = 72   // of any graph,
	mostArranged  = 40   // and of one that arrange handles
	ellipseShape  = 1.75 // ratio of width to height of a cycle
	leastRound    = 6    // circumference of an ellipse, in units
	steep         = 0.45 // from the centre of the unit circle to where its upper and its lower end begin
)

// layout is everything that the plans of a graph depend on.
type layout struct{ edges, family string }

// mostKept bounds the memory: the plans of a graph take at most 100 KB.
const mostKept = 64

// kept caches plans, which are immutable, for boards of all looks and puzzles. It is safe for
// concurrent use.
var kept = &canvas.Cache[layout, []plan]{Limit: mostKept}

// keptPlans returns the plans of a graph from the cache.
func keptPlans(g *graph.Graph) []plan {
	return kept.Get(layout{g.String(), g.Family}, func() []plan { return plans(g) })
}

// plans returns the layouts of a graph, the best first. Whether one fits only shows when it is
// drawn; a graph without a fitting one is listed.
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
		list := []plan{ellipse(ellipseOrder(g), ellipseShape), ellipse(ellipseOrder(g), 1)}
		if len(g.Edges()) <= mostArranged && (len(round) == 0 || round[0].cost(g) > goodCost) {
			list = append(arrange(g), list...)
		}
		return append(ranked(g, append(round, list...)), list...)
	}
}

// widePlans returns layouts for the larger space of a file, for any graph that pictures list.
func widePlans(g *graph.Graph) []plan {
	round := ellipse(ellipseOrder(g), float64(wholeWidth)/wholeHeight)
	round.loose = true
	if len(g.Edges()) == g.Len()-1 {
		return append(ranked(g, mindMaps(g))[:1], round)
	}
	return []plan{round}
}

// branchedPath returns the path of the families A, D and E, from V1 on, or of any graph that is a
// path, and the node beside it, or -1 if there is none.
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

// winding lays out a path in rows of equal length, each beginning below the end of the one before,
// with the branch node above its neighbour. A short path takes one row, a longer one the number of
// rows that leaves most space.
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

// zigzag lays out a path from left to right with every second node lower, and the branch node above
// a higher one.
func zigzag(g *graph.Graph, path []int, branch int) plan {
	p := plan{at: make([]canvas.Point, g.Len()), outward: make([]canvas.Point, g.Len()), preferred: true}
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

// alongRows returns the position of node i in winding rows.
func alongRows(i, columns int) canvas.Point {
	row, column := i/columns, i%columns
	if row%2 == 1 {
		column = columns - 1 - column
	}
	return canvas.Pt(float64(column), float64(row))
}

// isCycle reports whether a graph is a cycle, which is an affine A.
func isCycle(g *graph.Graph) bool { return strings.HasPrefix(g.Type().ID(), "~A") }

// cycleOrder lists the nodes of a cycle in order, from the first one towards its lower neighbour.
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

// ellipse places the nodes on an ellipse in equal steps, the first one on top, clockwise. shape is
// the ratio of width to height.
func ellipse(order []int, shape float64) plan {
	n := len(order)
	p := plan{at: make([]canvas.Point, n), outward: make([]canvas.Point, n)}
	const fine = 4096
	length := make([]float64, fine+1) // of the circumference so far
	on := func(k int) canvas.Point {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / fine)
		return canvas.Pt(shape*sin, -cos)
	}
	for k := range fine {
		a, b := on(k), on(k+1)
		length[k+1] = length[k] + canvas.Distance(a, b)
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

// outward is the outward direction of an ellipse at the image of a point of the unit circle:
// vertical at the upper and the lower end.
func outward(v canvas.Point, shape float64) canvas.Point {
	out := canvas.Pt(v.X/shape, v.Y)
	far := canvas.Length(out.X, out.Y)
	if far < 0.01 {
		return canvas.Pt(0, 1)
	}
	if math.Abs(v.Y) > steep {
		out.X, far = 0, math.Abs(v.Y)
	}
	return canvas.Pt(out.X/far, out.Y/far)
}

// sideways reports whether the nodes at the ends have their names beside them.
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

// fitted moves all points into the first quadrant and returns their extent.
func fitted(at []canvas.Point) (moved []canvas.Point, width, height float64) {
	low, high := at[0], at[0]
	for _, v := range at {
		low = canvas.Pt(min(low.X, v.X), min(low.Y, v.Y))
		high = canvas.Pt(max(high.X, v.X), max(high.Y, v.Y))
	}
	moved = engine.Map(at, func(v canvas.Point) canvas.Point { return canvas.Pt(v.X-low.X, v.Y-low.Y) })
	return moved, high.X - low.X, high.Y - low.Y
}
