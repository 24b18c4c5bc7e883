package ade

import (
	"fmt"
	"image"
	"image/color"
	"math/big"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestAValueChangesItsNodeAlone, however long it is, as long as nothing flows.
func TestAValueChangesItsNodeAlone(t *testing.T) {
	before := table(t, "A5", "0 -3 0 0 0", "")
	b := boardOf(before, render.Themes[0])
	for _, theme := range render.Themes {
		a := rendertest.Picture(t, measuring, before, render.Style{Theme: theme})
		for _, value := range []string{"-4", "-9223372036854775807", "-123456", "-44", "-4444"}[:enginetest.Times(2, 5)] {
			img := rendertest.Picture(t, measuring, table(t, "A5", "0 "+value+" 0 0 0", ""), render.Style{Theme: theme})
			got := rendertest.Changed(t, a, img)
			if node := canvas.Around(b.at[1], b.radius); got.Empty() || !got.In(node) {
				t.Errorf("%s: the value %s changes %v, want a part of %v", theme.ID, value, got, node)
			}
		}
	}
}

// TestMomentsShowTheirLayer: the nodes that fire next are lit, and no others.
func TestMomentsShowTheirLayer(t *testing.T) {
	p := table(t, "E8", "all 1", "fire 4")
	b := boardOf(p, render.Themes[0])
	for layer, fired := range p.Trace() {
		img := rendertest.Picture(t, measuring, ade.Moment{Position: p, Layer: layer}, render.Style{})
		for i, at := range b.at {
			lit := warm(img, at.Round().Add(image.Pt(0, int(-0.7*b.radius))))
			if lit != fired.Fired.Has(i) {
				t.Errorf("layer %d: node %d is lit: %t", layer, i, lit)
			}
		}
	}
	last := rendertest.Picture(t, measuring, ade.Moment{Position: p, Layer: len(p.Trace())}, render.Style{})
	now := rendertest.Picture(t, measuring, p, render.Style{})
	if got := rendertest.Changed(t, last, now); !got.Empty() && !got.In(b.band) {
		t.Errorf("the last moment differs from the table in %v", got)
	}
}

// TestPaletteKeepsTheGlow exactly, and inks distinct where they meet.
func TestPaletteKeepsTheGlow(t *testing.T) {
	for _, theme := range render.Themes {
		l := boardLook(theme.Look())
		p := newPalette(l)
		glow := canvas.Mix(l.Background, l.Ink(canvas.InkLit), glowOpacity)
		if got := p.Model[p.Index(glow)]; got != glow {
			t.Errorf("%s: the glow %v becomes %v", theme.ID, glow, got)
		}
		lit := l.Ink(canvas.InkLit)
		for _, other := range []color.RGBA{chilled(l).Base, l.Cell, l.Background, l.Red.Base} {
			if canvas.ColourDistance(lit, other) < 3*20*20 {
				t.Errorf("%s: what is lit looks as %v", theme.ID, other)
			}
		}
		for _, seat := range []color.RGBA{l.Red.Base, l.Blue.Base} { // of a duel
			if canvas.ColourDistance(chilled(l).Base, seat) < 3*20*20 {
				t.Errorf("%s: what is negative looks as a player's %v", theme.ID, seat)
			}
		}
	}
}

// TestGlowFades from a node's rim outwards, and does not cover the node.
func TestGlowFades(t *testing.T) {
	glow := glowing(0, 50)
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

// TestFlowsStandAtTheirEdge: words that are narrower than their slot stand at the side of it
// that is nearer to the edge.
func TestFlowsStandAtTheirEdge(t *testing.T) {
	for _, tt := range []struct{ back, width, want float64 }{{1, 20, 130}, {-1, 20, 70}, {0, 20, 100}, {1, 80, 100}} {
		if got := (slot{at: canvas.Pt(100, 50), width: 80, back: tt.back}).words(tt.width); got != canvas.Pt(tt.want, 50) {
			t.Errorf("words %g wide, back %g, stand at %v, want %g", tt.width, tt.back, got, tt.want)
		}
	}
}

// TestFlowsAreWrittenAllOrNone: either all arrows have numbers or none.
func TestFlowsAreWrittenAllOrNone(t *testing.T) {
	for _, tt := range []struct {
		graph, values string
		numbered      bool
	}{
		{"A3", "0 4 -4", true},
		{"A3", "2 0 3", true},
		{"A7", "300000 0 200000 0 0 0 0", false},
		{petersen, "all 1", false},
		{prism, "1 0 2 -3 12 1", false},
		{"E8", "0 1 2 0 0 0 0 0", false},
	} {
		p := table(t, tt.graph, tt.values, "")
		d := &drawing{board: boardOf(p, render.Themes[0])}
		if got := d.numbered(p.Values(), p.Values().Positive()); got != tt.numbered {
			t.Errorf("%s with %s: numbers %t, want %t", tt.graph, tt.values, got, tt.numbered)
		}
		img := rendertest.Picture(t, measuring, p, render.Style{})
		for _, both := range d.slotted {
			for _, s := range both {
				words := canvas.Around(s.at, 16)
				if !tt.numbered && rendertest.CountIn(img, words, render.Themes[0].Look().Label) > 0 {
					t.Errorf("%s with %s: a number stands at %v", tt.graph, tt.values, s.at)
				}
			}
		}
	}
}

// TestNodesAreLitFromAboveLeft, as the tokens of all games are.
func TestNodesAreLitFromAboveLeft(t *testing.T) {
	for _, name := range []string{"A3", "A64"} {
		values := "5 -5" + strings.Repeat(" 0", len(table(t, name, "all 0", "").Values())-2)
		p := table(t, name, values, "")
		for _, theme := range render.Themes {
			b := boardOf(p, theme)
			img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
			for i := range 2 {
				side := func(way float64) int {
					at := canvas.Pt(b.at[i].X+way*(b.wide-0.45*b.radius), b.at[i].Y+way*0.55*b.radius)
					return canvas.Brightness(rendertest.RGBAAt(img, at.Round()))
				}
				if light, dark := side(-1), side(1); light < dark+8 {
					t.Errorf("%s, %s: node %d has brightness %d at the upper left and %d at the lower right", name, theme.ID, i, light, dark)
				}
			}
		}
	}
}

// TestWhatFiredIsMarked: the last layer, by the mark of all games.
func TestWhatFiredIsMarked(t *testing.T) {
	for _, name := range []string{"E8", "A64"} {
		p := table(t, name, "all 1", "fire 3")
		got := marked(t, p, boardOf(p, render.Themes[0]), render.Themes[0], canvas.MarkLast)
		if want := p.Trace()[2].Fired; got != want {
			t.Errorf("%s: %b is marked, want %b", name, got, want)
		}
	}
}

// TestLitNodesHaveContrast: numbers on lit nodes are readable in every theme.
func TestLitNodesHaveContrast(t *testing.T) {
	for _, theme := range render.Themes {
		l := boardLook(theme.Look())
		cold := chilled(l).Base
		for name, pair := range map[string][2]color.RGBA{
			"on lit":   {l.Ink(onLit(l)), l.Lit},
			"negative": {l.Ink(inkOn(l, cold)), cold},
			"zero":     {l.Label, l.Cell},
			"arrow":    {l.Ink(flowInk(l)), l.Background},
		} {
			least := 4.5
			if name == "arrow" {
				least = 1.5
			}
			if got := canvas.Contrast(pair[0], pair[1]); got < least {
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
				if face.Size < canvas.LeastText && digits < 40 {
					t.Errorf("%s: %d digits, shown as %q, are %g high", name, digits, lines, face.Size)
				}
			}
		}
	}
}

// TestArrowsOfNearEdgesKeepApart: where two edges leave a node in nearly the same direction, the
// longer arrow begins and ends where there is room for both, and others stay where they are.
func TestArrowsOfNearEdgesKeepApart(t *testing.T) {
	d := &drawing{board: &board{placed: &placed{radius: 50, edges: [][2]int{{0, 1}, {0, 2}, {0, 3}, {2, 4}}, at: []canvas.Point{
		{X: 0, Y: 0}, {X: 900, Y: 0}, {X: 250, Y: 90}, {X: 0, Y: 500}, {X: 250, Y: 400},
	}}}}
	lit := graph.Set(1<<0 | 1<<1 | 1<<2)
	away, head := d.radius*flowAway, d.radius*flowHead
	for _, tt := range []struct {
		node, other int
		crowded     bool
	}{{0, 1, true}, {0, 2, false}, {0, 3, false}, {1, 0, false}, {2, 0, false}} {
		if got := d.clearance(tt.node, tt.other, head, lit); got > away != tt.crowded || got > 900*mostClearance {
			t.Errorf("from %d to %d it stays %.0f away, at least %.0f", tt.node, tt.other, got, away)
		}
	}
	if got := d.clearance(0, 1, head, graph.Set(1<<1)); got != 0 {
		t.Errorf("beside an edge along which nothing flows it stays %.0f away", got)
	}
}

// TestValuesInListsKeepTheirRim: in a list of many nodes a value fills its node, and the ring of
// nodes that fired before leaves the node whole.
func TestValuesInListsKeepTheirRim(t *testing.T) {
	var edges []string
	for i := 1; i < 63; i++ {
		edges = append(edges, fmt.Sprintf("%d-%d", 15*i, 15*(i/3)))
	}
	p := table(t, strings.Join(edges, " "), strings.Repeat("57 -20 ", 31)+"57", "fire")
	rendertest.Measure(t, newDrawers, p, render.Style{})
}
