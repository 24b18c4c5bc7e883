package solver

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// Board is a group prepared for searches: its elements are renumbered so that the identity is 0,
// and sets are translated by lookup tables, 2 MB for a group of order 64. It is read-only and
// safe for concurrent use.
type Board struct {
	order   int
	bytes   int             // in a set
	inner   []group.Element // the board's number of a group's element
	outer   []group.Element // the group's number of a board's element
	inverse []group.Element
	abelian bool
	// right[a][i][b] is the set of x·a for all elements x in byte i, of value b, of a set.
	right []translation
	left  []translation // the same for a·x
}

// translation holds the images of all values of each byte of a set.
type translation [][256]set

// NewBoard prepares a group whose product m·p is the rule of moves.
func NewBoard(g *group.Group) *Board {
	n := g.Order()
	b := &Board{
		order: n, bytes: (n + 7) / 8, abelian: g.Abelian(),
		inner: make([]group.Element, n), outer: make([]group.Element, n), inverse: make([]group.Element, n),
		right: make([]translation, n), left: make([]translation, n),
	}
	b.outer[0] = g.Identity()
	next := group.Element(1)
	for i := range n {
		if a := group.Element(i); a != g.Identity() {
			b.inner[a], b.outer[next] = next, a
			next++
		}
	}
	product := func(x, y int) group.Element { return b.inner[g.Product(b.outer[x], b.outer[y])] }
	for a := range n {
		b.inverse[a] = b.inner[g.Inverse(b.outer[a])]
		b.right[a] = b.translation(func(x int) group.Element { return product(x, a) })
		b.left[a] = b.translation(func(x int) group.Element { return product(a, x) })
	}
	return b
}

func (b *Board) translation(image func(x int) group.Element) translation {
	t := make(translation, b.bytes)
	for i := range t {
		for w := 1; w < 256; w++ {
			t[i][w] = t[i][w&(w-1)]
			if x := 8*i + bits.TrailingZeros8(uint8(w)); x < b.order {
				t[i][w] |= 1 << image(x)
			}
		}
	}
	return t
}

func (t translation) of(s set) (image set) {
	for i := range t {
		image |= t[i][s>>(8*i)&0xff]
	}
	return image
}

// Node is a position of a search: what is left of M, and of P as seen from the current place. A
// translation from the right, which preserves the moves, makes that place the identity. So m
// leads to the place m, and the legal moves are the elements in both sets. Neither set contains
// the identity: its place is taken, and its token leads nowhere.
type Node struct{ m, p set }

// Place is a position by the rules: what is left of M and of P, and the place taken last.
type Place struct {
	M, P group.Set
	At   group.Element
}

// Node returns the node of a position.
func (b *Board) Node(at Place) Node {
	var n Node
	for _, a := range at.M.Elements() {
		n.m = n.m.with(b.inner[a])
	}
	places := set(0)
	for _, a := range at.P.Elements() {
		places = places.with(b.inner[a])
	}
	n.p = b.right[b.inverse[b.inner[at.At]]].of(places)
	n.m, n.p = n.m.without(0), n.p.without(0)
	return n
}

// Tokens counts the tokens that may still come into play.
func (b *Board) Tokens(at Place) int { return b.reduce(b.Node(at)).m.size() }

// legal returns the moves, each as its m, which is also the place to which it leads.
func (n Node) legal() set { return n.m & n.p }

// after returns the node after a legal move, given by the board's number of m.
func (b *Board) after(n Node, m group.Element) Node {
	return Node{n.m.without(m), b.right[b.inverse[m]].of(n.p.without(m))}
}

// reduce removes what cannot come into play any more: places that no path of remaining tokens and
// places reaches, and tokens that lead from no reachable place to another. It repeats, since each
// removal may make more unreachable.
func (b *Board) reduce(n Node) Node {
	for {
		reach := b.reach(n)
		tokens := n.m
		for m := range n.m.elements {
			if b.left[m].of(reach|1)&reach == 0 {
				tokens = tokens.without(m)
			}
		}
		if tokens == n.m {
			return Node{n.m, reach}
		}
		n = Node{tokens, reach}
		if tokens == 0 {
			return Node{}
		}
	}
}

// reach returns the places that a path could reach if tokens were reusable.
func (b *Board) reach(n Node) set {
	reach := n.legal()
	for front := reach; front != 0; {
		a := front.first()
		front &= front - 1
		found := b.right[a].of(n.m) & n.p &^ reach
		reach |= found
		front |= found
	}
	return reach
}

// set is a set of elements as bits of a machine word.
type set uint64

func (s set) with(a group.Element) set    { return s | 1<<a }
func (s set) without(a group.Element) set { return s &^ (1 << a) }
func (s set) size() int                   { return bits.OnesCount64(uint64(s)) }
func (s set) first() group.Element        { return group.Element(bits.TrailingZeros64(uint64(s))) }

func (s set) elements(yield func(group.Element) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(s.first()) {
			return
		}
	}
}

// at returns the i-th element, counted from the least.
func (s set) at(i int) group.Element {
	for ; i > 0; i-- {
		s &= s - 1
	}
	return s.first()
}
