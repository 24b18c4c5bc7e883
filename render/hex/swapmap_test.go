package hex

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// gradedMap is one on which the chances rise evenly from the first cell to the last.
func gradedMap(tb testing.TB, size int) hex.SwapMap {
	tb.Helper()
	m, err := hex.NewSwapMap(size)
	if err != nil {
		tb.Fatal(err)
	}
	for c := range m.Chances {
		m.Chances[c] = float64(c) / float64(len(m.Chances)-1)
	}
	return m
}

// TestGoldenSwapMaps of each size, in full in every theme.
func TestGoldenSwapMaps(t *testing.T) {
	for i, theme := range render.Themes {
		for j, size := range []int{9, 11, 14} {
			if i != j && !enginetest.Long() {
				continue
			}
			t.Run(fmt.Sprintf("swap-map-%s-%d", theme.ID, size), func(t *testing.T) {
				golden(t, gradedMap(t, size), render.Style{Theme: theme, Flat: size == 11})
			})
		}
	}
}

// TestSwapMapHasNoPlayers: it is about a board, on which nobody is to move.
func TestSwapMapHasNoPlayers(t *testing.T) {
	words := written(func() {
		rendertest.Draw(t, newDrawers(), gradedMap(t, 9), render.Style{Names: []string{"Ann", "Bob"}})
	})
	for _, name := range []string{"Ann", "Bob", "Red", "Blue"} {
		if slices.Contains(words, name) {
			t.Errorf("%s is named", name)
		}
	}
	if want := "Swap a first stone on red cells, leave one on blue cells"; !slices.Contains(words, want) {
		t.Errorf("%q is not among %q", want, words)
	}
}

// Each cell has the colour of the side that leads after a stone there, and every number is readable
// on its cell.
func TestSwapMapShadesCells(t *testing.T) {
	for _, theme := range render.Themes {
		m := gradedMap(t, 9)
		look := theme.Look()
		img := rendertest.Picture(t, measuring, m, render.Style{Theme: theme})
		f := newFrame(key{}.of(m.Position, render.Style{}), 0)
		for c := range m.Chances {
			at := f.comb.centre(c%9, c/9).Add(image.Pt(0, int(f.comb.scale(0.45))))
			got := rendertest.RGBAAt(img, at)
			redder := int(got.R) - int(got.B) - int(look.Cell.R) + int(look.Cell.B)
			if c != len(m.Chances)/2 && (redder > 0) != m.Swap(hexgrid.Cell(c)) {
				t.Errorf("%s: %s at %v is %v", theme.ID, m.Grid().Name(hexgrid.Cell(c)), m.Chances[c], got)
			}
		}
		for step := range fill(swapSteps) {
			for _, shade := range []fill{fillSwap + step, fillLeave + step} {
				if c := canvas.Contrast(colourOf(look, shade), look.Number); c < textContrast {
					t.Errorf("%s: numbers have contrast %.2f on shade %d", theme.ID, c, shade)
				}
			}
		}
	}
}
