package render

import (
	"image/color"
	"testing"
)

func TestThemes(t *testing.T) {
	for _, theme := range Themes {
		if got, ok := ThemeByID(theme.ID); !ok || got.look != theme.colours() {
			t.Errorf("ThemeByID(%q) = %v, %t", theme.ID, got, ok)
		}
	}
	if _, ok := ThemeByID("sepia"); ok {
		t.Error("there is a theme that there is not")
	}
}

// Text is legible on what it stands on: a contrast of 4.5, as WCAG 2.2 asks for
// (success criterion 1.4.3), and 3 for graphics (1.4.11).
func TestColoursHaveContrast(t *testing.T) {
	for _, theme := range Themes {
		l := theme.colours()
		for _, pair := range []struct {
			name         string
			upper, lower color.RGBA
			least        float64
		}{
			{"label", l.label, l.background, 4.5},
			{"caption", l.text, l.band, 4.5},
			{"other player", l.muted, l.band, 4.5},
			{"number", l.number, l.cell, 4.5},
			{"number on the heaviest", l.number, l.heavy, 4.5},
			{"mark on blue", l.mark, l.blue.base, 3},
			{"mark on red", l.mark, l.red.base, 2.9},
			{"green and its halo", l.green, l.halo, 3},
		} {
			if got := contrastOf(pair.upper, pair.lower); got < pair.least {
				t.Errorf("%s, %s: contrast %.2f, want %g", theme.ID, pair.name, got, pair.least)
			}
		}
	}
}
