// Package group implements finite groups as multiplication tables, with a catalogue of named groups
// and a file format.
//
// [Parse] makes a [Group] from its name (Z7, C4xC2, D5, S4, Q8, Z2^3). [ReadTable] reads one from
// a table, and refuses a table that is not a group with an example that shows why. Elements are
// numbered from 0 in the order of the table; [Group.Element] returns the name of an element,
// and [Group.Find] finds an element by its name.
//
// [Group.Product] and [Group.Inverse] calculate; [Group.ElementOrders], [Group.Centre] and
// [Group.Abelian] describe the group. [Group.Orbits] returns the orbits of its automorphisms,
// and [Group.Identify] finds a group's name in the catalogue. The catalogue has every group of
// order up to 31; [OfOrder] lists them.
//
// The package does not depend on the game that is played on groups.
package group

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// MaxOrder is the greatest order of a group.
const MaxOrder = 128

// Element is an element of a group, numbered from 0 in the order of its table.
type Element uint8

// Group is a finite group of order 1 to [MaxOrder]. It is read-only and safe for concurrent use.
type Group struct {
	name     string // "" if unknown
	names    []string
	symbols  []string  // names for pictures; nil if they equal names
	table    []Element // row a, column b: a·b
	inverse  []Element
	identity Element
}

// newGroup makes a group from a product that is known to be a group's.
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

// all is the order of the group as an element, for loops over its elements.
func (g *Group) all() Element { return Element(g.Order()) }

// findIdentity finds the element e with e·x = x = x·e for all x.
func (g *Group) findIdentity() (Element, bool) {
	for e := range g.all() {
		_, left := g.changed(e, g.Product)
		if _, right := g.changed(e, g.reversed); !left && !right {
			return e, true
		}
	}
	return 0, false
}

// changed returns the first x for which product(e, x) is not x; false if there is none.
func (g *Group) changed(e Element, product func(a, b Element) Element) (x Element, ok bool) {
	for x := range g.all() {
		if product(e, x) != x {
			return x, true
		}
	}
	return 0, false
}

func (g *Group) reversed(a, b Element) Element { return g.Product(b, a) }

// findInverse finds the element whose products with a from both sides are the identity.
func (g *Group) findInverse(a Element) (Element, bool) {
	for b := range g.all() {
		if g.Product(a, b) == g.identity && g.Product(b, a) == g.identity {
			return b, true
		}
	}
	return 0, false
}

// Order returns the number of elements.
func (g *Group) Order() int { return len(g.names) }

// Name returns the group's name, "" if unknown.
func (g *Group) Name() string { return g.name }

// Label returns the name for a line of text: with the order if authors differ in the meaning of
// the name, or the order alone if there is no name.
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

// Element returns the name of an element.
func (g *Group) Element(a Element) string { return g.names[a] }

// Elements returns the names of all elements in order. The slice is a copy.
func (g *Group) Elements() []string { return slices.Clone(g.names) }

// Product returns a·b.
func (g *Group) Product(a, b Element) Element { return g.table[int(a)*len(g.names)+int(b)] }

// Inverse returns the inverse of a.
func (g *Group) Inverse(a Element) Element { return g.inverse[a] }

// Identity returns the neutral element.
func (g *Group) Identity() Element { return g.identity }

// Find returns the element with a name: an exact match, or else the only match that ignores case
// or the spelling of exponents. #5 is the fifth element.
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

// only returns the only element whose name satisfies such.
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

// Opposite returns the group with the product b·a instead of a·b. It shares the names.
func (g *Group) Opposite() *Group {
	o := newGroup(g.name, g.names, func(a, b int) int { return int(g.Product(Element(b), Element(a))) })
	o.symbols = g.symbols
	return o
}

// ElementOrder returns the order of an element: the least k > 0 whose power a^k is the identity.
func (g *Group) ElementOrder(a Element) int {
	k := 1
	for x := a; x != g.identity; x = g.Product(x, a) {
		k++
	}
	return k
}

// ElementOrders counts the elements of each order that elements have.
func (g *Group) ElementOrders() map[int]int {
	counts := map[int]int{}
	for a := range g.all() {
		counts[g.ElementOrder(a)]++
	}
	return counts
}

// Centre returns the elements that commute with all others.
func (g *Group) Centre() []Element {
	var centre []Element
	for a := range g.all() {
		if g.centraliser(a) == g.Order() {
			centre = append(centre, a)
		}
	}
	return centre
}

