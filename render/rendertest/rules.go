package rendertest

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
)

// Rules tests the pictures of the pages of a game's rules: against reviewed pictures in the dark
// or the light theme, in turn, and like [Measure] and for completeness in that theme and, on every
// third page, in another one (in a full run, in all themes).
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
				if f, ok := scene.(engine.Figure); ok {
					checkRim(t, img, theme.Look().Background)
					checkWhole(t, f, labels)
				}
				proof(t, img, theme)
				if i < looked {
					GoldenPicture(t, img)
				}
			})
		}
		if f, ok := scene.(engine.Figure); ok && f.Name != render.Emblem.Name {
			checkWords(t, fresh, scene, Picture(t, fresh, scene, render.Style{}), Picture(t, fresh, scene, long))
		}
	}
}

// checkWhole checks that all text of a figure is written and none of it is cut.
func checkWhole(t *testing.T, f engine.Figure, labels []label) {
	t.Helper()
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

// checkRim checks that a figure does not reach the edge.
func checkRim(t *testing.T, p *image.Paletted, ground color.RGBA) {
	t.Helper()
	const rim = 12
	inside := p.Rect.Inset(rim)
	beside := Count(p, ground) - CountIn(p, inside, ground)
	if want := p.Rect.Dx()*p.Rect.Dy() - inside.Dx()*inside.Dy(); beside != want {
		t.Error("something reaches the rim")
	}
}
