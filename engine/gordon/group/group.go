// Package group holds finite groups as multiplication tables: a catalogue of named
// groups, group files, and what can be told of a group.
//
// A [Group] comes from its name by [Parse] (Z7, C4xC2, D5, S4, Q8, Z2^3), or from a table
// that somebody wrote by [ReadTable], which refuses whatever is no group with a
// [TableError] that shows why. Elements are numbered from 0 in the order of the table;
// [Group.Element] is an element's name and [Group.Find] the way back.
//
// [Group.Product] and [Group.Inverse] calculate; [Group.ElementOrders], [Group.Centre] and
// [Group.Abelian] describe. [Group.Orbits] are the classes of elements that automorphisms
// exchange, [Isomorphic] compares two groups, and [Group.Identify] finds a group's name in
// the catalogue, which up to order 23 has every group there is: [OfOrder] lists them.
//
// The package knows nothing of the game that is played on groups.
package group

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// MaxOrder is the order of the largest group that is taken.
const MaxOrder = 128

// Element is an element of a group, numbered from 0 in the order of its table.
type Element uint8

// Group is a finite group of order 1 to [MaxOrder]. It is read-only and may be shared
// between goroutines.
type Group struct {
	name     string // "" where none is certain
	names    []string
	symbols  []string  // the names as they are drawn; nil: likewise
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
	for a := range g.all() {
		g.inverse[a], _ = g.findInverse(a)
	}
	return g
}

// all yields the elements in order.
func (g *Group) all() func(yield func(Element) bool) {
	return func(yield func(Element) bool) {
		for i := range g.Order() {
			if !yield(Element(i)) {
				return
			}
		}
	}
}

// findIdentity looks for the element e with e·x = x = x·e for all x.
func (g *Group) findIdentity() (Element, bool) {
	for e := range g.all() {
		if g.neutral(e, g.Product) && g.neutral(e, g.reversed) {
			return e, true
		}
	}
	return 0, false
}

// neutral reports whether product(e, x) is x for all x.
func (g *Group) neutral(e Element, product func(a, b Element) Element) bool {
	for x := range g.all() {
		if product(e, x) != x {
			return false
		}
	}
	return true
}

func (g *Group) reversed(a, b Element) Element { return g.Product(b, a) }

// findInverse looks for the element whose products with a, from either side, are the
// identity.
func (g *Group) findInverse(a Element) (Element, bool) {
	for b := range g.all() {
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

// Label is what the group is called in a line of text: its name, with the order where
// authors differ in what a name means, or else its order.
func (g *Group) Label() engine.Text {
	order := strconv.Itoa(g.Order())
	switch {
	case g.name == "":
		return engine.T("a group of order %s", order)
	case strings.ContainsAny(g.name, "DSA"):
		return engine.T("%s (order %s)", g.name, order)
	default:
		return engine.T("%s", g.name)
	}
}

// Element is an element's name.
func (g *Group) Element(a Element) string { return g.names[a] }

// Elements are the names of all elements in order. The slice is a copy.
func (g *Group) Elements() []string { return slices.Clone(g.names) }

// Product is a·b.
func (g *Group) Product(a, b Element) Element { return g.table[int(a)*len(g.names)+int(b)] }

// Inverse is the element whose product with a is the identity.
func (g *Group) Inverse(a Element) Element { return g.inverse[a] }

// Identity is the neutral element.
func (g *Group) Identity() Element { return g.identity }

// Find returns the element of that name: exactly as written, or else in other case or with
// its exponents otherwise written, if only one element is called so; #5 is the fifth one.
func (g *Group) Find(name string) (a Element, ok bool) {
	if i := slices.Index(g.names, name); i >= 0 {
		return Element(i), true
	}
	if a, ok = g.only(func(other string) bool { return strings.EqualFold(name, other) }); ok {
		return a, true
	}
	if i, err := strconv.Atoi(strings.TrimPrefix(name, "#")); err == nil && name[0] == '#' && 0 < i && i <= g.Order() {
		return Element(i - 1), true
	}
	if g.symbols == nil {
		return 0, false
	}
	if i := slices.Index(g.symbols, name); i >= 0 {
		return Element(i), true
	}
	power := withoutOnes(Lowered(name))
	return g.only(func(other string) bool { return strings.EqualFold(power, withoutOnes(other)) })
}

// only is the element with such a name if there is one alone.
func (g *Group) only(such func(name string) bool) (a Element, ok bool) {
	found := 0
	for i, name := range g.names {
		if such(name) {
			a = Element(i)
			found++
		}
	}
	return a, found == 1
}

// Opposite is the group with the product b·a in place of a·b. It shares the names.
func (g *Group) Opposite() *Group {
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
