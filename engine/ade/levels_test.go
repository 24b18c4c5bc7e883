package ade_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// TestLevelsAreInOrder: on a graph that no level can search completely, each level wins most
// games against the one before, with either side beginning; 200 games with SIXFOLD_LONG=1.
func TestLevelsAreInOrder(t *testing.T) {
	games := enginetest.Times(4, 200)
	levels := ade.Game.Opponents.Levels
	for i, strong := range levels[1:] {
		weak, won := levels[i], 0
		for g := range games {
			p := duelOn(t, g)
			seat := engine.Seat(g % 2)
			players := map[engine.Seat]engine.Player{seat: strong.New(uint64(g)), seat.Other(): weak.New(uint64(g))}
			for p.Outcome().Status == engine.Open {
				if _, err := p.Play(choose(t, players[p.Turn()], p).Move); err != nil {
					t.Fatal(err)
				}
			}
			if p.Outcome().Winner == seat {
				won++
			}
		}
		if t.Logf("%s wins %d of %d against %s", strong.ID, won, games, weak.ID); won*5 < games*3 {
			t.Errorf("%s wins only %d of %d against %s", strong.ID, won, games, weak.ID)
		}
	}
}

// duelOn is the start of a game for two, on a graph and values that differ by number.
func duelOn(t *testing.T, number int) engine.Position {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(number/2), 3))
	values := make([]string, 5+number/2%3)
	for i := range values {
		values[i] = strconv.Itoa(r.IntN(3))
	}
	values[0] = "1" // somebody can fire
	p, err := ade.New(engine.Options{"type": "D", "degree": len(values), "values": strings.Join(values, " "), "mode": "duel"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
