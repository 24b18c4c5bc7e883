package hex_test

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, hex.Game, enginetest.Promises{
		// A stone on every cell, and the swap.
		Ends: func(o engine.Options) int {
			width, given := o["width"].(int)
			if !given {
				width = o.Int("size")
			}
			return o.Int("size")*width + 1
		},
		Variants: []map[string]any{
			{"size": 3},
			{"size": 4, "convention": "source"},
			{"size": 7, "weighted": true},
			{"size": 4, "width": 3},
			{"size": 3, "width": 7, "weighted": true, "convention": "source"},
			{"size": 11, "width": 10},
			{"size": 3, "width": 19, "weighted": true},
			{"number": 1},
			{"puzzle": "daily", "grade": "hard"},
			{"puzzle": "random"},
			{"size": 19, "weighted": true, "convention": "source", "swap": false},
		},
		Refused: []map[string]any{{"size": 2}, {"size": 26}, {"size": -1}, {"width": 2}, {"width": 26}, {"width": 10, "swap": true}, {"puzzle": "daily", "width": 10}, {"convention": "upside-down"}, {"date": "someday"}, {"number": 0}},
	})
}

func TestScripts(t *testing.T) {
	enginetest.Scripts(t, hex.Game, "testdata/*.txt")
}
