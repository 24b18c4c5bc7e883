package hex

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// written lists what is written while something is drawn.
func written(draw func()) (words []string) {
	defer canvas.Watch(func(l canvas.Label) { words = append(words, l.Words) })()
	draw()
	return words
}

// TestCostsAreAllInTheFile: where a board is too large for the costs of all cells, some are left
// out, and a file beside the picture has every one; else there is no file.
func TestCostsAreAllInTheFile(t *testing.T) {
	for _, flat := range []bool{false, true} {
		for _, size := range []int{7, 14, 19} {
			view := hex.NewWeights(randomGame(t, engine.Options{"size": size, "weighted": true}, size*size/4, 5))
			missing := func(words []string) (n int) {
				for _, cost := range view.Cost {
					at := slices.Index(words, hex.CostName(cost))
					if at < 0 {
						n++
						continue
					}
					words = slices.Delete(words, at, at+1)
				}
				return n
			}
			s := render.Style{Flat: flat}
			words := written(func() {
				if _, err := render.PNG(newDrawers(), view, s); err != nil {
					t.Fatal(err)
				}
			})
			if cut := missing(words) > 0; cut != (size > 7) {
				t.Errorf("size %d, flat %t: costs are left out: %t", size, flat, cut)
			}
			words = written(func() {
				_, data, err := render.Full(newDrawers(), view, s)
				if err != nil {
					t.Fatal(err)
				}
				if (data == nil) != (size <= 7) {
					t.Errorf("size %d, flat %t: there is a file: %t", size, flat, data != nil)
				}
			})
			if n := missing(words); n > 0 {
				t.Errorf("size %d, flat %t: the picture and the file lack %d costs", size, flat, n)
			}
		}
	}
}

// TestNumbersCanBeRead on boards of all sizes, in costs and in chances.
func TestNumbersCanBeRead(t *testing.T) {
	for i, size := range []int{4, 9, 14, 16, 19} {
		s := render.Style{Theme: render.Themes[i%len(render.Themes)], Flat: i%2 == 0}
		p := randomGame(t, options(size), size*size/4, 5)
		thoughts := make([]hex.CellThought, size*size)
		for c := range thoughts {
			thoughts[c] = hex.CellThought{Heat: 1 / float64(c+1), Visits: 1, Value: float64(c%100) / 100}
		}
		for name, scene := range map[string]any{
			"costs":    hex.NewWeights(p),
			"weighted": hex.NewWeights(randomGame(t, engine.Options{"size": size, "weighted": true}, size*size/4, 5)),
			"chances":  hex.Analysis{Position: p, Cells: thoughts, Choice: engine.Choice{Move: p.Moves()[0], Value: 0.5}},
			"line":     engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[0], Value: 0.4, Line: p.Moves()[:6]}},
			"sets":     hex.Sets{Position: p},
		} {
			t.Run(fmt.Sprint(name, size), func(t *testing.T) { rendertest.Measure(t, newDrawers, scene, s) })
		}
	}
}

// TestGoodMovesHaveTheirChancesFirst: where the chance of a good move has no room on its cell, it
// is in the caption, and weak moves have none.
func TestGoodMovesHaveTheirChancesFirst(t *testing.T) {
	view := analysed(t)
	for _, tt := range []struct {
		flat bool
		want map[string]bool
	}{
		{false, map[string]bool{"57": true, "52": true, "47": true, "42": true, "12": true, "e7 57 % · g5 52 %": false}},
		{true, map[string]bool{"57": false, "52": false, "47": true, "42": false, "12": false, "e7 57 % · g5 52 %": true}},
	} {
		words := written(func() { rendertest.Draw(t, newDrawers(), view, render.Style{Flat: tt.flat}) })
		for chance, want := range tt.want {
			if got := slices.Contains(words, chance); got != want {
				t.Errorf("flat %t: %q is written: %t", tt.flat, chance, got)
			}
		}
	}
}
