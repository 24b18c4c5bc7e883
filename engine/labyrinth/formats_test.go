package labyrinth_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// format is one of the game's.
func format(id string) engine.Format {
	i := slices.IndexFunc(labyrinth.Game.Formats, func(f engine.Format) bool { return f.ID == id })
	return labyrinth.Game.Formats[i]
}

func TestImportLaysPiecesOnTheBoard(t *testing.T) {
	whole := next(t, newSolver(t, 3, board.Level))
	for _, tt := range []struct{ name, text, move, refusal string }{
		{"a door that would leave the board", `[{"q":0,"r":0,"doors":63}]`, "lay 1@i9", ""},
		{"off the board", `[{"q":0,"r":0,"doors":9},{"q":0,"r":-1,"doors":8}]`, "lay 51@i9 24@i8", ""},
		{"on the board", `[{"q":1,"r":1,"doors":63}]`, "lay 1@b2", ""},
		{"groups too far apart", `[{"q":0,"r":0,"doors":0},{"q":99,"r":0,"doors":8},{"q":99,"r":1,"doors":1}]`, "lay 2@", ""},
		{"a whole solution", string(board.AppendJSON(nil, whole)), "lay ", ""},
		{"an open door too far apart", `[{"q":0,"r":0,"doors":0},{"q":99,"r":0,"doors":8}]`, "", "do not fit"},
		{"one piece twice", `[{"q":0,"r":0,"doors":0},{"q":9,"r":0,"doors":0}]`, "", "lies there twice"},
		{"closed sides side by side", `[{"q":0,"r":0,"doors":0},{"q":1,"r":0,"doors":4}]`, "", "need an empty cell"},
		{"no pieces", `[]`, "", "0 pieces"},
		{"more than there can be", "[" + strings.Repeat("1,", 1<<19) + "1]", "", "at most 65536 are read"},
		{"many boards, of which the first counts", strings.Repeat(`[{"q":1,"r":1,"doors":63}]`+"\n", 1<<13), "lay 1@b2", ""},
	} {
		var r engine.Record
		var err error
		enginetest.Bounded(t, 0, func() { r, err = format("pieces").Decode(t.Context(), []byte(tt.text)) })
		if err == nil && (tt.move == "" || len(r.Moves) != 1 || !strings.HasPrefix(r.Moves[0], tt.move)) {
			t.Errorf("%s: lays %q, want %q", tt.name, r.Moves, tt.move)
		}
		if err != nil && (tt.refusal == "" || !strings.Contains(err.Error(), tt.refusal)) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestImportEndsGames: a whole solution is solved when it is imported.
func TestImportEndsGames(t *testing.T) {
	r, err := format("pieces").Decode(t.Context(), board.AppendJSON(nil, next(t, newSolver(t, 3, board.NoMirror))))
	if err != nil || r.Outcome.Status != engine.Solved {
		t.Errorf("outcome %+v, %v", r.Outcome, err)
	}
}

// TestExportsComeBack: the pieces of a table go to JSON and back onto another table, where
// they lie on the same cells.
func TestExportsComeBack(t *testing.T) {
	for seed := range 10 {
		o := prepared(t, map[string]any{"puzzle": "started", "seed": seed, "removed": 1 + 6*seed}, "2026-01-02")
		a, err := format("json").Encode(t.Context(), engine.Record{Options: o})
		if err != nil || len(a.Files) != 1 || a.Files[0].Name != "connexion.json" {
			t.Fatalf("files %v, %v", a.Files, err)
		}
		r, err := format("pieces").Decode(t.Context(), a.Files[0].Data)
		if err != nil {
			t.Fatal(err)
		}
		back := open(t, r.Options, r.Moves...)
		if want := open(t, o); !slices.Equal(back.Pieces(), want.Pieces()) {
			t.Fatalf("seed %d: %v, want %v", seed, back.Pieces(), want.Pieces())
		}
	}
}

// TestExportsArePlayed: what was moved is exported, as pieces and as a drawing.
func TestExportsArePlayed(t *testing.T) {
	record := engine.Record{Moves: []string{"place 24 c5", "place 1 h9", "remove c5"}}
	a, err := format("json").Encode(t.Context(), record)
	if err != nil {
		t.Fatal(err)
	}
	if pieces, err := board.ParseJSON(a.Files[0].Data); err != nil || board.FormatPairs(pieces) != "1@h9" {
		t.Errorf("exported are %v, %v", pieces, err)
	}
	a, err = format("svg").Encode(t.Context(), record)
	if err != nil {
		t.Fatal(err)
	}
	drawing, ok := a.Scenes[0].(engine.Drawing)
	if !ok || drawing.Name != "connexion.svg" {
		t.Fatalf("the scene is %+v", a.Scenes)
	}
	if p, ok := drawing.Scene.(labyrinth.Picture); !ok || board.FormatPairs(p.Pieces) != "1@h9" || p.Frame != labyrinth.Board {
		t.Errorf("drawn is %+v", drawing.Scene)
	}
	for _, moves := range [][]string{{"place 99 c5"}, {"remove c5"}} {
		if _, err := format("json").Encode(t.Context(), engine.Record{Moves: moves}); err == nil {
			t.Errorf("%v is exported", moves)
		}
	}
}
