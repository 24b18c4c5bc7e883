package octopuszle

import (
	"image"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// wholeOf is a table of 16 x 16 on which some squares lie from the start, in sixteenths, and a 7 on f6.
func wholeOf(t testing.TB, started int) *octopuszle.Position {
	t.Helper()
	p, err := octopuszle.New(engine.Options{"size": "16", "started": started, "seed": 3})
	if err != nil {
		t.Fatal(err)
	}
	if started == 0 {
		if _, err := p.Play("place 7 f6"); err != nil {
			t.Fatal(err)
		}
	}
	return p.(*octopuszle.Position)
}

const f6 = 5*octopuszle.Size + 5

// sheetOf is the region of f6, and of a cell in it the squares that fit there.
func sheetOf(t testing.TB, step string) octopuszle.Sheet {
	t.Helper()
	sheet, ok := wholeOf(t, 0).Picking("place", step).Scene.(octopuszle.Sheet)
	if !ok {
		t.Fatalf("%s shows nothing", step)
	}
	return sheet
}

// twins are two solutions with the same diagonals.
func twins(t testing.TB) octopuszle.Pair {
	t.Helper()
	given := solution(t)
	s, err := octopuszle.NewSolver(given, 1)
	if err != nil {
		t.Fatal(err)
	}
	other, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return octopuszle.Pair{Boards: [2]*octopuszle.Board{given, other}, Caption: engine.T("Same diagonals")}
}

func TestGoldenWhole(t *testing.T) {
	table := wholeOf(t, 0)
	choice := engine.Choice{Move: "place 13 g6"}
	for _, theme := range render.Themes[:2] {
		s := render.Style{Theme: theme}
		for name, scene := range map[string]any{
			"by-hand": table, "begun": wholeOf(t, 9), "region": sheetOf(t, "e5-h8"), "fit": sheetOf(t, "g6"), "pair": twins(t),
			"advice":    engine.Suggestion{Position: table, Choice: choice},
			"whole-end": wholeOf(t, 12).Conclude(engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat}),
		} {
			t.Run(name+"-"+theme.ID, func(t *testing.T) { rendertest.Golden(t, measuring, scene, s) })
		}
	}
}

// TestWholePictures keep what all pictures keep.
func TestWholePictures(t *testing.T) {
	rendertest.Run(t, measuring(), newDrawers, map[string]any{
		"by hand": wholeOf(t, 0), "region": sheetOf(t, "e5-h8"), "fit": sheetOf(t, "g6"), "pair": twins(t),
	})
}

// TestTableOfAllSquares: gaps have a ground of their own, the last square is marked, and a solved board.
func TestTableOfAllSquares(t *testing.T) {
	for started, want := range map[int]tint{0: plain, 9: given} {
		p := wholeOf(t, started)
		for _, theme := range render.Themes {
			b := newBoard(key{theme.Look(), whole})
			img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
			for at := range octopuszle.Squares {
				if at == f6 {
					continue // the mark is around it
				}
				ground := b.ground(bare)
				if p.At(at) != octopuszle.NoSquare {
					ground = b.ground(want)
				}
				between := b.at(at).Add(image.Pt(b.cell*13/16, b.cell*11/32)) // of the lines to the east and to the north-east
				if got := rendertest.RGBAAt(img, between); !rendertest.Near(got, ground) {
					t.Fatalf("%s: %s is %v, want %v", theme.ID, octopuszle.Name(at), got, ground)
				}
			}
		}
	}
	end := wholeOf(t, 15)
	for end.Outcome().Status == engine.Open {
		choice, err := octopuszle.Game.Opponents.Levels[0].New(1).Choose(t.Context(), end)
		if err == nil {
			_, err = end.Play(choice.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	won := rendertest.Marks(t, measuring, end, render.Style{})
	if len(won) != 1 || len(won[canvas.MarkWon]) != 1 || !around(won[canvas.MarkWon][0], layouts[alone].field()) {
		t.Errorf("a solved board is marked at %v", won)
	}
	rendertest.Golden(t, measuring, end, render.Style{})
	last := rendertest.Marks(t, measuring, wholeOf(t, 0), render.Style{})[canvas.MarkLast]
	if len(last) != 1 || !around(last[0], layouts[whole].box(f6)) {
		t.Errorf("the last square is marked at %v", last)
	}
}

// TestRegionIsLarge: it has its 16 cells and those around, in place, and a mark on the one to fill.
func TestRegionIsLarge(t *testing.T) {
	for step, first := range map[string]image.Point{"e5-h8": {4, 4}, "a1-d4": {0, 0}, "m13-p16": {12, 12}} {
		sheet := sheetOf(t, step)
		b := newBoard(key{render.Themes[0].Look(), region})
		img := rendertest.Picture(t, measuring, sheet, render.Style{})
		for row := -1; row <= 4; row++ {
			for col := -1; col <= 4; col++ {
				at := first.Add(image.Pt(col, row))
				want := b.Look.Background // beyond the rim, and around the region
				if row >= 0 && row < 4 && col >= 0 && col < 4 {
					want = b.ground(tintOf(sheet.Position, at.Y*octopuszle.Size+at.X))
				}
				there := b.corner.Add(image.Pt((col+1)*b.cell+b.cell*13/16, (row+1)*b.cell+b.cell*11/32))
				if got := rendertest.RGBAAt(img, there); !rendertest.Near(got, want) {
					t.Errorf("%s: column %d, row %d is %v, want %v", step, col, row, got, want)
				}
			}
		}
	}
	here := rendertest.Marks(t, measuring, sheetOf(t, "g6"), render.Style{})[canvas.MarkHere]
	l := layouts[region]
	if want := boxAt(l.corner.Add(image.Pt(3*l.cell, 2*l.cell)), l.cell); len(here) != 1 || !around(here[0], want) {
		t.Errorf("g6 is marked at %v, want %v", here, want)
	}
}

// TestAlikeIsDim on both boards of a pair, and nothing else.
func TestAlikeIsDim(t *testing.T) {
	p, n := twins(t), 0
	for _, theme := range render.Themes {
		b := newBoard(key{theme.Look(), twin})
		img := rendertest.Picture(t, measuring, p, render.Style{Theme: theme})
		for at := range octopuszle.Squares {
			want := b.ground(plain)
			if p.Alike(at) {
				want, n = b.ground(dim), n+1
			}
			for i := range 2 {
				there := b.at(at).Add(image.Pt(i*twinStep+b.cell*13/16, b.cell*11/32))
				if got := rendertest.RGBAAt(img, there); !rendertest.Near(got, want) {
					t.Errorf("%s: board %d has %v on %s, want %v", theme.ID, i+1, got, octopuszle.Name(at), want)
				}
			}
		}
	}
	if n < 10 {
		t.Error("the two have next to nothing alike: the test tests nothing")
	}
}
