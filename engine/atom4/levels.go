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

// shared is the search of all players, which share its memory.
var shared = new(alphabeta.Search[grid.Point])

// levels are the players of Atom-4, weakest first. The first three are as strong as the original
// program at depths 0, 1 and 2, where 2 is its default; the others search until their time is up.
// Those that no clock bounds are rated from the matches of TestLevelsAreInOrder in its long form;
// see "levels of Atom-4" in engine/FIGURES.md.
var levels = engine.Rated([]engine.Level{
	level("beginner", engine.T("Beginner"), shallowTime, originalDepth(0)),
	level("easy", engine.T("Easy"), shallowTime, originalDepth(1)),
	level("normal", engine.T("Normal"), shallowTime, originalDepth(2)),
	level("hard", engine.T("Hard"), 500*time.Millisecond, parameters{threads: 2}),
	level("max", engine.T("Max"), 2*time.Second, parameters{threads: 2}),
}, 2, engine.Matches(200, 156.5, 174))

// deepest is the greatest depth of the scale. No search reaches it in its time.
const deepest = 20

// depths is the original's scale, its option -d.
var depths = engine.Scale{
	Arg: engine.Arg{
		Name: "depth", Help: engine.T("The bot looks so many plies further than one ahead; the original plays with 2"),
		Kind: engine.Integer, Min: 0, Max: deepest,
	},
	Level: func(n int) engine.Level {
		think := shallowTime
		if n > shallowDepth {
			think = deepTime
		}
		return level(strconv.Itoa(n), engine.T("Depth %s", strconv.Itoa(n)), think, originalDepth(n))
	},
}

// Greatest time for a level of the original's scale, up to shallowDepth and beyond.
const (
	shallowDepth = 4
	shallowTime  = time.Second
	deepTime     = 5 * time.Second
)

// originalDepth returns the parameters that search as the original does at a depth: one ply
// deeper, and all moves to the same depth.
func originalDepth(depth int) parameters { return parameters{plies: depth + 1, threads: 1, slack: 12} }

func level(id string, title engine.Text, think time.Duration, p parameters) engine.Level {
	return engine.Level{
		ID: id, Title: title, Think: think,
		New: func(seed uint64) engine.Player { return newPlayer(p, seed, shared) },
	}
}
