package gordon

import "slices"

// isomorphism is the image of each element of one group in another.
type isomorphism []Element

// mostTries bounds how often one question about isomorphisms lets images be tried: with
// it a group of order 64 takes some tens of milliseconds. Where it is used up nothing is
// known, and nothing said.
const mostTries = 20_000

// matcher looks for isomorphisms between two groups.
type matcher struct {
	from, to  *Group
	fromKinds []kind
	toKinds   []kind
	tries     int // left

	generators []Element
	images     []Element // of the generators so far
}

// kind is what any isomorphism keeps of an element: its order, how many elements commute
// with it, how many have it as their square, and the kind of its own square so far.
type kind struct{ order, centraliser, roots, square int }

// kinds tells the kind of each element.
func (g *Group) kinds() []kind {
	n := Element(g.Order())
	list := make([]kind, n)
	for a := range n {
		list[a].order = g.ElementOrder(a)
		list[g.Product(a, a)].roots++
		for b := range n {
			if g.Product(a, b) == g.Product(b, a) {
				list[a].centraliser++
			}
		}
	}
	for a := range n {
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

// alike reports whether two groups may be isomorphic by the kinds of their elements.
func (m *matcher) alike() bool {
	order := func(a, b kind) int {
		return slices.Compare([]int{a.order, a.centraliser, a.roots, a.square}, []int{b.order, b.centraliser, b.roots, b.square})
	}
	return slices.Equal(slices.SortedFunc(slices.Values(m.fromKinds), order), slices.SortedFunc(slices.Values(m.toKinds), order))
}

// find looks for an isomorphism; nil if none is found.
func (m *matcher) find() isomorphism {
	if !m.alike() {
		return nil
	}
	m.generators, m.images = m.from.generators(), nil
	return m.search()
}

// sends looks for an isomorphism that sends a to b; nil if none is found.
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

// search tries images of the generators that have none yet.
func (m *matcher) search() isomorphism {
	if len(m.images) == len(m.generators) {
		return m.extend()
	}
	want := m.fromKinds[m.generators[len(m.images)]]
	for a := range Element(m.to.Order()) {
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

// extend follows the images of the generators to all that they generate; nil if that
// contradicts itself or two elements would share an image. Elements out of reach stay
// without meaning in the answer.
func (m *matcher) extend() isomorphism {
	image := make(isomorphism, m.from.Order())
	image[m.from.identity] = m.to.identity
	have, taken := set(0).with(m.from.identity), set(0).with(m.to.identity)
	queue := []Element{m.from.identity}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for i, b := range m.images {
			c, d := m.from.Product(a, m.generators[i]), m.to.Product(image[a], b)
			switch {
			case have.has(c) && image[c] != d, !have.has(c) && taken.has(d):
				return nil
			case !have.has(c):
				image[c] = d
				have, taken = have.with(c), taken.with(d)
				queue = append(queue, c)
			}
		}
	}
	return image
}

// orbits parts the elements into those that automorphisms exchange, each in order of
// its elements, by their first ones. Where finding that out would take too long, orbits
// stay parted.
func (g *Group) orbits() [][]Element {
	m := newMatcher(g, g)
	var all [][]Element
	for a := range Element(g.Order()) {
		i := slices.IndexFunc(all, func(orbit []Element) bool { return m.sends(orbit[0], a) != nil })
		if i < 0 {
			all = append(all, nil)
			i = len(all) - 1
		}
		all[i] = append(all[i], a)
	}
	return all
}
