package player

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
)

// weak are the levels that err.
func weak() []level {
	var all []level
	for _, l := range levels {
		if l.network.loose > 0 {
			all = append(all, l)
		}
	}
	return all
}

// losses are what the moves of games cost, by the third of a game in which they were made. Moves
// count while the game is open, as a search of far more positions sees it.
type losses struct{ sum, moves [3]float64 }

func (l losses) mean(third int) float64 { return l.sum[third] / l.moves[third] }

// TestErrorsAreSpread: a weak level errs in every third of a game, never so little in one of
// them as to seem another player. SIXFOLD_LONG=1 tries all levels and plays more games, which
// a stronger player judges.
func TestErrorsAreSpread(t *testing.T) {
	games := enginetest.Times(3, 40)
	for i, l := range weak() {
		if i%2 != 0 && !enginetest.Long() {
			continue
		}
		t.Run(l.id, func(t *testing.T) {
			t.Parallel()
			var all losses
			for seed := range uint64(games) {
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

// add plays a game of the level against itself.
func (l *losses) add(t *testing.T, by level, seed uint64) {
	t.Helper()
	judge := NewAnalyst(enginetest.Times(30, 100), 0)
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

// TestNoBlunderThatABeginnerSees: every level makes the move that wins at once, and stops the
// opponent's, in games of each against itself.
func TestNoBlunderThatABeginnerSees(t *testing.T) {
	for _, l := range weak() {
		for seed := range uint64(enginetest.Times(1, 5)) {
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

// TestWeakLevelsDiffer: a level of the same seed plays the same game again, and one of another
// seed another.
func TestWeakLevelsDiffer(t *testing.T) {
	for _, l := range weak() {
		game := func(seed uint64) string {
			g, players := boardAfter(t, 5, "a2"), []engine.Player{l.player(seed), l.player(seed + 10)}
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
