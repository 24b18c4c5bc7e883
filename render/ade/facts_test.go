package ade

import (
	"fmt"
	"image"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

func TestPictures(t *testing.T) {
	run := table(t, "E8", "all 1", "fire 4")
	rendertest.Run(t, Drawers, newDrawers, map[string]any{
		"position":   table(t, "D5", "5 -3 0 2 1", ""),
		"run":        run,
		"moment":     ade.Moment{Position: run, Layer: 2},
		"puzzle":     newPuzzle(t),
		"duel":       newDuel(t, "fire V0 V2"),
		"advised":    engine.Suggestion{Position: newDuel(t, "fire V0 V2"), Choice: engine.Choice{Move: "fire V1 V4"}},
		"suggestion": engine.Suggestion{Position: run, Choice: engine.Choice{Move: "fire"}},
		"sequence":   ade.NewSequence(run, 6),
		"totals":     ade.Totals{Position: run},
	})
}

// boardOf is the board of a position in a theme, without a goal.
func boardOf(p interface{ Graph() *graph.Graph }, theme render.Theme) *board {
	g := p.Graph()
	return newBoard(key{look: theme.Look(), graph: g.String(), family: g.Family}, g)
}

// near reports whether a pixel has about the colour of an ink.
func near(img *image.Paletted, at image.Point, l *canvas.Look, with canvas.Ink) bool {
	return quantise.Distance(rendertest.RGBAAt(img, at), l.Ink(with)) <= 3*8*8
}

// layouts are graphs of all kinds that are laid out in ways of their own.
var layouts = []string{
	"A1", "A2", "A7", "A8", "A30", "A64", "D4", "D12", "D64", "E6", "E8", "E20", "E64",
	"1-2 2-3 3-1", "1-2 2-3 3-4 4-5 5-6 6-1", ring(11), ring(30), ring(64),
	"0-1 0-2 0-3 1-4 1-5 2-6 3-7 7-8", "0-1 0-2 0-3 0-4", "1-2 1-3 2-4 2-5 3-6 3-7 4-8 4-9 5-10 5-11",
	"1-2 2-3 3-4 4-1 1-3", "1-2 2-3 3-4 4-5 5-6 6-1 1-4", everyTwo(4), everyTwo(6), everyTwo(12), everyTwo(64),
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

// TestNodesAreApart: nodes lie in the picture, above the words, and do not touch each other,
// with or without a goal above.
func TestNodesAreApart(t *testing.T) {
	for _, name := range layouts {
		g := table(t, name, "all 0", "").Graph()
		for _, goal := range []bool{false, true} {
			b := newBoard(key{look: render.Themes[0].Look(), graph: g.String(), family: g.Family, goal: goal}, g)
			if b.Base.Rect != image.Rect(0, 0, pictureWidth, pictureHeight) {
				t.Errorf("%s: bounds %v", name, b.Base.Rect)
			}
			free := box{high: canvas.Pt(pictureWidth, float64(b.band.Min.Y))}
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
	for _, name := range []string{"A7", "D6", "E8", "A64", "1-2 2-3 3-4 4-5 5-1", "1-2 2-3 3-4 4-1 1-3"} {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		for _, e := range table(t, name, "all 0", "").Graph().Edges() {
			middle := canvas.Between(b.at[e[0]], b.at[e[1]], 0.5).Round()
			if got := rendertest.RGBAAt(b.Base, middle); got != b.Look.Line {
				t.Errorf("%s: half-way along %v it is %v", name, e, got)
			}
		}
	}
	b := boardOf(table(t, "A7", "all 0", ""), render.Themes[0])
	above := canvas.Between(b.at[0], b.at[1], 0.5).Round().Sub(image.Pt(0, int(b.stroke)+2))
	if got := rendertest.RGBAAt(b.Base, above); got != b.Look.Background {
		t.Errorf("beside an edge it is %v", got)
	}
}

// TestPathsWind: a path of at most eight nodes lies in a row, and the rows of a longer one
// follow upon each other.
func TestPathsWind(t *testing.T) {
	for name, row := range map[string]bool{"A7": true, "A8": true, "A9": false, "A15": false, "D9": true, "D10": false, "E9": true, "A64": false, "1-9 9-2 2-7 7-8": true} {
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
	for name, listed := range map[string]bool{"A64": false, ring(64): false, everyTwo(6): false, everyTwo(12): true, everyTwo(16): true, everyTwo(64): true} {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		if b.unjoined != listed {
			t.Errorf("%s is listed: %t", name, b.unjoined)
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
			b := boardOf(p, theme)
			zero := table(t, name, "all 0", "")
			rendertest.Untouched(t, b.Base, rendertest.Draw(t, Drawers, zero, render.Style{Theme: theme}), theme.Look().Label)
		}
	}
}

// TestFlows: from a node that is positive an arrow leads to each neighbour, from others none.
func TestFlows(t *testing.T) {
	p := table(t, "A3", "0 4 -4", "")
	b := boardOf(p, render.Themes[0])
	img := rendertest.Draw(t, Drawers, p, render.Style{})
	look := render.Themes[0].Look()
	arrow := func(a, c int) bool { // a third of the way from a
		at := canvas.Between(b.at[a], b.at[c], 0.45).Round()
		r := image.Rectangle{Min: at.Sub(image.Pt(3, int(b.radius))), Max: at.Add(image.Pt(3, int(b.radius)))}
		return rendertest.CountIn(img, r, look.Ink(flowInk(look))) > 0
	}
	if !arrow(1, 0) || !arrow(1, 2) {
		t.Error("nothing flows from the positive node")
	}
	lone := rendertest.Draw(t, Drawers, table(t, "A3", "0 0 -4", ""), render.Style{})
	if n := rendertest.Count(lone, look.Ink(canvas.InkLit)); n > 0 {
		t.Errorf("%d pixels are lit though nothing is positive", n)
	}
}

// TestDuelMarksWhatFired in the colour of who fired, and what is advised in green.
func TestDuelMarksWhatFired(t *testing.T) {
	p := newDuel(t, "fire V0 V2")
	for _, theme := range render.Themes {
		b := boardOf(p, theme)
		ring := func(i int) image.Point {
			return b.at[i].Round().Add(image.Pt(0, int(math.Round(b.radius*(markRadius-markStroke/2)))))
		}
		img := rendertest.Draw(t, Drawers, p, render.Style{Theme: theme})
		for i := range b.at {
			if got := near(img, ring(i), theme.Look(), canvas.InkRed); got != p.Last().Has(i) {
				t.Errorf("%s: node %d is marked: %t", theme.ID, i, got)
			}
		}
		hint := rendertest.Draw(t, Drawers, engine.Suggestion{Position: p, Choice: engine.Choice{Move: "fire V1 V4"}}, render.Style{Theme: theme})
		for _, i := range []int{1, 4} {
			if !near(hint, ring(i), theme.Look(), canvas.InkGreen) {
				t.Errorf("%s: node %d is advised and looks %v", theme.ID, i, rendertest.RGBAAt(hint, ring(i)))
			}
		}
	}
}

// TestDuelUnderlines who is to fire, or has won.
func TestDuelUnderlines(t *testing.T) {
	p := newDuel(t, "fire V0 V2") // the second is to fire
	b := boardOf(p, render.Themes[0])
	look := render.Themes[0].Look()
	for _, tt := range []struct {
		name        string
		style       render.Style
		first, next bool
	}{
		{"to fire", render.Style{}, false, true},
		{"the first has won", render.Style{Note: "First wins", Winners: []engine.Seat{0}}, true, false},
		{"something else is noted", render.Style{Note: "x"}, false, false},
	} {
		img := rendertest.Draw(t, Drawers, p, tt.style)
		line := func(r image.Rectangle, colour canvas.Ink) bool {
			r.Min.Y = r.Max.Y - 4
			return rendertest.CountIn(img, r, look.Ink(colour)) > 40
		}
		left, right := b.band, b.band
		left.Max.X, right.Min.X = b.band.Dx()/3, 2*b.band.Dx()/3
		if got := line(left, canvas.InkGreen); got != tt.first {
			t.Errorf("%s: the first is underlined: %t", tt.name, got)
		}
		if got := line(right, canvas.InkBlue); got != tt.next {
			t.Errorf("%s: the second is underlined: %t", tt.name, got)
		}
	}
}

func TestHeadings(t *testing.T) {
	tests := []struct {
		p             *ade.Position
		heading, news string
	}{
		{table(t, "E8", "all 0", ""), "Set the values of E8", "Nothing is positive yet: set values."},
		{table(t, "E8", "all 1", ""), "Set the values of E8", "The next layer's total is 8."},
		{table(t, "A2", "1 1", "fire"), "A2 after 1 layer", "Nothing is positive any more."},
		{table(t, "E9", "all 1", "exhaust"), "", "never"},
		{table(t, "1-2 2-3 3-1", "1 0 0", "fire"), "After 1 layer on affine A2, a cycle", "total is 2."},
	}
	for _, tt := range tests {
		if got := heading(tt.p).String(); tt.heading != "" && got != tt.heading {
			t.Errorf("heading %q, want %q", got, tt.heading)
		}
		if got := news(tt.p).String(); !strings.Contains(got, tt.news) {
			t.Errorf("news %q, want %q", got, tt.news)
		}
	}
	if got := heading(newPuzzle(t)).String(); !strings.HasPrefix(got, "Puzzle on ") {
		t.Errorf("heading of a puzzle %q", got)
	}
}

// TestBarsAreAsHighAsTotals, within a pixel, where no logarithms are needed.
func TestBarsAreAsHighAsTotals(t *testing.T) {
	p := table(t, "E6", "all 1", "exhaust")
	trace := p.Trace()
	heights, logs := barHeights(trace)
	if logs {
		t.Fatal("logarithms are not needed")
	}
	most := new(big.Int)
	for _, layer := range trace {
		if layer.Total.Cmp(most) > 0 {
			most = layer.Total
		}
	}
	img := rendertest.Draw(t, Drawers, ade.Totals{Position: p}, render.Style{})
	step := min(widestBar, float64(pictureWidth-2*totalsSide)/float64(len(trace)))
	for i, layer := range trace {
		ratio, _ := new(big.Rat).SetFrac(layer.Total, most).Float64()
		if math.Abs(heights[i]-ratio) > 1e-9 {
			t.Errorf("layer %d has height %g, want %g", i+1, heights[i], ratio)
		}
		x := int((pictureWidth-step*float64(len(trace)))/2 + (float64(i)+0.5)*step)
		bar := rendertest.Extent(img, image.Rect(x, 0, x+1, totalsTop+totalsHeight), render.Themes[0].Look().Ink(canvas.InkLit))
		if want := ratio * totalsHeight; math.Abs(float64(bar.Dy())-max(2, want)) > 1.5 {
			t.Errorf("the bar of layer %d is %d high, want %.1f", i+1, bar.Dy(), want)
		}
	}
}

// TestLabelEvery: numbers beside bars have room, and their distance is a round number.
func TestLabelEvery(t *testing.T) {
	for _, tt := range []struct {
		step, width float64
		want        int
	}{{90, 50, 1}, {40, 50, 2}, {12, 50, 5}, {7, 50, 10}, {1, 50, 100}, {0.5, 50, 200}} {
		if got := labelEvery(tt.step, tt.width); got != tt.want {
			t.Errorf("bars %g apart have a number every %d, want %d", tt.step, got, tt.want)
		}
	}
}

// TestLitNodesHaveContrast: numbers on what is lit stand out in every theme.
func TestLitNodesHaveContrast(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		for name, pair := range map[string][2]canvas.Ink{
			"on lit":   {onInk(l, canvas.InkLit), canvas.InkLit},
			"negative": {onInk(l, canvas.InkBlue), canvas.InkBlue},
			"zero":     {canvas.InkLabel, canvas.InkCell},
			"arrow":    {flowInk(l), canvas.InkGround},
		} {
			least := 4.5
			if name == "arrow" {
				least = 1.5
			}
			if got := canvas.Contrast(l.Ink(pair[0]), l.Ink(pair[1])); got < least {
				t.Errorf("%s, %s: contrast %.2f, want %g", theme.ID, name, got, least)
			}
		}
	}
}

// TestValuesOfAnyLength fit into their nodes, in letters that can be read on a phone unless
// they have more digits than any run gets.
func TestValuesOfAnyLength(t *testing.T) {
	for _, name := range []string{"A3", "A8", "D9", "A20"} {
		for _, digits := range []int{1, 2, 3, 6, 9, 19, 40, 300, 3000} {
			n, _ := new(big.Int).SetString(strings.Repeat("8", digits), 10)
			b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
			for _, n := range []*big.Int{n, new(big.Int).Neg(n)} {
				lines, face := b.value.set(n)
				if !b.value.fits(face, lines) {
					t.Errorf("%s: %d digits, shown as %q, do not fit", name, digits, lines)
				}
				if face.Size < wholeText && digits < 40 {
					t.Errorf("%s: %d digits, shown as %q, are %g high", name, digits, lines, face.Size)
				}
			}
		}
	}
}
