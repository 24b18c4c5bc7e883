package ade

import (
	"image"
	"math"
	"math/big"
	"strconv"
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

// boardOf is the board of a position in a theme, with room for a line of news.
func boardOf(p interface{ Graph() *graph.Graph }, theme render.Theme) *board {
	g := p.Graph()
	return newBoard(key{look: theme.Look(), graph: g.String(), family: g.Family, lines: 1}, g)
}

// near reports whether a pixel has about the colour of an ink.
func near(img *image.Paletted, at image.Point, l *canvas.Look, with canvas.Ink) bool {
	return quantise.Distance(rendertest.RGBAAt(img, at), l.Ink(with)) <= 3*8*8
}

// layouts are graphs of all kinds that are laid out in ways of their own.
var layouts = []string{"A1", "A2", "A7", "A8", "A30", "D4", "D12", "E6", "E8", "E20", "1-2 2-3 3-1", "1-2 2-3 3-4 4-5 5-6 6-1", "0-1 0-2 0-3 1-4 1-5 2-6 3-7 7-8", "1-2 2-3 3-4 4-1 1-3"}

// TestNodesAreApart: nodes lie in the picture, above the words, and do not touch each other.
func TestNodesAreApart(t *testing.T) {
	for _, name := range layouts {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		free := b.Base.Rect
		free.Max.Y = b.band.Min.Y
		for i, at := range b.at {
			if node := canvas.Around(at, b.radius); !node.In(free) {
				t.Errorf("%s: node %d lies at %v, outside %v", name, i, at, free)
			}
			for j := range i {
				q := b.at[j]
				if d := math.Hypot(at.X-q.X, at.Y-q.Y); d < 2*b.radius {
					t.Errorf("%s: nodes %d and %d are %.1f apart, of radius %.1f", name, i, j, d, b.radius)
				}
			}
		}
		if b.Base.Rect.Dx() != pictureWidth || b.Base.Rect.Dy() > mostHeight+200 {
			t.Errorf("%s: bounds %v", name, b.Base.Rect)
		}
	}
}

// TestNeighboursAreJoined by lines: half-way to a neighbour lies the edge, and where no edge
// passes lies the ground.
func TestNeighboursAreJoined(t *testing.T) {
	for _, name := range []string{"A7", "D6", "E8", "1-2 2-3 3-4 4-5 5-1"} {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		for _, e := range b.edges {
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

// TestPathsWind: the rows of a long path follow upon each other, and neighbours on it are a
// step apart.
func TestPathsWind(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows int
	}{{"A7", 1}, {"A8", 2}, {"A15", 3}, {"D8", 2}, {"E9", 3}} {
		l := layOut(table(t, tt.name, "all 0", "").Graph())
		if rows := int(l.height) + 1; rows != tt.rows {
			t.Errorf("%s has %d rows, want %d", tt.name, rows, tt.rows)
		}
		if l.width > mostInRow-1 {
			t.Errorf("%s is %g wide", tt.name, l.width)
		}
	}
	g := table(t, "A20", "all 0", "").Graph()
	l := layOut(g)
	for _, e := range g.Edges() {
		a, b := l.at[e[0]], l.at[e[1]]
		if d := math.Hypot(a.X-b.X, a.Y-b.Y); d != 1 {
			t.Errorf("%v: %g apart", e, d)
		}
	}
}

// TestBranchLiesAboveItsNeighbour: V0 of D and E.
func TestBranchLiesAboveItsNeighbour(t *testing.T) {
	for _, name := range []string{"D4", "D7", "E6", "E7"} {
		g := table(t, name, "all 0", "").Graph()
		l := layOut(g)
		next := l.at[g.Neighbours(0)[0]]
		if l.at[0] != canvas.Pt(next.X, next.Y-1) {
			t.Errorf("%s: V0 lies at %v, its neighbour at %v", name, l.at[0], next)
		}
	}
}

// TestCyclesAreRound: all nodes are equally far from the middle, neighbours next to each other.
func TestCyclesAreRound(t *testing.T) {
	g := table(t, "1-2 2-3 3-4 4-5 5-6 6-7 7-1", "all 0", "").Graph()
	at := alongCycle(g, circle(7, 3))
	for i, p := range at {
		if r := math.Hypot(p.X, p.Y); math.Abs(r-3) > 1e-9 {
			t.Errorf("node %d is %g from the middle", i, r)
		}
		for _, j := range g.Neighbours(i) {
			if d := math.Hypot(p.X-at[j].X, p.Y-at[j].Y); math.Abs(d-6*math.Sin(math.Pi/7)) > 1e-9 {
				t.Errorf("neighbours %d and %d are %g apart", i, j, d)
			}
		}
	}
}

// TestSpreadKeepsDistances of a tree: what is one edge away is nearer than what is three.
func TestSpreadKeepsDistances(t *testing.T) {
	g := table(t, "0-1 0-2 0-3 1-4 1-5 2-6 3-7 7-8", "all 0", "").Graph()
	at := spread(g)
	for i := range at {
		for j, d := range g.Distances(i) {
			apart := math.Hypot(at[i].X-at[j].X, at[i].Y-at[j].Y)
			if d > 0 && (apart < 0.4*float64(d) || apart > 1.4*float64(d)) {
				t.Errorf("%d and %d are %d edges and %.2f apart", i, j, d, apart)
			}
		}
	}
	var xx, yy float64
	for _, p := range at { // level turns the widest way to the right
		xx, yy = xx+p.X*p.X, yy+p.Y*p.Y
	}
	if xx < yy {
		t.Errorf("it spreads %.1f to the side and %.1f up and down", xx, yy)
	}
}

// TestNamesAreNotCrossed: a node's name lies where no edge leads.
func TestNamesAreNotCrossed(t *testing.T) {
	b := boardOf(table(t, "A3", "all 0", ""), render.Themes[0])
	for i := range b.at {
		for way, free := range map[canvas.Point]bool{{X: 0, Y: 1}: true, {X: 1, Y: 0}: i == 2, {X: -1, Y: 0}: i == 0} {
			if got := b.clearance(i, way); (got > 0.5) != free {
				t.Errorf("node %d: the way %v has a clearance of %g", i, way, got)
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
			return b.at[i].Round().Add(image.Pt(0, int(math.Round(b.radius*haloShare))))
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
			r.Min.Y = b.band.Min.Y + int(1.6*b.lineHeight())
			return rendertest.CountIn(img, r, look.Ink(colour)) > 40
		}
		left, right := b.band, b.band
		left.Max.X, right.Min.X = b.band.Dx()/3, 2*b.band.Dx()/3
		if got := line(left, canvas.InkRed); got != tt.first {
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

// TestWrap: lines are as wide as the picture at most, and at most so many.
func TestWrap(t *testing.T) {
	b := boardOf(table(t, "A3", "all 0", ""), render.Themes[0])
	words := strings.Repeat("what a puzzle asks for may take a line more ", 6)
	for most := 1; most <= 4; most++ {
		lines := b.wrap(words, most)
		if len(lines) != most {
			t.Errorf("%d lines, want %d", len(lines), most)
		}
		for _, line := range lines {
			if w := b.medium.Measure(line); w > float64(b.band.Dx()) {
				t.Errorf("%q is %g wide", line, w)
			}
		}
	}
	if lines := b.wrap("short", 3); len(lines) != 1 || lines[0] != "short" {
		t.Errorf("%q", lines)
	}
	if lines := b.wrap("\u200b", 3); len(lines) != 0 {
		t.Errorf("of what nobody can see there are %q", lines)
	}
}

// sequenceOf draws a sequence graph and returns where its columns lie.
func sequenceOf(t *testing.T, q ade.Sequence, theme render.Theme) (*image.Paletted, *sheet) {
	t.Helper()
	g := q.Graph()
	return rendertest.Draw(t, Drawers, q, render.Style{Theme: theme}), newSheet(sheetKey{theme.Look(), g.String(), g.Family, q.Rings}, g)
}

// TestSequenceShowsWhatFired: in each layer the nodes that fired have a dot, the others show
// the column's line.
func TestSequenceShowsWhatFired(t *testing.T) {
	q := ade.NewSequence(table(t, "E8", "0 1 0 0 0 0 0 0", "fire 12"), 6)
	for _, theme := range render.Themes {
		img, sheet := sequenceOf(t, q, theme)
		look := theme.Look()
		for row, layer := range q.Trace() {
			y := sequenceHead + row*sequenceRow + sequenceRow/2
			for i, x := range sheet.column {
				dot := near(img, image.Pt(int(math.Round(x)), y), look, flowInk(look))
				if dot != layer.Fired.Has(i) {
					t.Errorf("%s: layer %d, node %d: a dot is there: %t", theme.ID, row+1, i, dot)
				}
			}
		}
	}
}

// TestSequenceBandsAlternate, so that a row can be followed to its total.
func TestSequenceBandsAlternate(t *testing.T) {
	q := ade.NewSequence(table(t, "A5", "all 1", "fire 4"), 6)
	img, _ := sequenceOf(t, q, render.Themes[0])
	look := render.Themes[0].Look()
	for row := range q.Trace() {
		want := look.Band
		if row%2 == 1 {
			want = look.Background
		}
		if got := rendertest.RGBAAt(img, image.Pt(3, sequenceHead+row*sequenceRow+3)); got != want {
			t.Errorf("row %d is %v, want %v", row, got, want)
		}
	}
	if got := rendertest.RGBAAt(img, image.Pt(3, img.Rect.Max.Y-3)); got != look.Band {
		t.Errorf("the foot is %v", got)
	}
}

// TestRingsWithoutLimit: 0 is no limit but that of the room, any other number is one.
func TestRingsWithoutLimit(t *testing.T) {
	g := table(t, "A3", "all 0", "").Graph()
	rings := func(limit int) int {
		return newSheet(sheetKey{render.Themes[0].Look(), g.String(), g.Family, limit}, g).rings
	}
	if rings(1) != 1 || rings(2) != 2 || rings(0) <= 2 || rings(0) != rings(999) {
		t.Errorf("limits of 1, 2, none and 999 give %d, %d, %d and %d rings", rings(1), rings(2), rings(0), rings(999))
	}
}

// TestSheets: columns lie in the picture and apart, and rings have room between each other.
func TestSheets(t *testing.T) {
	for _, name := range layouts {
		for _, rings := range []int{0, 3, 12} {
			g := table(t, name, "all 0", "").Graph()
			s := newSheet(sheetKey{render.Themes[0].Look(), g.String(), g.Family, rings}, g)
			if rings > 0 && s.rings > rings || len(s.masks) != s.rings+1 {
				t.Errorf("%s: %d rings and %d masks of %d", name, s.rings, len(s.masks), rings)
			}
			for i, x := range s.column {
				if x < sequenceLeft || x > float64(s.width-sequenceRight)+s.step {
					t.Errorf("%s: column %d lies at %g of %d", name, i, x, s.width)
				}
				for j := range i {
					if math.Abs(x-s.column[j]) < 2*s.radius*0.99 {
						t.Errorf("%s: columns %d and %d are %g apart, of radius %g", name, i, j, math.Abs(x-s.column[j]), s.radius)
					}
				}
			}
			for n := 1; n <= s.rings; n++ {
				if s.outer(n)-s.outer(n-1) < 0 && n > 1 || s.outer(n) > s.radius+1e-9 {
					t.Errorf("%s: ring %d has radius %g", name, n, s.outer(n))
				}
			}
		}
	}
}

// TestRingsCountValues up to as many as have room.
func TestRingsCountValues(t *testing.T) {
	q := ade.NewSequence(table(t, "A5", "all 1", "fire 2"), 4)
	_, sheet := sequenceOf(t, q, render.Themes[0])
	d := &sequenceDrawing{sheet: sheet}
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(50), nil)
	for _, tt := range []struct {
		n    *big.Int
		want int
	}{{big.NewInt(0), 0}, {big.NewInt(1), 1}, {big.NewInt(3), 3}, {big.NewInt(int64(sheet.rings)), sheet.rings}, {big.NewInt(99), sheet.rings}, {huge, sheet.rings}} {
		if got := d.ringsOf(tt.n); got != tt.want {
			t.Errorf("%v has %d rings, want %d", tt.n, got, tt.want)
		}
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
	step := min(widestBar, float64(sequenceWidth-2*totalsSide)/float64(len(trace)))
	for i, layer := range trace {
		ratio, _ := new(big.Rat).SetFrac(layer.Total, most).Float64()
		if math.Abs(heights[i]-ratio) > 1e-9 {
			t.Errorf("layer %d has height %g, want %g", i+1, heights[i], ratio)
		}
		x := int((sequenceWidth-step*float64(len(trace)))/2 + (float64(i)+0.5)*step)
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

// TestLettersCanBeRead where Discord shows the picture, of graphs as people play them.
func TestLettersCanBeRead(t *testing.T) {
	for _, name := range []string{"A7", "D8", "E8", "A12"} {
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		rendertest.Readable(t, name+": values", b.Base.Rect, b.numbers[0].CapHeight())
		rendertest.Readable(t, name+": words", b.Base.Rect, b.bold.CapHeight())
	}
}

// TestLitNodesHaveContrast: numbers on what is lit stand out in every theme.
func TestLitNodesHaveContrast(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		for name, pair := range map[string][2]canvas.Ink{
			"on lit":   {onLit(l), canvas.InkLit},
			"negative": {canvas.InkMark, canvas.InkBlue},
			"zero":     {canvas.InkMuted, canvas.InkCell},
			"arrow":    {flowInk(l), canvas.InkGround},
		} {
			least := 3.0
			if name == "arrow" {
				least = 1.5
			}
			if got := canvas.Contrast(l.Ink(pair[0]), l.Ink(pair[1])); got < least {
				t.Errorf("%s, %s: contrast %.2f, want %g", theme.ID, name, got, least)
			}
		}
	}
}

// TestValuesOfAnyLength fit into their nodes.
func TestValuesOfAnyLength(t *testing.T) {
	for _, digits := range []int{1, 3, 6, 9, 40, 300} {
		value := strings.Repeat("8", digits)
		p := table(t, "A3", value+" -"+value+" 0", "")
		b := boardOf(p, render.Themes[0])
		short := graph.Short(p.Values()[0], longestShort)
		if w := b.numbers[2].Measure(short); w > 2*b.radius {
			t.Errorf("%d digits, shown as %s, are %g wide in a node of radius %g", digits, short, w, b.radius)
		}
		rendertest.Draw(t, Drawers, p, render.Style{Note: strconv.Itoa(digits)})
	}
}
