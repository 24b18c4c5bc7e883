package hex

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func numbered(tb testing.TB, number int) *Puzzle {
	tb.Helper()
	p, err := New(engine.Options{optionNumber: number})
	if err != nil {
		tb.Fatal(err)
	}
	return p.(*Puzzle)
}

// proof proves a puzzle anew.
type proof struct {
	tb     testing.TB
	puzzle *Puzzle
	board  *field.Field
	solver field.Solver
}

func newProof(tb testing.TB, p *Puzzle) *proof {
	tb.Helper()
	return &proof{tb: tb, puzzle: p, board: newField(p.board)}
}

func (p *proof) point(name string) field.Point {
	c, err := p.puzzle.board.grid.Parse(name)
	if err != nil {
		p.tb.Fatalf("puzzle %d: %v", p.puzzle.number, err)
	}
	return p.board.At(p.puzzle.board.grid.Column(c), p.puzzle.board.grid.Row(c))
}

// lost reports whether the mover loses after some stones.
func (p *proof) lost(names ...string) bool {
	for _, name := range names {
		p.board.Do(p.point(name))
	}
	_, over := p.board.Terminal()
	if !over {
		v, _ := p.solver.Solve(p.board)
		over = !v.Win
	}
	for _, name := range slices.Backward(names) {
		p.board.Undo(p.point(name))
	}
	return over
}

// prove checks that exactly the first cell of the line wins, that each reply refutes,
// and that the line ends with Red's edges linked.
func (p *proof) prove() {
	p.tb.Helper()
	number, wins := p.puzzle.number, p.puzzle.line[0]
	if p.puzzle.board.Mover() != Red || p.puzzle.board.winner != Empty {
		p.tb.Fatalf("puzzle %d: Red is not to move", number)
	}
	if !p.lost(wins) {
		p.tb.Errorf("puzzle %d: %s does not win", number, wins)
	}
	for c := range hexgrid.Cell(len(p.puzzle.board.cells)) {
		name := p.puzzle.board.grid.Name(c)
		if p.puzzle.board.cells[c] != Empty || name == wins {
			continue
		}
		if !p.lost(name, p.puzzle.replies[name]) {
			p.tb.Errorf("puzzle %d: %s does not refute %s", number, p.puzzle.replies[name], name)
		}
	}
	for i := 1; i < len(p.puzzle.line); i += 2 {
		if !p.lost(p.puzzle.line[:i]...) {
			p.tb.Errorf("puzzle %d: Red gives the win away in %v, move %d", number, p.puzzle.line, i)
		}
	}
	for _, name := range p.puzzle.line {
		p.board.Do(p.point(name))
	}
	if !linked(p.board, Red) || len(p.puzzle.line)%2 == 0 {
		p.tb.Errorf("puzzle %d: the line %v does not link Red's edges", number, p.puzzle.line)
	}
}

// A sample is proved here, all of them by BenchmarkPuzzlesAreProved.
func TestPuzzlesAreProved(t *testing.T) {
	const sample = 5
	for n := 0; n < len(problems()); n += sample {
		newProof(t, numbered(t, n+1)).prove()
	}
}

func BenchmarkPuzzlesAreProved(b *testing.B) {
	for b.Loop() {
		for n := range problems() {
			newProof(b, numbered(b, n+1)).prove()
		}
	}
}

func TestCollection(t *testing.T) {
	seen := map[string]int{}
	count := map[string]int{}
	for _, p := range problems() {
		board := numbered(t, p.number).String()
		if other, twice := seen[board]; twice {
			t.Errorf("puzzles %d and %d are the same", other, p.number)
		}
		seen[board] = p.number
		count[p.grade]++
	}
	for _, g := range puzzleGrades {
		if count[g.ID] < 60 {
			t.Errorf("%d puzzles are %s, want at least 60", count[g.ID], g.ID)
		}
	}
	if _, err := parseProblem("easy 5 a1 b1"); err == nil {
		t.Error("a line of four words is read")
	}
	if _, err := parseProblem("easy 3 a1,b1 c1 a2"); err == nil {
		t.Error("a line with too few replies is read")
	}
}

