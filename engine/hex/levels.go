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

// levels are the players of Hex, weakest first. They share the memory of their
// trees.
var levels = func() []engine.Level {
	tree := new(search.MCTS[field.Point])
	level := func(id, title string, think time.Duration, s strength) engine.Level {
		return engine.Level{
			ID:    id,
			Title: engine.T(title),
			Think: think,
			New:   func(seed uint64) engine.Player { return newPlayer(s, seed, tree) },
		}
	}
	return []engine.Level{
		level("easy", "Easy", 100*time.Millisecond, easy),
		level("normal", "Normal", 700*time.Millisecond, normal),
		level("hard", "Hard", 3*time.Second, hard),
	}
}()
