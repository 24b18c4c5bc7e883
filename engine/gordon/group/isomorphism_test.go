package group

import "testing"

// A result is an isomorphism: a bijection that preserves products.
func TestIsomorphisms(t *testing.T) {
	for g := range catalogued(t, 24) {
		h := shuffled(g)
		image := newMatcher(g, h).find()
		if image == nil {
			t.Errorf("%s: no isomorphism to itself in another order", g.Name())
			continue
		}
		var hit Set
		for a := range g.all() {
			hit = hit.With(image[a])
			for b := range g.all() {
				if h.Product(image[a], image[b]) != image[g.Product(a, b)] {
					t.Fatalf("%s: the product of %s and %s is not kept", g.Name(), g.Element(a), g.Element(b))
				}
			}
		}
		if hit.Size() != g.Order() {
			t.Errorf("%s: %d elements are images", g.Name(), hit.Size())
		}
	}
}

// isomorphic reports whether a search finds an isomorphism. It is exact up to order 31.
func isomorphic(g, h *Group) bool { return newMatcher(g, h).find() != nil }

// Groups of the same order that the literature tells apart are not isomorphic, whatever
// they have in common: M16 and C8xC2 have the same element orders.
func TestNotIsomorphic(t *testing.T) {
	for order := 1; order <= 16; order++ {
		names := OfOrder(order)
		for i, a := range names {
			for _, b := range names[:i] {
				if isomorphic(named(t, a), named(t, b)) {
					t.Errorf("%s and %s", a, b)
				}
			}
		}
	}
	for _, pair := range [][2]string{{"C4", "V4"}, {"M16", "C8xC2"}, {"C4", "C5"}, {"D4", "Q8"}} {
		if isomorphic(named(t, pair[0]), named(t, pair[1])) {
			t.Errorf("%s and %s", pair[0], pair[1])
		}
	}
}

// Isomorphic groups by the theorems of every textbook.
func TestSameGroups(t *testing.T) {
	for _, pair := range [][2]string{
		{"C6", "C3xC2"},
		{"C12", "C4xC3"},
		{"S3", "D3"},
		{"D6", "S3xC2"},
		{"V4", "D2"},
		{"Q8", "Dic2"},
		{"Z2^2", "V4"},
		{"A3", "C3"},
		{"C30", "C5xC6"},
		{"D10", "D5xC2"},
		{"Q16", "Dic4"},
		{"S2", "C2"},
	} {
		if !isomorphic(named(t, pair[0]), named(t, pair[1])) {
			t.Errorf("%s and %s", pair[0], pair[1])
		}
	}
}

// The number of orbits: of the cyclic group of order n there is one for each divisor; of an
// elementary abelian one two; and by conjugation those of S4 are its classes, as all of its
// automorphisms are inner.
func TestOrbits(t *testing.T) {
	for name, want := range map[string]int{
		"Z1": 1, "Z7": 2, "Z12": 6, "Z60": 12, "Z2^3": 2, "Z3^2": 2, "Z2^6": 2, "S3": 3, "S4": 5, "A4": 3, "A5": 4, "Q8": 3, "D4": 4,
	} {
		g := named(t, name)
		orbits := g.Orbits()
		seen, last := 0, -1
		for _, orbit := range orbits {
			seen += len(orbit)
			if int(orbit[0]) <= last {
				t.Errorf("%s: the orbits are not in order", name)
			}
			last = int(orbit[0])
			for _, a := range orbit {
				if g.ElementOrder(a) != g.ElementOrder(orbit[0]) {
					t.Errorf("%s: %s and %s have different orders", name, g.Element(a), g.Element(orbit[0]))
				}
			}
		}
		if len(orbits) != want || seen != g.Order() {
			t.Errorf("%s has %d orbits of %d elements, want %d", name, len(orbits), seen, want)
		}
	}
}
