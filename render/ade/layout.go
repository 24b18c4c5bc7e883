package ade

import (
	"math"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// layout is where the nodes of a graph lie, in units of the distance between
// neighbours on a path; the upper left corner of all is (0, 0).
type layout struct {
	at            []canvas.Point
	width, height float64
}

// Most nodes of a path in a row: at the width of a phone their numbers can be read.
const mostInRow = 7

// layOut puts A, D and E on rows that wind, V0 above its neighbour; cycles on a circle;
// and others so that distances in the picture are like those in the graph.
func layOut(g *graph.Graph) layout {
	var at []canvas.Point
	switch {
	case g.Family != "":
		at = windingRows(g)
	case isCycle(g):
		at = circle(g.Len(), 0.5/math.Sin(math.Pi/float64(g.Len())))
		at = alongCycle(g, at)
	default:
		at = spread(g)
	}
	return fitted(at)
}

// fitted moves all into the first quadrant.
func fitted(at []canvas.Point) layout {
	low, high := at[0], at[0]
	for _, v := range at {
		low = canvas.Pt(min(low.X, v.X), min(low.Y, v.Y))
		high = canvas.Pt(max(high.X, v.X), max(high.Y, v.Y))
	}
	for i := range at {
		at[i] = canvas.Pt(at[i].X-low.X, at[i].Y-low.Y)
	}
	return layout{at, high.X - low.X, high.Y - low.Y}
}

// windingRows lays the path out in rows of equal length, each beginning below the end of
// the one before.
func windingRows(g *graph.Graph) []canvas.Point {
	at := make([]canvas.Point, g.Len())
	path := at
	if g.Family != "A" {
		path = at[1:]
	}
	rows := (len(path) + mostInRow - 1) / mostInRow
	perRow := (len(path) + rows - 1) / rows
	for i := range path {
		row, col := i/perRow, i%perRow
		if row%2 == 1 {
			col = perRow - 1 - col
		}
		path[i] = canvas.Pt(float64(col), float64(row))
	}
	if g.Family != "A" {
		above := at[g.Neighbours(0)[0]]
		at[0] = canvas.Pt(above.X, above.Y-1)
	}
	return at
}

func isCycle(g *graph.Graph) bool {
	for i := range g.Len() {
		if len(g.Neighbours(i)) != 2 {
			return false
		}
	}
	return true
}

// circle puts so many points on a circle, the first one on top.
func circle(n int, radius float64) []canvas.Point {
	at := make([]canvas.Point, n)
	for i := range at {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		at[i] = canvas.Pt(radius*sin, -radius*cos)
	}
	return at
}

// alongCycle gives the points to the nodes of a cycle in the order in which they are
// joined.
func alongCycle(g *graph.Graph, points []canvas.Point) []canvas.Point {
	at := make([]canvas.Point, g.Len())
	last, node := -1, 0
	for i := range points {
		at[node] = points[i]
		next := g.Neighbours(node)[0]
		if i > 0 && next == last || i == 0 && g.Len() < 3 {
			next = g.Neighbours(node)[1]
		}
		last, node = node, next
	}
	return at
}

// majorizations are enough for pictures to settle.
const majorizations = 300

// spread makes distances like the numbers of edges between nodes, by stress majorization
// (E. Gansner, Y. Koren and S. North, 2004) from points on a circle.
func spread(g *graph.Graph) []canvas.Point {
	n := g.Len()
	if n == 1 {
		return []canvas.Point{{}}
	}
	want := make([][]float64, n)
	for i := range want {
		want[i] = make([]float64, n)
		for j, d := range g.Distances(i) {
			want[i][j] = float64(d)
		}
	}
	at := circle(n, float64(n)/math.Pi/2)
	for range majorizations {
		next := make([]canvas.Point, n)
		for i := range at {
			var sum canvas.Point
			total := 0.0
			for j := range at {
				if i == j {
					continue
				}
				weight := 1 / (want[i][j] * want[i][j])
				dx, dy := at[i].X-at[j].X, at[i].Y-at[j].Y
				scale := want[i][j] / max(1e-6, math.Hypot(dx, dy))
				sum.X += weight * (at[j].X + dx*scale)
				sum.Y += weight * (at[j].Y + dy*scale)
				total += weight
			}
			next[i] = canvas.Pt(sum.X/total, sum.Y/total)
		}
		at = next
	}
	return level(at)
}

// level turns points so that they spread most from left to right.
func level(at []canvas.Point) []canvas.Point {
	var mean canvas.Point
	for _, v := range at {
		mean.X += v.X / float64(len(at))
		mean.Y += v.Y / float64(len(at))
	}
	var xx, xy, yy float64
	for _, v := range at {
		dx, dy := v.X-mean.X, v.Y-mean.Y
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	sin, cos := math.Sincos(-math.Atan2(2*xy, xx-yy) / 2)
	turned := make([]canvas.Point, len(at))
	for i, v := range at {
		dx, dy := v.X-mean.X, v.Y-mean.Y
		turned[i] = canvas.Pt(dx*cos-dy*sin, dx*sin+dy*cos)
	}
	return turned
}
