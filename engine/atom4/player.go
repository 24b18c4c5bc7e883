package atom4

import (
	"context"
	"math"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// parameters are what makes one level's search another's.
type parameters struct {
	// plies is how far its player looks ahead, every move to the same depth, as the
	// original program does; 0: as far as there is time for.
	plies   int
	threads int
	// slack is how much worse than the best a move may seem and still be played, so that
	// not all games of a level that looks a fixed way ahead are alike.
	slack int32
}

// player plays Atom-4 by alpha-beta search. It implements [engine.Player].
type player struct {
	parameters
	rand   search.Rand
	search *alphabeta.Search[grid.Point]
}

func newPlayer(s parameters, seed uint64, shared *alphabeta.Search[grid.Point]) *player {
	return &player{parameters: s, rand: search.Rand(seed), search: shared}
}

// Choose implements [engine.Player].
func (p *player) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	at, ok := position.(*Position)
	if !ok {
		return engine.Choice{}, engine.ErrForeign
	}
	if at.over() {
		return engine.Choice{}, engine.RefuseMove("", engine.ErrOver, "%s", at.whyOver())
	}
	f := at.tree()
	found := p.search.Run(ctx, f, alphabeta.Options{Depth: p.plies, Threads: p.threads, Full: p.plies > 0})
	if p.slack > 0 && !found.Exact() {
		p.vary(ctx, f, &found)
	}
	return choice(found), nil
}

// vary draws one of the moves that seem hardly worse than the best. Each gets a search of
// its own; when there is no time for all of them the best one stands.
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
		nodes := found.Nodes
		*found = near[p.rand.Below(len(near))]
		found.Nodes += nodes
	}
}

// after is the result of a search after a move, as deep as the level searches.
func (p *player) after(ctx context.Context, f *evaluated) alphabeta.Result[grid.Point] {
	value, exact := f.Evaluate()
	if exact || p.plies == 1 {
		return alphabeta.Result[grid.Point]{Value: value}
	}
	return p.search.Run(ctx, f, alphabeta.Options{Depth: p.plies - 1, Full: true})
}

// choice puts what was found into words.
func choice(found alphabeta.Result[grid.Point]) engine.Choice {
	c := engine.Choice{Value: chance(found.Value), Proved: found.Exact()}
	for _, m := range found.Line {
		c.Line = append(c.Line, m.Cell().String())
	}
	if c.Proved {
		c.Value = math.Round(c.Value)
	}
	c.Move = c.Line[0]
	return c
}

// evenScore is how much a position must be worth for its mover to win three games of
// four or so.
const evenScore = 150

// chance takes a value for a chance of winning, by a logistic curve.
func chance(value int32) float64 {
	return 1 / (1 + math.Exp(-float64(value)/evenScore*math.Log(3)))
}
