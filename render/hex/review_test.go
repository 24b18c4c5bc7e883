package hex

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestGraphSaysWhenTheGameTurned: below it stand its beginning, the number of the move and its
// end, the number even where there is no room for the others.
func TestGraphSaysWhenTheGameTurned(t *testing.T) {
	now, early, late := reviewed(t), reviewed(t), reviewed(t)
	now.Ended = false
	early.Ply, late.Ply = 4, 39
	early.Plies, late.Plies = 40, 40
	early.Red[4], early.Red[5] = 0.7, 0.4
	for name, tt := range map[string]struct {
		r             hex.Review
		have, without []string
	}{
		"ended": {reviewed(t), []string{"Start", "23", "End"}, []string{"Now"}},
		"open":  {now, []string{"Start", "23", "Now"}, []string{"End"}},
		"early": {early, []string{"Start", "5", "End"}, nil},
		"late":  {late, []string{"Start", "40"}, []string{"End"}},
	} {
		words := written(func() { rendertest.Draw(t, Drawers, tt.r, render.Style{}) })
		words = words[slices.Index(words, "Move "+tt.have[1]+": i1")+1:] // beyond coordinates
		for _, w := range tt.have {
			if !slices.Contains(words, w) {
				t.Errorf("%s: the graph lacks %q: %q", name, w, words)
			}
		}
		for _, w := range tt.without {
			if slices.Contains(words, w) {
				t.Errorf("%s: the graph has %q: %q", name, w, words)
			}
		}
	}
	long := render.Style{Say: func(engine.Text) string { return strings.Repeat("ẅörd ", 40) }}
	if words := written(func() { rendertest.Draw(t, Drawers, reviewed(t), long) }); !slices.Contains(words, "23") {
		t.Errorf("beside long words, the number is not among %q", words)
	}
}

// TestTurningPointHasItsSign: the stone with its cross, as on the board, and as large as one.
func TestTurningPointHasItsSign(t *testing.T) {
	r := reviewed(t)
	for _, theme := range render.Themes {
		img, look := rendertest.Picture(t, measuring, r, render.Style{Theme: theme}), theme.Look()
		f := newFrame(key{graph: true}.of(r.Position, render.Style{}), 0)
		if n := rendertest.CountIn(img, f.graph(), look.Mark); n < 60 {
			t.Errorf("%s: the cross on the graph has %d pixels", theme.ID, n)
		}
		r := r
		r.Red = slices.Clone(r.Red)
		for i := range r.Red {
			r.Red[i] = 0.5 // no area is filled
		}
		img = rendertest.Picture(t, measuring, r, render.Style{Theme: theme})
		plot := image.Rect(f.graph().Min.X+canvas.Width/5, f.graph().Min.Y, f.graph().Max.X, f.graph().Max.Y)
		if n := rendertest.CountIn(img, plot, look.Ink(canvas.InkRed)); n < 400 {
			t.Errorf("%s: the stone on the graph has %d pixels", theme.ID, n)
		}
	}
}

// TestBetterMoveIsSeen: the stone that would be stands clear of the outline that advises it.
func TestBetterMoveIsSeen(t *testing.T) {
	for _, theme := range render.Themes {
		for _, flat := range []bool{false, true} {
			marks := rendertest.Marks(t, measuring, reviewed(t), render.Style{Theme: theme, Flat: flat})
			outline, ghost := marks[canvas.MarkHint][0], marks[canvas.MarkGhost][0]
			if !ghost.In(outline.Inset(10)) { // the line and its halo take 8
				t.Errorf("%s, flat %t: the ghost %v touches the outline %v", theme.ID, flat, ghost, outline)
			}
		}
	}
}
