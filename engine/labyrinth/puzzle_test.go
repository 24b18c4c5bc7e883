package labyrinth_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// prepared returns the options that a table stores, on a given day.
func prepared(t *testing.T, raw map[string]any, day string) engine.Options {
	t.Helper()
	o, err := engine.ParseOptions(labyrinth.Game.Options, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	o, err = labyrinth.Game.Prepared(engine.Env{Now: now, Rand: rand.New(rand.NewPCG(5, 5))}, o)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestPuzzlesHaveSolutions: so many pieces are missing, and those that lie there are part
// of a solution on the board.
func TestPuzzlesHaveSolutions(t *testing.T) {
	for _, removed := range []int{1, 20, 63} {
		for seed := range 5 {
			p := open(t, map[string]any{"puzzle": "started", "seed": seed, "removed": removed})
			if len(p.Pieces()) != 64-removed || p.Fixed() != 64-removed || len(p.Left()) != removed {
				t.Fatalf("%d pieces lie there, %d fixed", len(p.Pieces()), p.Fixed())
			}
			found, err := labyrinth.Complete(t.Context(), p.Pieces(), 1)
			if err != nil {
				t.Fatalf("seed %d, %d removed: %v", seed, removed, err)
			}
			if _, err := board.Validate(found.Pieces, false); err != nil {
				t.Fatal(err)
			}
			for _, piece := range found.Pieces {
				if !labyrinth.Board.Has(piece.Cell) {
					t.Fatalf("the solution lies off the board at %v", piece.Cell)
				}
			}
		}
	}
}

// TestPuzzlesBySeed: a seed is a puzzle, and other seeds are others.
func TestPuzzlesBySeed(t *testing.T) {
	seen := map[string]int{}
	for seed := range 30 {
		raw := map[string]any{"puzzle": "started", "seed": seed}
		text := open(t, raw).String()
		if other, twice := seen[text]; twice {
			t.Errorf("seeds %d and %d are the same puzzle", other, seed)
		}
		seen[text] = seed
		if open(t, raw).String() != text {
			t.Errorf("seed %d is not always the same puzzle", seed)
		}
	}
}

// TestDailyPuzzles: everybody has the same one on a day, the next day another, and 20
// pieces are missing.
func TestDailyPuzzles(t *testing.T) {
	today := prepared(t, map[string]any{"puzzle": "daily"}, "2026-01-02")
	if today.Text("date") != "2026-01-02" {
		t.Errorf("the day is %q", today.Text("date"))
	}
	named := prepared(t, map[string]any{"puzzle": "daily", "date": "2026-01-02"}, "2027-05-05")
	tomorrow := prepared(t, map[string]any{"puzzle": "daily"}, "2026-01-03")
	if today.Text("pieces") != named.Text("pieces") || today.Text("pieces") == tomorrow.Text("pieces") {
		t.Error("a day should have its own puzzle, and always the same")
	}
	p := open(t, today)
	if p.Day() != "2026-01-02" || len(p.Left()) != 20 {
		t.Errorf("day %q, %d missing", p.Day(), len(p.Left()))
	}
}

// TestTablesKeepTheirPuzzle: the pieces are stored with the options, and a table is replayed from
// them, whatever puzzle the seed would give now.
func TestTablesKeepTheirPuzzle(t *testing.T) {
	stored := prepared(t, map[string]any{"puzzle": "started"}, "2026-01-02")
	if _, given := stored["seed"]; !given || stored.Text("pieces") == "" {
		t.Fatalf("stored are %v", stored)
	}
	pieces, err := board.ParsePairs(stored.Text("pieces"), labyrinth.Board)
	if err != nil {
		t.Fatal(err)
	}
	stored["seed"] = stored.Int("seed") + 1
	p := open(t, stored)
	if !slices.Equal(p.Pieces(), pieces) || p.Fixed() != len(pieces) {
		t.Error("the table does not begin with the pieces that are stored")
	}
}

// TestStarts: `/connexion puzzle` and `/connexion daily` are names for options of new.
func TestStarts(t *testing.T) {
	for _, tt := range []struct {
		name string
		raw  map[string]any
		want string
	}{
		{"puzzle", map[string]any{"seed": 4, "removed": 7}, "started"},
		{"daily", map[string]any{"date": "2026-01-02"}, "daily"},
	} {
		i := slices.IndexFunc(labyrinth.Game.Starts, func(s engine.Start) bool { return s.Name == tt.name })
		o, err := labyrinth.Game.Starts[i].Parse(&labyrinth.Game, tt.raw, true)
		if err != nil || o.Text("puzzle") != tt.want {
			t.Errorf("%s: puzzle %q, %v", tt.name, o.Text("puzzle"), err)
		}
		for name, value := range tt.raw {
			if o[name] != value {
				t.Errorf("%s: %s is %v, want %v", tt.name, name, o[name], value)
			}
		}
	}
}

// TestHintsSolve: playing what the solver says fills the board; where a person's piece
// spoils it, the solver takes that back first.
func TestHintsSolve(t *testing.T) {
	p := open(t, map[string]any{"puzzle": "started", "seed": 11, "removed": 12})
	player := labyrinth.Game.Opponents.Levels[0].New(1)
	for range 12 {
		choice, err := player.Choose(t.Context(), p)
		if err != nil || !strings.HasPrefix(choice.Move, "place ") || choice.Value != 1 || !choice.Proved {
			t.Fatalf("%+v, %v", choice, err)
		}
		if _, err := p.Play(choice.Move); err != nil {
			t.Fatal(err)
		}
	}
	if p.Outcome().Status != engine.Solved {
		t.Error("after all hints the board is not solved")
	}
	if _, err := player.Choose(t.Context(), p); err == nil {
		t.Error("there is a hint for a solved board")
	}
	both := open(t, nil, "lay "+board.FormatPairs(ring(at(t, "e5"), false)), "lay "+board.FormatPairs(ring(at(t, "m11"), true)))
	choice, err := player.Choose(t.Context(), both)
	if last := both.Pieces()[11]; err != nil || choice.Move != "remove "+last.Name() {
		t.Errorf("two rings want one piece: %+v, %v", choice, err)
	}
}

// TestLinesOfMoves are read back as pieces.
func TestLinesOfMoves(t *testing.T) {
	for line, want := range map[string]struct {
		piece  board.Piece
		placed bool
	}{
		"place 1 c5":     {board.Piece{Cell: at(t, "c5"), Doors: 63}, true},
		"remove c5":      {board.Piece{Cell: at(t, "c5")}, false},
		"lay 1@c5 2@h9":  {},
		"place 65 c5":    {},
		"place 1 c5 now": {},
	} {
		piece, placed := labyrinth.ParseMove(line)
		if placed != want.placed || (placed || strings.HasPrefix(line, "remove")) && piece != want.piece {
			t.Errorf("%q is %+v, placed %t", line, piece, placed)
		}
	}
}
