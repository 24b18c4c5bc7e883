package labyrinth_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, labyrinth.Game, enginetest.Promises{
		Variants: []map[string]any{
			{"puzzle": "started", "seed": 3},
			{"puzzle": "started", "seed": 4, "removed": 63, "colour": "safe"},
			{"puzzle": "daily", "date": "2026-01-02"},
			{"pieces": "1@c5 41@c4"},
		},
		Refused: []map[string]any{
			{"puzzle": "other"},
			{"puzzle": "started", "removed": 64},
			{"puzzle": "started", "seed": -1},
			{"puzzle": "daily", "date": "tomorrow!!"},
			{"puzzle": "daily", "date": "2026-02-30"},
			{"puzzle": "daily", "date": "today"},
			{"puzzle": "daily", "date": "2026-01-02", "removed": 5},
			{"colour": "pink"},
			{"pieces": "65@c5"},
			{"pieces": "1@z5"},
			{"pieces": "1"},
			{"pieces": "1@c5 1@g5"},
			{"pieces": "1@c5 2@c4"},
			{"pieces": "1@a1"},
		},
		Games: 1,
	})
}

func TestScripts(t *testing.T) {
	enginetest.Scripts(t, labyrinth.Game, "testdata/*.txt")
}

func TestPuzzlesRefused(t *testing.T) {
	for _, tt := range []struct {
		asked engine.Options
		want  string
	}{
		{engine.Options{"puzzle": "daily", "date": "2026-01-02", "pieces": "1@i8"}, "pieces of its own"},
		{engine.Options{"puzzle": "started", "pieces": "1@i8"}, "pieces of its own"},
		{engine.Options{"puzzle": "daily", "removed": 5}, "the same for everybody, with 20 missing"},
		{engine.Options{"puzzle": "daily", "date": "today"}, "a day such as 2026-01-02"},
	} {
		o, err := engine.ParseOptions(labyrinth.Game.Options, tt.asked, true)
		if err != nil {
			t.Fatal(err)
		}
		env := engine.Env{Now: time.Unix(0, 0), Rand: rand.New(rand.NewPCG(1, 1))}
		_, err = labyrinth.Game.Prepared(env, o)
		if _, ok := errors.AsType[*engine.Refusal](err); !ok || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v is refused with %v, want words %q", tt.asked, err, tt.want)
		}
	}
}
