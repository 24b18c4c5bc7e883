package labyrinth_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

func TestImportLaysPiecesOnTheBoard(t *testing.T) {
	i := slices.IndexFunc(labyrinth.Game.Formats, func(f engine.Format) bool { return f.ID == "pieces" })
	decode := labyrinth.Game.Formats[i].Decode
	whole := next(t, newSolver(t, 3, board.Level))
	for _, tt := range []struct{ name, text, move, refusal string }{
		{"a door that would leave the board", `[{"q":0,"r":0,"doors":63}]`, "lay 1@i9", ""},
		{"off the board", `[{"q":0,"r":0,"doors":9},{"q":0,"r":-1,"doors":8}]`, "lay 51@i9 24@i8", ""},
		{"on the board", `[{"q":1,"r":1,"doors":63}]`, "lay 1@b2", ""},
		{"groups too far apart", `[{"q":0,"r":0,"doors":0},{"q":99,"r":0,"doors":8},{"q":99,"r":1,"doors":1}]`, "lay 2@", ""},
		{"a whole solution", string(board.AppendJSON(nil, whole)), "lay ", ""},
		{"an open door too far apart", `[{"q":0,"r":0,"doors":0},{"q":99,"r":0,"doors":8}]`, "", "do not fit"},
	} {
		r, err := decode([]byte(tt.text))
		if err == nil && (tt.move == "" || len(r.Moves) != 1 || !strings.HasPrefix(r.Moves[0], tt.move)) {
			t.Errorf("%s: lays %q, want %q", tt.name, r.Moves, tt.move)
		}
		if err != nil && (tt.refusal == "" || !strings.Contains(err.Error(), tt.refusal)) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
