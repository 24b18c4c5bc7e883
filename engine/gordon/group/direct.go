package group

import "slices"

// direct is the direct product. Where all names have one character they are written
// side by side, else with commas between them.
func direct(name string, factors []*Group) *Group {
	if len(factors) == 1 {
		only := *factors[0]
		only.name = name
		return &only
	}
	between, raises := "", false
	for _, f := range factors {
		if slices.ContainsFunc(f.names, func(s string) bool { return len(s) > 1 }) {
			between = ","
		}
		raises = raises || f.symbols != nil
	}
	names := tuples(factors, between, (*Group).Element)
	g := newGroup(name, names, func(a, b int) int { return productOf(factors, a, b) })
	if raises {
		g.symbols = tuples(factors, between, (*Group).Symbol)
	}
	return g
}

// tuples are the names of a product's elements, made of those of its factors'.
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

// productOf is the product in a direct product, the last factor counting fastest.
func productOf(factors []*Group, a, b int) int {
	c, weight := 0, 1
	for _, f := range slices.Backward(factors) {
		n := f.Order()
		c += weight * int(f.Product(Element(a%n), Element(b%n)))
		a, b, weight = a/n, b/n, weight*n
	}
	return c
}
