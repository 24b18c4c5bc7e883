package labyrinth_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// run runs a tool with such options.
func run(t *testing.T, name string, raw map[string]any) (engine.Answer, error) {
	t.Helper()
	i := slices.IndexFunc(labyrinth.Game.Tools, func(t engine.Tool) bool { return t.Name == name })
	tool := labyrinth.Game.Tools[i]
	o, err := engine.ParseOptions(tool.Args, raw, true)
	if err != nil {
		t.Fatal(err)
	}
	env := engine.Env{Now: time.Unix(0, 0), Rand: rand.New(rand.NewPCG(1, 1))}
	return tool.Run(t.Context(), env, o, func(engine.Answer) {})
}

// TestSolveNamesCells: those of a symmetric solution, too, begin at a1.
func TestSolveNamesCells(t *testing.T) {
	a, err := run(t, "solve", map[string]any{"seed": 7, "symmetry": "level"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(a.Data)
	if err != nil || strings.Contains(string(data), `"-`) {
		t.Errorf("cells without a name: %s, %v", data, err)
	}
}

// TestSolveSaysThatNoneExistsHere: what cannot be on the board may be elsewhere.
func TestSolveSaysThatNoneExistsHere(t *testing.T) {
	both := slices.Concat(ring(at(t, "e5"), false), ring(at(t, "m11"), true))
	a, err := run(t, "solve", map[string]any{"seed": 1, "pieces": board.FormatPairs(both)})
	if err != nil || !strings.Contains(a.Text.String(), "on this board of 18×16 cells") {
		t.Errorf("answered %s, %v", a.Text, err)
	}
}

func TestSolveRefusesFileAndText(t *testing.T) {
	file := engine.File{Name: "pieces.json", Data: []byte(`[{"q":0,"r":0,"doors":0}]`)}
	_, err := run(t, "solve", map[string]any{"pieces": "2@c5", "file": file})
	if err == nil || !strings.Contains(err.Error(), "not both") {
		t.Errorf("refused with %v", err)
	}
}

// TestStatsEndWithTheSolutions: no more solutions are found before the time is up, in a search
// that hardly uses randomness and repeats few solutions.
func TestStatsEndWithTheSolutions(t *testing.T) {
	a, err := run(t, "stats", map[string]any{
		"seed": 1, "symmetry": "level", "search": "source", "random": false, "limit": 64, "count": 2000, "seconds": 60,
	})
	if err != nil || !strings.Contains(a.Text.String(), " of 2,000 solutions, the only ones that were found, from seed 1") {
		t.Errorf("answered %s, %v", a.Text, err)
	}
}

// ring is six pieces around an empty cell, with doors to it and to each other, and more
// outwards if so asked.
func ring(centre board.Cell, outwards bool) []board.Piece {
	var list []board.Piece
	for s := range board.Side(board.Sides) {
		var d board.Doors
		for _, turn := range []board.Side{2, 3, 4} {
			d |= 1 << ((s + turn) % board.Sides)
		}
		if outwards {
			d |= 1 << s
		}
		list = append(list, board.Piece{Cell: centre.Next(s), Doors: d})
	}
	return list
}

func at(t *testing.T, name string) board.Cell {
	t.Helper()
	c, err := labyrinth.Board.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
