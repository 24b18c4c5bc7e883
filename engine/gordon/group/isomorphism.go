package group

import (
	"slices"
	"strconv"
	"strings"
)

// isomorphism holds the image of each element in another group.
type isomorphism []Element

// mostTries bounds the images of generators that a search for isomorphisms tries. With this bound
// a group of order 64 takes some tens of milliseconds. A search that exceeds the bound finds
// nothing and proves nothing.
const mostTries = 20_000

// matcher searches for isomorphisms between two groups.
type matcher struct {
	from, to  *Group
	fromKinds []kind
	toKinds   []kind
	tries     int // left

	generators []Element
	images     []Element // of the generators so far
}

// kind holds invariants of an element under isomorphisms: its order, the numbers of elements that
// commute with it and that have it as their square, and these two numbers of its own square,
// combined.
type kind struct{ order, centraliser, roots, square int }

// kinds returns the kinds of the elements in order.
func (g *Group) kinds() []kind {
	list := make([]kind, g.Order())
	for a := range g.all() {
		list[a].order, list[a].centraliser = g.ElementOrder(a), g.centraliser(a)
		list[g.Product(a, a)].roots++
	}
	for a := range g.all() {
		square := list[g.Product(a, a)]
		list[a].square = square.centraliser*(MaxOrder+1) + square.roots
	}
	return list
}

func newMatcher(g, h *Group) *matcher {
	m := &matcher{from: g, to: h, fromKinds: g.kinds(), tries: mostTries}
	if m.toKinds = m.fromKinds; g != h {
		m.toKinds = h.kinds()
	}
	return m
}

// alike reports whether both groups have the same kinds of elements, which isomorphic groups do.
func (m *matcher) alike() bool {
	order := func(a, b kind) int {
		return slices.Compare([]int{a.order, a.centraliser, a.roots, a.square}, []int{b.order, b.centraliser, b.roots, b.square})
	}
	return slices.Equal(slices.SortedFunc(slices.Values(m.fromKinds), order), slices.SortedFunc(slices.Values(m.toKinds), order))
}

// find returns an isomorphism, nil if it finds none.
func (m *matcher) find() isomorphism {
	if !m.alike() {
		return nil
	}
	m.generators, m.images = m.from.generators(), nil
	return m.search()
}

// sends returns an isomorphism that maps a to b, nil if it finds none.
func (m *matcher) sends(a, b Element) isomorphism {
	m.generators, m.images = m.from.generators(a), nil
	if m.fromKinds[a] != m.toKinds[b] {
		return nil
	}
	if a != m.from.identity {
		if m.images = append(m.images, b); m.extend() == nil {
			return nil
		}
	}
	return m.search()
}

// search tries images for the generators that have none yet; nil if none fit.
func (m *matcher) search() isomorphism {
	if len(m.images) == len(m.generators) {
		return m.extend()
	}
	want := m.fromKinds[m.generators[len(m.images)]]
	for a := range m.to.all() {
		if m.toKinds[a] != want {
			continue
		}
		if m.tries--; m.tries < 0 {
			return nil
		}
		m.images = append(m.images, a)
		if m.extend() != nil {
			if found := m.search(); found != nil {
				return found
			}
		}
		m.images = m.images[:len(m.images)-1]
	}
	return nil
}

// extend extends the images of the generators to all elements that they generate; nil if that is
// contradictory or two elements would share an image. The result is meaningless for other
// elements.
func (m *matcher) extend() isomorphism {
	image := make(isomorphism, m.from.Order())
	image[m.from.identity] = m.to.identity
	have, taken := Set{}.With(m.from.identity), Set{}.With(m.to.identity)
	for queue := []Element{m.from.identity}; len(queue) > 0; queue = queue[1:] {
		a := queue[0]
		for i, b := range m.images {
			c, d := m.from.Product(a, m.generators[i]), m.to.Product(image[a], b)
			switch {
			case have.Has(c) && image[c] != d, !have.Has(c) && taken.Has(d):
				return nil
			case !have.Has(c):
				image[c] = d
				have, taken = have.With(c), taken.With(d)
				queue = append(queue, c)
			}
		}
	}
	return image
}

