package group

import "slices"

// Cosets divides the group into the cosets Hg of a subgroup H: a step by an element of H stays in
// its coset. H comes first. It holds the powers of an element of the greatest order, in their order,
// so that a cyclic group is one circle; and more, where these are few beside their cosets.
func (g *Group) Cosets() [][]Element {
	subgroup := []Element{g.identity}
	if chosen := g.generators(); len(chosen) > 0 {
		for x := chosen[0]; x != g.identity; x = g.Product(chosen[0], x) {
			subgroup = append(subgroup, x)
		}
	}
	for 2*len(subgroup)*len(subgroup) < g.Order() {
		larger := g.extended(subgroup)
		if larger.Size() == g.Order() {
			break
		}
		subgroup = slices.Concat(g.divided(larger, subgroup)...)
	}
	return g.divided(First(g.Order()), subgroup)
}

// extended returns the smallest of the subgroups that hold a subgroup and one element more.
func (g *Group) extended(subgroup []Element) (smallest Set) {
	smallest = First(g.Order())
	have := g.closure(subgroup)
	for a := range g.all() {
		if have.Has(a) {
			continue
		}
		if larger := g.closure(append(slices.Clip(subgroup), a)); larger.Size() < smallest.Size() {
			smallest = larger
		}
	}
	return smallest
}

// divided returns the cosets of a subgroup of which a set consists, that of the identity first and
// each in the order of the subgroup.
func (g *Group) divided(set Set, subgroup []Element) (cosets [][]Element) {
	for first := g.identity; ; first = set.Elements()[0] {
		var coset []Element
		for _, a := range subgroup {
			coset = append(coset, g.Product(a, first))
			set = set.Without(g.Product(a, first))
		}
		if cosets = append(cosets, coset); set.Empty() {
			return cosets
		}
	}
}
