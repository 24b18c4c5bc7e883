package ade_test

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, ade.Game, enginetest.Promises{
		Variants: []map[string]any{
			{"type": "D", "degree": 4, "values": "1 0 2 0"},
			{"edges": "1-2 2-3 3-1 3-4", "free": true, "values": "-1 2 0 3"},
			{"mode": "duel", "degree": 5},
			{"mode": "puzzle", "seed": 3},
			{"mode": "daily", "date": "2026-01-02"},
		},
		Refused: []map[string]any{
			{"type": "D", "degree": 3},
			{"type": "E", "degree": 3},
			{"type": "F"},
			{"degree": 0},
			{"degree": 65},
			{"degree": 3, "values": "1 2"},
			{"degree": 3, "values": "1 2 3 4"},
			{"degree": 3, "values": "1 2 x"},
			{"degree": 3, "values": "1 2 1.5"},
			{"degree": 3, "values": "1 -2 1"},
			{"degree": 3, "values": "V7 1"},
			{"edges": "1-2 3-4"},
			{"edges": "1-1"},
			{"edges": "1-2 1-2"},
			{"edges": "1-2 2-"},
			{"edges": "1-2 2->"},
			{"edges": "1-1000"},
			{"mode": "other"},
			{"mode": "duel", "type": "E", "degree": 9},
			{"mode": "duel", "degree": 11},
			{"mode": "duel", "degree": 3, "values": "0 0 0"},
			{"mode": "daily", "date": "yesterday!"},
			{"mode": "puzzle", "task": "other"},
		},
		Games: 2,
	})
}

func TestScripts(t *testing.T) {
	enginetest.Scripts(t, ade.Game, "testdata/*.txt")
}
