package hex

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	hexboard "github.com/sixfold-bot/sixfold/engine/hex/board"
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
					if cost == hexboard.Unreached {
						continue
					}
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

// TestNumbersAreAllOrNone: each cell has its number where cells have room for it, else none has, and
// the caption tells so. In full, on both kinds of cells.
func TestNumbersAreAllOrNone(t *testing.T) {
	for _, flat := range []bool{false, true} {
		if flat && !enginetest.Long() {
			continue
		}
		costs, chances := map[int]int{5: 2, 7: 2, 11: 1, 14: 0, 19: 0}, map[int]bool{9: true, 11: true, 13: true, 17: false}
		if flat {
			costs, chances = map[int]int{5: 2, 7: 2, 8: 1, 11: 0, 19: 0}, map[int]bool{9: true, 11: true, 13: false}
		}
		for size, lines := range costs {
			p := randomGame(t, engine.Options{"size": size, "weighted": true}, size*size/4, 5)
			view := hex.NewWeights(p)
			want := map[string]int{}
			for c, cost := range view.Cost {
				if cost != hexboard.Unreached && lines > 0 {
					want[hex.CostName(cost)]++
				}
				if cost != hexboard.Unreached && lines > 1 {
					want[strconv.Itoa(p.Weight(hexgrid.Cell(c)))]++
				}
			}
			if got := onCells(t, view, render.Style{Flat: flat}); !maps.Equal(got, want) {
				t.Errorf("size %d, flat %t: cells have %v, want %v", size, flat, got, want)
			}
		}
		for size, all := range chances {
			p := newGame(t, options(size), "")
			view := hex.Analysis{Position: p, Cells: make([]hex.CellThought, size*size), Choice: engine.Choice{Move: "c3", Value: 0.6}}
			for c := range view.Cells {
				view.Cells[c] = hex.CellThought{Heat: 1, Visits: 1, Value: 0.3}
			}
			want := map[string]int{}
			if all {
				want["30"] = size * size
			}
			if got := onCells(t, view, render.Style{Flat: flat}); !maps.Equal(got, want) {
				t.Errorf("size %d, flat %t: cells have %v, want %v", size, flat, got, want)
			}
		}
	}
}

// onCells counts the numbers on the cells of the picture of a scene, without those of what is kept.
func onCells(t *testing.T, scene any, s render.Style) map[string]int {
	t.Helper()
	drawers, numbers := newDrawers(), map[string]int{}
	rendertest.Draw(t, drawers, scene, s)
	for _, words := range written(func() { rendertest.Draw(t, drawers, scene, s) }) {
		if strings.Trim(words, "0123456789") == "" {
			numbers[words]++
		}
	}
	return numbers
}

// TestCostsWithoutRoomAreSteps of colour on a plain board: the dearer a cell, the further its colour is
// from that of an empty cell.
func TestCostsWithoutRoomAreSteps(t *testing.T) {
	view := hex.NewWeights(newGame(t, options(19), "j10"))
	d := &drawing{board: emptyBoard(view.Position, key{hot: true}, render.Themes[0]), p: view.Position}
	shade := d.shades(view)
	for c, cost := range view.Cost[1:] {
		before := view.Cost[c]
		if a, b := shade(hexgrid.Cell(c)), shade(hexgrid.Cell(c+1)); before < cost && view.At(hexgrid.Cell(c+1)) == hex.Empty && view.At(hexgrid.Cell(c)) == hex.Empty && (a > b || b < fillHeat) {
			t.Errorf("costs of %d and %d have the backgrounds %d and %d", before, cost, a, b)
		}
	}
	if shade(0) >= shade(18) {
		t.Errorf("the first column has background %d, the last %d", shade(0), shade(18))
	}
}

// TestWinningChainHasItsWeights where its costs have no room, and is marked as what has won.
func TestWinningChainHasItsWeights(t *testing.T) {
	for _, size := range []int{11, 14} {
		p := randomGame(t, engine.Options{"size": size, "weighted": true}, size*size, 5)
		if p.Winner() == hex.Empty {
			t.Fatalf("size %d: nobody has won", size)
		}
		view := hex.NewWeights(p)
		numbers := 0
		for _, n := range onCells(t, view, render.Style{}) {
			numbers += n
		}
		won := rendertest.Marks(t, measuring, view, render.Style{})[canvas.MarkWon]
		if len(won) != len(p.Path()) || numbers < len(p.Path()) {
			t.Errorf("size %d: of a chain of %d cells %d are marked, and there are %d numbers", size, len(p.Path()), len(won), numbers)
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
				const room = 4 // least pixels to the sides
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
