package hex

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/puzzles"
)

func numbered(tb testing.TB, number int) *Puzzle {
	tb.Helper()
	p, err := New(engine.Options{optionNumber: number})
	if err != nil {
		tb.Fatal(err)
	}
	return p.(*Puzzle)
}

func TestPuzzleIsSolvedByItsMoveAlone(t *testing.T) {
	p := numbered(t, 1)
	before := p.board.String()
	for text, want := range map[string]string{"swap": "no swap", p.problem.Moves[0]: "taken", "z99": "cells run"} {
		if _, err := p.Play(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	wrong := slices.Sorted(maps.Keys(p.problem.Replies))
	for _, name := range wrong {
		if move, err := p.Play(strings.ToUpper(name)); err != nil || move != name || p.board.String() != before || p.Solved() {
			t.Errorf("%s: %q, %v; want a try that leaves the board as it is", name, move, err)
		}
		if _, err := p.Play(name); !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), "tried before") {
			t.Errorf("%s once more: %v", name, err)
		}
	}
	if got := names(p.board.Grid(), p.Tried()); !slices.Equal(got, wrong) || !slices.Equal(p.Moves(), p.problem.Line[:1]) {
		t.Errorf("tried %v, left %v", got, p.Moves())
	}
	if move, err := p.Play(strings.ToUpper(p.problem.Line[0])); err != nil || move != p.problem.Line[0] {
		t.Fatalf("%s, %v", move, err)
	}
	if o := p.Outcome(); o.Status != engine.Solved || p.Turn() != engine.NoSeat || !p.Told().Empty() {
		t.Errorf("solved: %v, %v", o, p.Told())
	}
	if _, err := p.Play(p.problem.Line[0]); !errors.Is(err, engine.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
}

// No text after a wrong answer names the winning cell before it is found; with SIXFOLD_LONG=1, for
// every puzzle.
func TestWrongAnswersBetrayNothing(t *testing.T) {
	for number := 1; number <= len(puzzles.All()); number += enginetest.Times(8, 1) {
		first := numbered(t, number)
		wins := regexp.MustCompile(`\b` + first.problem.Line[0] + `\b`)
		if !slices.Contains(first.Moves(), first.problem.Line[0]) || len(first.Moves()) != len(first.problem.Replies)+1 {
			t.Fatalf("puzzle %d lists the moves %v", number, first.Moves())
		}
		for name := range first.problem.Replies {
			p := numbered(t, number)
			if _, err := p.Play(name); err != nil {
				t.Fatalf("puzzle %d, %s: %v", number, name, err)
			}
			for _, said := range toldBefore(t, p) {
				if wins.MatchString(said) {
					t.Errorf("puzzle %d after %s: %q names %s", number, name, said, p.problem.Line[0])
				}
			}
		}
	}
}

// A wrong answer is told in the same words whether Blue's answer to it is the winning cell or not:
// words for the one case alone would give that cell away. In every puzzle, to every wrong cell.
func TestWrongAnswersAreToldAlike(t *testing.T) {
	for _, problem := range puzzles.All() {
		p := numbered(t, problem.Number)
		for name, reply := range problem.Replies {
			if _, err := p.Play(name); err != nil {
				t.Fatalf("puzzle %d, %s: %v", problem.Number, name, err)
			}
			if got, want := p.Told().String(), name+" does not win: Blue has an answer to it."; got != want {
				t.Fatalf("puzzle %d, which %s solves, after %s, which %s refutes: %q, want %q", problem.Number, problem.Line[0], name, reply, got, want)
			}
		}
	}
}

// toldBefore returns all texts of a puzzle and its views before it is solved.
func toldBefore(t *testing.T, p *Puzzle) []string {
	t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	list := []string{p.Told().String(), p.Describe().String(), p.String(), string(data), fmt.Sprint(p.Sequel(), p.Outcome())}
	for _, v := range Game.Views {
		a, err := v.Show(t.Context(), p, engine.Options{})
		data, _ := json.Marshal(a.Data)
		list = append(list, fmt.Sprint(v.Name, a.Text, err), string(data))
		for _, scene := range a.Scenes {
			list = append(list, scene.Describe().String())
		}
	}
	record := engine.Record{Options: engine.Options{optionNumber: p.Number()}, Moves: names(p.board.Grid(), p.Tried())}
	s, err := newScript(t.Context(), record)
	if err != nil {
		t.Fatal(err)
	}
	return append(list, strings.Join(s.moves, " "))
}

func TestPuzzlesAreGivenUp(t *testing.T) {
	p := numbered(t, 1)
	if _, err := solutionView.Show(t.Context(), p, nil); err == nil {
		t.Error("the solution is shown to somebody who still looks for it")
	}
	over := p.Conclude(engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat}).(*Puzzle)
	if !over.GivenUp() || over.Solved() || over.Turn() != engine.NoSeat || !slices.Equal(over.Sequel(), p.problem.Line) {
		t.Errorf("given up: %v", over)
	}
	if _, err := over.Play(p.problem.Line[0]); !errors.Is(err, engine.ErrOver) {
		t.Errorf("a move after giving up: %v", err)
	}
	if a, err := solutionView.Show(t.Context(), over, nil); err != nil || !strings.Contains(a.Text.String(), p.problem.Line[0]) {
		t.Errorf("the solution after giving up: %v, %v", a.Text, err)
	}
	if p.GivenUp() || len(p.Sequel()) > 0 {
		t.Error("giving up changed the position itself")
	}
}

