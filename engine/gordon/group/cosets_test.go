package group

import (
	"slices"
	"testing"
)

// TestCosets have every element once, begin with the identity, and are kept by the steps of the
// first, which is a subgroup.
func TestCosets(t *testing.T) {
	for name, want := range map[string]int{
		"Z1": 1, "Z7": 1, "Z12": 1, "Z128": 1, "D12": 2, "A4": 4, "S4": 6, "Q8": 2, "Z2^6": 8, "C2^7": 16, "A5": 6, "D64": 2, "C4xC4": 4,
	} {
		g := named(t, name)
		cosets := g.Cosets()
		all := slices.Concat(cosets...)
		if slices.Sort(all); !slices.Equal(all, First(g.Order()).Elements()) || len(cosets) != want || cosets[0][0] != g.identity {
			t.Errorf("%s: %d cosets, want %d: %v", name, len(cosets), want, cosets)
		}
		for _, coset := range cosets {
			for i, a := range cosets[0] {
				if g.Product(a, coset[0]) != coset[i] || len(coset) != len(cosets[0]) || !slices.Contains(coset, g.Product(a, coset[len(coset)-1])) {
					t.Fatalf("%s: %v is no coset of %v", name, coset, cosets[0])
				}
			}
		}
	}
}

// TestCosetsOfCyclicGroups go round like a clock.
func TestCosetsOfCyclicGroups(t *testing.T) {
	if got := named(t, "Z12").Cosets()[0]; !slices.Equal(got, First(12).Elements()) {
		t.Errorf("the clock of twelve hours: %v", got)
	}
}

func BenchmarkCosets(b *testing.B) {
	for _, name := range []string{"Z12", "S4", "C2^7"} {
		g := named(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				g.Cosets()
			}
		})
	}
}
