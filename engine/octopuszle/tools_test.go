package octopuszle_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// run runs a tool with such options.
func run(ctx context.Context, t *testing.T, name string, raw map[string]any) (engine.Answer, error) {
	t.Helper()
	i := slices.IndexFunc(octopuszle.Game.Tools, func(t engine.Tool) bool { return t.Name == name })
	tool := octopuszle.Game.Tools[i]
	o, err := engine.ParseOptions(tool.Args, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	env := engine.Env{Now: time.Unix(0, 0), Rand: rand.New(rand.NewPCG(1, 1))}
	return tool.Run(ctx, env, o, func(engine.Answer) {})
}

// solved runs solve, and reads the board from the data for programs.
func solved(t *testing.T, raw map[string]any) (engine.Answer, *octopuszle.Board) {
	t.Helper()
	a, err := run(t.Context(), t, "solve", raw)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(a.Data)
	if err != nil {
		t.Fatal(err)
	}
	var data struct {
		Squares  json.RawMessage
		Progress struct{ Steps int }
	}
	if err := json.Unmarshal(text, &data); err != nil || data.Progress.Steps == 0 {
		t.Fatalf("%v: %s", err, text)
	}
	b, err := octopuszle.ParseJSON(data.Squares)
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

// TestSolveAnswers: data, picture and file are one solution; the buttons lead to the next
// seed and to the same diagonals.
func TestSolveAnswers(t *testing.T) {
	a, b := solved(t, map[string]any{"seed": 5, "files": true})
	if !plainValid(b) {
		t.Error("the answer is no solution")
	}
	picture, ok := a.Scenes[0].(octopuszle.Picture)
	if !ok || *picture.Board != *b || picture.DiagonalsAlone {
		t.Errorf("the picture is %+v", a.Scenes[0])
	}
	if file, err := octopuszle.ParseJSON(a.Files[0].Data); err != nil || *file != *b || a.Files[0].Name != "octopuszle-5.json" {
		t.Errorf("the file %s is another board, %v", a.Files[0].Name, err)
	}
	if drawing, ok := a.Scenes[1].(engine.Drawing); !ok || drawing.Name != "octopuszle-5.svg" || drawing.Scene.(octopuszle.Picture).Board != picture.Board {
		t.Errorf("the drawing is %+v", a.Scenes[1])
	}
	var lines []string
	for _, action := range a.Actions {
		lines = append(lines, action.Line)
	}
	if !slices.Equal(lines, []string{"solve seed:6", "solve diagonals:5", "new size:16 seed:5", "solve seed:5 numbers:true"}) {
		t.Errorf("the buttons are %q", lines)
	}
}

// TestSolveWithDiagonals of a seed, of its own, and of a file: other solutions that have
// them.
func TestSolveWithDiagonals(t *testing.T) {
	_, own := solved(t, map[string]any{"seed": 5})
	file := engine.File{Data: octopuszle.AppendJSON(nil, own)}
	for name, raw := range map[string]map[string]any{
		"a seed": {"seed": 7, "diagonals": "5"},
		"same":   {"seed": 5, "diagonals": "Same"},
		"a file": {"seed": 5, "file": file},
	} {
		a, b := solved(t, raw)
		if !plainValid(b) || !sameDiagonals(b, own) || *b == *own {
			t.Errorf("%s: no other solution with the diagonals", name)
		}
		if !strings.Contains(a.Text.String(), "It has the diagonals of the first") {
			t.Errorf("%s: it says %s", name, a.Text)
		}
	}
	for _, tt := range []struct {
		raw  map[string]any
		want string
	}{
		{map[string]any{"diagonals": "round"}, "a seed from 0 to 999999999, or same"},
		{map[string]any{"diagonals": "-1"}, "a seed from 0"},
		{map[string]any{"diagonals": "5", "file": file}, "not both"},
		{map[string]any{"file": engine.File{Data: []byte("[1,2,3]")}}, "3 numbers"},
		{map[string]any{"file": engine.File{Data: octopuszle.AppendJSON(nil, new(octopuszle.Board))}}, "256 squares have the diagonals -"},
	} {
		if _, err := run(t.Context(), t, "solve", tt.raw); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v is refused with %v, want words %q", tt.raw["diagonals"], err, tt.want)
		}
	}
}

// TestSolveSaysWhatItDidNotFind when its time is over.
func TestSolveSaysWhatItDidNotFind(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := run(ended, t, "solve", map[string]any{"seed": 5})
	if err != nil || !strings.HasPrefix(a.Text.String(), "No solution was found in 10 s") || len(a.Scenes) > 0 {
		t.Errorf("it says %s, %v", a.Text, err)
	}
}

func TestVerify(t *testing.T) {
	good := sample(t)
	text := string(octopuszle.AppendJSON(nil, good))
	spoiled := *good
	spoiled[100], spoiled[101] = spoiled[101], spoiled[100]
	for _, tt := range []struct {
		raw  map[string]any
		want string // in the answer, or in the refusal
	}{
		{map[string]any{"text": text}, "A solution: all 256 squares"},
		{map[string]any{"file": engine.File{Data: []byte(text)}}, "A solution: all 256 squares"},
		{map[string]any{"text": text, "diagonals": true}, "No obstacle was found"},
		{map[string]any{"text": string(octopuszle.AppendJSON(nil, &spoiled))}, "does not meet"},
		{map[string]any{}, "as a file or as text"},
		{map[string]any{"text": "[]"}, "0 numbers"},
	} {
		a, err := run(t.Context(), t, "verify", tt.raw)
		said := a.Text.String()
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, tt.want) {
			t.Errorf("it says %s, want words %q", said, tt.want)
		}
		if p, ok := scene(a).(octopuszle.Picture); err == nil && (!ok || *p.Board != *good || p.DiagonalsAlone != (tt.raw["diagonals"] != nil)) {
			t.Errorf("%s: the picture is %+v", said, p)
		}
	}
}

