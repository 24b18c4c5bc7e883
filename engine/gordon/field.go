package gordon

import "math/bits"

// field is a group made ready for searches: its elements are renumbered so that the
// identity is 0, and sets are moved about by tables.
//
// A position of a search is a pair of sets as seen from the current place: by a
// translation from the right it is the identity, which changes no move. Then m leads to
// the place m, and the legal moves are those elements that are in both sets. After a
// move all is translated once more. The identity is in neither set: as a place it is
// taken, and as a token it leads nowhere.
type field struct {
	order   int
	bytes   int       // of a set
	inner   []Element // number of an element, by its own
	outer   []Element // and back
	inverse []Element
	// right[a][i][b] is the set of all x·a for the elements x of byte i of a set.
	right [][][256]set
	left  [][][256]set // likewise a·x
}

// newField prepares a group whose product is that of moves.
func newField(g *Group) *field {
	n := g.Order()
	f := &field{
		order: n, bytes: (n + 7) / 8,
		inner: make([]Element, n), outer: make([]Element, n), inverse: make([]Element, n),
	}
	f.outer[0] = g.identity
	for a, k := Element(0), 1; int(a) < n; a++ {
		if a != g.identity {
			f.inner[a], f.outer[k] = Element(k), a
			k++
		}
	}
	for a := range n {
		f.inverse[f.inner[a]] = f.inner[g.inverse[a]]
	}
	product := func(a, b int) Element { return f.inner[g.Product(f.outer[a], f.outer[b])] }
	f.right, f.left = make([][][256]set, n), make([][][256]set, n)
	for a := range n {
		f.right[a] = f.table(func(x int) Element { return product(x, a) })
		f.left[a] = f.table(func(x int) Element { return product(a, x) })
	}
	return f
}

// table lists the images of all sets within a byte.
func (f *field) table(image func(x int) Element) [][256]set {
	t := make([][256]set, f.bytes)
	for i := range t {
		for b := 1; b < 256; b++ {
			t[i][b] = t[i][b&(b-1)]
			if x := 8*i + bits.TrailingZeros8(uint8(b)); x < f.order {
				t[i][b] |= 1 << image(x)
			}
		}
	}
	return t
}

// moved is the image of a set by a table.
func moved(s set, t [][256]set) (image set) {
	for i := range t {
		image |= t[i][s>>(8*i)&0xff]
	}
	return image
}

// node is a position of a search: what is left of M, and of P as seen from the current
// place. Neither holds the identity.
type node struct{ m, p set }

// node makes the position of a search of one of a game that has its opening.
func (f *field) node(p *Position) node {
	var n node
	for _, a := range p.m.without(p.group.identity).elements() {
		n.m = n.m.with(f.inner[a])
	}
	for _, a := range p.p.elements() {
		n.p = n.p.with(f.inner[p.quotient(a, p.place)])
	}
	return n
}

// legal are the moves, each an m and the place to which it leads.
func (n node) legal() set { return n.m & n.p }

// after is the position after a legal move.
func (f *field) after(n node, m Element) node {
	return node{n.m.without(m), moved(n.p.without(m), f.right[f.inverse[m]])}
}

// live leaves out what cannot come into play any more: places that no tokens that are
// left reach over places that are left, and tokens that lead from none of the places in
// reach to another. What goes may make more go.
func (f *field) live(n node) node {
	for {
		reach := f.reach(n)
		tokens := n.m
		for rest := n.m; rest != 0; rest &= rest - 1 {
			m := rest.first()
			if moved(reach|1, f.left[m])&reach == 0 {
				tokens = tokens.without(m)
			}
		}
		if tokens == n.m {
			return node{n.m, reach}
		}
		n = node{tokens, reach}
		if tokens == 0 {
			return node{}
		}
	}
}

// reach are the places to which a path leads, if tokens could be used again and again.
func (f *field) reach(n node) set {
	reach := n.legal()
	for front := reach; front != 0; {
		a := front.first()
		front &= front - 1
		found := moved(n.m, f.right[a]) & n.p &^ reach
		reach |= found
		front |= found
	}
	return reach
}
