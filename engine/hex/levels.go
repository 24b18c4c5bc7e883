package hex

import (
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// strength is what makes a level: how much its player looks ahead, and how loosely
// it picks among what it saw. A weak player errs as much in the first move as in the
// last, so that its games are even games of a weak player.
type strength struct {
	playouts int
	threads  int
	// temperature is 0 for the best move. Else moves are drawn, with chances that are
	// their visits to the power of 1/temperature: at 1, twice the visits come twice as
	// often.
	temperature float64
}

// The levels by ID. A count of playouts bounds each, so that a fast machine makes
// none stronger than meant; the time allowed is for slow ones.
var (
	easy   = strength{playouts: 200, threads: 1, temperature: 0.7}
	normal = strength{playouts: 4_000, threads: 1}
	hard   = strength{playouts: 600_000, threads: 2}
)

// grades are the levels with their strengths, weakest first.
var grades = []struct {
	strength
	id, title string
	think     time.Duration
}{
	{easy, "easy", "Easy", 100 * time.Millisecond},
	{normal, "normal", "Normal", 700 * time.Millisecond},
	{hard, "hard", "Hard", 3 * time.Second},
}

// trees is the memory of all searches, shared so that it is used again.
var trees search.MCTS[field.Point]

// levels are the players of Hex.
var levels = func() []engine.Level {
	all := make([]engine.Level, len(grades))
	for i, g := range grades {
		all[i] = engine.Level{
			ID:    g.id,
			Title: engine.T(g.title),
			Think: g.think,
			New:   func(seed uint64) engine.Player { return newPlayer(g.strength, seed, &trees) },
		}
	}
	return all
}()
