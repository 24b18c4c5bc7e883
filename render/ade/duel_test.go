package ade

import (
	"image"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestDuelMarksWhatFired: in the colour of the player who fired; suggestions are green.
func TestDuelMarksWhatFired(t *testing.T) {
	p := newDuel(t, "fire V0 V2")
	for _, theme := range render.Themes {
		b := boardOf(p, theme)
		ring := func(i int) image.Point {
			return b.at[i].Round().Add(image.Pt(0, int(math.Round(b.radius*(markRadius-markStroke/2)))))
		}
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		for i := range b.at {
			if got := near(img, ring(i), theme.Look(), canvas.InkRed); got != p.Last().Has(i) {
				t.Errorf("%s: node %d is marked: %t", theme.ID, i, got)
			}
		}
		hint := rendertest.Picture(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: "fire V1 V4"}}, render.Style{Theme: theme})
		for _, i := range []int{1, 4} {
			if !near(hint, ring(i), theme.Look(), canvas.InkGreen) {
				t.Errorf("%s: node %d is advised and looks %v", theme.ID, i, rendertest.RGBAAt(hint, ring(i)))
			}
		}
	}
}

// TestDuelUnderlines the player to fire, or the winner.
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
		img := rendertest.Picture(t, measuring, p, tt.style)
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
