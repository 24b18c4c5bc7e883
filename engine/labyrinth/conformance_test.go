package labyrinth_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

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
			{"colour": "pink"},
			{"pieces": "65@c5"},
			{"pieces": "1@z5"},
			{"pieces": "1"},
			{"pieces": "1@c5 1@g5"},
			{"pieces": "1@c5 2@c4"},
			{"pieces": "1@a1"},
		},
		Move:  move,
		Games: 1,
	})
}

// move places a piece where a door is open, or in the middle, or takes one back.
func move(r *rand.Rand, position engine.Position) string {
	p, ok := position.(*labyrinth.Position)
	if !ok {
		return ""
	}
	own := p.Pieces()[p.Fixed():]
	cells := p.Open()
	if len(cells) == 0 {
		cells = []labyrinth.Cell{labyrinth.Board.At(r.IntN(labyrinth.Board.Cols), r.IntN(labyrinth.Board.Rows))}
	}
	for range 20 {
		c := cells[r.IntN(len(cells))]
		if fit := p.Candidates(c); len(fit) > 0 {
			return "place " + strconv.Itoa(fit[r.IntN(len(fit))].Number()) + " " + c.Name()
		}
	}
	if len(own) > 0 {
		return "remove " + own[r.IntN(len(own))].Name()
	}
	return "place 2 a1"
}

func TestScripts(t *testing.T) {
	enginetest.Scripts(t, labyrinth.Game, "testdata/*.txt")
}
