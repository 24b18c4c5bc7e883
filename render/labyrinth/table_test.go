package labyrinth

import (
	"fmt"
	"image"
	"image/color"
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

// TestHints: a suggested piece has a green rim on its cell and in hand, a piece to remove a red
// one. The table does not change.
func TestHints(t *testing.T) {
	p := table(t, 5, engine.Options{})
	place := p.Moves()[slices.IndexFunc(p.Moves(), func(m string) bool { return strings.HasPrefix(m, "place") })]
	piece, _ := labyrinth.ParseMove(place)
	f := frameOfTable(p)
	for _, theme := range render.Themes {
		look, s := theme.Look(), render.Style{Theme: theme}
		plain := rendertest.Picture(t, measuring, p, s)
		img := rendertest.Picture(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: place}}, s)
		beside := image.Rect(wide-handWide, 0, wide, tall-captionTall)
		around := f.box(piece.Cell)
		for name, box := range map[string]image.Rectangle{"board": around, "hand": beside} {
			if n, before := rendertest.CountIn(img, box, look.Green), rendertest.CountIn(plain, box, look.Green); n < before+100 {
				t.Errorf("%s, %s: %d pixels are green, %d before", theme.ID, name, n, before)
			}
		}
		taken := p.Pieces()[2].Cell
		img = rendertest.Picture(t, measuring, engine.Suggestion{Position: p, Choice: engine.Choice{Move: "remove " + taken.Name()}}, s)
		around = f.box(taken)
		if n := rendertest.CountIn(img, around, look.Red.Base); n < 100 {
			t.Errorf("%s: %d pixels around the piece to remove are red", theme.ID, n)
		}
		if got := rendertest.RGBAAt(img, f.centre(taken)); got != look.Text {
			t.Errorf("%s: the piece to remove has no cross but %v", theme.ID, got)
		}
		if n, before := rendertest.CountIn(img, beside, bodyColour(look, labyrinth.Blue)), rendertest.CountIn(plain, beside, bodyColour(look, labyrinth.Blue)); n > 0 || before == 0 {
			t.Errorf("%s: %d pixels in hand stand out beside the piece to remove, %d before", theme.ID, n, before)
		}
	}
	if len(p.Pieces()) != 5 {
		t.Errorf("the table has %d pieces after it was drawn", len(p.Pieces()))
	}
}

// TestHintKeepsSigns: all gaps keep theirs, by which the pieces in hand call them. That of the
// piece that is advised is filled, and the only one that is green; the caption names it.
func TestHintKeepsSigns(t *testing.T) {
	p := puzzle(t, 7, 20, 0)
	board := image.Rect(labelsLeft+pad, labelsAbove, wide-handWide, tall-captionTall)
	signs := func(scene any) []string {
		words := written(t, scene, board)
		slices.Sort(words)
		return words
	}
	before := signs(p)
	for gap, c := range p.Open() {
		sign := labyrinth.GapSign(gap)
		hint := engine.Suggestion{Position: p, Choice: engine.Choice{Move: fmt.Sprintf("place %d %s", p.Candidates(c)[0].Number(), c.Name())}}
		if got := signs(hint); !slices.Equal(got, before) {
			t.Errorf("%s: signs are %q, want %q", hint.Choice.Move, got, before)
		}
		f, _ := layTable(p, p.Picture(), image.Rectangle{})
		look, img := render.Themes[0].Look(), rendertest.Picture(t, measuring, hint, render.Style{})
		for i, other := range p.Open() {
			box := f.box(other)
			if green, half := rendertest.CountIn(img, box, look.Green), box.Dx()*box.Dy()/3; (green > half) != (i == gap) {
				t.Errorf("%s: %d pixels of gap %s are green", hint.Choice.Move, green, labyrinth.GapSign(i))
			}
			if n := rendertest.CountIn(img, box, gapColour(look)); n > 0 {
				t.Errorf("%s: gap %s is tinted still", hint.Choice.Move, labyrinth.GapSign(i))
			}
		}
		if got := written(t, hint, image.Rect(0, tall-captionTall, wide, tall)); !slices.Contains(got, "Gap "+sign) {
			t.Errorf("%s: the caption says %q", hint.Choice.Move, got)
		}
	}
}

// TestRimsOfHintsAreWhole: no corridor hides a part of them.
func TestRimsOfHintsAreWhole(t *testing.T) {
	for _, theme := range render.Themes {
		l := theme.Look()
		tiles := kept.begin(hue{l, labyrinth.Blue}, frame{}, render.Style{Theme: theme}).set(signCell)
		half, tall := signCell/2, tiles.frame.pitch/2
		for kind, want := range map[kind]color.RGBA{hintTile: l.Green, leaveTile: l.Red.Base} {
			img := tiles.paint(tile{kind: kind, doors: connexion.AllDoors}, half, tall)
			centre := canvas.Pt(float64(half), float64(tall))
			for s := range connexion.Side(connexion.Sides) {
				at := canvas.Between(centre, tiles.frame.door(centre, s), 0.82).Round()
				if got := img.RGBAAt(at.X, at.Y); !rendertest.Near(got, want) {
					t.Errorf("%s, side %d: the rim is %v, want %v", theme.ID, s, got, want)
				}
			}
		}
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
	f, _ := layTable(p, p.Picture(), p.InUse())
	if corner := f.centre(connexion.CellAt(f.part.Min.X, f.part.Min.Y)); !near(film, corner, emptyColour(render.Themes[0].Look())) {
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
