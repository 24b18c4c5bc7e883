package gordon

import (
	"context"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

// analysis is the result of analysing a position: who wins, and by which moves.
type analysis struct {
	moves   []assessed
	verdict solver.Verdict // of the position, for the player to move
}

// assessed is a legal move with its verdict for the player who makes it. In the opening, where
// the place does not matter, it stands for all moves with this m.
type assessed struct {
	Turn
	verdict solver.Verdict
}

// with returns the moves with a verdict.
func (a analysis) with(v solver.Verdict) []Turn {
	var list []Turn
	for _, m := range a.moves {
		if m.verdict == v {
			list = append(list, m.Turn)
		}
	}
	return list
}

// whole reports whether every move is proved, not just enough to decide the position.
func (a analysis) whole() bool { return len(a.with(solver.Unknown)) == 0 }

// of returns the verdict of a move.
func (a analysis) of(t Turn) solver.Verdict {
	for _, m := range a.moves {
		if m.M == t.M {
			return m.verdict
		}
	}
	return solver.Unknown
}

// analyst analyses a position and those that follow from it. It is not safe for concurrent use.
type analyst struct {
	searcher
	tokens int // that may still come into play
}

// searcher searches positions after the opening.
type searcher interface {
	Prove(ctx context.Context, at solver.Place) solver.Verdict
	Estimate(ctx context.Context, at solver.Place, playouts int, seed uint64) (value float64, line []group.Element)
}

func newAnalyst(p *Position) *analyst {
	misere := p.variant == Misere
	if p.group.Order() > solver.MaxOrder {
		return &analyst{solver.NewWide(p.played, misere), p.m.Size()}
	}
	board, tokens := solver.NewBoard(p.played), p.group.Order()
	if !p.opening() {
		tokens = board.Tokens(p.solverPlace())
	}
	return &analyst{solver.New(board, misere, tokens), tokens}
}

func (p *Position) solverPlace() solver.Place { return solver.Place{M: p.m, P: p.p, At: p.place} }

// analyse proves the moves of an open position one by one until one wins, or all of them if whole
// is set, or until the context ends.
func (a *analyst) analyse(ctx context.Context, p *Position, whole bool) analysis {
	found := analysis{verdict: solver.Lost}
	for _, class := range classes(p) {
		v := solver.Unknown
		if whole || found.verdict != solver.Won {
			v = a.Prove(ctx, p.After(class[0]).solverPlace()).Other()
		}
		for _, t := range class {
			found.moves = append(found.moves, assessed{t, v})
		}
		if v == solver.Won || v == solver.Unknown && found.verdict == solver.Lost {
			found.verdict = v
		}
	}
	return found
}

// choices returns the moves to choose from: the legal ones, but in the opening one place for each
// m.
func choices(p *Position) []Turn {
	if !p.opening() {
		return p.Legal()
	}
	return engine.Map(p.m.Elements(), func(m group.Element) Turn { return Turn{m, p.group.Identity()} })
}

// classes partitions the choices into those known to share a verdict: in the opening the orbits of
// automorphisms, later each choice alone.
func classes(p *Position) [][]Turn {
	if !p.opening() {
		return slices.Collect(slices.Chunk(p.Legal(), 1))
	}
	return engine.Map(p.group.Orbits(), func(orbit []group.Element) []Turn {
		return engine.Map(orbit, func(m group.Element) Turn { return Turn{m, p.group.Identity()} })
	})
}

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
	value, line := a.Estimate(ctx, p.solverPlace(), limit, seed)
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
	if limit == 0 || limit > openingPlayouts {
		limit = openingPlayouts
	}
	best := estimate{choices(p)[:1], 0}
	for _, class := range classes(p) {
		t, value := class[0], 1.0
		switch {
		case !p.After(t).stuck():
			v, _ := a.Estimate(ctx, p.After(t).solverPlace(), limit, seed)
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

const longestLine = 6 // moves

// line returns a move and its proved continuation: the winner makes a winning move, the loser the
// one that leaves most replies.
func (a *analyst) line(ctx context.Context, p *Position, first Turn) []Turn {
	line := []Turn{first}
	for at := p.After(first); len(line) < longestLine && !at.stuck(); {
		found := a.analyse(ctx, at, false)
		next := Turn{}
		switch found.verdict {
		case solver.Won:
			next = found.with(solver.Won)[0]
		case solver.Lost:
			next = widest(at)
		case solver.Unknown:
			return line
		}
		line = append(line, next)
		at = at.After(next)
	}
	return line
}

func widest(p *Position) Turn {
	replies := func(t Turn) int { return len(p.After(t).Legal()) }
	return slices.MaxFunc(p.Legal(), func(a, b Turn) int { return replies(a) - replies(b) })
}

// hardest returns, if all moves lose, the one with the smallest share of winning replies, and
// among those the one with most replies.
func (a *analyst) hardest(ctx context.Context, p *Position) Turn {
	best, least, most := choices(p)[0], 2.0, 0
	for _, class := range classes(p) {
		t, after := class[0], p.After(class[0])
		if after.stuck() {
			continue
		}
		replies := a.analyse(ctx, after, true)
		if !replies.whole() {
			break // out of time
		}
		share := float64(len(replies.with(solver.Won))) / float64(len(replies.moves))
		if share < least || share == least && len(replies.moves) > most {
			best, least, most = t, share, len(replies.moves)
		}
	}
	return best
}
