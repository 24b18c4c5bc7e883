package gordon

import (
	"fmt"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// BenchmarkOpenings classifies all openings of every group of an order, each group with a
// solver of its own: to order 17, with SIXFOLD_LONG=1 to 19.
func BenchmarkOpenings(b *testing.B) {
	orders := []int{8, 12, 14, 15, 16, 17}
	if enginetest.Long() {
		orders = append(orders, 18, 19)
	}
	for _, order := range orders {
		b.Run(fmt.Sprintf("order%d", order), func(b *testing.B) {
			nodes := 0
			for b.Loop() {
				nodes = 0
				for _, name := range KnownGroups(order) {
					p := started(b, name, Standard)
					s := newSolver(p)
					if st := s.investigate(b.Context(), p, true); !st.whole {
						b.Fatalf("%s is not solved", name)
					}
					nodes += s.nodes
				}
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}

// BenchmarkLight checks that a Latin square of order 64 with inverses is associative: the
// elementary abelian group needs most generators.
func BenchmarkLight(b *testing.B) {
	r := &tableReader{Group: groupNamed(b, "Z2^6")}
	for b.Loop() {
		if err := r.checkAssociative(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadTable reads a file of order 64, and finds the group's name.
func BenchmarkReadTable(b *testing.B) {
	for _, name := range []string{"Z2^6", "D32", "Q8^2"} {
		b.Run(name, func(b *testing.B) {
			data := groupNamed(b, name).Grp()
			for b.Loop() {
				if _, err := ReadTable(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkMove lets the perfect player answer an opening.
func BenchmarkMove(b *testing.B) {
	for _, name := range []string{"Z7", "A4", "C14"} {
		b.Run(name, func(b *testing.B) {
			p := started(b, name, Standard)
			p.take(Turn{p.group.identity, p.group.identity})
			for b.Loop() {
				if _, err := levelNamed(b, "perfect", 1).Choose(b.Context(), p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
