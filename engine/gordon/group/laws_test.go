package group

import (
	"maps"
	"slices"
	"testing"
)

// catalogued yields every group that the catalogue names, by order.
func catalogued(tb testing.TB, most int) func(yield func(*Group) bool) {
	tb.Helper()
	return func(yield func(*Group) bool) {
		for order := 1; order <= most; order++ {
			for _, name := range namesOfOrder(order) {
				if !yield(named(tb, name)) {
					return
				}
			}
		}
	}
}

// The axioms, by all elements, pairs and triples.
func TestAxioms(t *testing.T) {
	for g := range catalogued(t, 40) {
		e := g.Identity()
		for a := range g.all() {
			if g.Product(a, e) != a || g.Product(e, a) != a {
				t.Errorf("%s: %s is not the identity for %s", g.Name(), g.Element(e), g.Element(a))
			}
			if i := g.Inverse(a); g.Product(a, i) != e || g.Product(i, a) != e || g.Inverse(i) != a {
				t.Errorf("%s: %s is not the inverse of %s", g.Name(), g.Element(i), g.Element(a))
			}
		}
		if !associative(g) {
			t.Errorf("%s is not associative", g.Name())
		}
	}
}

// Orders by multiplying on and on, and Lagrange's theorem: they divide the group's.
func TestElementOrders(t *testing.T) {
	for g := range catalogued(t, 64) {
		counts := g.ElementOrders()
		slow := map[int]int{}
		for a := range g.all() {
			powers := []Element{g.Identity()}
			for next := a; next != g.Identity(); next = g.Product(a, next) {
				powers = append(powers, next)
			}
			slow[len(powers)]++
			if g.ElementOrder(a) != len(powers) || g.Order()%len(powers) != 0 {
				t.Errorf("%s: %s has order %d, want %d", g.Name(), g.Element(a), g.ElementOrder(a), len(powers))
			}
		}
		if !maps.Equal(counts, slow) {
			t.Errorf("%s: the orders are %v, want %v", g.Name(), counts, slow)
		}
	}
}

// The centre is the elements whose row and column agree; it is a subgroup, and all of the
// group if and only if the table is symmetric.
func TestCentre(t *testing.T) {
	for g := range catalogued(t, 32) {
		var want []Element
		n := g.Order()
		for a := range n {
			row, column := g.table[a*n:(a+1)*n], make([]Element, n)
			for b := range n {
				column[b] = g.table[b*n+a]
			}
			if slices.Equal(row, column) {
				want = append(want, Element(a))
			}
		}
		centre := g.Centre()
		if !slices.Equal(centre, want) || g.Abelian() != (len(want) == n) {
			t.Errorf("%s: the centre is %v, want %v; abelian %t", g.Name(), centre, want, g.Abelian())
		}
		if got := g.closure(centre); got.Size() != len(centre) {
			t.Errorf("%s: the centre generates %v", g.Name(), got.Elements())
		}
	}
}

// A direct product multiplies in each factor alone: its elements' names show the factors'.
func TestDirectProducts(t *testing.T) {
	for name, factors := range map[string][]string{"C4xC3": {"C4", "C3"}, "Z2^3": {"Z2", "Z2", "Z2"}, "S3xC4": {"S3", "C4"}, "D4xQ8": {"D4", "Q8"}} {
		g := named(t, name)
		parts := make([]*Group, len(factors))
		for i, f := range factors {
			parts[i] = named(t, f)
		}
		split := func(a Element) []Element { // the last factor counts fastest
			list, rest := make([]Element, len(parts)), int(a)
			for i, f := range slices.Backward(parts) {
				list[i], rest = Element(rest%f.Order()), rest/f.Order()
			}
			return list
		}
		for a := range g.all() {
			for b := range g.all() {
				c := split(g.Product(a, b))
				for i, f := range parts {
					if want := f.Product(split(a)[i], split(b)[i]); c[i] != want {
						t.Fatalf("%s: %s·%s is %s in factor %d, want %s", name, g.Element(a), g.Element(b), f.Element(c[i]), i, f.Element(want))
					}
				}
			}
		}
	}
}

// The opposite group has the products the other way round, and inversion makes it the
// group itself.
func TestOpposite(t *testing.T) {
	for g := range catalogued(t, 20) {
		o := g.Opposite()
		for a := range g.all() {
			if o.Inverse(a) != g.Inverse(a) || o.Element(a) != g.Element(a) {
				t.Fatalf("%s: %s is another element", g.Name(), g.Element(a))
			}
			for b := range g.all() {
				if o.Product(a, b) != g.Product(b, a) || g.Inverse(g.Product(a, b)) != o.Product(g.Inverse(a), g.Inverse(b)) {
					t.Fatalf("%s: %s·%s is %s", g.Name(), g.Element(a), g.Element(b), g.Element(o.Product(a, b)))
				}
			}
		}
		if !isomorphic(g, o) {
			t.Errorf("%s is not isomorphic to its opposite", g.Name())
		}
	}
}

// Generators generate, each outside what those before it do, and elements that come first
// are among them.
func TestGenerators(t *testing.T) {
	for g := range catalogued(t, 32) {
		chosen := g.generators()
		if got := slowClosure(g, chosen); len(got) != g.Order() {
			t.Errorf("%s: %v generate %d elements", g.Name(), chosen, len(got))
		}
		for i, a := range chosen {
			if slices.Contains(slowClosure(g, chosen[:i]), a) {
				t.Errorf("%s: the generator %s is one too many", g.Name(), g.Element(a))
			}
		}
		if 1<<len(chosen) > g.Order() {
			t.Errorf("%s has %d generators", g.Name(), len(chosen))
		}
	}
	s4 := named(t, "S4")
	for a := range s4.all() {
		if first := s4.generators(a); a != s4.Identity() && first[0] != a {
			t.Errorf("%s does not come first in %v", s4.Element(a), first)
		}
	}
}

// slowClosure multiplies everything by everything until nothing is new.
func slowClosure(g *Group, of []Element) []Element {
	have := append([]Element{g.Identity()}, of...)
	slices.Sort(have)
	have = slices.Compact(have)
	for {
		var products []Element
		for _, a := range have {
			for _, b := range have {
				products = append(products, g.Product(a, b))
			}
		}
		slices.Sort(products)
		if products = slices.Compact(products); len(products) == len(have) {
			return products
		}
		have = products
	}
}

func TestClosure(t *testing.T) {
	for _, name := range []string{"S4", "Z12", "Q8xC2", "A5"} {
		g := named(t, name)
		for a := range g.all() {
			for _, of := range [][]Element{nil, {a}, {a, Element(g.Order() - 1)}} {
				want := slowClosure(g, of)
				if got := g.closure(of).Elements(); !slices.Equal(got, want) {
					t.Fatalf("%s: %v generate %v, want %v", name, of, got, want)
				}
			}
		}
	}
}
