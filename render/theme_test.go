package render

import (
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

func TestThemes(t *testing.T) {
	for _, theme := range Themes {
		if got, ok := ThemeByID(theme.ID); !ok || got.look != theme.Look() {
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
		l := theme.Look()
		for _, pair := range []struct {
			name         string
			upper, lower color.RGBA
			least        float64
		}{
			{"label", l.Label, l.Background, 4.5},
			{"caption", l.Text, l.Band, 4.5},
			{"other player", l.Muted, l.Band, 4.5},
			{"number", l.Number, l.Cell, 4.5},
			{"number on the heaviest", l.Number, l.Heavy, 4.5},
			{"mark on blue", l.Mark, l.Blue.Base, 3},
			{"mark on red", l.Mark, l.Red.Base, 2.9},
			{"green and its halo", l.Green, l.Halo, 3},
		} {
			if got := canvas.Contrast(pair.upper, pair.lower); got < pair.least {
				t.Errorf("%s, %s: contrast %.2f, want %g", theme.ID, pair.name, got, pair.least)
			}
		}
	}
}
