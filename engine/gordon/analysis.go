package gordon

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

// analysis is the result of analysing a position: who wins, and by which moves.
type analysis struct {
	moves   []assessed
	verdict solver.Verdict // of the position, for the player to move
	// whole reports whether every move is proved, not just enough to decide the position.
	whole bool
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
type analyst struct{ searcher }

// searcher searches positions after the opening.
type searcher interface {
	prove(context.Context, *Position) solver.Verdict
	playout(ctx context.Context, p *Position, playouts int, seed uint64) (value float64, line []group.Element)
	// tokens counts the tokens that may still come into play.
	tokens(*Position) int
}

func newAnalyst(p *Position) *analyst {
	if p.group.Order() > solver.MaxOrder {
		return &analyst{wide{solver.NewWide(p.played, p.variant == Misere)}}
	}
	board, tokens := solver.NewBoard(p.played), p.group.Order()
	if !p.opening() {
		tokens = board.Tokens(board.Node(p.m, p.p, p.place))
	}
	return &analyst{narrow{solver.New(board, p.variant == Misere, tokens)}}
}

// narrow is a searcher for groups that fit a [solver.Board].
type narrow struct{ *solver.Solver }

func (s narrow) node(p *Position) solver.Node { return s.Node(p.m, p.p, p.place) }

func (s narrow) prove(ctx context.Context, p *Position) solver.Verdict {
	return s.Prove(ctx, s.node(p))
}

func (s narrow) playout(ctx context.Context, p *Position, playouts int, seed uint64) (float64, []group.Element) {
	return s.Estimate(ctx, s.node(p), playouts, seed)
}

func (s narrow) tokens(p *Position) int {
	if p.opening() {
		return p.group.Order()
	}
	return s.Tokens(s.node(p))
}

// wide is a searcher for larger groups.
type wide struct{ *solver.Wide }

func place(p *Position) solver.Place { return solver.Place{M: p.m, P: p.p, At: p.place} }

func (s wide) prove(ctx context.Context, p *Position) solver.Verdict { return s.Prove(ctx, place(p)) }

func (s wide) playout(ctx context.Context, p *Position, playouts int, seed uint64) (float64, []group.Element) {
	return s.Estimate(ctx, place(p), playouts, seed)
}

func (s wide) tokens(p *Position) int { return p.m.Size() }

// analyse proves the moves of an open position one by one until one wins, or all of them if whole
// is set, or until the context ends.
func (a *analyst) analyse(ctx context.Context, p *Position, whole bool) analysis {
	moves := choices(p)
	found := analysis{moves: make([]assessed, len(moves)), verdict: solver.Lost, whole: true}
	for i, t := range moves {
		found.moves[i].Turn = t
	}
	for _, class := range classes(p, moves) {
		v := solver.Unknown
		if whole || found.verdict != solver.Won {
			v = a.prove(ctx, p.After(moves[class[0]])).Other()
		}
		for _, i := range class {
			found.moves[i].verdict = v
		}
		found.add(v)
	}
	return found
}

// add updates the verdict of the position with that of one more move.
func (a *analysis) add(v solver.Verdict) {
	switch v {
	case solver.Unknown:
		a.whole = false
		if a.verdict == solver.Lost {
			a.verdict = solver.Unknown
		}
	case solver.Won:
		a.verdict = solver.Won
	case solver.Lost:
	}
}

// choices returns the moves to choose from: the legal ones, but in the opening one place for each
// m.
func choices(p *Position) []Turn {
	if !p.opening() {
		return p.Legal()
	}
	return engine.Map(p.m.Elements(), func(m group.Element) Turn { return Turn{m, p.group.Identity()} })
}

// classes partitions the choices, as indices, into those known to share a verdict: in the opening
// the orbits of automorphisms, later each choice alone.
func classes(p *Position, choices []Turn) [][]int {
	var list [][]int
	if !p.opening() {
		for i := range choices {
			list = append(list, []int{i})
		}
		return list
	}
	for _, orbit := range p.group.Orbits() {
		// The choices of an opening are all m in order.
		list = append(list, engine.Map(orbit, func(m group.Element) int { return int(m) }))
	}
	return list
}
