package player

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// weak are the levels that err.
func weak() []level {
	var all []level
	for _, l := range levels {
		if l.errorSize > 0 {
			all = append(all, l)
		}
	}
	return all
}

// TestErrorsAreSpread: at every stage of a game, a weak level draws its move by the moves' values
// and priors alone.
func TestErrorsAreSpread(t *testing.T) {
	moves := strings.Fields("a2 d4 c5 d3 e3 c3 d2 b4 b5 c2 e1 e2 a5 f3 f1 e5 b6 d5 f5")
	for _, l := range weak() {
		erred := 0
		for ply := 1; ply <= len(moves); ply += enginetest.Times(6, 2) {
			g, seed := boardAfter(t, 6, moves[:ply]...), uint64(ply)
			looked, drawn := l.player(seed).searcher.search(t.Context(), g.Position), l.player(seed).searcher.(weakSearcher)
			weighed := looked.Moves
			want := g.Grid().Name(g.Field().Cell(weighed[drawn.rand.Draw(drawn.weights(weighed))].Move))
			c := choose(t, l.player(seed), g)
			if c.Move != want {
				t.Errorf("%s plays %s instead of %s, which it has drawn, on\n%s", l.id, c.Move, want, g)
			}
			if c.Value < slices.MaxFunc(weighed, byValue).Value {
				erred++
			}
		}
		if erred == 0 {
			t.Errorf("%s makes no error", l.id)
		}
	}
}

// TestErrorsHaveTheirSize: a move that loses errorSize is drawn e times less often than one with
// the same prior that loses nothing, and one that loses at once never.
func TestErrorsHaveTheirSize(t *testing.T) {
	for _, l := range weak() {
		w := l.player(1).searcher.(weakSearcher).weights([]search.Move[field.Point]{
			{Value: 0.6, Prior: 0.25}, {Value: 0.6 - l.errorSize, Prior: 0.25}, {Value: 0.6, Prior: 0.01}, {Prior: 0.9, Proof: search.Loss},
		})
		for i, want := range []float64{1 / math.E, 0.2, 0} {
			if got := w[i+1] / w[0]; math.Abs(got-want) > 1e-9 {
				t.Errorf("%s draws move %d %v times as often as the best, want %v", l.id, i+1, got, want)
			}
		}
	}
}

// TestErrorsOfGames plays games of each weak level. By a stronger player's values it errs in every
// third of the game, and in none so little that it would seem another player.
func TestErrorsOfGames(t *testing.T) {
	if !enginetest.Long() {
		t.Skip("TestErrorsAreSpread looks at some positions; SIXFOLD_LONG=1 plays games")
	}
	for _, l := range weak() {
		t.Run(l.id, func(t *testing.T) {
			t.Parallel()
			var all losses
			for seed := range uint64(40) {
				all.add(t, l, seed)
			}
			whole := (all.sum[0] + all.sum[1] + all.sum[2]) / (all.moves[0] + all.moves[1] + all.moves[2])
			t.Logf("loses %.3f, %.3f, %.3f a move in the thirds of a game", all.mean(0), all.mean(1), all.mean(2))
			for third := range 3 {
				if all.moves[third] < 8 || all.mean(third) < 0.4*whole {
					t.Errorf("third %d: %.3f of %.3f a move, of %v moves", third+1, all.mean(third), whole, all.moves[third])
				}
			}
		})
	}
}

// losses sums up the losses of moves by the third of the game in which they were made. Moves count
// while a much longer search considers the game open.
type losses struct{ sum, moves [3]float64 }

func (l losses) mean(third int) float64 { return l.sum[third] / l.moves[third] }

// add plays a game of the level against itself.
func (l *losses) add(t *testing.T, by level, seed uint64) {
	t.Helper()
	judge := NewAnalyst(100)
	chance := func(g *game) float64 {
		if g.Winner() != board.Empty {
			return 0
		}
		c, _ := judge.Search(t.Context(), g.Position)
		return c.Value
	}
	g := boardAfter(t, 9, []string{"a2", "b4", "c1", "i8"}[seed%4])
	player := by.player(seed)
	var lost []float64
	for before := chance(g); g.Winner() == board.Empty; {
		g.play(t, choose(t, player, g).Move)
		after := chance(g)
		if before > 0.05 && before < 0.95 {
			lost = append(lost, max(0, before-(1-after)))
		}
		before = after
	}
	for i, loss := range lost {
		l.sum[i*3/len(lost)] += loss
		l.moves[i*3/len(lost)]++
	}
}

// TestNoBlunderThatABeginnerSees: every weak level makes the move that wins at once, and stops the
// opponent's. On this board Red has won in any case, so only this rule distinguishes c6 from other
// moves.
func TestNoBlunderThatABeginnerSees(t *testing.T) {
	for _, mover := range []board.Colour{board.Red, board.Blue} {
		g := setup(mover,
			"..R...",
			"..R...",
			"..R..R",
			"..R..R",
			".BR..R",
			".B.B.R")
		for _, l := range weak() {
			for seed := range uint64(5) {
				if c := choose(t, l.player(seed), g); c.Move != "c6" {
					t.Errorf("%s, seed %d: plays %s:\n%s", l.id, seed, c.Move, g)
				}
			}
		}
	}
}

// TestNoBlunderInGames of each weak level against itself, with SIXFOLD_LONG=1.
func TestNoBlunderInGames(t *testing.T) {
	for _, l := range weak() {
		for seed := range uint64(enginetest.Times(0, 5)) {
			g, player := boardAfter(t, 7), l.player(seed)
			for g.Winner() == board.Empty {
				wins, threats := winners(t, g, g.Mover), winners(t, g, g.Mover.Other())
				move := choose(t, player, g).Move
				switch {
				case len(wins) > 0 && !wins[move]:
					t.Fatalf("%s does not win by %v but plays %s:\n%s", l.id, wins, move, g)
				case len(wins) == 0 && len(threats) == 1 && !threats[move]:
					t.Fatalf("%s does not stop %v but plays %s:\n%s", l.id, threats, move, g)
				}
				g.play(t, move)
			}
		}
	}
}

// winners are the cells at which a stone of the colour would end the game.
func winners(t *testing.T, g *game, colour board.Colour) map[string]bool {
	t.Helper()
	cells := map[string]bool{}
	for _, move := range g.Moves() {
		after := g.clone()
		after.Mover = colour
		after.play(t, move)
		if after.Winner() == colour {
			cells[move] = true
		}
	}
	return cells
}

// TestWeakLevelsDiffer: equal seeds repeat a game, other seeds change it.
func TestWeakLevelsDiffer(t *testing.T) {
	for _, l := range weak() {
		game := func(seed uint64) string {
			g, players := boardAfter(t, 4, "a2"), []engine.Player{l.player(seed), l.player(seed + 10)}
			for g.Winner() == board.Empty {
				g.play(t, choose(t, players[g.Turn()], g).Move)
			}
			return g.String()
		}
		first := game(1)
		if again := game(1); again != first {
			t.Errorf("%s does not repeat itself", l.id)
		}
		if game(2) == first && game(3) == first {
			t.Errorf("%s always plays the same game", l.id)
		}
	}
}
