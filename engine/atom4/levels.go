package atom4

import (
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

const (
	defaultLevel = "normal"
	hintLevel    = "max"
)

// shared is the memory of the searches of all players.
var shared = new(alphabeta.Search[grid.Point])

// levels are the players of Atom-4, weakest first. The first three are as strong as the
// original's of depth 0, 1 and 2, which is what that program takes where nothing is said;
// the others use the time that they have.
var levels = rated([]engine.Level{
	level("beginner", engine.T("Beginner"), capped, originalDepth(0)),
	level("easy", engine.T("Easy"), capped, originalDepth(1)),
	level("normal", engine.T("Normal"), capped, originalDepth(2)),
	level("hard", engine.T("Hard"), 500*time.Millisecond, parameters{threads: 2}),
	level("max", engine.T("Max"), 2*time.Second, parameters{threads: 2}),
})

// rated gives the levels that no clock bounds their ratings, from the matches of
// TestLevelsAreInOrder in its long form; see "levels of Atom-4" in engine/FIGURES.md.
func rated(levels []engine.Level) []engine.Level {
	for i, rating := range engine.Ladder(2, engine.Match{Score: 156.5, Games: 200}, engine.Match{Score: 174, Games: 200}) {
		levels[i].Ratings = map[string]float64{"": rating}
	}
	return levels
}

// deepest is the greatest depth: one to which no search comes in its time.
const deepest = 20

// depths are the original's scale: its option -d.
var depths = engine.Scale{
	Arg: engine.Arg{
		Name: "depth", Help: engine.T("The bot looks so many plies further than one ahead; the original plays with 2"),
		Kind: engine.Integer, Min: 0, Max: deepest,
	},
	Level: func(n int) engine.Level {
		think := capped
		if n > cheap {
			think = cappedDeep
		}
		return level(strconv.Itoa(n), engine.T("Depth %s", strconv.Itoa(n)), think, originalDepth(n))
	},
}

// The time that a level of the original's scale may take at most: up to a depth that is
// cheap, and beyond.
const (
	capped     = time.Second
	cheap      = 4
	cappedDeep = 5 * time.Second
)

// originalDepth is a search as the original's of a depth: one ply further, every move as far.
func originalDepth(depth int) parameters { return parameters{plies: depth + 1, threads: 1, slack: 12} }

func level(id string, title engine.Text, think time.Duration, p parameters) engine.Level {
	return engine.Level{
		ID: id, Title: title, Think: think,
		New: func(seed uint64) engine.Player { return newPlayer(p, seed, shared) },
	}
}
