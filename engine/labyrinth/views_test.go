package labyrinth_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// show answers a view of a table.
func show(ctx context.Context, t *testing.T, name string, p engine.Position) engine.Answer {
	t.Helper()
	i := slices.IndexFunc(labyrinth.Game.Views, func(v engine.View) bool { return v.Name == name })
	a, err := labyrinth.Game.Views[i].Show(ctx, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// data reads an answer's machine-readable form.
func data(t *testing.T, a engine.Answer, to any) {
	t.Helper()
	raw, err := json.Marshal(a.Data)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, to); err != nil {
		t.Fatal(err)
	}
}

// picture is the first scene of an answer.
func picture(t *testing.T, a engine.Answer) labyrinth.Picture {
	t.Helper()
	if len(a.Scenes) == 0 {
		t.Fatal("no scenes")
	}
	p, ok := a.Scenes[0].(labyrinth.Picture)
	if !ok {
		t.Fatalf("the scene is a %T", a.Scenes[0])
	}
	return p
}

type checked struct {
	Laid               int
	Open, Dead, Forced []string
	Completion         string
}

// TestCheck: dead are open cells that no piece fits, forced those that one fits.
func TestCheck(t *testing.T) {
	closed := ring(at(t, "e5"), false)
	both := slices.Concat(closed, ring(at(t, "m11"), true))
	for _, tt := range []struct {
		name  string
		lines []string
		want  checked
	}{
		{"an empty board", nil, checked{Completion: "exists"}},
		{
			"a ring around a cell for the one piece with six doors",
			[]string{"lay " + board.FormatPairs(closed)},
			checked{Laid: 6, Open: []string{"e5"}, Forced: []string{"e5"}, Completion: "exists"},
		},
		{"two such rings", []string{"lay " + board.FormatPairs(both)}, checked{Laid: 12, Completion: "none"}},
		{"two such rings, and one filled", []string{"lay " + board.FormatPairs(both), "place 1 e5"}, checked{Laid: 13, Dead: []string{"m11"}, Completion: "none"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := show(t.Context(), t, "check", open(t, nil, tt.lines...))
			var got checked
			data(t, a, &got)
			if got.Laid != tt.want.Laid || got.Completion != tt.want.Completion {
				t.Errorf("got %+v: %s", got, a.Text)
			}
			if tt.want.Forced != nil && (!slices.Equal(got.Forced, tt.want.Forced) || !strings.Contains(a.Text.String(), "Only one piece fits on e5.")) {
				t.Errorf("forced are %v: %s", got.Forced, a.Text)
			}
			if !slices.Equal(got.Dead, tt.want.Dead) && len(got.Dead)+len(tt.want.Dead) > 0 {
				t.Errorf("dead are %v, want %v", got.Dead, tt.want.Dead)
			}
			if dead := strings.Contains(a.Text.String(), "No piece fits on m11."); dead != (tt.want.Dead != nil) {
				t.Errorf("it says %s", a.Text)
			}
		})
	}
}

// TestCheckSaysWhatItDoesNotKnow when its time is over.
func TestCheckSaysWhatItDoesNotKnow(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a := show(ended, t, "check", open24(t))
	var got checked
	data(t, a, &got)
	if got.Completion != "unknown" || !strings.Contains(a.Text.String(), "was not found out in time") {
		t.Errorf("got %+v: %s", got, a.Text)
	}
	if a := show(ended, t, "complete", open24(t)); !strings.Contains(a.Text.String(), "there may still be one") {
		t.Errorf("complete says %s", a.Text)
	}
}

// TestComplete shows a solution with the board's pieces marked in another colour.
func TestComplete(t *testing.T) {
	p := open(t, map[string]any{"colour": "gold"}, "place 24 c5", "place 1 h9")
	shown := picture(t, show(t.Context(), t, "complete", p))
	if _, err := board.Validate(shown.Pieces, false); err != nil {
		t.Error(err)
	}
	for _, piece := range p.Pieces() {
		if !slices.Contains(shown.Pieces, piece) {
			t.Errorf("%v is missing", piece)
		}
		if !slices.ContainsFunc(shown.Marks, func(m labyrinth.Mark) bool {
			return m.Doors == piece.Doors && len(m.Colours) == 1 && m.Colours[0] != labyrinth.Gold
		}) {
			t.Errorf("%v does not stand out: %v", piece, shown.Marks)
		}
	}
	if len(shown.Marks) != 2 || shown.Colour != labyrinth.Gold {
		t.Errorf("%d are marked, and the others are %s", len(shown.Marks), shown.Colour.Title())
	}
	both := slices.Concat(ring(at(t, "e5"), false), ring(at(t, "m11"), true))
	a := show(t.Context(), t, "complete", open(t, nil, "lay "+board.FormatPairs(both)))
	if !strings.Contains(a.Text.String(), "No solution on this board has all these pieces") || len(a.Scenes) > 0 {
		t.Errorf("of two rings it says %s", a.Text)
	}
}

// TestLeft lists the pieces that do not lie there, and shows them side by side.
func TestLeft(t *testing.T) {
	p := open(t, nil, "place 24 c5", "place 1 h9")
	a := show(t.Context(), t, "left", p)
	var got struct{ Left []int }
	data(t, a, &got)
	if len(got.Left) != 62 || slices.Contains(got.Left, 24) || slices.Contains(got.Left, 1) || !slices.IsSorted(got.Left) {
		t.Errorf("left are %v", got.Left)
	}
	shown := picture(t, a)
	at := map[board.Cell]bool{}
	for _, piece := range shown.Pieces {
		at[piece.Cell] = true
		if !shown.Frame.Has(piece.Cell) {
			t.Errorf("%v lies off the picture", piece)
		}
	}
	for c := range at {
		if at[c.Next(board.NorthEast)] || at[c.Next(board.SouthEast)] {
			t.Errorf("beside %v lies another piece", c)
		}
	}
	if len(at) != 62 || !shown.Loose || !shown.Numbers {
		t.Errorf("%d pieces, %+v", len(at), shown.Frame)
	}
	solved := open(t, map[string]any{"puzzle": "started", "seed": 8, "removed": 1})
	last := solved.Moves()
	if _, err := solved.Play(last[len(last)-1]); err != nil {
		t.Fatal(err)
	}
	if a := show(t.Context(), t, "left", solved); a.Text.String() != "All pieces lie there." {
		t.Errorf("of a solved board it says %s", a.Text)
	}
}

// TestNumbers shows the board as it is, with numbers.
func TestNumbers(t *testing.T) {
	p := open(t, map[string]any{"colour": "red"}, "place 24 c5")
	shown := picture(t, show(t.Context(), t, "numbers", p))
	if !shown.Numbers || shown.Colour != labyrinth.Red || shown.Frame != labyrinth.Board || !slices.Equal(shown.Pieces, p.Pieces()) {
		t.Errorf("shown are %+v", shown)
	}
	if p.Picture().Numbers {
		t.Error("the board itself shows numbers")
	}
}
