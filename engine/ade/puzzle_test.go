package ade_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func posed(t *testing.T, o engine.Options) *ade.Position {
	t.Helper()
	p, err := ade.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*ade.Position)
}

// TestHintsSolvePuzzles: every puzzle has a solution, to which hints lead from anywhere.
func TestHintsSolvePuzzles(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, task := range []string{"layers", "end", "fixed"} {
		for seed := range 40 {
			p := posed(t, engine.Options{"mode": "puzzle", "task": task, "seed": seed})
			for range r.IntN(6) { // astray first
				moves := p.Moves()
				if len(moves) == 0 {
					break
				}
				if _, err := p.Play(moves[r.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			for step := 0; p.Outcome().Status == engine.Open; step++ {
				if step > 30 {
					t.Fatalf("%s %d: no end after %d hints", task, seed, step)
				}
				move := choose(t, hard(t), p).Move
				if canonical, err := p.Play(move); err != nil || canonical != move {
					t.Fatalf("%s %d: the hint %q plays as %q, %v", task, seed, move, canonical, err)
				}
			}
			if p.Outcome().Status != engine.Solved {
				t.Errorf("%s %d: %v", task, seed, p.Outcome())
			}
		}
	}
}

// TestPossibleLayers: values up to 3 on A3 end after 1 to 5 layers, on D4 after 5 to 10;
// up to 2 on E6 after 11 to 18, on E7 after 17 to 28. Puzzles ask for these.
func TestPossibleLayers(t *testing.T) {
	asked := map[string]map[int]bool{}
	for seed := range enginetest.Times(150, 600) {
		z := posed(t, engine.Options{"mode": "puzzle", "task": "layers", "seed": seed}).Puzzle()
		name := z.Graph.Title().String()
		if asked[name] == nil {
			asked[name] = map[int]bool{}
		}
		asked[name][z.Layers] = true
	}
	for name, bounds := range map[string][2]int{"A3": {1, 5}, "D4": {5, 10}, "E6": {11, 18}, "E7": {17, 28}} {
		if len(asked[name]) < 2 {
			t.Errorf("on %s only %v is asked for", name, asked[name])
		}
		for layers := range asked[name] {
			if layers < bounds[0] || layers > bounds[1] {
				t.Errorf("on %s, %d layers are asked for, which cannot be", name, layers)
			}
		}
	}
}

// TestDailyIsTheSameForAll, and another one another day.
func TestDailyIsTheSameForAll(t *testing.T) {
	day := func(date time.Time) string {
		o, err := ade.Game.Prepared(engine.Env{Now: date, Rand: rand.New(rand.NewPCG(uint64(date.Nanosecond()), 1))}, engine.Options{"mode": "daily"})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(posed(t, o))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	morning := time.Date(2026, 5, 4, 0, 0, 1, 1, time.UTC)
	evening := time.Date(2026, 5, 4, 23, 59, 59, 9, time.UTC)
	if day(morning) != day(evening) || day(morning) != day(morning.In(time.FixedZone("", -8*3600))) {
		t.Error("the puzzle changes within the day")
	}
	different := map[string]bool{}
	for n := range 30 {
		different[day(morning.AddDate(0, 0, n))] = true
	}
	if len(different) < 25 {
		t.Errorf("30 days have %d puzzles", len(different))
	}
}

// TestComingBackIsNotFixed: values of affine D4 that come back after two layers do not
// stay as they are.
func TestComingBackIsNotFixed(t *testing.T) {
	for seed := range 100 {
		p := posed(t, engine.Options{"mode": "puzzle", "task": "fixed", "seed": seed})
		if p.Graph().String() != "V0-V1 V0-V2 V0-V3 V0-V4" || p.Puzzle().Most < 4 {
			continue
		}
		for _, line := range []string{"set 4 1 3 1 3", "fire 2"} {
			if _, err := p.Play(line); err != nil {
				t.Fatal(err)
			}
		}
		if p.Values().Strings()[0] != "4" || p.Outcome().Status != engine.Open {
			t.Errorf("%v is %v", p.Values(), p.Outcome())
		}
		return
	}
	t.Error("no puzzle on affine D4")
}

func TestPuzzleBounds(t *testing.T) {
	p := posed(t, engine.Options{"mode": "puzzle", "task": "layers", "seed": 1})
	for _, line := range []string{"set V1 99", "free V1 -1", "set V1 99999999999999999999999"} {
		if _, err := p.Play(line); err == nil {
			t.Errorf("%q is taken", line)
		}
	}
}
