package hex

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestBestMoveIsOutlined in green, on an analysis and a hint.
func TestBestMoveIsOutlined(t *testing.T) {
	p := newGame(t, options(5), "c3 b4")
	at := cellAt(t, p, "c4").Add(image.Pt(-share(p, 0.5+hintGrowth), 0))
	for _, theme := range render.Themes {
		for name, scene := range map[string]any{
			"hint":     engine.Suggestion{Position: p, Choice: engine.Choice{Move: "c4", Value: 0.5}},
			"analysis": hex.Analysis{Position: p, Cells: make([]hex.CellThought, 25), Choice: engine.Choice{Move: "c4", Value: 0.5}},
		} {
			img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
			if got := rendertest.RGBAAt(img, at); canvas.ColourDistance(got, theme.Look().Green) > 3*8*8 {
				t.Errorf("%s, %s: the outline is %v", theme.ID, name, got)
			}
		}
		plain := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		if got := rendertest.RGBAAt(plain, at); canvas.ColourDistance(got, theme.Look().Green) <= 3*8*8 {
			t.Errorf("%s: without a hint it is %v", theme.ID, got)
		}
	}
}

// TestHintShowsGhosts of both sides after the advised cell, as far ahead as is shown, and no further.
func TestHintShowsGhosts(t *testing.T) {
	p := newGame(t, options(5), "c3 b4")
	line := []string{"c4", "d3", "b5", "a5", "e1", "a1", "e5", "b2"}
	scene, style := engine.Suggestion{Position: p, Choice: engine.Choice{Move: "c4", Value: 0.5, Line: line}}, render.Style{}
	img, marks := rendertest.Picture(t, measuring, scene, style), rendertest.Marks(t, measuring, scene, style)
	look := render.Themes[0].Look()
	for i, move := range line {
		at := cellAt(t, p, move)
		if got := marked(marks[canvas.MarkHint], at); got != (i == 0) {
			t.Errorf("move %d on %s is advised: %t", i+1, move, got)
		}
		ghost := i > 0 && i < 6
		if got := marked(marks[canvas.MarkGhost], at); got != ghost {
			t.Errorf("move %d on %s is a ghost: %t", i+1, move, got)
		}
		rim := rendertest.RGBAAt(img, at.Add(image.Pt(0, -share(p, ghostRound))))
		if want := []canvas.Gem{look.Red, look.Blue}[i%2].Base; ghost && canvas.ColourDistance(rim, want) > 3*24*24 {
			t.Errorf("the ghost of move %d on %s is %v, want %v", i+1, move, rim, want)
		}
	}
}

// marked reports whether one of the marks lies around a point.
func marked(marks []image.Rectangle, at image.Point) bool {
	return slices.ContainsFunc(marks, func(box image.Rectangle) bool { return at.In(box.Inset(box.Dx() / 3)) })
}

func TestHinted(t *testing.T) {
	for _, tt := range []struct {
		choice engine.Choice
		want   string
	}{
		{engine.Choice{Move: "c4", Value: 0.57}, "Hint: c4 (57 %)"},
		{engine.Choice{Move: "c4", Value: 1, Proved: true}, "Hint: c4, a proved win"},
		{engine.Choice{Move: "c4", Value: 0, Proved: true}, "Hint: c4, though lost, proved"},
	} {
		if got := hinted(tt.choice).String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestHintIsSeenOnLargeBoards, where ghosts are small: the line around the best cell goes all
// the way round, over the stones that might come beside it, and is no hairline; in full, on both kinds of cells in every
// theme.
func TestHintIsSeenOnLargeBoards(t *testing.T) {
	p := newGame(t, options(19), "")
	scene := engine.Suggestion{Position: p, Choice: engine.Choice{Move: "j10", Value: 0.5, Line: []string{"j10", "k10", "j11", "i10"}}}
	for _, flat := range []bool{false, true} {
		for i, theme := range render.Themes {
			if flat != (i%2 > 0) && !enginetest.Long() {
				continue
			}
			style := render.Style{Theme: theme, Flat: flat}
			img, centre := rendertest.Picture(t, measuring, scene, style), styledCellAt(t, p, style, "j10")
			for degree := 0; degree < 360; degree += 30 {
				sin, cos := math.Sincos(float64(degree) * math.Pi / 180)
				thick := 0
				for far := range 60 {
					at := centre.Add(canvas.Pt(float64(far)*cos, float64(far)*sin).Round())
					if canvas.ColourDistance(rendertest.RGBAAt(img, at), theme.Look().Green) <= 3*24*24 {
						thick++
					}
				}
				if thick < 2 { // of four, and half-covered ones
					t.Errorf("%s, flat %t: at %d degrees the line is %d pixels wide", theme.ID, flat, degree, thick)
				}
			}
		}
	}
}

// TestGhostsAreSeenOnLargeBoards: the rim of a stone that might come stands out from its cell.
func TestGhostsAreSeenOnLargeBoards(t *testing.T) {
	p := newGame(t, options(19), "")
	scene := engine.Suggestion{Position: p, Choice: engine.Choice{Move: "j10", Value: 0.5, Line: []string{"j10", "c3"}}}
	for _, theme := range render.Themes {
		img, look := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme}), theme.Look()
		at := cellAt(t, p, "c3").Sub(canvas.Pt(leastGhost, 0).Round())
		const standOut = 3 // as WCAG asks of what is no text
		if c := canvas.Contrast(rendertest.RGBAAt(img, at), look.Cell); c < standOut {
			t.Errorf("%s: the rim at %v has contrast %.2f", theme.ID, at, c)
		}
	}
}

