package atom4

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// player plays Atom-4 by alpha-beta search. It implements [engine.Player].
type player struct {
	// plies is the depth of the search, with every move to the same depth as in the original
	// program; 0 searches until the time is up.
	plies   int
	threads int
	// slack is how much worse than the best a move may be and still be played, so that games of a
	// level with fixed depth differ.
	slack int32
	rand  search.Rand
}

// Choose implements [engine.Player].
func (p *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	at, ok := position.(*Position)
	if !ok {
		return engine.Choice{}, engine.ErrForeign
	}
	f := at.tree()
	found := shared.Run(ctx, f, alphabeta.Options{Depth: p.plies, Threads: p.threads, Full: p.plies > 0})
	if p.slack > 0 && !found.Exact() {
		p.vary(ctx, f, &found)
	}
	return choice(found), nil
}

// vary picks a random move among those within slack of the best. It searches each move; if there
// is no time for all of them it keeps the best.
func (p *player) vary(ctx context.Context, f *evaluated, found *alphabeta.Result[grid.Point]) {
	var near []alphabeta.Result[grid.Point]
	for _, m := range f.AppendMoves(nil) {
		f.Do(m)
		after := p.after(ctx, f)
		f.Undo(m)
		if ctx.Err() != nil {
			return
		}
		if after.Value = -after.Value; after.Value >= found.Value-p.slack {
			after.Line = append([]grid.Point{m}, after.Line...)
			near = append(near, after)
		}
	}
	if len(near) > 0 {
		*found = near[p.rand.Below(len(near))]
	}
}

// after returns the search result after a move, one ply shallower than the level's depth.
func (p *player) after(ctx context.Context, f *evaluated) alphabeta.Result[grid.Point] {
	value, exact := f.Evaluate()
	if exact || p.plies == 1 {
		return alphabeta.Result[grid.Point]{Value: value}
	}
	return shared.Run(ctx, f, alphabeta.Options{Depth: p.plies - 1, Full: true})
}

func choice(found alphabeta.Result[grid.Point]) engine.Choice {
	line := engine.Map(found.Line, func(m grid.Point) string { return m.Cell().String() })
	c := engine.Choice{Move: line[0], Line: line, Value: chance(found.Value), Proved: found.Exact()}
	if c.Proved {
		c.Value = math.Round(c.Value)
	}
	return c
}

// evenScore is the value at which the mover wins about three games of four.
const evenScore = 150

// chance converts a value to a chance of winning, by a logistic curve.
func chance(value int32) float64 {
	return 1 / (1 + math.Exp(-float64(value)/evenScore*math.Log(3)))
}

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
	level("hard", engine.T("Hard"), 500*time.Millisecond, player{threads: 2}),
	level("max", engine.T("Max"), 2*time.Second, player{threads: 2}),
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

// originalDepth returns a player that searches as the original does at a depth: one ply deeper, and
// all moves to the same depth.
func originalDepth(depth int) player { return player{plies: depth + 1, threads: 1, slack: 12} }

func level(id string, title engine.Text, think time.Duration, p player) engine.Level {
	return engine.Level{
		ID: id, Title: title, Think: think,
		New: func(seed uint64) engine.Player {
			seeded := p
			seeded.rand = search.Rand(seed)
			return &seeded
		},
	}
}
