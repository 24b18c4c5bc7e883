package gordon

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// player plays the Gordon game. It implements [engine.Player].
type player struct {
	lookahead float64 // probability of looking ahead; else it moves at random
	rand      search.Rand
}

// Choose implements [engine.Player]. It makes a move that is proved to win; if all are proved to
// lose, the one after which fewest replies win; if nothing is proved in time, the best by
// estimate.
func (pl *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	p, ok := position.(*Position)
	if !ok {
		return engine.Choice{}, engine.ErrForeign
	}
	switch {
	case pl.rand.Float64() >= pl.lookahead:
		moves := choices(p)
		return choice(p, []Turn{moves[pl.rand.Below(len(moves))]}, 0.5, false), nil
	case p.variant == Solitaire:
		return pl.visitAll(ctx, p), nil
	default:
		return pl.prove(ctx, p), nil
	}
}

func choice(p *Position, line []Turn, value float64, proved bool) engine.Choice {
	c := engine.Choice{Value: value, Proved: proved}
	for _, t := range line {
		c.Line = append(c.Line, p.canonical(t))
		p = p.After(t)
	}
	c.Move = c.Line[0]
	return c
}

// prove chooses a move by proof, as far as the context allows, or else by estimate.
func (pl *player) prove(ctx context.Context, p *Position) engine.Choice {
	a := newAnalyst(p)
	var fallback estimate
	if a.tokens > surelyProved {
		limit := playouts
		if a.tokens > maybeProved {
			limit = 0
		}
		fallback = a.estimate(ctx, p, limit, pl.rand.Uint64())
	}
	found := a.analyse(ctx, p, false)
	switch found.verdict {
	case solver.Won:
		return choice(p, a.line(ctx, p, found.with(solver.Won)[0]), 1, true)
	case solver.Lost:
		return choice(p, a.line(ctx, p, a.hardest(ctx, p)), 0, true)
	case solver.Unknown:
	}
	if fallback.line == nil {
		fallback = a.estimate(ctx, p, playouts, pl.rand.Uint64())
	}
	if found.of(fallback.line[0]) == solver.Lost { // a proof outweighs the estimate
		fallback.line = found.with(solver.Unknown)[:1]
	}
	return pl.unproved(choice(p, fallback.line, fallback.value, false))
}

func (pl *player) unproved(c engine.Choice) engine.Choice {
	if pl.lookahead == 1 {
		c.Note = engine.T("This move is not proved to be the best: there was not enough time for a proof.")
	}
	return c
}

// visitAll chooses a move of a solitaire: the first of a path through all places.
func (pl *player) visitAll(ctx context.Context, p *Position) engine.Choice {
	path, v := sequencing(ctx, p, &pl.rand)
	switch v {
	case solver.Won:
		return choice(p, path[:min(len(path), longestLine)], 1, true)
	case solver.Lost:
		return choice(p, p.Legal()[:1], 0, true)
	default:
		return pl.unproved(choice(p, p.Legal()[:1], 0.5, false))
	}
}

// level makes a level that looks ahead with probability lookahead and else moves at random.
func level(id, title string, lookahead float64, think time.Duration) engine.Level {
	return engine.Level{
		ID: id, Title: engine.T(title), Think: think,
		New: func(seed uint64) engine.Player { return &player{lookahead, search.Rand(seed)} },
	}
}

// levels are the players, weakest first. The last one makes no mistake where it can prove a move.
//
// The ratings are from the matches of BenchmarkLevels; see "levels of Gordon" in engine/FIGURES.md.
var levels = engine.Rated([]engine.Level{
	level("beginner", "Beginner", 0.15, 300*time.Millisecond),
	level("easy", "Easy", 0.4, 300*time.Millisecond),
	level("normal", "Normal", 0.7, 500*time.Millisecond),
	level("hard", "Hard", 0.92, time.Second),
	level("max", "Max", 1, 3*time.Second),
}, 2, append(engine.Matches(200, 123, 153), engine.Matches(120, 94, 88)...))
