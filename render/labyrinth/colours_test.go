package labyrinth

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// bodies are all colours that hexagons have in a theme, by names.
func bodies(l *canvas.Look) map[string]color.RGBA {
	all := map[string]color.RGBA{}
	for c := range labyrinth.ColourCount {
		all[fmt.Sprintf("marked %d", c)] = MarkColour(c)
		for group := range shades {
			all[fmt.Sprintf("colour %d, group %d", c, group)] = groupColour(l, c, group)
			all[fmt.Sprintf("colour %d, shade %d", c, group)] = shadeColour(l, c, group)
		}
	}
	return all
}

// TestPieces tests the contrast of rims to the background of the board and to empty cells, and of
// corridors to the pieces and, so that no open door vanishes, to the background and to gaps.
func TestPieces(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		pairs := map[string][2]color.RGBA{}
		for name, fill := range bodies(l) {
			path, rim := pathColour(l, fill), rimColour(l, fill)
			pairs[name+", rim"] = [2]color.RGBA{rim, l.Background}
			pairs[name+", corridors"] = [2]color.RGBA{path, fill}
			pairs[name+", open doors"] = [2]color.RGBA{path, l.Background}
			pairs[name+", doors to gaps"] = [2]color.RGBA{path, l.Cell}
		}
		pairs["a gap"] = [2]color.RGBA{gapColour(l), l.Cell}
		return pairs
	})
}

// TestQuietColours: numbers are read on them, and groups are told from the ground by them.
func TestQuietColours(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		for name, fill := range bodies(l) {
			if got := canvas.Contrast(l.Label, quietColour(l, fill)); got < 4.7 { // a palette comes near it
				t.Errorf("%s, %s: a number has a contrast of %.2f", theme.ID, name, got)
			}
		}
		for c := range labyrinth.ColourCount {
			for group := range shades {
				rendertest.Apart(t, fmt.Sprintf("%s, %s, group %d", theme.ID, c.Title(), group), quietColour(l, groupColour(l, c, group)), l.Background, 4)
			}
		}
	}
}

// TestGroupsAreApart: groups that have colours of their own are told from each other in every
// theme and with every kind of colour vision, whatever the hue of the largest.
func TestGroupsAreApart(t *testing.T) {
	const least = 15
	for _, theme := range render.Themes {
		l := theme.Look()
		for c := range labyrinth.ColourCount {
			for a := range shades {
				name := fmt.Sprintf("%s, %s, group %d", theme.ID, c.Title(), a)
				for b := range a {
					rendertest.Apart(t, fmt.Sprintf("%s and %d", name, b), groupColour(l, c, a), groupColour(l, c, b), least)
				}
			}
			if groupColour(l, c, 0) != groupColour(l, c, shades) {
				t.Errorf("%s, %s: colours do not repeat", theme.ID, c.Title())
			}
		}
	}
	if got := MarkColours(); len(got) != int(labyrinth.ColourCount) || got[labyrinth.Red] != MarkColour(labyrinth.Red) {
		t.Errorf("%d colours of marks", len(got))
	}
}

// TestCellsAreSeen: empty cells and holes are told from the ground and from each other,
// and quietly: they stand back behind the pieces.
func TestCellsAreSeen(t *testing.T) {
	const seen, quiet = 1.6, 3
	for _, theme := range render.Themes {
		l := theme.Look()
		for _, pair := range []struct {
			name   string
			cell   color.RGBA
			ground color.RGBA
			most   float64
		}{
			{"the rim of a cell", l.Line, l.Background, 5},
			{"a hole", holeColour(l), l.Background, quiet},
		} {
			if got := canvas.Contrast(pair.cell, pair.ground); got < seen || got > pair.most {
				t.Errorf("%s: %s has a contrast of %.2f, want %g to %g", theme.ID, pair.name, got, seen, pair.most)
			}
		}
		rendertest.Apart(t, theme.ID+", an empty cell and a hole", l.Cell, holeColour(l), 5)
	}
}

// TestNoGroupIsGreen, which means hints and victories: whatever has much colour is of another hue.
func TestNoGroupIsGreen(t *testing.T) {
	for _, theme := range render.Themes {
		for name, c := range bodies(theme.Look()) {
			red, green, blue := int(c.R), int(c.G), int(c.B)
			if green > max(red, blue)+12 {
				t.Errorf("%s, %s: %v is green", theme.ID, name, c)
			}
		}
	}
}
