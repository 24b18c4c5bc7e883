package gordon

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// sequencer looks for a way to visit all places that are left. It is not safe for
// concurrent use.
type sequencer struct {
	*solver
	rand  *search.Rand
	nodes int // left until a fresh start
	path  []Element
}

// A search that has looked at so many positions is stuck in a corner: it begins anew in
// another order, with twice the patience.
const patience = 2_000

// sequence finds the tokens of a way, in order; lost if there is none, unknown if the
// context ends first.
func (s *sequencer) sequence(ctx context.Context, n node, abelian bool) ([]Element, verdict) {
	if abelian && !s.sums(n) {
		return nil, lost
	}
	s.stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	for limit := patience; ; limit *= 2 {
		s.nodes, s.path = limit, s.path[:0]
		v := s.visit(n)
		if v != unknown || s.stop.Load() {
			return s.path, v
		}
	}
}

// sums reports whether an abelian group allows a way: it uses all tokens but the identity
// in some order, and their product, whatever the order, leads to the last place, which
// must not be taken (Gordon, 1961).
func (s *sequencer) sums(n node) bool {
	at := set(1)
	for _, m := range n.m.elements() {
		at = moved(at, s.left[m])
	}
	return n.p == 0 || n.p&at != 0
}

// visit goes on from a position: to places with few ways on first.
func (s *sequencer) visit(n node) verdict {
	if n.p == 0 {
		return won
	}
	if n.m.size() < n.p.size() || s.live(n).p != n.p || s.table.get(n) == lost {
		return lost
	}
	if s.nodes--; s.nodes < 0 || s.stop.Load() {
		return unknown
	}
	var room [MaxOrder]child
	list := s.ways(n, room[:0])
	for _, c := range list {
		s.path = append(s.path, c.move)
		if v := s.visit(c.node); v != lost {
			return v
		}
		s.path = s.path[:len(s.path)-1]
	}
	s.table.put(n, lost)
	return lost
}

// ways lists the positions after all moves in the order in which they are tried.
func (s *sequencer) ways(n node, list []child) []child {
	for rest := n.legal(); rest != 0; rest &= rest - 1 {
		c := child{node: s.after(n, rest.first()), move: rest.first()}
		c.replies = 4*c.legal().size() + s.rand.Below(8) // a fresh start takes another turn
		list = inOrder(list, c)
	}
	return list
}

// arrange chooses a move of a solitaire: the next one of a way to visit all places.
func (p *player) arrange(ctx context.Context, board *Position) engine.Choice {
	way, v := board.sequencing(ctx, &p.rand)
	switch v {
	case won:
		return board.choice(way[:min(len(way), longestLine)], 1, true)
	case lost:
		return board.choice(board.Legal()[:1], 0, true)
	default:
		return board.choice(board.Legal()[:1], 0.5, false)
	}
}

// sequencing finds the moves that visit all places that are left.
func (p *Position) sequencing(ctx context.Context, random *search.Rand) ([]Turn, verdict) {
	s := &sequencer{solver: newSolver(p), rand: random}
	path, v := s.sequence(ctx, s.node(p), p.group.Abelian())
	var way []Turn
	if v == won {
		at := p.place
		for _, a := range path {
			m := s.outer[a]
			at = p.Product(m, at)
			way = append(way, Turn{m, at})
		}
	}
	return way, v
}
