package render

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// least is how far apart two colours are that are told from each other at a glance: 20 in
// each channel.
const least = 3 * 20 * 20

// The sides are distinct from each other, from the winner's colour and from every background.
func TestSidesAreDistinct(t *testing.T) {
	for _, theme := range Themes {
		l := theme.Look()
		for name, pair := range map[string][2]canvas.Ink{
			"the sides":            {canvas.InkRed, canvas.InkBlue},
			"red and what has won": {canvas.InkRed, canvas.InkGreen}, "blue and what has won": {canvas.InkBlue, canvas.InkGreen},
			"red and what is lit": {canvas.InkRed, canvas.InkLit}, "blue and what is lit": {canvas.InkBlue, canvas.InkLit},
			"red and cells": {canvas.InkRed, canvas.InkCell}, "blue and cells": {canvas.InkBlue, canvas.InkCell},
			"red and the ground": {canvas.InkRed, canvas.InkGround}, "blue and the ground": {canvas.InkBlue, canvas.InkGround},
			"red and the band": {canvas.InkRed, canvas.InkBand}, "blue and the band": {canvas.InkBlue, canvas.InkBand},
			"what has won and cells": {canvas.InkGreen, canvas.InkCell}, "lines and cells": {canvas.InkLine, canvas.InkCell},
		} {
			if canvas.ColourDistance(l.Ink(pair[0]), l.Ink(pair[1])) < least {
				t.Errorf("%s: %s are alike", theme.ID, name)
			}
		}
	}
}

// Tints of neighbouring chains are told from each other.
func TestTintsAreDistinct(t *testing.T) {
	for _, theme := range Themes {
		tints := theme.Look().Tints
		for a := range tints {
			for b := range a {
				if canvas.ColourDistance(tints[a], tints[b]) < least {
					t.Errorf("%s: tints %d and %d are alike", theme.ID, a, b)
				}
			}
		}
	}
}

// The themes have titles and looks of their own, and a style without one has the first.
func TestThemesDiffer(t *testing.T) {
	grounds, titles := map[any]bool{}, map[string]bool{}
	for _, theme := range Themes {
		grounds[theme.Look().Background], titles[theme.Title.String()] = true, true
		if !strings.EqualFold(theme.Title.String(), theme.ID) {
			t.Errorf("%s is titled %q: people read the name of the option", theme.ID, theme.Title)
		}
		if theme.Look().Name != theme.ID {
			t.Errorf("the look of %s is called %s", theme.ID, theme.Look().Name)
		}
	}
	if len(grounds) != len(Themes) || len(titles) != len(Themes) {
		t.Errorf("%d themes have %d grounds and %d titles", len(Themes), len(grounds), len(titles))
	}
	if (Style{}).Theme.Look() != Themes[0].Look() {
		t.Error("a style without a theme does not have the first")
	}
}

// In the theme for all kinds of colour vision the sides differ in lightness too, and in the
// shape of stones and edges.
func TestContrastNeedsNoColour(t *testing.T) {
	theme, ok := ThemeByID("contrast")
	if !ok {
		t.Fatal("the theme is missing")
	}
	l := theme.Look()
	if got := canvas.Contrast(l.Red.Base, l.Blue.Base); got < 2 {
		t.Errorf("the sides have a contrast of %.2f, want 2", got)
	}
	if l.Red.Square == l.Blue.Square || l.Red.Dashed == l.Blue.Dashed {
		t.Error("the sides have stones or edges of one shape")
	}
}
