package octopuszle_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// boardOf is the 16 x 16 on a table, with its diagonals everywhere.
func boardOf(p *octopuszle.Position) *octopuszle.Board {
	b := new(octopuszle.Board)
	for at := range b {
		b[at] = p.With(at, p.At(at))
	}
	return b
}

// TestWholeByHints: the diagonals are those of the seed's solution, a square is picked by a region and
// a cell, and what hints say solves it, which is noticed.
func TestWholeByHints(t *testing.T) {
	p := open(t, map[string]any{"size": "16", "seed": 3})
	if !sameDiagonals(boardOf(p), solve(t, nil, 3)) || p.Laid() != 0 || p.Size() != 16 {
		t.Fatalf("the table has other diagonals than the solution:\n%s", p)
	}
	player := octopuszle.Game.Opponents.Levels[0].New(1)
	for n := 0; p.Outcome().Status == engine.Open; n++ {
		choice, err := player.Choose(t.Context(), p)
		if err != nil || !choice.Proved {
			t.Fatalf("after %d moves: %+v, %v", n, choice, err)
		}
		if _, err := p.Play(choice.Move); err != nil {
			t.Fatal(err)
		}
	}
	if o := p.Outcome(); o.Status != engine.Solved || o.Reason.String() != "all 256 squares are laid, and all lines meet" || !plainValid(boardOf(p)) {
		t.Errorf("in the end it is %+v:\n%s", o, p)
	}
}