// Orbits returns the orbits of the group's automorphisms, ordered by their first elements, each
// in order. On large groups the search is bounded and may split an orbit.
func (g *Group) Orbits() [][]Element {
	m := newMatcher(g, g)
	var all [][]Element
	for a := range g.all() {
		i := slices.IndexFunc(all, func(orbit []Element) bool { return m.sends(orbit[0], a) != nil })
		if i < 0 {
			all = append(all, nil)
			i = len(all) - 1
		}
		all[i] = append(all[i], a)
	}
	return all
}

// Identify returns the catalogue's name of a group that is proved to be isomorphic to g, or "".
func (g *Group) Identify() string {
	tries := mostTries
	for _, name := range namesOfOrder(g.Order()) {
		m := newMatcher(g, build(known(name)))
		m.tries = tries
		if m.find() != nil {
			return name
		}
		tries = max(m.tries, 0)
	}
	return ""
}

// OfOrder returns the names of all groups of an order up to 31, each group once; for greater
// orders, of those in the catalogue.
func OfOrder(n int) []string {
	return slices.DeleteFunc(namesOfOrder(n), func(name string) bool { return build(known(name)).Identify() != name })
}

// namesOfOrder returns names of the catalogue's groups of an order: first the abelian ones, then
// those without direct factors, then products. A group may have several names, the best known
// first.
func namesOfOrder(n int) []string {
	names := abelianNames(n)
	names = append(names, nonabelianNames(n)...)
	for d := n / 2; d >= 6; d-- { // all smaller groups are abelian
		if n%d != 0 {
			continue
		}
		for _, first := range nonabelianNames(d) {
			for _, second := range abelianNames(n / d) {
				names = append(names, first+"x"+second)
			}
		}
	}
	return names
}

// bestKnown holds names of nonabelian groups, by order, that come before those of families.
var bestKnown = map[int][]string{
	6: {"S3"}, 12: {"A4"}, 24: {"S4"}, 36: {"S3^2"}, 48: {"S3xD4", "S3xQ8"}, 60: {"A5", "S3xD5"}, 64: {"D4^2", "D4xQ8", "Q8^2"},
}

// nonabelianNames returns names of the nonabelian groups of an order that are written without an
// abelian factor. A group may have several names, the best known first.
func nonabelianNames(n int) []string {
	names := slices.Clone(bestKnown[n])
	if n%2 == 0 && n >= 8 {
		names = append(names, "D"+strconv.Itoa(n/2))
	}
	if n%4 == 0 && n >= 12 && n&(n-1) != 0 {
		names = append(names, "Dic"+strconv.Itoa(n/4))
	}
	if twos(n) == n && n >= 16 {
		names = append(names, "Q"+strconv.Itoa(n), "SD"+strconv.Itoa(n), "M"+strconv.Itoa(n))
	}
	for _, s := range singles {
		if s.order == n && s.name != "V4" {
			names = append(names, s.name)
		}
	}
	return names
}

// abelianNames returns the abelian groups of an order by their invariant factors, each a divisor
// of the one before.
func abelianNames(n int) []string {
	if n == 1 {
		return []string{"C1"}
	}
	var names []string
	var begin func(rest, most int, factors []int)
	begin = func(rest, most int, factors []int) {
		if rest == 1 {
			names = append(names, joinCyclic(factors))
			return
		}
		for d := rest; d > 1; d-- {
			if rest%d == 0 && (most == 0 || most%d == 0) {
				begin(rest/d, d, append(slices.Clone(factors), d))
			}
		}
	}
	begin(n, 0, nil)
	return names
}

// joinCyclic formats factors: C4xC2, C2^3.
func joinCyclic(factors []int) string {
	var parts []string
	for n := 1; len(factors) > 0; factors, n = factors[n:], 1 {
		for n < len(factors) && factors[n] == factors[0] {
			n++
		}
		part := "C" + strconv.Itoa(factors[0])
		if n > 1 {
			part += "^" + strconv.Itoa(n)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "x")
}
