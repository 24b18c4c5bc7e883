package group

import (
	"maps"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func named(tb testing.TB, name string) *Group {
	tb.Helper()
	g, err := Parse(name)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// Every group of the catalogue is one by the checks of group files, which know nothing
// of how it was made.
func TestCatalogueHoldsGroups(t *testing.T) {
	for order := 1; order <= 64; order += enginetest.Times(3, 1) {
		for _, name := range namesOfOrder(order) {
			g, err := Parse(name)
			if err != nil {
				t.Errorf("Parse(%q): %v", name, err)
				continue
			}
			if g.Order() != order {
				t.Errorf("%s has order %d, want %d", name, g.Order(), order)
			}
			back, err := ReadTable(g.Grp())
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if !slices.Equal(back.table, g.table) || !slices.Equal(back.names, g.names) || !slices.Equal(back.inverse, g.inverse) || back.identity != g.identity {
				t.Errorf("%s comes back changed from its file", name)
			}
		}
	}
}

// The numbers of groups are those of J. H. Conway, H. Dietrich and E. A. O'Brien,
// "Counting groups: gnus, moas and other exotica" (2008).
func TestOfOrderHasAll(t *testing.T) {
	counts := []int{1, 1, 1, 2, 1, 2, 1, 5, 2, 2, 1, 5, 1, 2, 1, 14, 1, 5, 1, 5, 2, 2, 1, 15, 2, 2, 5, 4, 1, 4, 1}
	for i, want := range counts {
		if names := OfOrder(i + 1); len(names) != want {
			t.Errorf("order %d: %d groups, want %d: %q", i+1, len(names), want, names)
		}
	}
}

// Elements by order, as every table of groups has them.
func TestFactsOfGroups(t *testing.T) {
	tests := []struct {
		name   string
		orders map[int]int
		centre int
	}{
		{"Z12", map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 6: 2, 12: 4}, 12},
		{"V4", map[int]int{1: 1, 2: 3}, 4},
		{"S3", map[int]int{1: 1, 2: 3, 3: 2}, 1},
		{"D4", map[int]int{1: 1, 2: 5, 4: 2}, 2},
		{"Q8", map[int]int{1: 1, 2: 1, 4: 6}, 2},
		{"A4", map[int]int{1: 1, 2: 3, 3: 8}, 1},
		{"Dic3", map[int]int{1: 1, 2: 1, 3: 2, 4: 6, 6: 2}, 2},
		{"F20", map[int]int{1: 1, 2: 5, 4: 10, 5: 4}, 1},
		{"F21", map[int]int{1: 1, 3: 14, 7: 6}, 1},
		{"S4", map[int]int{1: 1, 2: 9, 3: 8, 4: 6}, 1},
		{"A5", map[int]int{1: 1, 2: 15, 3: 20, 5: 24}, 1},
		{"SD16", map[int]int{1: 1, 2: 5, 4: 6, 8: 4}, 2},
		{"M16", map[int]int{1: 1, 2: 3, 4: 4, 8: 8}, 4},
		{"Q16", map[int]int{1: 1, 2: 1, 4: 10, 8: 4}, 2},
		{"C4oD4", map[int]int{1: 1, 2: 7, 4: 8}, 4},
		{"Z2^6", map[int]int{1: 1, 2: 63}, 64},
		{"z2 x S3", map[int]int{1: 1, 2: 7, 3: 2, 6: 2}, 2},
	}
	for _, tt := range tests {
		g, err := Parse(tt.name)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.name, err)
			continue
		}
		if got := g.ElementOrders(); !maps.Equal(got, tt.orders) {
			t.Errorf("%s has elements of the orders %v, want %v", tt.name, got, tt.orders)
		}
		if n := len(g.Centre()); n != tt.centre {
			t.Errorf("the centre of %s has %d elements, want %d", tt.name, n, tt.centre)
		}
	}
}

func TestParseNames(t *testing.T) {
	for text, want := range map[string]string{
		"z7": "Z7", "c4XC2": "C4xC2", "C4 × C2": "C4xC2", "Z2^3": "Z2^3", "dic3": "Dic3", "k4": "V4", "(c3xc3):c2": "(C3xC3):C2",
		"C2^2:C4": "C2^2:C4", "Z2^1": "Z2", "d10*C2": "D10xC2",
	} {
		if g, err := Parse(text); err != nil || g.Name() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", text, g, err, want)
		}
	}
	for _, text := range []string{
		"", "x", "Z", "Z0", "Z-1", "7", "Z7x", "Z129", "Z12xZ11", "D65", "S6", "A6", "Q12345678901234567890", "Z2^8", "Z2^0", "Z2^", "^2", "Z1^129", "B3", "(", "@here",
	} {
		if g, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %s, want a refusal", text, g.Name())
		}
	}
}

