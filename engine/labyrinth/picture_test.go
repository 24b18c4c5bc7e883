package labyrinth_test

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// newSolver makes the default solver, for symmetric solutions if there is an axis.
func newSolver(t *testing.T, seed uint64, m board.Mirror) *solver.Solver {
	t.Helper()
	search := solver.Default()
	search.Mirror = m
	s, err := solver.New(search, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// next is the solver's next solution.
func next(t *testing.T, s *solver.Solver) []board.Piece {
	t.Helper()
	found, err := s.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found.Pieces
}

// centred moves the middle of pieces to the line of a mirror.
func centred(pieces []board.Piece, m board.Mirror) []board.Piece {
	low, high := 1<<20, -1<<20
	far := func(p board.Piece) int {
		if m == board.Upright {
			return p.Q
		}
		return 2*p.R + p.Q
	}
	for _, p := range pieces {
		low, high = min(low, far(p)), max(high, far(p))
	}
	moved := slices.Clone(pieces)
	for i := range moved {
		moved[i].Q -= (low + high) / 2 // so many columns, and half cells
	}
	return moved
}

// TestPicturesOfMirrorsAreSymmetric: groups that are images of each other lie near the
// line, and stay where they are.
func TestPicturesOfMirrorsAreSymmetric(t *testing.T) {
	for name, m := range map[string]board.Mirror{"level": board.Level, "upright": board.Upright} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(40) {
				pieces := next(t, newSolver(t, seed, m))
				p := labyrinth.NewPicture(pieces, labyrinth.Blue, engine.Text{})
				if !symmetric(centred(p.Pieces, m), m) {
					t.Fatalf("seed %d is shown without its symmetry: %s", seed, board.AppendJSON(nil, p.Pieces))
				}
				if max(p.Frame.Cols, p.Frame.Rows) > 40 {
					t.Fatalf("seed %d is shown on %s cells", seed, p.Frame)
				}
			}
		})
	}
}

// symmetric reckons with points in the plane: x doubled columns, y half rows.
func symmetric(pieces []board.Piece, m board.Mirror) bool {
	type point struct{ x, y int }
	at := map[point]board.Doors{}
	for _, p := range pieces {
		at[point{p.Q, 2*p.R + p.Q}] = p.Doors
	}
	swaps := [board.Sides]board.Side{0, 5, 4, 3, 2, 1}
	if m == board.Level {
		swaps = [board.Sides]board.Side{3, 2, 1, 0, 5, 4}
	}
	for here, d := range at {
		image := point{-here.x, here.y}
		if m == board.Level {
			image = point{here.x, -here.y}
		}
		var turned board.Doors
		for s, to := range swaps {
			turned |= d >> s & 1 << to
		}
		if other, lies := at[image]; !lies || other != turned {
			return false
		}
	}
	return true
}
