package ade

import (
	"image"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// marked are the nodes that marks of a kind surround on the picture of a scene.
func marked(t *testing.T, scene any, b *board, theme render.Theme, kind canvas.MarkKind) (set graph.Set) {
	t.Helper()
	for _, box := range rendertest.Marks(t, measuring, scene, render.Style{Theme: theme})[kind] {
		for i, at := range b.at {
			if at.Round().In(box) {
				set |= 1 << i
			}
		}
	}
	return set
}

// TestDuelMarksWhatFired last, and what is advised.
func TestDuelMarksWhatFired(t *testing.T) {
	p := newDuel(t, "fire V0 V2")
	for _, theme := range render.Themes {
		b := boardOf(p, theme)
		if got := marked(t, p, b, theme, canvas.MarkLast); got != p.Last() {
			t.Errorf("%s: %b is marked, want %b", theme.ID, got, p.Last())
		}
		hint := engine.Suggestion{Position: p, Choice: engine.Choice{Move: "fire V1 V4"}}
		if got := marked(t, hint, b, theme, canvas.MarkHint); got != 1<<1|1<<4 {
			t.Errorf("%s: %b is advised", theme.ID, got)
		}
	}
}

// TestDuelSaysWhoIsToFire by name, and how; and who has won.
func TestDuelSaysWhoIsToFire(t *testing.T) {
	names := []string{"Annabel", "Björn"}
	for moves, want := range map[string]string{
		"fire V0 V2": "Björn to fire|One amber node or several", "fire V0 V2,fire V3": "Annabel to fire|One amber node or several",
		"fire,fire,fire,fire,fire,fire,fire,fire,fire": "Annabel wins|D5, 9 moves",
	} {
		words := strings.Join(written(t, newDuel(t, moves), render.Style{Names: names}), "|")
		if !strings.Contains(words, want) {
			t.Errorf("%s: %q, want %q", moves, words, want)
		}
	}
}

// TestDuelHasABar over the player to fire, or the winner.
func TestDuelHasABar(t *testing.T) {
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
			r.Max.Y = r.Min.Y + 4
			return rendertest.CountIn(img, r, look.Ink(colour)) > 40
		}
		left, right := b.band, b.band
		left.Max.X, right.Min.X = b.band.Dx()/3, 2*b.band.Dx()/3
		if got := line(left, canvas.InkGreen); got != tt.first {
			t.Errorf("%s: the first has a bar: %t", tt.name, got)
		}
		if got := line(right, canvas.InkBlue); got != tt.next {
			t.Errorf("%s: the second has a bar: %t", tt.name, got)
		}
	}
}
