package player

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Analyst searches positions at full strength for analyses and reviews.
type Analyst struct{ searcher searcher }

// NewAnalyst returns an analyst that makes that many playouts per search, by the network or,
// without one, by rollouts.
func NewAnalyst(network, rollouts int) Analyst {
	l := level{network: settings{playouts: network, threads: 1}, rollouts: settings{playouts: rollouts, threads: 1}}
	return Analyst{l.player(1).searcher}
}

// Search searches a position that is not over. The choice is the mover's best move, possibly the
// swap, with the winning probability as its value. If a pairing decides the game, the choice says
// so but the result of the search does not.
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
	return withPairing(choice(p, f, r.Line, r.Value, r.Proof), f, paired), r
}

// Opening returns the name of a nearly even first move.
func (a Analyst) Opening(p Position) string {
	c, _ := a.searcher.opening(p)
	return p.Grid().Name(c)
}
