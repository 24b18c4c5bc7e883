package gordon

import (
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// level makes a level that looks ahead with probability lookahead and else moves at random.
func level(id, title string, lookahead float64, think time.Duration) engine.Level {
	return engine.Level{
		ID: id, Title: engine.T(title), Think: think,
		New: func(seed uint64) engine.Player {
			return &player{lookahead: lookahead, notesUnproved: lookahead == 1, rand: search.Rand(seed)}
		},
	}
}

// levels are the players, weakest first. The last one makes no mistake where it can prove a move.
//
// The ratings are from the matches of TestLevelsAreInOrder; see "levels of Gordon" in
// engine/FIGURES.md. They are close together, since on small groups the first move decides much.
var levels = engine.Rated([]engine.Level{
	level("beginner", "Beginner", 0.15, 300*time.Millisecond),
	level("easy", "Easy", 0.4, 300*time.Millisecond),
	level("normal", "Normal", 0.7, 500*time.Millisecond),
	level("hard", "Hard", 0.92, time.Second),
	level("max", "Max", 1, 3*time.Second),
}, 2, engine.Matches(400, 246, 266, 279, 231))
