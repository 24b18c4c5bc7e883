package atom4

import (
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// The original's scale: level n looks n+1 plies ahead.
const (
	originalLevels = 7
	defaultLevel   = "2"
	hintLevel      = "strong"
)

// levels are the players of Atom-4, weakest first: the original's scale, and some that
// use the time they have. They share the memory of their searches.
var levels = func() []engine.Level {
	shared := new(alphabeta.Search[grid.Point])
	level := func(id string, title engine.Text, think time.Duration, s parameters) engine.Level {
		return engine.Level{
			ID: id, Title: title, Think: think,
			New: func(seed uint64) engine.Player { return newPlayer(s, seed, shared) },
		}
	}
	var list []engine.Level
	for n := range originalLevels {
		list = append(list, level(strconv.Itoa(n), engine.T("Level %s", strconv.Itoa(n)),
			capped, parameters{plies: n + 1, threads: 1, slack: 12}))
	}
	return append(
		list,
		level("quick", engine.T("Quick"), 100*time.Millisecond, parameters{threads: 1}),
		level("steady", engine.T("Steady"), 500*time.Millisecond, parameters{threads: 2}),
		level("strong", engine.T("Strong"), 2*time.Second, parameters{threads: 2}),
	)
}()

// capped is the time that a level of the original's scale may take at most.
const capped = time.Second
