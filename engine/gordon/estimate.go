package gordon

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

// With more than surelyProved tokens in play a proof may fail, so an estimate comes first, of at
// most playouts; with more than maybeProved a proof is out of reach, and the estimate has no such
// limit.
const (
	surelyProved = 14
	maybeProved  = 24
	playouts     = 20_000
)

// openingPlayouts bounds the playouts for each m of an opening.
const openingPlayouts = 4_000

// estimate is an evaluation by Monte-Carlo tree search.
type estimate struct {
	line  []Turn
	value float64 // for the player to move
}

// estimate runs at most limit playouts (0: no limit), or until the context ends.
func (a *analyst) estimate(ctx context.Context, p *Position, limit int, seed uint64) estimate {
	if p.opening() {
		return a.estimateOpening(ctx, p, limit, seed)
	}
	value, line := a.playout(ctx, p, limit, seed)
	return estimate{path(p, line), value}
}

// path adds to successive tokens the places to which they lead.
func path(p *Position, tokens []group.Element) []Turn {
	turns := make([]Turn, len(tokens))
	at := p.place
	for i, m := range tokens {
		at = p.Product(m, at)
		turns[i] = Turn{m, at}
	}
	return turns
}

// estimateOpening compares one opening of each orbit of automorphisms.
func (a *analyst) estimateOpening(ctx context.Context, p *Position, limit int, seed uint64) estimate {
	e := p.group.Identity()
	if limit == 0 || limit > openingPlayouts {
		limit = openingPlayouts
	}
	best := estimate{[]Turn{{e, e}}, 0}
	for _, orbit := range p.group.Orbits() {
		t := Turn{orbit[0], e}
		value := 1.0
		switch {
		case !p.After(t).stuck():
			v, _ := a.playout(ctx, p.After(t), limit, seed)
			value = 1 - v
		case p.variant == Misere:
			value = 0
		}
		if value > best.value {
			best = estimate{[]Turn{t}, value}
		}
	}
	return best
}

// unlessLost replaces an estimate whose move is proved to lose by an unproved move.
func (e estimate) unlessLost(found analysis) estimate {
	if found.of(e.line[0]) == solver.Lost {
		return estimate{found.with(solver.Unknown)[:1], e.value}
	}
	return e
}
