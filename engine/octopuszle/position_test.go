package octopuszle_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// open starts a table and plays lines on it.
func open(t *testing.T, raw map[string]any, lines ...string) *octopuszle.Position {
	t.Helper()
	o, err := engine.ParseOptions(octopuszle.Game.Options, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	position, err := octopuszle.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		if _, err := position.Play(line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	p, ok := position.(*octopuszle.Position)
	if !ok {
		t.Fatalf("a table is a %T", position)
	}
	return p
}

func TestMovesRefused(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		text  string
		kind  error
		why   string
	}{
		{"nothing", nil, "", engine.ErrSyntax, "write a square from 0 to 15"},
		{"no such square", nil, "place 16 b2", engine.ErrSyntax, "a number from 0 to 15"},
		{"no number", nil, "place x b2", engine.ErrSyntax, "a number from 0 to 15"},
		{"no such cell", nil, "place 5 e2", engine.ErrSyntax, ""},
		{"too many words", nil, "place 5 b2 now", engine.ErrSyntax, "write a square"},
		{"a line off the top", nil, "place 1 b1", engine.ErrIllegal, "to the north would leave the board"},
		{"a line off the right", nil, "place 2 d2", engine.ErrIllegal, "to the east would leave the board"},
		{"a line off the bottom", nil, "place 4 b4", engine.ErrIllegal, "to the south would leave the board"},
		{"a line off the left", nil, "place 8 a2", engine.ErrIllegal, "to the west would leave the board"},
		{"a taken cell", []string{"place 5 b2"}, "place 0 b2", engine.ErrIllegal, "square 5 lies on b2: remove it first"},
		{"a square that lies", []string{"place 5 b2"}, "place 5 c3", engine.ErrIllegal, "square 5 lies on b2 already"},
		{"a line that ends", []string{"place 5 b2"}, "place 0 b3", engine.ErrIllegal, "the line between b3 and b2 would not meet"},
		{"a line against none", []string{"place 0 b2"}, "place 1 b3", engine.ErrIllegal, "would not meet"},
		{"removing nothing", nil, "remove b2", engine.ErrIllegal, "b2 is empty"},
		{"removing from nowhere", nil, "remove z9", engine.ErrSyntax, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t, nil, tt.lines...)
			before := p.String()
			_, err := p.Play(tt.text)
			if !errors.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.why) {
				t.Errorf("%q is refused with %v, want %v, %q", tt.text, err, tt.kind, tt.why)
			}
			if p.String() != before {
				t.Error("the refusal left a trace")
			}
		})
	}
}

// TestSolutionsCounted: with the squares of a known solution laid one after the other the
// count never rises, from 652 down to that one.
func TestSolutionsCounted(t *testing.T) {
	for _, solution := range octopuszle.SmallSolutions()[:20] {
		p, before := open(t, nil), 652
		if n := len(p.Solutions()); n != 652 {
			t.Fatalf("an empty board has %d solutions", n)
		}
		for at, square := range solution {
			line := "place " + number(square) + " " + cell(at)
			if _, err := p.Play(line); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			n := len(p.Solutions())
			if n > before || n < 1 {
				t.Fatalf("after %s: %d solutions, before %d", line, n, before)
			}
			before = n
		}
		if before != 1 || p.Outcome().Status != engine.Solved || p.Turn() != engine.NoSeat || p.Moves() != nil {
			t.Fatalf("in the end there are %d solutions, %+v", before, p.Outcome())
		}
		if _, err := p.Play("remove a1"); !errors.Is(err, engine.ErrOver) {
			t.Fatalf("a move after the end: %v", err)
		}
	}
}

func number(square int8) string {
	text, _ := json.Marshal(square)
	return string(text)
}

// cell is the name of a place of the small board.
func cell(at int) string { return string("abcd"[at%4]) + string("1234"[at/4]) }

// TestStarted: a table starts with a number of squares of some solution, which cannot be removed.
func TestStarted(t *testing.T) {
	for started := range 16 {
		p := open(t, map[string]any{"started": started, "seed": 9})
		if p.Laid() != started || len(p.LeftFor(0)) != 16-started || len(p.Solutions()) == 0 {
			t.Fatalf("%d of %d lie there, with %d solutions", p.Laid(), started, len(p.Solutions()))
		}
		for at := range 16 {
			if p.Fixed(at) != (p.At(at) != octopuszle.NoSquare) {
				t.Errorf("%s: fixed %t, square %d", cell(at), p.Fixed(at), p.At(at))
			}
			if !p.Fixed(at) {
				continue
			}
			if _, err := p.Play("remove " + cell(at)); !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), "is the puzzle's") {
				t.Errorf("removing a square of the puzzle: %v", err)
			}
		}
	}
	if open(t, map[string]any{"started": 8, "seed": 1}).String() == open(t, map[string]any{"started": 8, "seed": 2}).String() {
		t.Error("seeds 1 and 2 are the same puzzle")
	}
}

