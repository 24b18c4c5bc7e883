package player

import (
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
)

// maxPlayouts is the number of playouts of level max in a quarter of its time on one core.
const maxPlayouts = 5_000

// TestMaxKeepsWonGames plays every opening of 3x3 and 4x4, with SIXFOLD_LONG=1 of 5x5 too,
// from the side that wins it, against itself and against chance. After each of its moves
// the solver checks whether the game is still won.
func TestMaxKeepsWonGames(t *testing.T) {
	largest := 4
	if enginetest.Long() {
		largest = 5
	}
	for size := 3; size <= largest; size++ {
		moves := 0
		for _, opening := range boardAfter(t, size).Moves() {
			for seed := range uint64(3) {
				g := wonGame{t, boardAfter(t, size, opening), maxPlayer(t), nil, &moves}
				if seed > 0 {
					g.chance = rand.New(rand.NewPCG(seed, 0))
				}
				g.play(opening)
			}
		}
		t.Logf("%dx%d: all %d moves kept the win", size, size, moves)
	}
}

// maxPlayer is the highest level's player, bounded by a count instead of time.
func maxPlayer(tb testing.TB) engine.Player {
	tb.Helper()
	p, err := New(Options{Playouts: maxPlayouts, Threads: 1, Seed: 1})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// wonGame is a game from a position that one side wins.
type wonGame struct {
	*testing.T
	game   *game
	max    engine.Player
	chance *rand.Rand // moves against max; nil: max itself
	moves  *int       // that max has made as the winning side
}

func (g wonGame) play(opening string) {
	g.Helper()
	winner := g.game.Mover
	if !g.won() {
		winner = winner.Other()
	}
	for g.game.Winner() == board.Empty {
		ours := g.game.Mover == winner
		move := g.choose(ours)
		g.game.play(g, move)
		if !ours {
			continue
		}
		if *g.moves++; g.game.Winner() == board.Empty && g.won() {
			g.Fatalf("%s after %s gives the game away:\n%s", move, opening, g.game)
		}
	}
}

func (g wonGame) choose(ours bool) string {
	g.Helper()
	if moves := g.game.Moves(); !ours && g.chance != nil {
		return moves[g.chance.IntN(len(moves))]
	}
	return choose(g, g.max, g.game).Move
}

// won reports whether the mover wins.
func (g wonGame) won() bool {
	g.Helper()
	var s field.Solver
	v, ok := s.Solve(g.game.Field())
	if !ok {
		g.Fatal("a solver without a limit gives up")
	}
	return v.Win
}
