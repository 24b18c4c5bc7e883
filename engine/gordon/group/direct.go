package group

import (
	"slices"
	"strings"
)

// direct returns the direct product. Names of elements are tuples, separated by commas unless
// every name has one character.
func direct(name string, factors []*Group) *Group {
	if len(factors) == 1 {
		only := *factors[0]
		only.name = name
		return &only
	}
	between := ""
	for _, f := range factors {
		if slices.ContainsFunc(f.names, func(s string) bool { return len(s) > 1 }) {
			between = ","
		}
	}
	g := newGroup(name, tuples(factors, between, (*Group).Element), func(a, b int) int { return productOf(factors, a, b) })
	g.symbols = tuples(factors, between, (*Group).Symbol)
	if len(factors) == 2 && factors[0].cycled() && factors[1].digits() {
		g.symbols = tuples(factors, "", (*Group).Symbol) // (12)(34)1: the brackets are separators enough
	}
	if slices.Equal(g.symbols, g.names) {
		g.symbols = nil
	}
	return g
}

// cycled reports whether all elements except the identity are named by cycles in brackets.
func (g *Group) cycled() bool {
	for a, name := range g.names {
		if Element(a) != g.identity && !strings.HasSuffix(name, ")") {
			return false
		}
	}
	return g.Order() > 1
}

// digits reports whether all names are numbers.
func (g *Group) digits() bool {
	return !slices.ContainsFunc(g.names, func(name string) bool { return strings.Trim(name, "0123456789") != "" })
}

// tuples returns the names of a product's elements, made of the names in the factors.
func tuples(factors []*Group, between string, called func(*Group, Element) string) []string {
	names := []string{""}
	for i, f := range factors {
		var longer []string
		for _, begin := range names {
			if i > 0 {
				begin += between
			}
			for a := range f.all() {
				longer = append(longer, begin+called(f, a))
			}
		}
		names = longer
	}
	return names
}

// productOf multiplies in a direct product, where the last factor varies fastest.
func productOf(factors []*Group, a, b int) int {
	c, weight := 0, 1
	for _, f := range slices.Backward(factors) {
		n := f.Order()
		c += weight * int(f.Product(Element(a%n), Element(b%n)))
		a, b, weight = a/n, b/n, weight*n
	}
	return c
}
