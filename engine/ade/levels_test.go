package ade_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
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

// TestClass: the game for two is rated where nobody knows who wins, from the usual values.
func TestClass(t *testing.T) {
	for _, tt := range []struct {
		options map[string]any
		why     string // "" for a rated game
	}{
		{map[string]any{}, "known who wins"},
		{map[string]any{"type": "D", "degree": 7}, "known who wins"},
		{map[string]any{"edges": "1-2 2-3"}, "known who wins"},
		{map[string]any{"type": "E", "degree": 8, "values": "all 1"}, "values of one's own"},
		{map[string]any{"type": "E", "degree": 7}, ""},
		{map[string]any{"type": "A", "degree": 10}, ""},
		{map[string]any{"edges": "1-2 2-3 3-4 4-5 5-6 6-7 5-8"}, ""},
	} {
		tt.options["mode"] = "duel"
		o, err := engine.ParseOptions(ade.Game.Options, tt.options, false)
		if err != nil {
			t.Fatal(err)
		}
		_, err = ade.Game.ClassOf(o)
		if why, refused := engine.Why(err); refused != (tt.why != "") || !strings.Contains(why.String(), tt.why) {
			t.Errorf("%v: %v", tt.options, err)
		}
	}
}

// TestFirstWinsWhereItIsKnown: on the graphs that are not rated; on the two largest with
// SIXFOLD_LONG=1.
func TestFirstWinsWhereItIsKnown(t *testing.T) {
	for family, sizes := range map[string][2]int{"A": {1, enginetest.Times(7, 8)}, "D": {4, enginetest.Times(6, 7)}, "E": {6, 6}} {
		for size := sizes[0]; size <= sizes[1]; size++ {
			o := engine.Options{"type": family, "degree": size, "mode": "duel"}
			if _, err := ade.Game.ClassOf(o); err == nil {
				t.Errorf("%s%d is rated", family, size)
			}
			p, err := ade.New(o)
			if err != nil {
				t.Fatal(err)
			}
			if c := choose(t, duel.NewPlayer(3_000_000, 1), p); !c.Proved || c.Value != 1 {
				t.Errorf("%s%d: %+v", family, size, c)
			}
		}
	}
}