// TestNumbersOfHintsCanBeRead on stones that might come: where cells are small, these have no rim
// that touches their numbers. In full, that is tried on cells of all sizes that have room for them.
func TestNumbersOfHintsCanBeRead(t *testing.T) {
	short := map[string]bool{"light, flat false, size 14": true, "contrast, flat false, size 11": true}
	for size := 3; size <= 14; size++ {
		p := randomGame(t, options(size), size*size/4, 5)
		scene := engine.Suggestion{Position: p, Choice: engine.Choice{Move: p.Moves()[0], Value: 0.4, Line: p.Moves()[:6]}}
		for i := range 2 * len(render.Themes) {
			s := render.Style{Theme: render.Themes[i/2], Flat: i%2 == 1}
			name := fmt.Sprintf("%s, flat %t, size %d", s.Theme.ID, s.Flat, size)
			if short[name] || enginetest.Long() {
				t.Run(name, func(t *testing.T) { rendertest.Measure(t, measuring, scene, s) })
			}
		}
	}
}

// TestHintsAreNumberedFromOne where the other numbers have room, too.
func TestHintsAreNumberedFromOne(t *testing.T) {
	p := newGame(t, options(14), "")
	scene := engine.Suggestion{Position: p, Choice: engine.Choice{Move: "g7", Value: 0.5, Line: []string{"g7", "c3"}}}
	for _, theme := range render.Themes {
		img := rendertest.Picture(t, measuring, scene, render.Style{Theme: theme})
		for _, cell := range []string{"g7", "c3"} {
			centre, written := cellAt(t, p, cell), 0
			for y := -12; y <= 12; y++ {
				for x := -6; x <= 6; x++ {
					if rendertest.RGBAAt(img, centre.Add(image.Pt(x, y))) == theme.Look().Ink(canvas.InkNumber) {
						written++
					}
				}
			}
			if written < 20 {
				t.Errorf("%s: %d pixels of a number on %s", theme.ID, written, cell)
			}
		}
	}
}

// TestStonesHaveTheirNumbers: of the stones of a hint each but the outlined one has its number on
// its cell; where cells are too small for it the first ones have theirs in the caption, and the
// file beside the picture has all. In full, on both kinds of cells of all sizes.
func TestStonesHaveTheirNumbers(t *testing.T) {
	line := []string{"i8", "h9", "c3", "g9", "h7", "f10"}
	for _, size := range []int{11, 19, 25} {
		for _, flat := range []bool{false, true} {
			aside := size == 25 || size == 19 && flat
			if flat != aside && !enginetest.Long() {
				continue
			}
			style := render.Style{Flat: flat, Names: []string{strings.Repeat("Wolfeschlegel ", 4), strings.Repeat("Staufen ", 8)}}
			scene := engine.Suggestion{Position: newGame(t, options(size), "h8 j8 h10 j7"), Choice: engine.Choice{Move: line[0], Value: 0.4, Line: line}}
			words := written(func() { rendertest.Draw(t, newDrawers(), scene, style) })
			said := slices.Index(words, "Hint: i8 (40 %)")
			onCells, below := words[:said], words[said+1]
			if got := strings.Contains(below, line[1]) || strings.Contains(below, line[2]); got != aside {
				t.Errorf("size %d, flat %t: below the hint stands %q", size, flat, below)
			}
			beside := written(func() {
				if _, data, err := render.Full(newDrawers(), scene, style); err != nil || (data != nil) != aside {
					t.Errorf("size %d, flat %t: there is a file: %t, %v", size, flat, data != nil, err)
				}
			})
			var coordinates []string
			for _, l := range layOutBoard(key{}.of(scene.Position.(*hex.Position), style), scene.Position.(*hex.Position).Weight).labels {
				coordinates = append(coordinates, l.words)
			}
			for i, move := range line[1:] {
				number := strconv.Itoa(i + 2)
				numbered := count(onCells, number) > count(coordinates, number)
				if numbered == aside {
					t.Errorf("size %d, flat %t: stone %s has a number: %t", size, flat, number, numbered)
				}
				if whole := count(beside, number) > 2*count(coordinates, number); aside && !whole {
					t.Errorf("size %d, flat %t: the file lacks the number of stone %s", size, flat, number)
				}
				if named := slices.Contains(strings.Split(below, " · "), number+" "+move); named != (aside && i < mostOverflow) {
					t.Errorf("size %d, flat %t: stone %s is in the caption %q: %t", size, flat, number, below, named)
				}
			}
		}
	}
}

func count(words []string, word string) (n int) {
	for _, w := range words {
		if w == word {
			n++
		}
	}
	return n
}
