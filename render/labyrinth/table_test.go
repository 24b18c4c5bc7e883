package labyrinth

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestHints: a suggested piece is marked on its cell and in hand, where it has its cell alone below
// it; a piece to remove is marked where it lies. Nothing else is but the last
// piece, and the table does not change.
func TestHints(t *testing.T) {
	for _, p := range []*labyrinth.Position{table(t, 0, engine.Options{}), table(t, 5, engine.Options{}), puzzle(t, 7, 20, 0)} {
		before := slices.Clone(p.Pieces())
		for _, move := range p.Moves()[:6] {
			testHint(t, p, move)
		}
		if n := len(before); n > p.Fixed() {
			testHint(t, p, "remove "+before[n-1].Name())
		}
		if !slices.Equal(p.Pieces(), before) {
			t.Errorf("the table has %d pieces after it was drawn", len(p.Pieces()))
		}
	}
}

func testHint(t *testing.T, p *labyrinth.Position, move string) {
	t.Helper()
	hint := engine.Suggestion{Position: p, Choice: engine.Choice{Move: move}}
	piece, placed := labyrinth.ParseMove(move)
	var advised *connexion.Piece
	want := 1
	if placed {
		advised, want = &piece, 2
	}
	f, beside := layTable(p, advised, image.Rectangle{})
	hand := image.Rect(wide-beside, 0, wide, tall-captionTall)
	for _, theme := range render.Themes {
		marks := rendertest.Marks(t, measuring, hint, render.Style{Theme: theme})
		hints := marks[canvas.MarkHint]
		if others := len(marks) - 1; len(hints) != want || others != len(marks[canvas.MarkLast]) {
			t.Fatalf("%s, %s: marks are %v", theme.ID, move, marks)
		}
		at := func(box image.Rectangle) image.Point { return canvas.Middle(box).Round() }
		if !slices.ContainsFunc(hints, func(box image.Rectangle) bool { return at(box).In(f.box(piece.Cell)) }) {
			t.Errorf("%s, %s: hints are %v, want one in %v", theme.ID, move, hints, f.box(piece.Cell))
		}
		if placed != slices.ContainsFunc(hints, func(box image.Rectangle) bool { return at(box).In(hand) }) {
			t.Errorf("%s, %s: hints are %v, which does not suit the hand in %v", theme.ID, move, hints, hand)
		}
	}
	rendertest.Measure(t, measuring, hint, render.Style{})
	if got, want := slices.Contains(written(t, hint, hand), piece.Cell.Name()), placed && len(p.Open()) > 0; want && !got {
		t.Errorf("%s: in hand the cell is written: %t, want %t", move, got, want)
	}
}

// TestSolvedIsDrawnAsASolution, as large as that can be; but not in a film, which stays as it was.
func TestSolvedIsDrawnAsASolution(t *testing.T) {
	p := puzzle(t, 5, 4, 4)
	table := image.Rect(0, 0, wide-legendWide, tall-captionTall)
	if got := written(t, p, table); len(got) > 0 {
		t.Errorf("on the board is written %q", got)
	}
	if got := written(t, p, legendBox); len(got) != 4 || got[0] != "59 pieces" || got[3] != "3 holes" {
		t.Errorf("beside it is written %q", got)
	}
	film := rendertest.Picture(t, measuring, p, render.Style{Room: p.InUse()})
	f, _ := layTable(p, nil, p.InUse())
	if corner := f.centre(connexion.CellAt(f.part.Min.X, f.part.Min.Y)); !near(film, corner, render.Themes[0].Look().Cell) {
		t.Error("in a film the empty cells are gone")
	}
}

// TestNothingInHand: where all pieces lie, and doors are open still, the groups are told beside
// the table.
func TestNothingInHand(t *testing.T) {
	for row := range labyrinth.Board.Rows {
		for col := range labyrinth.Board.Cols {
			p := puzzle(t, 7, 1, 0)
			_, err := p.Play(connexion.FormatPairs([]connexion.Piece{{Cell: connexion.CellAt(col, row), Doors: p.Left()[0]}}))
			if err != nil || p.Outcome().Status != engine.Open {
				continue
			}
			rendertest.Measure(t, measuring, p, render.Style{})
			if got := written(t, p, image.Rect(wide-handWide, 0, wide, tall-captionTall)); len(got) < 2 || !strings.HasSuffix(got[0], "pieces") {
				t.Errorf("beside the table is written %q", got)
			}
			return
		}
	}
	t.Fatal("the last piece fits nowhere but in its gap")
}

func TestStanding(t *testing.T) {
	for _, tt := range []struct {
		p    *labyrinth.Position
		want string
	}{
		{table(t, 0, engine.Options{}), "0 of 64 placed · no door is open"},
		{table(t, 3, engine.Options{}), "3 of 64 placed · doors open to 7 gaps"},
		{puzzle(t, 5, 4, 4), "Solved: every door meets a door"},
	} {
		if words, _ := standing(tt.p); words.String() != tt.want {
			t.Errorf("%q, want %q", words, tt.want)
		}
	}
}
