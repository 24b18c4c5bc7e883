package mcts_test

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// ticTacToe and nim are the games as this search walks them.
type (
	ticTacToe struct{ *enginetest.TicTacToe }
	nim       struct{ *enginetest.Nim }
)

func newTicTacToe(moves ...int) ticTacToe { return ticTacToe{enginetest.NewTicTacToe(moves...)} }
func newNim(heaps ...int) nim             { return nim{enginetest.NewNim(heaps...)} }

func (g ticTacToe) Clone() mcts.Position[int]       { return ticTacToe{g.Copy()} }
func (g nim) Clone() mcts.Position[enginetest.Take] { return nim{g.Copy()} }

func variants() map[string]mcts.Options {
	return map[string]mcts.Options{
		"plain":        {Playouts: 400_000, Explore: 1, FirstPlay: 1},
		"rave":         {Playouts: 400_000, Explore: 0.5, RAVE: true, Bias: 0.1, FirstPlay: 1},
		"late":         {Playouts: 400_000, Explore: 1, Expand: 8, FirstPlay: 1},
		"four workers": {Playouts: 400_000, Explore: 1, Threads: 4, FirstPlay: 1},
	}
}

// With perfect play on both sides, tic-tac-toe is a draw.
func TestTicTacToeIsProvedDrawn(t *testing.T) {
	for name, c := range variants() {
		t.Run(name, func(t *testing.T) {
			if c.Threads < 2 {
				enginetest.Alone(t)
			}
			r := mcts.Run(t.Context(), newTicTacToe(), c)
			if r.Proof != search.Draw || r.Value != 0.5 {
				t.Errorf("empty board: %v, value %v after %d playouts; want a draw", r.Proof, r.Value, r.Playouts)
			}
		})
	}
}

func TestTicTacToePositions(t *testing.T) {
	tests := []struct {
		name  string
		moves []int
		proof search.Proof
		best  []int // any of them
	}{
		{"takes the row at once", []int{0, 3, 1, 4}, search.Win, []int{2}},
		{"two ways to win cannot both be stopped", []int{0, 1, 4, 8, 3}, search.Loss, []int{2, 5, 6, 7}},
		{"a corner's only answer is the centre", []int{0}, search.Draw, []int{4}},
		{"the fork wins", []int{0, 1, 4, 8}, search.Win, []int{3, 6}},
	}
	for _, tt := range tests {
		for name, c := range variants() {
			t.Run(tt.name+"/"+name, func(t *testing.T) {
				if c.Threads < 2 {
					enginetest.Alone(t)
				}
				g := newTicTacToe(tt.moves...)
				before := *g.TicTacToe
				r := mcts.Run(t.Context(), g, c)
				if best := r.Moves[r.Best].Move; r.Proof != tt.proof || !slices.Contains(tt.best, best) {
					t.Errorf("move %d, %v; want one of %v, %v", best, r.Proof, tt.best, tt.proof)
				}
				if r.Line[0] != r.Moves[r.Best].Move {
					t.Errorf("the line %v begins with another move", r.Line)
				}
				if g.Cells != before.Cells || g.Mover != before.Mover {
					t.Error("the position was changed")
				}
			})
		}
	}
}

// Bouton's theorem (1901): the player to move wins at Nim unless the exclusive or
// of the heaps is zero.
func TestNimIsProvedAsBoutonSays(t *testing.T) {
	for _, heaps := range [][]int{{1}, {1, 1}, {2, 1}, {3, 3}, {1, 2, 3}, {2, 2, 3}, {3, 4, 5}, {1, 4, 5}} {
		for threads := 1; threads <= 2; threads++ {
			t.Run(fmt.Sprint(heaps, threads), func(t *testing.T) {
				if threads < 2 {
					enginetest.Alone(t)
				}
				r := mcts.Run(t.Context(), newNim(heaps...), mcts.Options{
					Playouts: 400_000, Threads: threads, Explore: 0.7, FirstPlay: 1,
				})
				best := r.Moves[r.Best].Move
				if want := enginetest.NewNim(heaps...).Bouton(); r.Proof != want {
					t.Errorf("%v after %d playouts, want %v", r.Proof, r.Playouts, want)
				}
				if r.Proof == search.Win && !balances(heaps, best) {
					t.Errorf("%v wins, which does not leave 0", best)
				}
			})
		}
	}
}

