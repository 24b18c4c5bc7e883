package group

import "slices"

// ElementOrder is the least k from 1 on for which the k-th power of a is the identity.
func (g *Group) ElementOrder(a Element) int {
	k := 1
	for x := a; x != g.identity; x = g.Product(x, a) {
		k++
	}
	return k
}

// ElementOrders counts the elements of each order: index k holds those of order k. Its
// length is the group's order plus 1.
func (g *Group) ElementOrders() []int {
	counts := make([]int, g.Order()+1)
	for a := range g.all() {
		counts[g.ElementOrder(a)]++
	}
	return counts
}

// Centre lists the elements that commute with all others.
func (g *Group) Centre() []Element {
	var centre []Element
	for a := range g.all() {
		if g.centraliser(a) == g.Order() {
			centre = append(centre, a)
		}
	}
	return centre
}

// centraliser is the number of elements that commute with a.
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

// generators picks elements that generate the group, each outside what those before it
// generate; those given come first. At most log2 of the order are picked.
func (g *Group) generators(first ...Element) []Element {
	byOrder := slices.Collect(g.all())
	// Elements of great order first: fewer are needed.
	slices.SortStableFunc(byOrder, func(a, b Element) int { return g.ElementOrder(b) - g.ElementOrder(a) })
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

// closure is the set of all products of the given elements, and the identity.
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
