package hex

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/render"
)

// analysed is an analysis as a search might give it, made up so that it stays the same.
func analysed(tb testing.TB) hex.Analysis {
	tb.Helper()
	p := randomGame(tb, options(11), 24, 8)
	view := hex.Analysis{Position: p, Cells: make([]hex.CellThought, 11*11), Choice: engine.Choice{Move: "g6", Value: 0.62, Line: []string{"g6"}}}
	left := 1.0
	for i, c := range []string{"g6", "e7", "g5", "d8", "g7", "h4", "e6", "d7", "f9", "c9", "h5", "e8"} {
		at, err := p.Grid().Parse(c)
		if err != nil {
			tb.Fatal(err)
		}
		view.Cells[at] = hex.CellThought{Heat: left * 0.4, Visits: 100 - i, Value: 0.62 - 0.05*float64(i)}
		left *= 0.6
	}
	win, _ := p.Grid().Parse("k9")
	loss, _ := p.Grid().Parse("j10")
	view.Cells[win] = hex.CellThought{Heat: 0.1, Visits: 3, Value: 1, Proof: search.Win}
	view.Cells[loss] = hex.CellThought{Heat: 0.02, Visits: 1, Value: 0, Proof: search.Loss}
	return view
}

// reviewed is a review of a game of 40 moves, made up.
func reviewed(tb testing.TB) hex.Review {
	tb.Helper()
	r := hex.Review{
		Position: randomGame(tb, options(9), 22, 3), Ply: 22, Plies: 40, Played: "i1", Better: "e5",
		Before: 0.7, After: 0.3, Loser: hex.Red, Ended: true, Line: []string{"e5", "d6"}, RedAccuracy: 71, BlueAccuracy: 93,
	}
	for i := range 41 {
		chance := 0.5 + 0.2*math.Sin(float64(i)/3)
		switch {
		case i < 4:
			chance = math.NaN()
		case i > 22:
			chance = 0.3 / (1 + 0.2*float64(i-22))
		}
		r.Red = append(r.Red, chance)
	}
	return r
}

func newPuzzle(tb testing.TB, moves ...string) *hex.Puzzle {
	tb.Helper()
	position, err := hex.New(engine.Options{"number": 1})
	if err != nil {
		tb.Fatal(err)
	}
	p, _ := position.(*hex.Puzzle)
	for _, move := range moves {
		if _, err := p.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// TestGoldenForPeople: in full each scene in every theme.
func TestGoldenForPeople(t *testing.T) {
	open := newPuzzle(t)
	answer, _ := hex.Game.Opponents.HintAt(open)
	scenes := map[string]any{
		"analysis": analysed(t), "review": reviewed(t), "puzzle": open, "puzzle-solved": newPuzzle(t, "e3"),
		"puzzle-hint": answer.Scenes[0], "puzzle-tried": newPuzzle(t, "d5", "a1"),
		"puzzle-given-up": newPuzzle(t, "d5").Conclude(engine.Outcome{Status: engine.Drawn, Winner: engine.NoSeat}),
	}
	for i, theme := range render.Themes {
		for j, name := range slices.Sorted(maps.Keys(scenes)) {
			if j%len(render.Themes) != i && !enginetest.Long() {
				continue
			}
			t.Run(name+"-"+theme.ID, func(t *testing.T) {
				golden(t, scenes[name], render.Style{Theme: theme, Names: []string{"Annabel", "Björn"}})
			})
		}
	}
}

// What a search finds can be drawn on every board, in full on more of them, at every moment.
func TestFoundThingsCanBeDrawn(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for i, o := range []engine.Options{
		{"size": 5, "swap": true},
		{"size": 3, "width": 6},
		{"size": 7, "width": 4, "weighted": true, "convention": "source"},
		{"size": 3},
		{"size": 7, "weighted": true},
		{"size": 5, "convention": "source", "swap": true},
	} {
		if i >= 3 && !enginetest.Long() {
			break
		}
		for seed := range uint64(3) {
			if int(seed) != i && !enginetest.Long() {
				continue
			}
			p := randomGame(t, o, 1+int(seed)*3, seed)
			s := render.Style{Theme: render.Themes[i%len(render.Themes)]}
			drawn(t, hex.NewReview(done, p), s)
			if p.Winner() == hex.Empty {
				drawn(t, hex.NewAnalysis(done, p), s)
			}
		}
	}
}

// Where the game turned by resigning, the last board is drawn, and no move is crossed out.
func TestResignationCanBeDrawn(t *testing.T) {
	p := newGame(t, engine.Options{"size": 3, "swap": true}, "b2 swap a1")
	resigned := engine.Outcome{Status: engine.Won, Winner: hex.Red.Seat(), Reason: engine.T("blue resigned")}
	r := hex.NewReview(t.Context(), p.Conclude(resigned).(*hex.Position))
	if !r.Resigned || r.Ply != r.Plies || reviewTitle(r).String() != "Resigned after move 3" {
		t.Fatalf("resigned %v, ply %d of %d, %q", r.Resigned, r.Ply, r.Plies, reviewTitle(r))
	}
	drawn(t, r, render.Style{})
}

func BenchmarkForPeople(b *testing.B) {
	for name, scene := range map[string]any{"analysis": analysed(b), "review": reviewed(b)} {
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			for b.Loop() {
				if _, err := render.PNG(Drawers, scene, render.Style{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
