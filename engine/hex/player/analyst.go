package player

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Analyst searches positions for people, without the errors of a level.
type Analyst struct{ searcher searcher }

// NewAnalyst makes one that makes so many playouts each time, by the network or, where
// there is none, so many by rollouts.
func NewAnalyst(network, rollouts int) Analyst {
	l := level{network: settings{playouts: network, threads: 1}, rollouts: settings{playouts: rollouts, threads: 1}}
	return Analyst{l.player(1).searcher}
}

// Search searches a position that is not over. The choice is the best move for the mover,
// the swap if that is better, and its value the chance to win. Where a pairing settles the
// game, the choice says so and the result of the search does not.
func (a Analyst) Search(ctx context.Context, p Position) (engine.Choice, search.Result[field.Point]) {
	r := a.searcher.search(ctx, p)
	if p.CanSwap() && r.Value < 0.5 {
		return swapChoice(r), r
	}
	f := p.Field()
	paired, answers := f.Paired()
	if len(answers) > 0 {
		return choice(p, f, answers[:1], 1, search.Win), r
	}
	return settled(choice(p, f, r.Line, r.Value, r.Proof), f, paired), r
}

// Opening is the name of a first move that is nearly even.
func (a Analyst) Opening(p Position) string {
	c, _ := a.searcher.opening(p)
	return p.Grid().Name(c)
}
