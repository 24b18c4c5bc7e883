package labyrinth_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// TestIntroductions say to people what a solution is like, and no more of numbers.
func TestIntroductions(t *testing.T) {
	const holes = " There are 3 holes: always as many as groups."
	for _, tt := range []struct {
		tool string
		raw  map[string]any
		want string
	}{
		{"solve", map[string]any{"seed": 7}, "64 hexagrams in 3 groups: 60 hang together in the largest, and the one without doors lies alone." + holes},
		{"solve", map[string]any{"seed": 7, "groups": 2}, "64 hexagrams in 2 groups, as few as there can be: all hang together but the one without doors. There are 2 holes: always as many as groups."},
		{"solve", map[string]any{"seed": 7, "groups": 5}, "Few solutions have so many."},
		{"solve", map[string]any{"seed": 7, "holed": 2}, "Rare: 2 of the groups have holes."},
		{"solve", map[string]any{"seed": 7, "symmetry": "level"}, "Rare: its north mirrors its south. No solution is symmetric by a half-turn."},
		{"solve", map[string]any{"seed": 7, "symmetry": "upright"}, "Rare: its west mirrors its east. No solution is symmetric by a half-turn."},
		{"compact", map[string]any{"seed": 7}, "and the one without doors lies alone. Every door meets a door; sides without doors may meet."},
	} {
		a, err := run(t, tt.tool, tt.raw)
		if err != nil {
			t.Fatal(err)
		}
		if said := a.Text.String(); !strings.HasSuffix(said, tt.want) || strings.Contains(said, "Rare") != strings.Contains(tt.want, "Rare") {
			t.Errorf("%s %v: %s", tt.tool, tt.raw, said)
		}
	}
}

// TestNumbersOfSolutions stand behind a button, whose answer is of the same solution, or follow at once where
// there is no room for one.
func TestNumbersOfSolutions(t *testing.T) {
	whole := next(t, newSolver(t, 4, board.NoMirror))
	for _, tt := range []struct {
		tool string
		raw  map[string]any
		line string
		want string
	}{
		{"solve", map[string]any{"seed": 7}, "solve seed:7 details:true", "\nSeed 7, checked independently: groups 3 (60 3 1), holes 3, connections 96, triangles 32, restarts 1, steps 71. Its cells alone determine it: `connexion verify text:DAwBExCxj72MbuXDJ-p-w7gBBA`."},
		{"solve", map[string]any{"seed": 7, "pieces": "1@c5"}, "", "Seed 7,"},
		{"compact", map[string]any{"seed": 7, "shape": "hex61"}, "compact seed:7 shape:hex61 details:true", "triangles 15, restarts 1, steps 1,050."},
		{"verify", map[string]any{"file": engine.File{Data: board.AppendJSON(nil, whole)}}, "verify text:" + board.FormatCells(whole) + " details:true", "\nChecked independently: groups "},
		{"verify", map[string]any{"file": engine.File{Data: board.AppendJSON(nil, whole)}, "compact": true}, "", "\nChecked independently: groups "},
	} {
		a, err := run(t, tt.tool, tt.raw)
		if err != nil {
			t.Fatal(err)
		}
		if tt.line == "" {
			if !strings.Contains(a.Text.String(), tt.want) || len(a.Actions) > 0 {
				t.Errorf("%s %v: without a button it is %s", tt.tool, tt.raw, a.Text)
			}
			continue
		}
		i := slices.IndexFunc(a.Actions, func(b engine.Action) bool { return b.Label.String() == "Numbers" })
		if i < 0 || a.Actions[i].Line != tt.line || strings.Contains(a.Text.String(), "triangles") {
			t.Fatalf("%s %v: %s, buttons %v", tt.tool, tt.raw, a.Text, a.Actions)
		}
		raw := map[string]any{}
		for _, word := range strings.Fields(tt.line)[1:] {
			name, value, _ := strings.Cut(word, ":")
			raw[name] = value
		}
		numbers, err := run(t, tt.tool, raw)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(numbers.Text.String(), tt.want) || !slices.Equal(picture(t, numbers).Pieces, picture(t, a).Pieces) && tt.tool != "verify" {
			t.Errorf("%s %v: numbers are %s", tt.tool, tt.raw, numbers.Text)
		}
	}
}

// TestVerifyTheCellsAlone: the short form of a solution is read as it was.
func TestVerifyTheCellsAlone(t *testing.T) {
	const short = "DAwBExCxj72MbuXDJ-p-w7gBBA"
	solved, err := run(t, "solve", map[string]any{"seed": 7})
	if err != nil {
		t.Fatal(err)
	}
	a, err := run(t, "verify", map[string]any{"text": short})
	if err != nil {
		t.Fatal(err)
	}
	sorted := func(p []board.Piece) []board.Piece {
		return slices.SortedFunc(slices.Values(p), func(a, b board.Piece) int { return board.InOrder(a.Cell, b.Cell) })
	}
	if !slices.Equal(sorted(picture(t, a).Pieces), sorted(picture(t, solved).Pieces)) {
		t.Error("the cells alone are another solution")
	}
	if _, err := run(t, "verify", map[string]any{"text": short[:len(short)-3]}); err == nil || !strings.Contains(err.Error(), "lie there") {
		t.Errorf("some of the cells: %v", err)
	}
}
