package ade

import (
	"image"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/quantise"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestAValueChangesItsNodeAlone, however long it is, as long as nothing flows.
func TestAValueChangesItsNodeAlone(t *testing.T) {
	before := table(t, "A5", "0 -3 0 0 0", "")
	b := boardOf(before, render.Themes[0])
	for _, theme := range render.Themes {
		a := rendertest.Draw(t, Drawers, before, render.Style{Theme: theme})
		for _, value := range []string{"-4", "-44", "-4444", "-123456", "-9223372036854775807"} {
			img := rendertest.Draw(t, Drawers, table(t, "A5", "0 "+value+" 0 0 0", ""), render.Style{Theme: theme})
			got := rendertest.Changed(t, a, img)
			if node := canvas.Around(b.at[1], b.radius); got.Empty() || !got.In(node) {
				t.Errorf("%s: the value %s changes %v, want a part of %v", theme.ID, value, got, node)
			}
		}
	}
}

// TestMomentsShowTheirLayer: what fires next is lit, and nothing else.
func TestMomentsShowTheirLayer(t *testing.T) {
	p := table(t, "E8", "all 1", "fire 4")
	b := boardOf(p, render.Themes[0])
	l := render.Themes[0].Look()
	for layer, fired := range p.Trace() {
		img := rendertest.Draw(t, Drawers, ade.Moment{Position: p, Layer: layer}, render.Style{})
		for i, at := range b.at {
			lit := near(img, at.Round().Add(image.Pt(0, int(-0.8*b.radius))), l, canvas.InkLit)
			if lit != fired.Fired.Has(i) {
				t.Errorf("layer %d: node %d is lit: %t", layer, i, lit)
			}
		}
	}
	last := rendertest.Draw(t, Drawers, ade.Moment{Position: p, Layer: len(p.Trace())}, render.Style{})
	now := rendertest.Draw(t, Drawers, p, render.Style{})
	if got := rendertest.Changed(t, last, now); !got.Empty() && !got.In(b.band) {
		t.Errorf("the last moment differs from the table in %v", got)
	}
}

// TestPuzzlesHaveALineMore of words, below a graph in the same place.
func TestPuzzlesHaveALineMore(t *testing.T) {
	g := table(t, "D6", "all 0", "").Graph()
	one, two := new(board), new(board)
	first, second := one.place(layOut(g), 1), two.place(layOut(g), 2)
	if got := second.Dy() - first.Dy(); math.Abs(float64(got)-textHeight*lineShare) > 1 {
		t.Errorf("a line more makes the picture %d higher, want %.0f", got, textHeight*lineShare)
	}
	for i := range one.at {
		if one.at[i] != two.at[i] {
			t.Errorf("node %d lies at %v and %v", i, one.at[i], two.at[i])
		}
	}
}

// TestLayoutsAreFitted: the leftmost node has 0 across and the topmost 0 down, and others lie
// within the width and the height.
func TestLayoutsAreFitted(t *testing.T) {
	for _, name := range layouts {
		l := layOut(table(t, name, "all 0", "").Graph())
		low, high := canvas.Pt(math.Inf(1), math.Inf(1)), canvas.Pt(math.Inf(-1), math.Inf(-1))
		for _, at := range l.at {
			low = canvas.Pt(min(low.X, at.X), min(low.Y, at.Y))
			high = canvas.Pt(max(high.X, at.X), max(high.Y, at.Y))
		}
		if low != (canvas.Point{}) || high != canvas.Pt(l.width, l.height) {
			t.Errorf("%s: nodes lie from %v to %v, and the layout is %g by %g", name, low, high, l.width, l.height)
		}
	}
}

// TestLevelTurnsOnly: distances stay, and points spread most from left to right.
func TestLevelTurnsOnly(t *testing.T) {
	steep := []canvas.Point{{X: 0, Y: 0}, {X: 1, Y: 2}, {X: 2, Y: 4}, {X: 3, Y: 6.5}}
	turned := level(steep)
	far := func(at []canvas.Point, i, j int) float64 { return math.Hypot(at[i].X-at[j].X, at[i].Y-at[j].Y) }
	var wide, high float64
	for i := range steep {
		for j := range i {
			if math.Abs(far(steep, i, j)-far(turned, i, j)) > 1e-9 {
				t.Errorf("points %d and %d were %g apart and are %g", i, j, far(steep, i, j), far(turned, i, j))
			}
			wide = max(wide, math.Abs(turned[i].X-turned[j].X))
			high = max(high, math.Abs(turned[i].Y-turned[j].Y))
		}
	}
	if wide < 20*high {
		t.Errorf("points on a line spread %g across and %g down", wide, high)
	}
}

// TestClearance is greatest away from the edges of a node.
func TestClearance(t *testing.T) {
	b := &board{at: []canvas.Point{{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 0, Y: -100}}, edges: [][2]int{{0, 1}, {2, 0}}}
	for _, tt := range []struct {
		way  canvas.Point
		want float64
	}{
		{canvas.Pt(1, 0), 0}, {canvas.Pt(0, -1), 0}, // along an edge
		{canvas.Pt(0, 1), 0.9}, {canvas.Pt(-1, 0), 0.9}, // at a right angle at least
		{canvas.Pt(math.Sqrt2/2, -math.Sqrt2/2), 1 - math.Sqrt2/2}, // between both
	} {
		if got := b.clearance(0, tt.way); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("the way %v has a clearance of %g, want %g", tt.way, got, tt.want)
		}
	}
}

// TestPaletteKeepsTheGlow as it is, and inks apart from each other where they meet.
func TestPaletteKeepsTheGlow(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		p := newPalette(l)
		glow := canvas.Mix(l.Background, l.Ink(canvas.InkLit), glowOpacity)
		if got := p.Model[p.Index(glow)]; got != glow {
			t.Errorf("%s: the glow %v becomes %v", theme.ID, glow, got)
		}
		lit := l.Ink(canvas.InkLit)
		for _, other := range []canvas.Ink{canvas.InkBlue, canvas.InkCell, canvas.InkGround, canvas.InkRed} {
			if quantise.Distance(lit, l.Ink(other)) < 3*20*20 {
				t.Errorf("%s: what is lit looks as the ink %d", theme.ID, other)
			}
		}
	}
}

// TestGlowFades from a node's rim outwards, and does not cover the node.
func TestGlowFades(t *testing.T) {
	glow := glowing(50)
	last := glowOpacity
	for _, x := range []float64{50, 53, 56, 59} {
		if got := glow(x, 0); got > last || got != glow(0, -x) {
			t.Errorf("%g from the centre the glow is %g, and before that %g", x, got, last)
		} else {
			last = got
		}
	}
	if at, out := glow(50, 0), glow(50*glowShare, 0); at != glowOpacity || out > 1e-9 {
		t.Errorf("at the rim the glow is %g, and at its end %g", at, out)
	}
}
