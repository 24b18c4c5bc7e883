package hex

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// written returns the texts written by a function.
func written(draw func()) (words []string) {
	defer canvas.Watch(func(l canvas.Label) { words = append(words, l.Words) })()
	draw()
	return words
}

// TestCostsAreAllInTheFile: where a board is too large for the costs of all cells, some are left
// out, and a file beside the picture has every one; else there is no file. In full, boards of both
// kinds of cells have all sizes.
func TestCostsAreAllInTheFile(t *testing.T) {
	for _, flat := range []bool{false, true} {
		for _, size := range []int{7, 14, 19} {
			if (flat != (size == 14) || size == 19) && !enginetest.Long() {
				continue
			}
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
			drawers := newDrawers()
			words := written(func() { rendertest.Draw(t, drawers, view, s) })
			if cut := missing(words) > 0; cut != (size > 7) {
				t.Errorf("size %d, flat %t: costs are left out: %t", size, flat, cut)
			}
			words = written(func() {
				_, data, err := render.Full(drawers, view, s)
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

// TestNumbersCanBeRead on large boards, in full on boards of all sizes, in costs and in chances.
func TestNumbersCanBeRead(t *testing.T) {
	for i, size := range []int{4, 9, 14, 16, 19} {
		if size != 14 && size != 19 && !enginetest.Long() {
			continue
		}
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
			t.Run(fmt.Sprint(name, size), func(t *testing.T) { rendertest.Measure(t, measuring, scene, s) })
		}
	}
}

// TestMovesHaveTheirChances on their cells, on boards of pointed cells and of flat ones.
func TestMovesHaveTheirChances(t *testing.T) {
	view := analysed(t)
	for _, flat := range []bool{false, true} {
		words := written(func() { rendertest.Draw(t, newDrawers(), view, render.Style{Flat: flat}) })
		for _, chance := range []string{"62", "57", "52", "47", "42", "37", "32", "27", "17", "12"} {
			if !slices.Contains(words, chance) {
				t.Errorf("flat %t: %q is not written", flat, chance)
			}
		}
	}
}

// TestGoodMovesHaveTheirChancesFirst: where the chance of a good move has no room on its cell, it
// is in the caption, and weak moves have none.
func TestGoodMovesHaveTheirChancesFirst(t *testing.T) {
	p := newGame(t, options(19), "")
	view := hex.Analysis{Position: p, Cells: make([]hex.CellThought, 19*19), Choice: engine.Choice{Move: "j10", Value: 0.6}}
	for i, name := range []string{"j10", "k10", "l10", "m10", "n10", "o10", "c3"} {
		c, err := p.Grid().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		view.Cells[c] = hex.CellThought{Heat: 0.5 / float64(i+1), Visits: 1, Value: 0.6 - 0.1*float64(i)}
	}
	words := written(func() { rendertest.Draw(t, newDrawers(), view, render.Style{Flat: true}) })
	if !slices.Contains(words, "k10 50 % · m10 30 %") || slices.Contains(words, "c3") {
		t.Errorf("what is written: %q", words)
	}
}

// TestCostsAreAsLargeAsCoordinates: each cell has its cost where cells have room for it; where they
// have none, fewer have one, of the same size, apart from each other, and the caption tells so. In full, on both kinds of
// cells of each size.
func TestCostsAreAsLargeAsCoordinates(t *testing.T) {
	for _, flat := range []bool{false, true} {
		for size, all := range map[int]bool{7: true, 14: false, 19: false} {
			if flat == (size == 19) && !enginetest.Long() {
				continue
			}
			view := hex.NewWeights(randomGame(t, engine.Options{"size": size, "weighted": true}, size*size/4, 5))
			s := render.Style{Flat: flat}
			costs := map[string]bool{}
			for _, cost := range view.Cost {
				costs[hex.CostName(cost)] = true
			}
			var words []string
			var boxes []image.Rectangle
			b := &boards{canvas.Cache[key, *board]{Limit: 1}}
			b.weights(view, s) // so that what is kept, coordinates and weights, is not watched
			stop := canvas.Watch(func(l canvas.Label) {
				words = append(words, l.Words)
				if !costs[l.Words] {
					return
				}
				if least := canvas.Bold(labelSize).CapHeight(); l.Capitals < least-0.01 {
					t.Errorf("size %d, flat %t: %q is %.1f pixels high, less than %.1f", size, flat, l.Words, l.Capitals, least)
				}
				boxes = append(boxes, l.Mask.Rect)
			})
			b.weights(view, s)
			stop()
			if got := !slices.Contains(words, "Numbers where there is room"); got != all || got != (len(boxes) == len(view.Cost)) {
				t.Errorf("size %d, flat %t: %d of %d costs are written, among %q", size, flat, len(boxes), len(view.Cost), words)
			}
			if least := size * size / 40; len(boxes) < least {
				t.Errorf("size %d, flat %t: only %d costs are written, fewer than %d", size, flat, len(boxes), least)
			}
			for i, box := range boxes {
				for _, other := range boxes[:i] {
					const room = 10 // least pixels between two, so that they are not read as one
					beside := image.Rect(box.Min.X-room, box.Min.Y, box.Max.X+room, box.Max.Y)
					if !all && beside.Overlaps(other) {
						t.Errorf("size %d, flat %t: costs at %v and %v touch", size, flat, box, other)
					}
				}
			}
		}
	}
}

// TestChancesFillTheirCells: where they have no room at the size of coordinates, they are as large
// as a cell holds.
func TestChancesFillTheirCells(t *testing.T) {
	for _, flat := range []bool{false, true} {
		b := layOutBoard(key{flat: flat, hot: true}.of(analysed(t).Position, render.Style{Flat: flat}), func(hexgrid.Cell) int { return 1 })
		holds := func(face *canvas.Typeface) bool {
			return b.comb.holds(face.Measure("00")/2+smallSide, face.CapHeight()/2)
		}
		if !holds(b.small) || holds(canvas.Condensed(b.small.Size+1)) && b.small.Size < labelSize || b.small.Size <= smallSize+2 {
			t.Errorf("flat %t: numbers of %.1f on cells of %d", flat, b.small.Size, b.comb.width)
		}
	}
}

// TestNumbersKeepOffTheSidesOfCells: numbers within a cell keep clear of its sides without being
// less high.
func TestNumbersKeepOffTheSidesOfCells(t *testing.T) {
	for _, size := range []int{9, 10, 11} {
		view := gradedMap(t, size)
		b := &boards{canvas.Cache[key, *board]{Limit: 1}}
		b.swapMap(view, render.Style{}) // so that what is kept, coordinates, is not watched
		f := newFrame(key{swaps: true}.of(view.Position, render.Style{}), 0)
		left := map[image.Point]bool{} // centres of cells that have no number yet
		for c := range view.Chances {
			left[f.comb.centre(c%size, c/size)] = true
		}
		stop := canvas.Watch(func(l canvas.Label) {
			for at := range left {
				const room = 6 // least pixels to the sides
				if in := image.Rect(-f.comb.width/2+room, -1, f.comb.width/2-room, 1); l.Mask.Rect.Intersect(in.Add(at)).Dx() == l.Mask.Rect.Dx() {
					delete(left, at)
				}
			}
			if least := canvas.Bold(labelSize).CapHeight(); l.Capitals < least-0.01 && strings.Trim(l.Words, "0123456789") == "" {
				t.Errorf("size %d: %q is %.1f pixels high", size, l.Words, l.Capitals)
			}
		})
		b.swapMap(view, render.Style{})
		stop()
		if len(left) > 0 {
			t.Errorf("size %d: %d cells of %d have no number off their sides", size, len(left), size*size)
		}
	}
}
