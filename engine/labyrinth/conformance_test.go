package labyrinth_test

import (
	"testing"

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
