package atom4_test

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, atom4.Game, enginetest.Promises{
		// A round ends when the board is full: two of its vertices are taken at the start.
		Ends: func(engine.Options) int { return grid.Size*grid.Size - 2 },
		Variants: []map[string]any{
			{"round": 2},
			{"round": 6, "rounds": 3},
		},
		Refused: []map[string]any{{"round": 0}, {"round": 7}, {"rounds": 0}, {"rounds": 100}},
	})
}

func TestScripts(t *testing.T) {
	enginetest.Scripts(t, atom4.Game, "testdata/*.txt")
}
