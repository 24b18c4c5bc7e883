package rendertest

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
)

// Rules tests the pictures of the pages of a game's rules: against reviewed pictures in the dark
// or the light theme, in turn, and for size and completeness in that theme and, on every third
// page, in another one (in a full run, in all themes).
func Rules(t *testing.T, g *engine.Game, fresh func() []render.Drawer) {
	t.Helper()
	tool, ok := g.Tool(engine.RulesTool)
	if !ok {
		t.Fatalf("%s has no rules", g.ID)
	}
	const (
		looked = 2 // themes with golden pictures
		every  = 3 // one page in so many is also drawn in another theme
	)
	for n := 1; n <= tool.Args[0].Max; n++ {
		a, err := tool.Run(t.Context(), engine.Env{}, engine.Options{tool.Args[0].Name: n}, nil)
		if err != nil {
			t.Fatal(err)
		}
		scene := a.Scenes[0]
		for i, theme := range render.Themes {
			turn := i < looked && n%looked == i || i >= looked && n%every == i%every
			if !turn && !enginetest.Long() {
				continue
			}
			t.Run(fmt.Sprintf("rules-%d-%s", n, theme.ID), func(t *testing.T) {
				img, labels := measured(t, fresh, scene, render.Style{Theme: theme}, shown)
				checkPage(t, img, scene, theme)
				checkWhole(t, scene, labels)
				proof(t, img, theme)
				if i < looked {
					GoldenPicture(t, img)
				}
			})
		}
		if _, ok := scene.(engine.Figure); ok {
			checkWords(t, fresh, scene, Picture(t, fresh, scene, render.Style{}), Picture(t, fresh, scene, long))
		}
	}
}

// checkWhole checks that all text of a figure is written and none of it is cut.
func checkWhole(t *testing.T, scene engine.Scene, labels []label) {
	t.Helper()
	f, ok := scene.(engine.Figure)
	if !ok {
		return
	}
	var written []string
	for _, l := range labels {
		written = append(written, strings.Fields(l.words)...)
	}
	for _, label := range f.Labels {
		for word := range strings.FieldsSeq(label.String()) {
			if !slices.Contains(written, word) {
				t.Errorf("of %q, %q is not written", label, word)
			}
		}
	}
}

// checkPage checks that a picture has about the shape of Discord's preview, and that a figure does
// not reach the edge.
func checkPage(t *testing.T, p *image.Paletted, scene engine.Scene, theme render.Theme) {
	t.Helper()
	const narrow, broad, rim = 1.25, 1.95, 12
	size := p.Rect.Size()
	if shape := float64(size.X) / float64(size.Y); shape < narrow || shape > broad {
		t.Errorf("a picture of %v", size)
	}
	if _, ok := scene.(engine.Figure); !ok {
		return
	}
	if size != image.Pt(render.FigureWidth, render.FigureHeight) {
		t.Errorf("a figure of %v", size)
	}
	ground := theme.Look().Background
	beside := Count(p, ground) - CountIn(p, p.Rect.Inset(rim), ground)
	if want := size.X*size.Y - (size.X-2*rim)*(size.Y-2*rim); beside != want {
		t.Error("something reaches the rim")
	}
}
