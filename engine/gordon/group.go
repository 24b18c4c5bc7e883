package gordon

import (
	"slices"
	"strings"
)

// MaxOrder is the order of the largest group: a set of elements fits a machine word.
const MaxOrder = 64

// Element is an element of a group, numbered from 0 in the order of its table.
type Element uint8

// Group is a finite group of order 1 to [MaxOrder]. It is read-only and may be shared
// between goroutines.
type Group struct {
	name     string // "" where none is certain
	names    []string
	table    []Element // row a, column b: a·b
	inverse  []Element
	identity Element
}

// newGroup makes a group of a product that is known to be one.
func newGroup(name string, names []string, product func(a, b int) int) *Group {
	n := len(names)
	g := &Group{name: name, names: names, table: make([]Element, n*n), inverse: make([]Element, n)}
	for a := range n {
		for b := range n {
			g.table[a*n+b] = Element(product(a, b))
		}
	}
	g.identity, _ = g.findIdentity()
	for a := range Element(n) {
		g.inverse[a], _ = g.findInverse(a)
	}
	return g
}

// findIdentity looks for the element that leaves all as they are.
func (g *Group) findIdentity() (Element, bool) {
	for e := range Element(g.Order()) {
		if g.leaves(e, g.Product) && g.leaves(e, g.reversed) {
			return e, true
		}
	}
	return 0, false
}

// leaves reports whether an element, put first, changes nothing.
func (g *Group) leaves(e Element, product func(a, b Element) Element) bool {
	for x := range Element(g.Order()) {
		if product(e, x) != x {
			return false
		}
	}
	return true
}

func (g *Group) reversed(a, b Element) Element { return g.Product(b, a) }

// findInverse looks for the element that gives the identity from both sides.
func (g *Group) findInverse(a Element) (Element, bool) {
	for b := range Element(g.Order()) {
		if g.Product(a, b) == g.identity && g.Product(b, a) == g.identity {
			return b, true
		}
	}
	return 0, false
}

// Order is the number of elements.
func (g *Group) Order() int { return len(g.names) }

// Name is what the group is called, "" where no name is certain.
func (g *Group) Name() string { return g.name }

// Element is an element's name.
func (g *Group) Element(a Element) string { return g.names[a] }

// Elements are the names of all elements. The slice is a copy.
func (g *Group) Elements() []string { return slices.Clone(g.names) }

// Product is a·b.
func (g *Group) Product(a, b Element) Element { return g.table[int(a)*len(g.names)+int(b)] }

// Inverse is the element whose product with a is the identity.
func (g *Group) Inverse(a Element) Element { return g.inverse[a] }

// Identity is the neutral element.
func (g *Group) Identity() Element { return g.identity }

// ElementOrder is the least k from 1 on for which a to the power of k is the identity.
func (g *Group) ElementOrder(a Element) int {
	k := 1
	for x := a; x != g.identity; x = g.Product(x, a) {
		k++
	}
	return k
}

// ElementOrders counts the elements of each order: index k holds those of order k.
func (g *Group) ElementOrders() []int {
	counts := make([]int, g.Order()+1)
	for a := range Element(g.Order()) {
		counts[g.ElementOrder(a)]++
	}
	return counts
}

// Centre lists the elements that commute with all others.
func (g *Group) Centre() []Element {
	var centre []Element
	for a := range Element(g.Order()) {
		commutes := true
		for b := range Element(g.Order()) {
			commutes = commutes && g.Product(a, b) == g.Product(b, a)
		}
		if commutes {
			centre = append(centre, a)
		}
	}
	return centre
}

// Abelian reports whether all elements commute.
func (g *Group) Abelian() bool { return len(g.Centre()) == g.Order() }

// Find returns the element of that name: as it is written, or else in other letters of
// case if only one is called so.
func (g *Group) Find(name string) (a Element, ok bool) {
	if i := slices.Index(g.names, name); i >= 0 {
		return Element(i), true
	}
	found := 0
	for i, other := range g.names {
		if strings.EqualFold(name, other) {
			a = Element(i)
			found++
		}
	}
	return a, found == 1
}

// opposite is the group with the product the other way round.
func (g *Group) opposite() *Group {
	o := *g
	o.table = make([]Element, len(g.table))
	n := g.Order()
	for a := range n {
		for b := range n {
			o.table[a*n+b] = g.table[b*n+a]
		}
	}
	return &o
}

// generators picks elements, each outside what those before it generate; first, if any,
// come first. There are at most log2 of the order.
func (g *Group) generators(first ...Element) []Element {
	var chosen []Element
	have := set(0).with(g.identity)
	add := func(a Element) {
		if !have.has(a) {
			chosen = append(chosen, a)
			have = g.closure(chosen)
		}
	}
	for _, a := range first {
		add(a)
	}
	// Elements of great order first: fewer are needed.
	rest := make([]Element, g.Order())
	for i := range rest {
		rest[i] = Element(i)
	}
	slices.SortStableFunc(rest, func(a, b Element) int { return g.ElementOrder(b) - g.ElementOrder(a) })
	for _, a := range rest {
		add(a)
	}
	return chosen
}

// closure is the set of all products of the given elements, and the identity.
func (g *Group) closure(of []Element) set {
	have := set(0).with(g.identity)
	queue := []Element{g.identity}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for _, b := range of {
			if c := g.Product(a, b); !have.has(c) {
				have = have.with(c)
				queue = append(queue, c)
			}
		}
	}
	return have
}