func TestHintsNarrowDown(t *testing.T) {
	for n := range puzzles.All() {
		p := numbered(t, n+1)
		wins, _ := p.board.Grid().Parse(p.problem.Line[0])
		if region := p.region(); !slices.Contains(region, wins) || len(region) < 2 || len(region) > 19 {
			t.Errorf("puzzle %d: the region %v, the move %v", n+1, names(p.board.Grid(), region), p.problem.Line[0])
		}
	}
	p := numbered(t, 1)
	if _, err := analysisView.Show(t.Context(), p, nil); err == nil {
		t.Error("an analysis gives the puzzle away")
	}
}

func TestWhichPuzzle(t *testing.T) {
	prepared := func(o engine.Options, day int) engine.Options {
		t.Helper()
		env := engine.Env{Now: time.Date(2026, 3, day, 23, 30, 0, 0, time.FixedZone("", -3600)), Rand: rand.New(rand.NewPCG(uint64(day), 1))}
		o, err := prepare(env, o)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	if o := prepared(engine.Options{optionPuzzle: puzzleDaily}, 1); o.Text(daily.DateOption) != "2026-03-02" {
		t.Errorf("the day in UTC is %s", o.Text(daily.DateOption))
	}
	seen := map[int]bool{}
	for day := range 28 {
		o := prepared(engine.Options{optionPuzzle: puzzleDaily, optionLevel: puzzles.Hard}, day+1)
		p, err := puzzleOf(o)
		if err != nil || p.Level != puzzles.Hard || seen[p.Number] {
			t.Errorf("day %d: puzzle %d (%s), %v", day+1, p.Number, p.Level, err)
		}
		seen[p.Number] = true
	}
	for seed := range 20 {
		o := prepared(engine.Options{optionLevel: puzzles.Easy}, seed+1)
		if p, err := puzzleOf(o); err != nil || p.Level != puzzles.Easy {
			t.Errorf("by chance: puzzle %d (%s), %v", p.Number, p.Level, err)
		}
	}
	for _, o := range []engine.Options{{daily.DateOption: "tomorrow"}, {optionNumber: 0}, {daily.DateOption: "2026-03-01", optionLevel: "mean"}} {
		if _, err := New(o); err == nil {
			t.Errorf("%v opens a puzzle", o)
		}
	}
	if o := prepared(engine.Options{"size": 5}, 1); len(o) != 1 || seats(o) != 2 {
		t.Errorf("a game is prepared as %v", o)
	}
}

func TestPuzzlesRefuseWhatDoesNotGoWithThem(t *testing.T) {
	env := engine.Env{Now: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Rand: rand.New(rand.NewPCG(1, 1))}
	for _, raw := range []map[string]any{
		{optionPuzzle: puzzleDaily, "size": 7},
		{optionPuzzle: puzzleRandom, "weighted": true},
		{optionLevel: puzzles.Easy, "convention": source},
		{optionNumber: 1, daily.DateOption: "2026-03-01"},
		{optionNumber: 1, optionPuzzle: puzzleDaily},
		{daily.DateOption: "2026-03-01", optionPuzzle: puzzleRandom},
		{optionNumber: 1, optionLevel: puzzles.Hard},
	} {
		o, err := engine.ParseOptions(Game.Options, raw, true)
		if err != nil {
			t.Fatal(err)
		}
		o, err = prepare(env, o)
		if _, ok := engine.Why(err); !ok {
			t.Errorf("%v: %v, %v; want a refusal", raw, o, err)
		}
	}
	// A puzzle drawn from a grade is prepared once more without harm.
	o, err := prepare(env, engine.Options{optionPuzzle: puzzleRandom, optionLevel: puzzles.Hard})
	if err == nil {
		_, err = prepare(env, o)
	}
	if err != nil {
		t.Error(err)
	}
}

// Notations that know nothing of puzzles write a game that leads there.
func TestPuzzlesAreExportedAsGames(t *testing.T) {
	p := numbered(t, 2)
	record := engine.Record{Options: engine.Options{optionNumber: 2}, Moves: append(p.Moves()[:1:1], p.problem.Line[0])}
	for _, f := range []engine.Format{sgfFile, hexWorld} {
		a, err := f.Encode(t.Context(), record)
		if err != nil {
			t.Fatal(err)
		}
		data := []byte(a.Text.String())
		if len(a.Files) > 0 {
			data = a.Files[0].Data
		}
		back, err := f.Decode(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		again, err := engine.Replay(t.Context(), &Game, back.Options, back.Moves)
		if err != nil || again.String() == p.String() || len(back.Moves) != len(p.problem.Moves)+1 {
			t.Errorf("%s: %v, %v", f.ID, back.Moves, err)
		}
	}
}
