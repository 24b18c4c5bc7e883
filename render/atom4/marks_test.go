package atom4

import (
	"image"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestWinningRowIsGreen: the band lies between neighbours of the row.
func TestWinningRowIsGreen(t *testing.T) {
	p := won(t)
	f := newFrame(usual, partAround(used(p)))
	for _, theme := range render.Themes {
		s := render.Style{Theme: theme}
		img := rendertest.Picture(t, measuring, p, s)
		for _, line := range lines(p.Row()) {
			for i, c := range line[1:] {
				at := f.centre(c).Add(f.centre(line[i])).Div(2)
				if !near(img, at, theme.Look(), canvas.InkGreen) {
					t.Errorf("%s: between %s and %s it is %v", theme.ID, line[i], c, rendertest.RGBAAt(img, at))
				}
			}
		}
		if n := len(rendertest.Marks(t, measuring, p, s)[canvas.MarkWon]); n != len(p.Row()) {
			t.Errorf("%s: %d points of a band, want %d", theme.ID, n, len(p.Row()))
		}
	}
}

// TestRowsFromEndToEnd: what has won is split into its rows, whatever the order of its pieces.
func TestRowsFromEndToEnd(t *testing.T) {
	parse := func(names string) (row []grid.Cell) {
		for name := range strings.FieldsSeq(names) {
			c, err := grid.ParseCell(name)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, c)
		}
		return row
	}
	for row, want := range map[string][]string{
		"":                              nil,
		"i9 h8 h7 g6":                   {"g6 h7 h8 i9"},
		"d1 a1 c1 b1 e1":                {"a1 b1 c1 d1 e1"},
		"a1 b1 c1 d1 a2 b3 b4":          {"a1 b1 c1 d1", "a1 a2 b3 b4"},
		"e5 f5 g5 h5 d6 d7 c8 e4 d5 b5": {"d5 e5 f5 g5 h5", "e4 e5 d6 d7 c8"},
	} {
		var got []string
		for _, line := range lines(parse(row)) {
			got = append(got, strings.Join(engine.Map(line, grid.Cell.String), " "))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
}

// TestMarks: a move that was made is marked as the last, one that is tried is hollow, with all that
// it would change, and one that is advised is green, with the moves expected then as ghosts.
func TestMarks(t *testing.T) {
	p := play(t, randomGame(t, 1, 0, 0), "i7")
	moves := randomGame(t, 1, 6, 3)
	line := engine.Choice{Move: moves.Moves()[2], Line: []string{moves.Moves()[2], moves.Moves()[0], moves.Moves()[1]}}
	for name, tt := range map[string]struct {
		scene any
		want  map[canvas.MarkKind]int
	}{
		"made":    {p, map[canvas.MarkKind]int{canvas.MarkLast: 1, canvas.MarkLegal: len(p.Legal()), canvas.MarkHere: 2}},
		"tried":   {atom4.Preview{Position: p}, map[canvas.MarkKind]int{canvas.MarkGhost: 1 + len(p.Last().Changed), canvas.MarkHere: 2}},
		"advised": {engine.Suggestion{Position: moves, Choice: line}, map[canvas.MarkKind]int{canvas.MarkLast: 1, canvas.MarkHint: 1, canvas.MarkGhost: 2, canvas.MarkHere: 2}},
		"not all of it is shown": {
			engine.Suggestion{Position: moves, Choice: engine.Choice{Move: line.Move, Line: []string{line.Move, "a1"}}},
			map[canvas.MarkKind]int{canvas.MarkLast: 1, canvas.MarkHint: 1, canvas.MarkGhost: 1, canvas.MarkHere: 2},
		},
	} {
		got := map[canvas.MarkKind]int{}
		for kind, boxes := range rendertest.Marks(t, measuring, tt.scene, render.Style{}) {
			got[kind] = len(boxes)
		}
		if !maps.Equal(got, tt.want) {
			t.Errorf("%s: marks by kind are %v, want %v", name, got, tt.want)
		}
	}
}

// TestWheelShowsWhereItIs: the coming piece alone has a gold ring, and in the middle stands who is
// to place it.
func TestWheelShowsWhereItIs(t *testing.T) {
	p := randomGame(t, 1, 3, 3)
	look := render.Themes[0].Look()
	img := rendertest.Picture(t, measuring, p, render.Style{Names: []string{"Annabel", "Björn"}})
	ringed := []grid.Colour{}
	for i, c := range grid.Wheel {
		if near(img, usual.onWheel(i).Sub(image.Pt(wheelPiece+ringGap, 0)), look, canvas.InkLit) {
			ringed = append(ringed, c)
		}
	}
	if !slices.Equal(ringed, []grid.Colour{p.Piece()}) {
		t.Errorf("%v have a ring, want %v", ringed, p.Piece())
	}
	room := image.Rectangle{usual.wheelAt(), usual.wheelAt()}.Inset(-20)
	other := rendertest.Picture(t, measuring, p, render.Style{Names: []string{"Zoe", "Zoe"}})
	if rendertest.CountIn(img, room, look.Text) == 0 || rendertest.Changed(t, img, other).Intersect(room).Empty() {
		t.Error("the wheel's middle names nobody")
	}
}