// A group keeps its name under any renaming and order of its elements.
func TestIdentifyFindsRenamedGroups(t *testing.T) {
	for order := 1; order <= 31; order++ {
		for _, name := range OfOrder(order) {
			g, err := Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := shuffled(g).Identify(); got != name {
				t.Errorf("%s, shuffled, is taken for %q", name, got)
			}
		}
	}
}

// shuffled is the group with its elements in another order.
func shuffled(g *Group) *Group {
	n := g.Order()
	to := make([]int, n) // by new number, the old one
	for i := range to {
		to[i] = (i*7 + 3) % n
		if n%7 == 0 {
			to[i] = (i*11 + 3) % n
		}
	}
	names := make([]string, n)
	for i, old := range to {
		names[i] = "x" + g.names[old]
	}
	return newGroup("", names, func(a, b int) int { return slices.Index(to, int(g.Product(Element(to[a]), Element(to[b])))) })
}

// Orbits against all bijections, on groups that are small enough for that.
func TestOrbitsAgainstAllBijections(t *testing.T) {
	for _, name := range []string{"Z4", "V4", "Z5", "S3", "Z6"} {
		g, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		n := g.Order()
		image := make([]Set, n)
		permute(nil, n, func(p []int) {
			for a := range n {
				for b := range n {
					if p[g.Product(Element(a), Element(b))] != int(g.Product(Element(p[a]), Element(p[b]))) {
						return
					}
				}
			}
			for a := range n {
				image[a] = image[a].With(Element(p[a]))
			}
		})
		for _, orbit := range g.Orbits() {
			var have Set
			for _, a := range orbit {
				have = have.With(a)
			}
			if have != image[orbit[0]] {
				t.Errorf("%s: the orbit of %s is %v, want %v", name, g.names[orbit[0]], have.Elements(), image[orbit[0]].Elements())
			}
		}
	}
}

// Factors of order 1 make no names longer.
func TestTrivialFactorsAreLeftOut(t *testing.T) {
	for text, want := range map[string]string{"Z2xZ1^64": "Z2", "Z1^64xC1^64": "Z1", "S1xZ3xZ1x Z2": "Z3xZ2", "Z1": "Z1"} {
		g, err := Parse(text)
		if err != nil || g.Name() != want || len(g.Element(0)) > MaxName {
			t.Errorf("Parse(%q) is %q, %v; want %q", text, g.Name(), err, want)
		}
	}
}

// The names of a product's elements are as short as those that files may have.
func TestNamesOfProductsAreShort(t *testing.T) {
	var bases []string
	for order := 2; order <= 32; order++ {
		for _, name := range namesOfOrder(order) {
			if len(splitAt(name, 'x')) == 1 {
				bases = append(bases, name)
			}
		}
	}
	most := enginetest.Times(32, 64)
	var multiply func(name string, order, from int)
	multiply = func(name string, order, from int) {
		g, err := Parse(name)
		if err != nil {
			t.Fatalf("Parse(%q): %v", name, err)
		}
		for _, element := range g.Elements() {
			if why, bad := unfit(element); bad {
				t.Fatalf("%s: %s %s", name, element, why)
			}
		}
		for i, base := range bases[from:] {
			b, _ := Parse(base)
			if b != nil && order*b.Order() <= most {
				multiply(name+"x"+base, order*b.Order(), from+i)
			}
		}
	}
	for i, base := range bases {
		b, _ := Parse(base)
		multiply(base, b.Order(), i)
	}
}

func TestFindTakesOtherCase(t *testing.T) {
	table, err := ReadTable([]byte("e a A b !\ne a A b\na A b e\nA b e a\nb e a A\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"e": 0, "E": 0, "a": 1, "A": 2, "B": 3, "c": -1} {
		if a, ok := table.Find(name); ok != (want >= 0) || ok && int(a) != want {
			t.Errorf("Find(%q) = %d, %t; want %d", name, a, ok, want)
		}
	}
}

// TestFindGuessesNothing: a name that fits two elements but for its case names neither.
func TestFindGuessesNothing(t *testing.T) {
	table, err := ReadTable([]byte("e ab AB b !\ne ab AB b\nab AB b e\nAB b e ab\nb e ab AB\n"))
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := table.Find("Ab"); ok {
		t.Errorf("Ab finds element %d", a)
	}
}
