package ade

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// measuring are the drawers of all that is measured.
var measuring = sync.OnceValue(newDrawers)

// table plays moves, separated by commas, on a graph such as "E8".
func table(tb testing.TB, graph, values, moves string) *ade.Position {
	tb.Helper()
	o := engine.Options{"free": true, "values": values, "edges": graph}
	if !strings.Contains(graph, "-") {
		var degree int
		if _, err := fmt.Sscanf(graph[1:], "%d", &degree); err != nil {
			tb.Fatal(err)
		}
		o = engine.Options{"free": true, "values": values, "type": graph[:1], "degree": degree}
	}
	position, err := ade.New(o)
	if err != nil {
		tb.Fatal(err)
	}
	for move := range strings.SplitSeq(moves, ",") {
		if move == "" {
			continue
		}
		if _, err := position.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
	p, _ := position.(*ade.Position)
	return p
}

func newDuel(tb testing.TB, moves string) *duel.Position {
	tb.Helper()
	position, err := ade.New(engine.Options{"mode": "duel", "type": "D", "degree": 5})
	if err != nil {
		tb.Fatal(err)
	}
	for move := range strings.SplitSeq(moves, ",") {
		if _, err := position.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
	d, _ := position.(*duel.Position)
	return d
}

func newPuzzle(tb testing.TB) *ade.Position {
	tb.Helper()
	return posed(tb, "layers", 1)
}

// posed is a puzzle after some moves.
func posed(tb testing.TB, task string, seed int, moves ...string) *ade.Position {
	tb.Helper()
	position, err := ade.New(engine.Options{"mode": "puzzle", "task": task, "seed": seed})
	if err != nil {
		tb.Fatal(err)
	}
	for _, move := range moves {
		if _, err := position.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
	p, _ := position.(*ade.Position)
	return p
}

func TestGolden(t *testing.T) {
	names := []string{"Annabel", "Björn"}
	one := strings.Repeat(" 0", 11)
	tests := []struct {
		name  string
		scene any
		style render.Style
	}{
		{"e8-ones", table(t, "E8", "all 1", "fire"), render.Style{}},
		{"e8-one-light", table(t, "E8", "0 1 0 0 0 0 0 0", "fire 12"), render.Style{Theme: render.Themes[1]}},
		{"d9-huge", table(t, "D9", "V1 9223372036854775807", "fire 3"), render.Style{}},
		{"a12-contrast", table(t, "A12", "all 1", "fire 2"), render.Style{Theme: render.Themes[2]}},
		{"e9-never", table(t, "E9", "all 1", "exhaust"), render.Style{}},
		{"cycle", table(t, "1-2 2-3 3-4 4-5 5-1", "1 -2 3 0 4", ""), render.Style{Theme: render.Themes[1]}},
		{"tree", table(t, "0-1 0-2 0-3 1-4 1-5 2-6 3-7 7-8", "all 2", ""), render.Style{}},
		{"own-path-light", table(t, "3-1 1-4 4-2 2-5", "2 0 -1 3 1", ""), render.Style{Theme: render.Themes[1]}},
		{"own-grid", table(t, "1-2 2-3 4-5 5-6 7-8 8-9 1-4 4-7 2-5 5-8 3-6 6-9", "all 1", "fire"), render.Style{}},
		{"own-eight-contrast", table(t, "1-2 1-5 2-3 3-6 4-5 4-7 5-6 6-8 7-8 2-6", "3 0 1 2 -4 0 5 1", ""), render.Style{Theme: render.Themes[2]}},
		{"own-k4", table(t, everyTwo(4), "3 -2 1 0", ""), render.Style{}},
		{"own-prism-light", table(t, prism, "1 0 2 -3 12 1", ""), render.Style{Theme: render.Themes[1]}},
		{"own-wheel-contrast", table(t, wheel, "all 1", "fire"), render.Style{Theme: render.Themes[2]}},
		{"own-petersen", table(t, petersen, "all 1", ""), render.Style{}},
		{"own-twenty", table(t, twenty, "all 1", "fire"), render.Style{}},
		{"own-cube-light", table(t, cube, "5 -1 0 2 1 3 -4 10", ""), render.Style{Theme: render.Themes[1]}},
		{"puzzle", newPuzzle(t), render.Style{Theme: render.Themes[1]}},
		{"puzzle-end", posed(t, "end", 7, "set V1 1", "fire"), render.Style{}},
		{"puzzle-missed-contrast", posed(t, "layers", 1, "set V3 1", "exhaust"), render.Style{Theme: render.Themes[2]}},
		{"advised-light", engine.Suggestion{Position: table(t, "E6", "0 1 0 0 0 0", ""), Choice: engine.Choice{Move: "set V3 1"}}, render.Style{Theme: render.Themes[1]}},
		{"duel-won-light", newDuel(t, "fire,fire,fire,fire,fire,fire,fire,fire,fire"), render.Style{Names: names, Move: 9, Last: "fire V0 V1", Theme: render.Themes[1]}},
		{"duel", newDuel(t, "fire V0 V2,fire V3"), render.Style{Names: names}},
		{"duel-resigned", newDuel(t, "fire V0 V2"), render.Style{Names: names, Note: "Björn wins: Annabel resigned", Winners: []engine.Seat{1}}},
		{"hint", engine.Suggestion{Position: newDuel(t, "fire V0 V2"), Choice: engine.Choice{Move: "fire V1 V4"}}, render.Style{Names: names}},
		{"sequence-d9", ade.NewSequence(table(t, "D9", "all 1", "exhaust"), 6), render.Style{}},
		{"sequence-e8-light", ade.NewSequence(table(t, "E8", "all 12", "fire 8"), 12), render.Style{Theme: render.Themes[1]}},
		{"triangle-contrast", table(t, "1-2 2-3 3-1", "10 -12 7", ""), render.Style{Theme: render.Themes[2]}},
		{"d64", table(t, "D64", "all 1", "fire 3"), render.Style{}},
		{"web-light", table(t, everyTwo(20), "all 1", "fire"), render.Style{Theme: render.Themes[1]}},
		{"listed-light", table(t, everyTwo(30), "all 1", "fire"), render.Style{Theme: render.Themes[1]}},
		{"sequence-a12-light", ade.NewSequence(table(t, "A12", "all 1", "exhaust"), 6), render.Style{Theme: render.Themes[1]}},
		{"sequence-a12-one-contrast", ade.NewSequence(table(t, "A12", "1"+one, "exhaust"), 0), render.Style{Theme: render.Themes[2]}},
		{"map-a20", ade.NewSequence(table(t, "A20", "all 1", "fire 18"), 0), render.Style{}},
		{"map-a64-contrast", ade.NewSequence(table(t, "A64", "all 1", "fire 30"), 0), render.Style{Theme: render.Themes[2]}},
		{"map-petersen-light", ade.NewSequence(table(t, petersen, "1 0 2 0 0 3 0 0 0 1", "fire 7"), 0), render.Style{Theme: render.Themes[1]}},
		{"sequence-long", ade.NewSequence(table(t, "A12", "all 12345678", "fire 9"), 0), render.Style{}},
		{"totals", ade.Totals{Position: table(t, "E6", "all 1", "exhaust")}, render.Style{}},
		{"totals-light", ade.Totals{Position: table(t, "E10", "all 1", "fire 70")}, render.Style{Theme: render.Themes[1]}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { rendertest.Golden(t, measuring, tt.scene, tt.style) })
	}
	whole := ade.NewSequence(table(t, "A12", "all 1", "exhaust"), 6).Whole()
	t.Run("sequence-whole", func(t *testing.T) {
		rendertest.GoldenBeside(t, measuring, whole, render.Style{Theme: render.Themes[1]})
	})
}

// TestLightsWhatIsPositive in every theme, and shows negative and zero otherwise.
func TestLightsWhatIsPositive(t *testing.T) {
	p := table(t, "A3", "5 -5 0", "")
	b := boardOf(p, render.Themes[0])
	for _, theme := range render.Themes {
		img := draw(t, p, render.Style{Theme: theme})
		l := boardLook(theme.Look())
		for i, want := range []color.RGBA{l.Lit, chilled(l).Base, l.Cell} {
			at := b.at[i].Round().Add(image.Pt(0, int(-0.8*b.radius)))
			if !rendertest.Near(rendertest.RGBAAt(img, at), want) {
				t.Errorf("%s: node %d is %v, want %v", theme.ID, i, rendertest.RGBAAt(img, at), want)
			}
		}
	}
}

func draw(tb testing.TB, scene any, s render.Style) *image.Paletted {
	tb.Helper()
	img, err := render.Draw(Drawers, scene, s)
	if err != nil {
		tb.Fatal(err)
	}
	return img
}

// TestColumns: V0 has a column of its own behind its neighbour's.
func TestColumns(t *testing.T) {
	for graph, neighbour := range map[string]int{"D7": 2, "E8": 3} {
		s := freshSheets().begin(ade.NewSequence(table(t, graph, "all 1", "fire"), 6), render.Style{})
		if at := s.column; at[neighbour] >= at[0] || at[0] >= at[neighbour+1] {
			t.Errorf("%s has its columns at %v", graph, at)
		}
	}
}

// TestEveryDegree draws all that there is, with values of any length, in full each of every length.
func TestEveryDegree(t *testing.T) {
	long := "all " + strings.Repeat("9", 300)
	for i, graph := range []string{"A1", "A2", "A7", "A8", "A64", "D4", "D13", "D64", "E4", "E5", "E16", "E64", "3-4", "1-2 2-3 3-1"} {
		for j, values := range []string{"all 0", long, "all 1"} {
			if i%3 != j && !enginetest.Long() {
				continue
			}
			p := table(t, graph, values, "")
			scenes := []any{p, ade.NewSequence(p, 12)}
			if p.Values().Positive() != 0 {
				p = table(t, graph, values, "fire 3")
				scenes = append(scenes, p, ade.NewSequence(p, 3), ade.Totals{Position: p})
			}
			for _, scene := range scenes {
				b := draw(t, scene, render.Style{}).Bounds()
				if b != image.Rect(0, 0, canvas.Width, canvas.Height) {
					t.Errorf("%s, %T: bounds %v", graph, scene, b)
				}
			}
		}
	}
}

// TestFilm: the frames of a run have one size, even if their texts differ in length, and become a
// GIF.
func TestFilm(t *testing.T) {
	p := table(t, "E9", "all 1", "fire 5,exhaust")
	film := engine.Film{Delay: time.Second / 2, Hold: time.Second}
	for layer := range 6 {
		film.Frames = append(film.Frames, ade.Moment{Position: p, Layer: layer})
	}
	film.Frames = append(film.Frames, p)
	data, err := render.GIF(t.Context(), Drawers, film, render.Style{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || len(all.Image) < len(film.Frames) {
		t.Errorf("the film has %d pictures, %v", len(all.Image), err)
	}
}

func TestLogarithm(t *testing.T) {
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(5000), nil)
	if got := logarithm(n); got < 11512.92 || got > 11512.93 {
		t.Errorf("the logarithm of 10^5000 is %v", got)
	}
	heights, logs := barHeights(table(t, "E10", "all 1", "fire 90").Trace())
	for _, h := range heights {
		if h <= 0 || h > 1 {
			t.Errorf("a bar is %v high", h)
		}
	}
	if !logs {
		t.Error("totals of such a range need logarithms")
	}
}

func TestRules(t *testing.T) { rendertest.Rules(t, &ade.Game, measuring) }

// TestPiecesStandOut tests the contrast of nodes, by fill or by rim, and of the marks at them.
func TestPiecesStandOut(t *testing.T) {
	rendertest.Pieces(t, func(l *canvas.Look) map[string][2]color.RGBA {
		look := boardLook(l)
		rim := look.Ink(canvas.InkLit)
		if flowInk(look) != canvas.InkLit {
			rim = look.Label
		}
		return map[string][2]color.RGBA{
			"what is lit": {rim, look.Background}, "what is negative": {chilled(look).Base, look.Background},
			"what is 0": {look.Line, look.Background}, "an edge": {look.Line, look.Background},
			"what flows":       {look.Ink(flowInk(look)), look.Background},
			"a node on a band": {rim, look.Band},
		}
	})
}