func TestPuzzleIsSolvedByItsMoveAlone(t *testing.T) {
	p := numbered(t, 1)
	before, _ := json.Marshal(p)
	for name, reply := range p.replies {
		_, err := p.Play(name)
		if !errors.Is(err, engine.ErrIllegal) || !strings.Contains(err.Error(), "Blue answers "+reply) {
			t.Errorf("%s: %v, want to hear of %s", name, err, reply)
		}
	}
	for text, want := range map[string]string{"swap": "no swap", p.moves[0]: "taken", "z99": "cells run"} {
		if _, err := p.Play(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if after, _ := json.Marshal(p); string(after) != string(before) {
		t.Errorf("refused moves leave traces:\n%s\n%s", before, after)
	}
	if move, err := p.Play(strings.ToUpper(p.line[0])); err != nil || move != p.line[0] {
		t.Fatalf("%s, %v", move, err)
	}
	if o := p.Outcome(); o.Status != engine.Solved || p.Turn() != engine.NoSeat {
		t.Errorf("solved: %v", o)
	}
	if _, err := p.Play(p.line[0]); !errors.Is(err, engine.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
}

func TestHintsNarrowDown(t *testing.T) {
	for n := range problems() {
		p := numbered(t, n+1)
		wins, _ := p.board.grid.Parse(p.line[0])
		if region := p.region(); !slices.Contains(region, wins) || len(region) < 2 || len(region) > 19 {
			t.Errorf("puzzle %d: the region %v, the move %v", n+1, p.board.names(region), p.line[0])
		}
	}
	p := numbered(t, 1)
	if _, err := solutionView.Show(t.Context(), p, nil); err != nil {
		t.Error(err)
	}
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
		o := prepared(engine.Options{optionPuzzle: puzzleDaily, optionGrade: gradeHard}, day+1)
		p, err := problemOf(o)
		if err != nil || p.grade != gradeHard || seen[p.number] {
			t.Errorf("day %d: puzzle %d (%s), %v", day+1, p.number, p.grade, err)
		}
		seen[p.number] = true
	}
	for seed := range 20 {
		o := prepared(engine.Options{optionGrade: gradeEasy}, seed+1)
		if p, err := problemOf(o); err != nil || p.grade != gradeEasy {
			t.Errorf("by chance: puzzle %d (%s), %v", p.number, p.grade, err)
		}
	}
	for _, o := range []engine.Options{{daily.DateOption: "tomorrow"}, {optionNumber: 0}, {daily.DateOption: "2026-03-01", optionGrade: "mean"}} {
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
		{optionGrade: gradeEasy, "convention": source},
		{optionNumber: 1, daily.DateOption: "2026-03-01"},
		{optionNumber: 1, optionPuzzle: puzzleDaily},
		{daily.DateOption: "2026-03-01", optionPuzzle: puzzleRandom},
		{optionNumber: 1, optionGrade: gradeHard},
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
	o, err := prepare(env, engine.Options{optionPuzzle: puzzleRandom, optionGrade: gradeHard})
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
	record := engine.Record{Options: engine.Options{optionNumber: 2}, Moves: p.line[:1]}
	for _, f := range []engine.Format{sgf, hexWorld} {
		a, err := f.Encode(record)
		if err != nil {
			t.Fatal(err)
		}
		data := []byte(a.Text.String())
		if len(a.Files) > 0 {
			data = a.Files[0].Data
		}
		back, err := f.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		again, err := engine.Replay(&Game, back.Options, back.Moves)
		if err != nil || again.String() == p.String() || len(back.Moves) != len(p.moves)+1 {
			t.Errorf("%s: %v, %v", f.ID, back.Moves, err)
		}
	}
}
