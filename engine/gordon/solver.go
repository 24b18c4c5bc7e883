package gordon

import (
	"context"
	"sync/atomic"
)

// verdict is what is known of a position, for the player to move.
type verdict uint8

const (
	unknown verdict = iota
	lost
	won
)

// other is the verdict as the opponent sees it.
func (v verdict) other() verdict { return [...]verdict{unknown, won, lost}[v] }

// solver proves positions won or lost by searching all that follows: depth first, the
// moves first that leave the opponent least choice, with a table of what was proved. It
// is not safe for concurrent use.
type solver struct {
	*field
	misere bool
	table  *memory
	nodes  int // searched so far
	stop   atomic.Bool
}

// newSolver makes a solver for positions that follow from the given one.
func newSolver(p *Position) *solver {
	s := &solver{field: newField(p.played), misere: p.variant == Misere}
	tokens := p.group.Order()
	if !p.opening() {
		tokens = s.live(s.node(p)).m.size()
	}
	s.table = newMemory(tokens)
	return s
}

// opened is the position of a search after an opening with m. Where it began does not
// matter: a translation from the right changes no move.
func (s *solver) opened(m Element) node {
	rest := all(s.order).without(0)
	return node{rest.without(s.inner[m]), rest}
}

// follows is the position of a search after a legal move in a game.
func (s *solver) follows(p *Position, t Turn) node {
	if p.opening() {
		return s.opened(t.M)
	}
	return s.after(s.node(p), s.inner[t.M])
}

// solve proves who wins; unknown if the context ends first.
func (s *solver) solve(ctx context.Context, n node) verdict {
	s.stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	return s.search(s.live(n))
}

// child is a position after a move.
type child struct {
	node
	move    Element
	replies int // as ordered
}

// search proves a position of which only what is live is left.
func (s *solver) search(n node) verdict {
	if n.legal() == 0 {
		return s.ended()
	}
	if v := s.table.get(n); v != unknown {
		return v
	}
	if s.nodes++; s.stop.Load() {
		return unknown
	}
	var room [MaxOrder]child
	children, ends := s.expand(n, room[:0])
	if ends && !s.misere {
		return won
	}
	v := s.anyLost(children)
	if v != unknown {
		s.table.put(n, v)
	}
	return v
}

// expand lists the positions after all moves, those with fewest replies first. Moves
// that end the game are left out: ends reports whether there are any.
func (s *solver) expand(n node, list []child) (children []child, ends bool) {
	for rest := n.legal(); rest != 0; rest &= rest - 1 {
		c := child{node: s.after(n, rest.first()), move: rest.first()}
		if c.replies = c.legal().size(); c.replies == 0 {
			ends = true
			continue
		}
		list = inOrder(list, c)
	}
	return list, ends
}

// inOrder puts a position where its number of replies belongs.
func inOrder(list []child, c child) []child {
	i := len(list)
	list = append(list, c)
	for ; i > 0 && list[i-1].replies > c.replies; i-- {
		list[i] = list[i-1]
	}
	list[i] = c
	return list
}

// anyLost proves a position by what follows it: won if the opponent is lost after any
// move. What the table knows is asked first.
func (s *solver) anyLost(children []child) verdict {
	for i := range children {
		children[i].node = s.live(children[i].node)
		if s.table.get(children[i].node) == lost {
			return won
		}
	}
	for _, c := range children {
		switch s.search(c.node) {
		case lost:
			return won
		case unknown:
			return unknown
		case won:
		}
	}
	return lost
}

// ended is the verdict where there is no move.
func (s *solver) ended() verdict {
	if s.misere {
		return won
	}
	return lost
}