// TestHintsForOtherSolutions: where squares lie that the known solution has elsewhere, a hint is part of
// another one, which has them all.
func TestHintsForOtherSolutions(t *testing.T) {
	player, random, found := octopuszle.Game.Opponents.Levels[0].New(1), rand.New(rand.NewPCG(4, 6)), 0
	for seed := range 5 {
		p := open(t, map[string]any{"size": "16", "seed": seed})
		for range 2 * seed {
			moves := p.Moves()
			if move := moves[random.IntN(len(moves))]; strings.HasPrefix(move, "place") {
				if _, err := p.Play(move); err != nil {
					t.Fatal(err)
				}
			}
		}
		first, err := player.Choose(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if first.Proved {
			found++
		}
		// Each hint is a step to a solution, whether of the known one or not.
		for n := 0; p.Outcome().Status == engine.Open; n++ {
			choice, err := player.Choose(t.Context(), p)
			if err != nil || n > 600 {
				t.Fatalf("seed %d, hint %d: %+v, %v", seed, n, choice, err)
			}
			if _, err := p.Play(choice.Move); err != nil {
				t.Fatal(err)
			}
		}
		if !plainValid(boardOf(p)) {
			t.Errorf("seed %d: no solution:\n%s", seed, p)
		}
	}
	if found < 4 {
		t.Errorf("with squares laid at random %d of 5 boards could be completed", found)
	}
}

// TestHintsKeepToTheTable: what a player has found at one table is no hint for another.
func TestHintsKeepToTheTable(t *testing.T) {
	player := octopuszle.Game.Opponents.Levels[0].New(1)
	for _, seed := range []int{3, 4, 3} {
		p, solution := open(t, map[string]any{"size": "16", "seed": seed}), solve(t, nil, uint64(seed))
		choice, err := player.Choose(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if square, at, ok := p.ParseMove(choice.Move); !ok || p.With(at, square) != solution[at] {
			t.Errorf("seed %d: the hint %s is not of its solution", seed, choice.Move)
		}
	}
}

// TestHintsTakeBackWhatStrays, and nothing of the puzzle's.
func TestHintsTakeBackWhatStrays(t *testing.T) {
	p, solution := open(t, map[string]any{"size": "16", "seed": 3, "started": 14}), solve(t, nil, 3)
	for _, move := range p.Moves() {
		square, at, _ := p.ParseMove(move)
		if p.With(at, square) == solution[at] {
			continue
		}
		if _, err := p.Play(move); err != nil {
			t.Fatal(err)
		}
		choice, err := octopuszle.Game.Opponents.Levels[0].New(1).Choose(t.Context(), p)
		if err != nil || choice.Proved || choice.Move != "remove "+octopuszle.Name(at) {
			t.Errorf("after %s the hint is %+v, %v", move, choice, err)
		}
		return
	}
	t.Fatal("no square strays")
}

// TestSeedsAreDrawn where none is given, also for diagonals alone.
func TestSeedsAreDrawn(t *testing.T) {
	env := engine.Env{Rand: rand.New(rand.NewPCG(1, 2))}
	for _, o := range []engine.Options{{"size": "16"}, {"started": 3}} {
		if got, err := octopuszle.Game.Prepared(env, o); err != nil || got["seed"] == nil {
			t.Errorf("%v becomes %v, %v", o, got, err)
		}
	}
}

// TestWholeChecked: what nothing fits is named, and what lies elsewhere in the known solution counted.
func TestWholeChecked(t *testing.T) {
	show := octopuszle.Game.Views[0].Show
	check := func(p *octopuszle.Position) string {
		a, err := show(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		return a.Text.String()
	}
	p := open(t, map[string]any{"size": "16", "seed": 3, "started": 15})
	if said := check(p); p.Laid() != 240 || said != "A solution has all these squares." {
		t.Errorf("%d squares of a solution are checked with %q", p.Laid(), said)
	}
	p = open(t, map[string]any{"size": "16", "seed": 3})
	if said := check(p); said != "No square lies there yet." {
		t.Errorf("no square is checked with %q", said)
	}
	solution, strayed := solve(t, nil, 3), false
	for _, move := range p.Moves() {
		square, at, _ := p.ParseMove(move)
		if strayed = p.With(at, square) != solution[at]; strayed {
			if _, err := p.Play(move); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if said := check(p); !strayed || !strings.Contains(said, "solution has 1 of yours elsewhere") {
		t.Errorf("a square that lies elsewhere is checked with %q", said)
	}
	// Squares laid in rows, each the first that fits, leave a gap before long.
	for said := ""; !strings.HasPrefix(said, "Nothing fits on "); said = check(p) {
		moves := p.Moves()
		if len(moves) == 0 || p.Laid() > 250 {
			t.Fatal("nothing was ever stuck")
		}
		for _, move := range moves {
			if strings.HasPrefix(move, "place") {
				if _, err := p.Play(move); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
}

// TestWholeRefuses: a square that lies elsewhere with the same diagonals; another with such straight
// lines is none of it.
func TestWholeRefuses(t *testing.T) {
	p := open(t, map[string]any{"size": "16", "seed": 3})
	first, class := -1, octopuszle.Lines(0)
	for at := range octopuszle.Squares {
		if col, row := at%16, at/16; col%3 != 1 || row%3 != 1 { // none beside another
			continue
		}
		if first < 0 {
			first, class = at, p.With(at, 0)
		}
		_, err := p.Play("place 0 " + octopuszle.Name(at))
		switch {
		case at == first && err != nil:
			t.Fatal(err)
		case at != first && p.With(at, 0) == class && (err == nil || !strings.Contains(err.Error(), "square 0 with these diagonals lies on "+octopuszle.Name(first))):
			t.Fatalf("a second one on %s: %v", octopuszle.Name(at), err)
		}
	}
	if p.Laid() < 5 {
		t.Errorf("%d squares without straight lines lie there, each with other diagonals", p.Laid())
	}
}

// TestSeedsKeepTheirDiagonals: stored tables hold the seed alone. Where this fails, raise Game.Rules.
func TestSeedsKeepTheirDiagonals(t *testing.T) {
	sum := fnv.New64a()
	for seed := range 5 {
		fmt.Fprintln(sum, open(t, map[string]any{"size": "16", "seed": seed, "started": 3}))
	}
	if got := sum.Sum64(); got != 0x1d5b6e6b4c46af4c {
		t.Errorf("the tables of seeds 0 to 4 have the sum %#x", got)
	}
}

// TestVersionsOfTables: those of 4 x 4 need no newer program.
func TestVersionsOfTables(t *testing.T) {
	for size, want := range map[string]int{"": 1, "4": 1, "16": 2} {
		if got := octopuszle.Game.Needs(engine.Options{"size": size}); got != want {
			t.Errorf("size %q needs version %d, want %d", size, got, want)
		}
	}
}

// TestWholeTold: whoever hears a table could set it up, and so could a program by its JSON.
func TestWholeTold(t *testing.T) {
	p := open(t, map[string]any{"size": "16", "seed": 2, "started": 6})
	said := p.Describe().String()
	_, list, _ := strings.Cut(said, "Rows from the north: ")
	list, _, _ = strings.Cut(list, ".  ")
	digits := strings.Join(strings.Fields(list)[:16], "")
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var state struct{ Board, Diagonals [][]int }
	if err := json.Unmarshal(data, &state); err != nil {
		t.Fatal(err)
	}
	for at := range octopuszle.Squares {
		want := strconv.FormatInt(int64(state.Diagonals[at/16][at%16]), 16) + "."
		if laid := state.Board[at/16][at%16]; laid >= 0 {
			want = want[:1] + strconv.FormatInt(int64(laid), 16)
		}
		if got := digits[2*at : 2*at+2]; got != want || p.At(at) != int8(state.Board[at/16][at%16]) {
			t.Fatalf("%s is told as %q, want %q", octopuszle.Name(at), got, want)
		}
	}
}
