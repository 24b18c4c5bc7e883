package solver

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// firstRestart is the number of nodes after which a search restarts in another order; each
// restart doubles it.
const firstRestart = 2_000

// Sequence returns the tokens of a path through all places left, with verdict Won. The verdict is
// Lost if there is none, Unknown if the context ends first.
func (b *Board) Sequence(ctx context.Context, at Place, random *search.Rand) ([]group.Element, Verdict) {
	n := b.Node(at)
	if b.abelian && !b.allowsPath(n) {
		return nil, Lost
	}
	q := sequencer{Board: b, table: newTable(b.Tokens(at)), rand: random}
	defer q.stop.With(ctx)()
	for limit := firstRestart; ; limit *= 2 {
		q.nodes, q.path = limit, q.path[:0]
		if v := q.visit(n); v != Unknown || q.stop.Load() {
			return b.toGroup(q.path), v
		}
	}
}

// sequencer searches for a path through all places left. Its table holds the nodes without one.
type sequencer struct {
	*Board
	table *table
	rand  *search.Rand
	stop  search.Stop
	nodes int // left until a restart
	path  []group.Element
}

// allowsPath reports whether an abelian group allows a path. A path uses every token except the
// identity, and their product, in any order, leads to the last place, which must not be taken (B.
// Gordon, "Sequences in groups with distinct partial products", 1961).
func (b *Board) allowsPath(n Node) bool {
	at := set(1)
	for m := range n.m.elements {
		at = b.left[m].of(at)
	}
	return n.p == 0 || n.p&at != 0
}

// visit extends the path from a node, first to places with few further moves.
func (q *sequencer) visit(n Node) Verdict {
	if n.p == 0 {
		return Won
	}
	if n.m.size() < n.p.size() || q.reduce(n).p != n.p || q.table.get(n) == Lost {
		return Lost
	}
	if q.nodes--; q.nodes < 0 || q.stop.Load() {
		return Unknown
	}
	var room [MaxOrder]child
	for _, c := range q.ordered(n, room[:0]) {
		q.path = append(q.path, c.move)
		if v := q.visit(c.Node); v != Lost {
			return v
		}
		q.path = q.path[:len(q.path)-1]
	}
	q.table.put(n, Lost)
	return Lost
}

// ordered returns the nodes after all moves in the order in which they are tried.
func (q *sequencer) ordered(n Node, list []child) []child {
	for m := range n.legal().elements {
		c := child{Node: q.after(n, m), move: m}
		c.replies = 4*c.legal().size() + q.rand.Below(8) // random, so that a restart tries another order
		list = insert(list, c)
	}
	return list
}
