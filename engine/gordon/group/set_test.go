package group

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Sets against maps.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s Set
	have := map[Element]bool{}
	if !s.Empty() || s.Size() != 0 || len(s.Elements()) != 0 {
		t.Error("the zero value is not empty")
	}
	for range 2000 {
		a := Element(r.IntN(MaxOrder))
		before := s
		if r.IntN(2) == 0 {
			s = s.With(a)
			have[a] = true
		} else {
			s = s.Without(a)
			delete(have, a)
		}
		if (before == s) != (before.Has(a) == s.Has(a)) {
			t.Fatalf("%v and %v, by %d", before, s, a)
		}
		var want []Element
		for i := range MaxOrder {
			if have[Element(i)] {
				want = append(want, Element(i))
			}
			if s.Has(Element(i)) != have[Element(i)] {
				t.Fatalf("%d is in it: %t", i, s.Has(Element(i)))
			}
		}
		if !slices.Equal(s.Elements(), want) || s.Size() != len(want) || s.Empty() != (len(want) == 0) {
			t.Fatalf("%v, %d, want %v", s.Elements(), s.Size(), want)
		}
	}
}

func TestFirst(t *testing.T) {
	for n := range MaxOrder + 1 {
		s := First(n)
		if s.Size() != n || n > 0 && !s.Has(Element(n-1)) || n < MaxOrder && s.Has(Element(n)) {
			t.Errorf("the first %d are %v", n, s.Elements())
		}
	}
}
