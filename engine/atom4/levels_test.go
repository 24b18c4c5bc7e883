package atom4

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// TestLevelsAreInOrder: of the levels that no clock bounds here, each wins most games
// against the one before; of 200 with SIXFOLD_LONG=1.
func TestLevelsAreInOrder(t *testing.T) {
	games := enginetest.Times(4, 200)
	for i, strong := range levels[1:3] {
		weak, score := levels[i], 0.0
		for g := range games {
			p, seat := randomPosition(1+g/2%6, 3, uint64(g/2)), engine.Seat(g%2)
			players := map[engine.Seat]engine.Player{seat: strong.New(uint64(g)), seat.Other(): weak.New(uint64(g))}
			for !p.over() {
				c, err := players[p.Turn()].Choose(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				playAll(t, p, c.Move)
			}
			switch p.winner {
			case seat:
				score++
			case engine.NoSeat:
				score += 0.5
			}
		}
		if t.Logf("%s scores %v of %d against %s", strong.ID, score, games, weak.ID); score < 0.6*float64(games) {
			t.Errorf("%s scores only %v of %d against %s", strong.ID, score, games, weak.ID)
		}
	}
}

// TestDepths: a depth of the original's scale looks one ply further than its number; levels that
// use their time have no depth.
func TestDepths(t *testing.T) {
	for id, plies := range map[string]int{"0": 1, "2": 3, "6": 7, "20": 21, "beginner": 1, "normal": 3, "hard": 0, "max": 0} {
		level, ok := Game.Level(id)
		if !ok {
			t.Errorf("there is no level %s", id)
			continue
		}
		if got := level.New(1).(*player).plies; got != plies {
			t.Errorf("level %s looks %d plies ahead, want %d", id, got, plies)
		}
	}
}
