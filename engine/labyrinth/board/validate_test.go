package board_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// solution is a transcendental one.
func solution(t *testing.T, seed uint64) []board.Piece {
	t.Helper()
	s, err := solver.New(solver.Default(), seed)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found.Pieces
}

// TestValidateFindsFaults spoils a good solution in every way.
func TestValidateFindsFaults(t *testing.T) {
	good := solution(t, 2)
	tests := []struct {
		name  string
		spoil func([]board.Piece) []board.Piece
		want  string
	}{
		{"a piece less", func(p []board.Piece) []board.Piece { return p[1:] }, "63 pieces"},
		{"a piece twice", func(p []board.Piece) []board.Piece { p[0].Doors = p[1].Doors; return p }, "twice"},
		{"no piece", func(p []board.Piece) []board.Piece { p[0].Doors = 64; return p }, "from 0 to 63"},
		{"a cell twice", func(p []board.Piece) []board.Piece { p[0].Cell = p[1].Cell; return p }, "same cell"},
		{"two pieces exchanged", func(p []board.Piece) []board.Piece {
			p[0].Doors, p[1].Doors = p[1].Doors, p[0].Doors
			return p
		}, "piece"},
		{"the piece without doors beside another", func(p []board.Piece) []board.Piece {
			i := slices.IndexFunc(p, func(p board.Piece) bool { return p.Doors == 0 })
			j := slices.IndexFunc(p, func(p board.Piece) bool { return !p.Doors.Has(board.North) && p.Doors != 0 })
			p[i].Cell = p[j].Next(board.North)
			return p
		}, "neighbour there"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := board.Validate(tt.spoil(slices.Clone(good)), false)
			if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("refused with %v, want words %q", err, tt.want)
			}
		})
	}
}

// TestEveryMoveIsSeen: no piece of a solution can lie one cell further.
func TestEveryMoveIsSeen(t *testing.T) {
	good := solution(t, 4)
	for i := range good {
		if good[i].Doors == 0 {
			continue
		}
		for s := range board.Side(board.Sides) {
			moved := slices.Clone(good)
			moved[i].Cell = moved[i].Next(s)
			if _, err := board.Validate(moved, false); err == nil {
				t.Fatalf("piece %d moved to side %d passes", i, s)
			}
		}
	}
}

func TestHexagrams(t *testing.T) {
	seen := map[board.Doors]bool{}
	for n := 1; n <= board.Pieces; n++ {
		d := board.Hexagram(n)
		if d.Number() != n || board.DoorsOf(linesOf(d)) != d || seen[d] {
			t.Errorf("hexagram %d has the doors %d, whose number is %d", n, d, d.Number())
		}
		seen[d] = true
	}
	// Hexagram 24, the Return: one yang line, the lowest: a door to the south. 7, the Army:
	// the second from the bottom, south-west; 43: all but the highest, south-east.
	for n, want := range map[int]board.Doors{1: 63, 2: 0, 24: 1 << board.South, 7: 1 << board.SouthWest, 43: 63 &^ (1 << board.SouthEast)} {
		if got := board.Hexagram(n); got != want {
			t.Errorf("hexagram %d has the doors %06b, want %06b", n, got, want)
		}
	}
	if board.SideOfLine(1) != board.South || board.SideOfLine(6) != board.SouthEast {
		t.Error("line 1 is the south, and line 6 the south-east")
	}
}

// TestParseJSONTakesOneListOfLists: what lies deeper is no piece.
func TestParseJSONTakesOneListOfLists(t *testing.T) {
	for text, want := range map[string]string{
		`[{"q":0,"r":0,"doors":63}]`:          "",
		`[ [{"q":0,"r":0,"doors":63}], [{}]]`: "",
		`[[[{"q":0,"r":0,"doors":63}]]]`:      "piece 1 of the file needs whole numbers",
		`[[]]`:                                "0 pieces",
	} {
		pieces, err := board.ParseJSON([]byte(text))
		if want == "" && (err != nil || len(pieces) != 1) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s is read as %v, %v, want words %q", text, pieces, err, want)
		}
	}
}

func FuzzParseJSON(f *testing.F) {
	f.Add([]byte(`[{"q":0,"r":0,"doors":63}]`))
	f.Add([]byte(`[[{"q":0,"r":0,"doors":63},{"q":9999,"r":-9999,"doors":0}]]`))
	f.Add([]byte(`[{"q":1e9,"r":0,"doors":64},null,{}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		enginetest.Bounded(t, len(data), func() {
			pieces, err := board.ParseJSON(data)
			if err != nil {
				if _, ok := errors.AsType[*engine.Refusal](err); !ok {
					t.Fatalf("%v is no refusal", err)
				}
				return
			}
			_, _ = board.Validate(pieces, false)
			board.Tidy(pieces)
			back, err := board.ParseJSON(board.AppendJSON(nil, pieces))
			if err != nil || !slices.Equal(back, pieces) {
				t.Fatalf("%v comes back as %v, %v", pieces, back, err)
			}
		})
	})
}