// balances reports whether the opponent is lost after a move.
func balances(heaps []int, m enginetest.Take) bool {
	g := enginetest.NewNim(heaps...)
	g.Do(m)
	return g.Bouton() == search.Loss
}

func TestOneThreadRepeats(t *testing.T) {
	run := func(seed uint64) search.Result[int] {
		return mcts.Run(t.Context(), newTicTacToe(), mcts.Options{Playouts: 300, Seed: seed, RAVE: true, Bias: 0.1, Explore: 0.5})
	}
	if a, b := run(1), run(1); !reflect.DeepEqual(a, b) {
		t.Errorf("the same seed gave\n%v\n%v", a, b)
	}
	if a, b := run(1), run(2); reflect.DeepEqual(a.Moves, b.Moves) {
		t.Error("two seeds gave the same counts")
	}
}

func TestCountsAdd(t *testing.T) {
	for _, threads := range []int{1, 4} {
		r := mcts.Run(t.Context(), newNim(9, 8, 7, 6), mcts.Options{Playouts: 1000, Threads: threads, FirstPlay: 1})
		sum := 0
		for _, s := range r.Moves {
			sum += s.Visits
		}
		if r.Playouts != 1000 || sum != 1000 {
			t.Errorf("%d threads: %d playouts, %d visits; want 1000", threads, r.Playouts, sum)
		}
	}
}

func TestEndedContextStillAnswers(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := mcts.Run(ctx, newTicTacToe(), mcts.Options{})
	if r.Playouts != 0 || len(r.Moves) != 9 || len(r.Line) != 1 || r.Value != 0.5 {
		t.Errorf("got %+v, want the nine moves, no playout and no opinion", r)
	}
}

// endless is Nim that signals when the search has begun, so that a test can end it.
type endless struct {
	nim
	begun chan<- struct{}
}

func (g endless) Rollout(r *search.Rand) float64 {
	select {
	case g.begun <- struct{}{}:
	default:
	}
	return g.nim.Rollout(r)
}

func (g endless) Clone() mcts.Position[enginetest.Take] {
	return endless{nim{g.Copy()}, g.begun}
}

// Only the context ends this search. All goroutines have ended when it returns.
func TestCancelEndsAllThreads(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	begun := make(chan struct{})
	go func() {
		<-begun
		cancel()
	}()
	r := mcts.Run(ctx, endless{newNim(50, 60, 70, 80), begun}, mcts.Options{Threads: 4, Memory: 1, FirstPlay: 1})
	if r.Playouts == 0 || r.Moves[r.Best].Visits == 0 {
		t.Errorf("nothing was found in %d playouts", r.Playouts)
	}
	for runtime.NumGoroutine() > before { // the one above, and the one that cancels
		runtime.Gosched()
	}
}

// A tree without memory to grow still searches, and says what the root's moves are
// worth.
func TestMemoryIsBounded(t *testing.T) {
	r := mcts.Run(t.Context(), newNim(50, 60, 70, 80), mcts.Options{Playouts: 5_000, Memory: 1, FirstPlay: 1, Explore: 0.3})
	if r.Playouts != 5_000 {
		t.Errorf("%d playouts, want all", r.Playouts)
	}
}

// A sole move needs no long search.
func TestSoleMoveIsSettledSoon(t *testing.T) {
	r := mcts.Run(t.Context(), newTicTacToe(0, 1, 2, 4, 3, 5, 7, 6), mcts.Options{Playouts: 1_000_000, Early: true})
	if len(r.Moves) != 1 || r.Playouts > 1000 {
		t.Errorf("%d moves, %d playouts", len(r.Moves), r.Playouts)
	}
}
