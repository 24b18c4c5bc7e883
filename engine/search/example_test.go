package search_test

import (
	"context"
	"fmt"

	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// matches is a heap of matches: a player takes one, two or three, and who takes the last
// wins.
type matches struct{ left, taken int }

func (g *matches) AppendMoves(moves []int) []int {
	for n := 1; n <= min(3, g.left); n++ {
		moves = append(moves, n)
	}
	return moves
}

func (g *matches) Do(n int)   { g.left, g.taken = g.left-n, g.taken+1 }
func (g *matches) Undo(n int) { g.left, g.taken = g.left+n, g.taken-1 }

// chances adds random rollouts, for Monte-Carlo tree search.
type chances struct{ *matches }

func (g chances) Clone() mcts.Position[int] { c := *g.matches; return chances{&c} }
func (g chances) Terminal() (float64, bool) { return 0, g.left == 0 }

func (g chances) Rollout(r *search.Rand) float64 {
	value := 0.0 // nothing is left to take: lost
	for left := g.left; left > 0; value = 1 - value {
		left -= 1 + r.Below(min(3, left))
	}
	return value
}

// values knows nothing but the end, for alpha-beta.
type values struct{ *matches }

func (g values) Clone() alphabeta.Position[int] { c := *g.matches; return values{&c} }
func (g values) Key(n int) uint16               { return uint16(n) }
func (g values) Quiet() bool                    { return true }

func (g values) Hash() uint64 {
	r := search.Rand(2*g.left + g.taken%2)
	return r.Uint64()
}

func (g values) Evaluate() (int32, bool) {
	if g.left == 0 {
		return -alphabeta.Win, true
	}
	return 0, false
}

// Two searches of one game: of 10 matches, who leaves a multiple of 4 wins.
func Example() {
	r := mcts.Run(context.Background(), chances{&matches{left: 10}}, mcts.Options{Playouts: 10_000, Explore: 0.7})
	fmt.Println("take", r.Moves[r.Best].Move, r.Proof)

	var deep alphabeta.Search[int]
	v := deep.Run(context.Background(), values{&matches{left: 10}}, alphabeta.Options{Depth: 9})
	fmt.Println("take", v.Line[0], "and win in", alphabeta.Win-v.Value, "plies")
	// Output:
	// take 2 win
	// take 2 and win in 5 plies
}