// centraliser returns the number of elements that commute with a.
func (g *Group) centraliser(a Element) int {
	n := 0
	for b := range g.all() {
		if g.Product(a, b) == g.Product(b, a) {
			n++
		}
	}
	return n
}

// Abelian reports whether all elements commute.
func (g *Group) Abelian() bool { return len(g.Centre()) == g.Order() }

// generators returns elements that generate the group, each outside the subgroup generated by
// those before it. Those given come first. There are at most log2 of the order.
func (g *Group) generators(first ...Element) []Element {
	byOrder := First(g.Order()).Elements()
	// Elements of great order first: fewer are needed.
	orders := engine.Map(byOrder, g.ElementOrder)
	slices.SortStableFunc(byOrder, func(a, b Element) int { return orders[b] - orders[a] })
	var chosen []Element
	generated := Set{}.With(g.identity)
	for _, a := range slices.Concat(first, byOrder) {
		if !generated.Has(a) {
			chosen = append(chosen, a)
			generated = g.closure(chosen)
		}
	}
	return chosen
}

// closure returns the set of all products of the given elements, with the identity.
func (g *Group) closure(of []Element) Set {
	have := Set{}.With(g.identity)
	for queue := []Element{g.identity}; len(queue) > 0; queue = queue[1:] {
		for _, b := range of {
			if c := g.Product(queue[0], b); !have.Has(c) {
				have = have.With(c)
				queue = append(queue, c)
			}
		}
	}
	return have
}

// Exponents are digits in names, which are easy to type, and raised digits in pictures.
var (
	raised  = strings.NewReplacer("0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	lowered = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "^", "")
)

// Symbol returns an element's name for pictures, with raised exponents: r²s for r2s.
func (g *Group) Symbol(a Element) string {
	if g.symbols == nil {
		return g.names[a]
	}
	return g.symbols[a]
}

// Symbols returns the symbols of all elements in order. The slice is a copy.
func (g *Group) Symbols() []string {
	return engine.Map(First(g.Order()).Elements(), g.Symbol)
}

// Lowered returns a name with exponents as plain digits: r2s for r²s and r^2s.
func Lowered(name string) string { return lowered.Replace(name) }

// exponent matches a letter with an exponent, which is the second group unless it is 1.
var exponent = regexp.MustCompile(`(\pL)(?:(\p{Nd}{2,})|1)`)

// withoutOnes removes the exponent 1 of letters: ab for a1b1. Older catalogues wrote it, and
// games recorded with those names are replayed.
func withoutOnes(name string) string { return exponent.ReplaceAllString(name, "$1$2") }

// Rows formats the table: each element with its products with all elements in order, "0: 0 1; 1:
// 1 0"; "" if that exceeds [engine.MostDescribed].
func (g *Group) Rows() string {
	if 2*g.Order()*g.Order() > engine.MostDescribed {
		return ""
	}
	rows := g.productRows()
	for i, name := range g.names {
		rows[i] = name + ": " + rows[i]
	}
	return strings.Join(rows, "; ")
}

// productRows returns the products in each row of the table.
func (g *Group) productRows() []string {
	rows := slices.Collect(slices.Chunk(g.table, g.Order()))
	return engine.Map(rows, func(row []Element) string { return strings.Join(engine.Map(row, g.Element), " ") })
}

// Additive reports whether the elements are the numbers 0 to n-1 under addition modulo n.
func (g *Group) Additive() (n int, ok bool) {
	numbers := cyclic("", g.Order())
	return g.Order(), slices.Equal(g.names, numbers.names) && slices.Equal(g.table, numbers.table)
}

// Describe implements [engine.Scene]: the table, or the elements if it is too large.
func (g *Group) Describe() engine.Text {
	head, elements := engine.T("The multiplication table of %s.", g.Label()), strings.Join(g.names, " ")
	large := engine.T("%s It is too large to be read out; the file beside it has all products.", head)
	named := engine.T("%s The elements: %s.", large, elements)
	if rows := g.Rows(); rows != "" {
		return engine.Fit(engine.MostDescribed,
			engine.T("%s Each element's products with %s: %s.", head, elements, rows), named, large)
	}
	return engine.Fit(engine.MostDescribed, named, large)
}