func scene(a engine.Answer) any {
	if len(a.Scenes) == 0 {
		return nil
	}
	return a.Scenes[0]
}

// TestRelativesAnswer with the exact counts.
func TestRelativesAnswer(t *testing.T) {
	a, err := run(t.Context(), t, "relatives", nil)
	if said := a.Text.String(); err != nil || !strings.Contains(said, "have 652 solutions") || !strings.Contains(said, "have 64 in a parallelogram") {
		t.Errorf("it says %s, %v", said, err)
	}
}

// TestCubes: each set of directions once, lines meet in all three, and none leaves the box.
func TestCubes(t *testing.T) {
	a, err := run(t.Context(), t, "relatives", map[string]any{"seed": 7})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(a.Data)
	if err != nil {
		t.Fatal(err)
	}
	var data struct{ Cubes []int }
	if err := json.Unmarshal(text, &data); err != nil || len(data.Cubes) != 64 {
		t.Fatalf("%v: %s", err, text)
	}
	seen := map[int]bool{}
	for at, cube := range data.Cubes {
		seen[cube] = true
		for axis, step := range []int{1, 4, 16} {
			place, on, back := at/step%4, cube>>(2*axis)&1 != 0, cube>>(2*axis)&2 != 0
			if place == 0 && back || place == 3 && on || place < 3 && on != (data.Cubes[at+step]>>(2*axis)&2 != 0) {
				t.Errorf("cube %d on place %d does not meet the next of axis %d", cube, at, axis)
			}
		}
	}
	if slashes := strings.Count(a.Text.String(), " / "); slashes != 4*3 {
		t.Errorf("four floors of four rows have %d slashes: %s", slashes, a.Text)
	}
	if len(seen) != 64 || !strings.Contains(a.Text.String(), "64 cubes with lines in 6 directions fill 4 x 4 x 4") {
		t.Errorf("%d different cubes, and it says %s", len(seen), a.Text)
	}
}

// TestNumbers: what is for experts stands behind its option alone.
func TestNumbers(t *testing.T) {
	for name, raw := range map[string]map[string]any{
		"free": {"seed": 5}, "given": {"seed": 5, "diagonals": "7"},
	} {
		a, _ := solved(t, raw)
		raw["numbers"] = true
		b, _ := solved(t, raw)
		plain, expert := a.Text.String(), b.Text.String()
		if strings.Contains(plain, "Seed") || !strings.Contains(expert, "Seed 5, 1 start, ") || !strings.HasPrefix(expert, plain) {
			t.Errorf("%s: it says %q, and with numbers %q", name, plain, expert)
		}
		if last := a.Actions[len(a.Actions)-1]; !strings.HasSuffix(last.Line, " numbers:true") || last.Disabled || !b.Actions[len(b.Actions)-1].Disabled {
			t.Errorf("%s: the button for numbers runs %+v", name, last)
		}
		if given := strings.Contains(expert, "480 straight lines open"); given != (name == "given") {
			t.Errorf("%s: with numbers it says %q", name, expert)
		}
		if pair, ok := a.Scenes[0].(octopuszle.Pair); ok != (name == "given") || ok && !sameDiagonals(pair.Boards[0], pair.Boards[1]) {
			t.Errorf("%s: the picture is %T", name, a.Scenes[0])
		}
	}
}

// TestCheckView counts on the board, and advises where nothing is left.
func TestCheckView(t *testing.T) {
	show := octopuszle.Game.Views[0].Show
	a, err := show(t.Context(), open(t, nil), nil)
	if err != nil || a.Text.String() != "652 of the 652 solutions have all these squares." {
		t.Errorf("of an empty board it says %s, %v", a.Text, err)
	}
	if a, err := show(t.Context(), dead(t), nil); err != nil || a.Text.String() != "0 of the 652 solutions have all these squares. Take one back." {
		t.Errorf("of a board that no solution has it says %s, %v", a.Text, err)
	}
}
