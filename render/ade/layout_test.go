package ade

import (
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// layouts are graphs of all kinds that are laid out in ways of their own.
var layouts = []string{
	"A1", "A2", "A7", "A8", "A30", "A64", "D4", "D12", "D64", "E6", "E8", "E20", "E64",
	"1-2 2-3 3-1", "1-2 2-3 3-4 4-5 5-6 6-1", ring(11), ring(30), ring(64),
	"0-1 0-2 0-3 1-4 1-5 2-6 3-7 7-8", "0-1 0-2 0-3 0-4", "1-2 1-3 2-4 2-5 3-6 3-7 4-8 4-9 5-10 5-11",
	"1-2 2-3 3-4 4-1 1-3", "1-2 2-3 3-4 4-5 5-6 6-1 1-4", everyTwo(4), everyTwo(6), everyTwo(12), everyTwo(64),
	prism, wheel, cube, petersen,
}

// ring is a cycle, and everyTwo a graph in which each two nodes are neighbours.
func ring(n int) string {
	var edges []string
	for i := range n {
		edges = append(edges, fmt.Sprintf("%d-%d", i, (i+1)%n))
	}
	return strings.Join(edges, " ")
}

func everyTwo(n int) string {
	var edges []string
	for i := range n {
		for j := range i {
			edges = append(edges, fmt.Sprintf("%d-%d", j, i))
		}
	}
	return strings.Join(edges, " ")
}

// bipartite is a graph in which each of n nodes is a neighbour of each of n others.
func bipartite(n int) string {
	var edges []string
	for i := range n {
		for j := range n {
			edges = append(edges, fmt.Sprintf("%d-%d", 2*i+1, 2*j+2))
		}
	}
	return strings.Join(edges, " ")
}

// TestNodesAreApart: nodes lie in the picture, above the words, and do not touch each other,
// with or without a goal above.
func TestNodesAreApart(t *testing.T) {
	for _, name := range layouts {
		g := table(t, name, "all 0", "").Graph()
		for _, goal := range []bool{false, true} {
			b := layOutBoard(key{look: render.Themes[0].Look(), graph: g.String(), family: g.Family, goal: goal}, g)
			if b.bounds != image.Rect(0, 0, canvas.Width, canvas.Height) {
				t.Errorf("%s: bounds %v", name, b.bounds)
			}
			free := box{high: canvas.Pt(canvas.Width, float64(b.band.Min.Y))}
			if goal {
				free.low.Y = goalHeight
			}
			nodes := make([]box, len(b.at))
			for i, at := range b.at {
				nodes[i] = boxAround(at, 2*b.wide, 2*b.radius)
				if !nodes[i].in(free) || b.names[i] != (box{}) && !b.names[i].in(free) {
					t.Errorf("%s: node %d lies at %v, outside %v", name, i, at, free)
				}
				for j := range i {
					if far := math.Hypot(at.X-b.at[j].X, at.Y-b.at[j].Y); nodes[i].overlaps(nodes[j]) && (far < 2*b.radius || b.wide > b.radius) {
						t.Errorf("%s: nodes %d and %d touch", name, i, j)
					}
				}
			}
		}
	}
}

// TestNeighboursAreJoined by lines: half-way to a neighbour lies the edge, and where no edge
// passes lies the ground.
func TestNeighboursAreJoined(t *testing.T) {
	for _, name := range []string{"A4", "A7", "D6", "E8", "A64", "1-2 2-3 3-4 4-5 5-1", "1-2 2-3 3-4 4-1 1-3"} {
		b := paintedBoardOf(table(t, name, "all 0", ""), render.Themes[0])
		for _, e := range table(t, name, "all 0", "").Graph().Edges() {
			middle := canvas.Between(b.at[e[0]], b.at[e[1]], 0.5).Round()
			if got := rendertest.RGBAAt(b.Base, middle); got != b.Look.Line {
				t.Errorf("%s: half-way along %v it is %v", name, e, got)
			}
		}
	}
	b := paintedBoardOf(table(t, "A4", "all 0", ""), render.Themes[0])
	above := canvas.Between(b.at[0], b.at[1], 0.5).Round().Sub(image.Pt(0, int(b.stroke)+2))
	if got := rendertest.RGBAAt(b.Base, above); got != b.Look.Background {
		t.Errorf("beside an edge it is %v", got)
	}
}

// TestPathsGoUpAndDown: paths of five to eight nodes go to the right, every second node lower,
// and have large nodes; of those with a node beside them, its neighbour is not lower.
func TestPathsGoUpAndDown(t *testing.T) {
	for name, down := range map[string]int{"A5": 0, "A6": 0, "A7": 0, "A8": 0, "1-9 9-2 2-7 7-8": 0, "D7": 1, "D9": 1, "E7": 0, "E9": 0} {
		p := table(t, name, "all 0", "")
		b := boardOf(p, render.Themes[0])
		path, _, _ := branchedPath(p.Graph())
		for i, node := range path[1:] {
			if from, to := b.at[path[i]], b.at[node]; from.X >= to.X || from.Y < to.Y != (i%2 == down) {
				t.Errorf("%s: from %v the path leads to %v", name, from, to)
			}
		}
		if b.radius < 1.1*goodNode {
			t.Errorf("%s: nodes have a radius of %g", name, b.radius)
		}
	}
}

// TestPathsWind: a shorter path lies in a row, so does one of at most five from V1 on beside V0, and the rows of a longer one
// follow upon each other.
func TestPathsWind(t *testing.T) {
	for name, row := range map[string]bool{"A3": true, "A4": true, "A9": false, "A15": false, "D6": true, "D10": false, "E6": true, "A64": false, "9-2 2-7 7-8": true} {
		p := table(t, name, "all 0", "")
		b := boardOf(p, render.Themes[0])
		path, branch, ok := branchedPath(p.Graph())
		if !ok {
			t.Fatalf("%s is no path", name)
		}
		flat := true
		for i, node := range path[1:] {
			from, to := b.at[path[i]], b.at[node]
			flat = flat && from.Y == to.Y
			if from.X != to.X && from.Y != to.Y {
				t.Errorf("%s: from %v the path leads to %v", name, from, to)
			}
			if i > 0 && b.at[path[i-1]] == to {
				t.Errorf("%s: nodes %d and %d are at %v", name, i-1, i+1, to)
			}
		}
		if flat != row {
			t.Errorf("%s lies in one row: %t", name, flat)
		}
		if branch >= 0 {
			if next := b.at[p.Graph().Neighbours(branch)[0]]; b.at[branch].X != next.X || b.at[branch].Y >= next.Y {
				t.Errorf("%s: V0 lies at %v, its neighbour at %v", name, b.at[branch], next)
			}
		}
	}
}

// TestCyclesGoRound: the nodes of a cycle follow each other round its middle, each its own way
// on, and it is wider than high.
func TestCyclesGoRound(t *testing.T) {
	g := table(t, "1-2 2-6 6-4 4-5 5-3 3-7 7-1", "all 0", "").Graph()
	order := cycleOrder(g)
	p := ellipse(order, ellipseShape)
	turned := 0.0
	for i, node := range order {
		next := order[(i+1)%len(order)]
		if !g.Adjacent(node, next) {
			t.Errorf("%v: nodes %d and %d are no neighbours", order, node, next)
		}
		a, b := p.at[node], p.at[next]
		turn := math.Atan2(b.Y, b.X) - math.Atan2(a.Y, a.X)
		turned += math.Remainder(turn, 2*math.Pi)
	}
	if math.Abs(turned-2*math.Pi) > 1e-9 {
		t.Errorf("the cycle turns by %g", turned)
	}
	if _, width, height := fitted(p.at); width < 1.5*height {
		t.Errorf("it is %g wide and %g high", width, height)
	}
}

// TestTreesAreBalanced: like branches of a tree lie opposite each other.
func TestTreesAreBalanced(t *testing.T) {
	for _, name := range []string{"1-2 1-3 2-4 2-5 3-6 3-7 4-8 4-9 5-10 5-11", "1-2 1-3 2-4 2-5 3-6 3-7", "0-1 0-2 0-3 0-4"} {
		g := table(t, name, "all 0", "").Graph()
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		if !b.mirrored(g, -1, 1) && !b.mirrored(g, 1, -1) {
			t.Errorf("%s: the nodes lie at %v", name, b.at)
		}
	}
}

// TestTreesDoNotCross: no edges of a tree cross, nor do those of small planar graphs.
func TestTreesDoNotCross(t *testing.T) {
	for _, name := range layouts {
		g := table(t, name, "all 0", "").Graph()
		if n := len(g.Edges()); n > g.Len()+1 && name != everyTwo(4) {
			continue
		}
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		for i, e := range b.edges {
			for _, f := range b.edges[:i] {
				if e[0] != f[0] && e[0] != f[1] && e[1] != f[0] && e[1] != f[1] && cross(b.at[e[0]], b.at[e[1]], b.at[f[0]], b.at[f[1]]) {
					t.Errorf("%s: edges %v and %v cross", name, e, f)
				}
			}
		}
	}
}

// TestLargeGraphsAreListed: where edges cannot be told apart they are left out, and every node
// is named.
func TestLargeGraphsAreListed(t *testing.T) {
	for name, listed := range map[string]bool{"A64": false, ring(64): false, everyTwo(6): false, everyTwo(12): false, everyTwo(20): false, everyTwo(21): true, everyTwo(30): true, everyTwo(64): true, bipartite(9): true} {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		if b.edgesOmitted != listed {
			t.Errorf("%s is listed: %t", name, b.edgesOmitted)
		}
		for i, words := range b.names {
			if listed && words == (box{}) {
				t.Errorf("%s: node %d is not named", name, i)
			}
		}
	}
}

// TestNamesAreNotCrossed: no edge leads through a name, and nothing is drawn over it.
func TestNamesAreNotCrossed(t *testing.T) {
	for _, name := range layouts {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		for i, words := range b.names {
			for _, e := range b.edges {
				if words.fromLine(b.at[e[0]], b.at[e[1]]) < b.stroke {
					t.Errorf("%s: the edge %v leads through the name of node %d", name, e, i)
				}
			}
		}
	}
	for _, name := range []string{"A7", "D6", "E8"} {
		p := table(t, name, "all 1", "")
		for _, theme := range render.Themes {
			b := paintedBoardOf(p, theme)
			zero := table(t, name, "all 0", "")
			rendertest.Untouched(t, b.Base, rendertest.Picture(t, measuring, zero, render.Style{Theme: theme}), theme.Look().Label)
		}
	}
}

// TestOwnGraphsUseTheWidth: graphs given by their edges spread over most of the picture, and not
// over its middle alone.
func TestOwnGraphsUseTheWidth(t *testing.T) {
	const least = 0.75
	for _, name := range []string{
		"1-2 2-3 4-5 5-6 7-8 8-9 1-4 4-7 2-5 5-8 3-6 6-9", "1-2 2-3 3-4 4-5 5-6 6-1 1-4", "1-2 2-3 3-4 4-1 1-3", everyTwo(4),
	} {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		var all image.Rectangle
		for _, at := range b.at {
			all = all.Union(canvas.Around(at, b.radius))
		}
		if all.Dx() < least*canvas.Width {
			t.Errorf("%s is %d wide", name, all.Dx())
		}
	}
}

// TestRowsShowTheirLinks: between neighbours of a path in rows, and at its turns, one sees the line
// that joins them.
func TestRowsShowTheirLinks(t *testing.T) {
	for _, name := range []string{"A64", "D64", "E64", ring(64)} {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		for i, at := range b.at {
			for j, other := range b.at[:i] {
				if at.Y == other.Y && math.Abs(at.X-other.X)-2*b.wide < 24 || at.X == other.X && math.Abs(at.Y-other.Y)-2*b.radius < 14 {
					t.Errorf("%s: nodes %d and %d are at %v and %v", name, j, i, at, other)
				}
			}
		}
	}
}

// TestNamesStandAlike: where a graph has cycles and room for it, all names stand at the lower
// right of their nodes; and names are never so near to each other that one could belong to two
// nodes.
func TestNamesStandAlike(t *testing.T) {
	b := boardOf(table(t, "1-2 2-3 4-5 5-6 7-8 8-9 1-4 4-7 2-5 5-8 3-6 6-9", "all 0", ""), render.Themes[0])
	for i, name := range b.names {
		if name.low.X < b.at[i].X || name.low.Y < b.at[i].Y {
			t.Errorf("node %d is at %v, its name at %v", i, b.at[i], name)
		}
	}
	for _, name := range append(layouts, twenty) {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		for i, words := range b.names {
			for j, other := range b.names[:i] {
				if !b.edgesOmitted && b.lines == nil && !b.web && words.wider(16).overlaps(other) {
					t.Errorf("%.40s: the names of nodes %d and %d are at %v and %v", name, j, i, other, words)
				}
			}
		}
	}
}

// TestNamesBelongToOneNode: each is clearly nearer to its own node than to any other.
func TestNamesBelongToOneNode(t *testing.T) {
	for _, name := range append(layouts, twenty, "1-2 1-5 2-3 3-6 4-5 4-7 5-6 6-8 7-8 2-6") {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		for i, words := range b.names {
			own := words.from(b.at[i]) - b.radius
			for j, at := range b.at {
				if far := words.from(at) - b.radius; b.wide == b.radius && !b.web && i != j && far < 1.4*own {
					t.Errorf("%.40s: the name of node %d is %.0f from it and %.0f from node %d", name, i, own, far, j)
				}
			}
		}
	}
}

// TestTreesAreInTheMiddle: their nodes do not lie on one side of the picture.
func TestTreesAreInTheMiddle(t *testing.T) {
	const most = 0.2
	for _, name := range []string{"0-1 0-2 0-3 1-4 1-5 2-6 3-7 7-8", "1-2 1-3 2-4 2-5 3-6 3-7 4-8 4-9 5-10 5-11", "1-2 2-3 3-4 4-5 2-6 3-7 7-8"} {
		if far := boardOf(table(t, name, "all 0", ""), render.Themes[0]).lopsided(); far > most {
			t.Errorf("%s: nodes lie %.2f to one side", name, far)
		}
	}
}
