package group

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
)

// The description of a group has its table; of a large group it has the elements, if they fit.
func TestTablesTold(t *testing.T) {
	for name, table := range map[string]bool{"Z1": true, "Z7": true, "D4": true, "Q8": true, "S4": false, "D32": false, "C128": false} {
		g, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		words := g.Describe()
		said := words.String()
		if words.Length() > engine.MostDescribed {
			t.Errorf("%s: %d characters: %s", name, words.Length(), said)
		}
		if !table {
			if want := "It is too large to be read out; the file beside it has all products. The elements: " + strings.Join(g.Elements(), " ") + "."; !strings.HasSuffix(said, want) {
				t.Errorf("%s is told as %q", name, said)
			}
			continue
		}
		_, rows, _ := strings.Cut(said, "Each element's products with "+strings.Join(g.Elements(), " ")+": ")
		heard := 0
		for row := range strings.SplitSeq(strings.TrimSuffix(rows, "."), "; ") {
			first, products, _ := strings.Cut(row, ": ")
			a, _ := g.Find(first)
			for b, product := range strings.Fields(products) {
				if want := g.Element(g.Product(a, Element(b))); product != want {
					t.Errorf("%s: %s with %s is %s, and told is %s", name, first, g.Element(Element(b)), want, product)
				}
				heard++
			}
		}
		if heard != g.Order()*g.Order() {
			t.Errorf("%s: %d products are told: %q", name, heard, said)
		}
	}
}

// Only groups of numbers under addition have its law.
func TestAdditive(t *testing.T) {
	for name, want := range map[string]bool{"Z1": true, "C12": true, "Z128": true, "Z2^2": false, "D4": false, "Z2xZ3": false} {
		g, err := Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if n, ok := g.Additive(); ok != want || ok && n != g.Order() {
			t.Errorf("%s: additive %v modulo %d", name, ok, n)
		}
	}
}