// TestHintsSolve from any start; a square that spoils all solutions is taken back.
func TestHintsSolve(t *testing.T) {
	player := octopuszle.Game.Opponents.Levels[0].New(1)
	for _, started := range []int{0, 5, 15} {
		p := open(t, map[string]any{"started": started, "seed": 4})
		for p.Outcome().Status == engine.Open {
			choice, err := player.Choose(t.Context(), p)
			if err != nil || !choice.Proved {
				t.Fatalf("%+v, %v", choice, err)
			}
			if _, err := p.Play(choice.Move); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := player.Choose(t.Context(), p); err == nil {
			t.Error("there is a hint for a solved board")
		}
	}
	p := dead(t)
	choice, err := player.Choose(t.Context(), p)
	if err != nil || choice.Proved || !strings.HasPrefix(choice.Move, "remove ") {
		t.Errorf("no solution has these squares, and the hint is %+v, %v", choice, err)
	}
	if _, err := p.Play(choice.Move); err != nil {
		t.Fatal(err)
	}
}

// dead returns a board without a solution: it places the square that leaves the fewest solutions
// until there is none.
func dead(t *testing.T) *octopuszle.Position {
	t.Helper()
	var lines []string
	for {
		best, least := "", 653
		for _, move := range open(t, nil, lines...).Moves() {
			if n := len(open(t, nil, append(lines, move)...).Solutions()); strings.HasPrefix(move, "place") && n < least {
				best, least = move, n
			}
		}
		lines = append(lines, best)
		if p := open(t, nil, lines...); least == 0 {
			return p
		}
	}
}

// TestMovesListed: those that Play takes, written as it writes them, and no others.
func TestMovesListed(t *testing.T) {
	lines := []string{"place 5 b2", "place 0 d4"}
	listed := map[string]bool{}
	for _, move := range open(t, nil, lines...).Moves() {
		listed[move] = true
	}
	for square := range int8(16) {
		for at := range 16 {
			line := "place " + number(square) + " " + cell(at)
			got, err := open(t, nil, lines...).Play(line)
			if (err == nil) != listed[line] || err == nil && got != line {
				t.Errorf("%s is played as %q, %v; listed %t", line, got, err, listed[line])
			}
		}
	}
	if !listed["remove b2"] || !listed["remove d4"] || listed["remove a1"] {
		t.Errorf("listed are %v", listed)
	}
}

func TestStateInJSON(t *testing.T) {
	data, err := json.Marshal(open(t, nil, "place 5 b2", "place 0 d4"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Board     [4][4]int
		Left      []int
		Solutions int
		Solved    *bool
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Board[1][1] != 5 || got.Board[3][3] != 0 || got.Board[0][0] != -1 || len(got.Left) != 14 || got.Solved == nil || *got.Solved {
		t.Errorf("got %s", data)
	}
	want := 0
	for _, s := range octopuszle.SmallSolutions() {
		if s[5] == 5 && s[15] == 0 {
			want++
		}
	}
	if got.Solutions != want {
		t.Errorf("%d solutions, want %d", got.Solutions, want)
	}
}

func TestBoardAsText(t *testing.T) {
	p := open(t, nil, "place 5 b2", "place 10 c3")
	want := "   a  b  c  d\n1  .  .  .  .\n2  .  5  .  .\n3  .  . 10  .\n4  .  .  .  ."
	if p.String() != want {
		t.Errorf("the board is\n%s\nwant\n%s", p, want)
	}
	if got := p.Describe().String(); got != "The little Octopuszle, 4 by 4 cells: 2 of 16 squares lie there. Laid last: 10 on c3. "+
		"Rows from 1 to 4, each from a to d: empty, empty, empty, empty; empty, 5, empty, empty; empty, empty, 10, empty; empty, empty, empty, empty. "+
		"Left: 0 1 2 3 4 6 7 8 9 11 12 13 14 15. A square's number adds up its lines: 1 to the north, 2 east, 4 south, 8 west." {
		t.Errorf("described as %s", got)
	}
}

func TestLinesOfMoves(t *testing.T) {
	for line, want := range map[string]struct {
		square int8
		at     int
		ok     bool
	}{
		"place 5 b2": {5, 5, true},
		"5 b2":       {5, 5, true},
		"remove d4":  {octopuszle.NoSquare, 15, true},
		"place 5 e9": {octopuszle.NoSquare, 0, false},
		"b2":         {octopuszle.NoSquare, 0, false},
	} {
		square, at, ok := open(t, nil).ParseMove(line)
		if ok != want.ok || ok && (square != want.square || at != want.at) {
			t.Errorf("%q is %d at %d, %t", line, square, at, ok)
		}
	}
}

func FuzzPlay(f *testing.F) {
	f.Add("place 5 b2\nremove b2\n5 b2")
	f.Add("place 15 b2\nplace 0 a1\nplace 16 c3")
	f.Fuzz(func(t *testing.T, text string) {
		enginetest.Bounded(t, len(text), func() {
			p, err := octopuszle.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			var played []string
			for line := range strings.Lines(text) {
				before := p.String()
				canonical, err := p.Play(line)
				if err != nil && p.String() != before {
					t.Fatalf("refusing %q left a trace", line)
				}
				if err == nil {
					played = append(played, canonical)
				}
			}
			if again := open(t, nil, played...); again.String() != p.String() {
				t.Fatalf("%v leads to another board", played)
			}
		})
	})
}
