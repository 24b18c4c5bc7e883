package gordon

import (
	"fmt"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
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
				for _, name := range group.OfOrder(order) {
					p := started(b, name, Standard)
					a := newAnalyst(p)
					if found := a.analyse(b.Context(), p, true); !found.whole() {
						b.Fatalf("%s is not solved", name)
					}
					nodes += a.searcher.(*solver.Solver).Nodes()
				}
			}
			b.ReportMetric(float64(nodes), "nodes")
		})
	}
}

// BenchmarkMove lets the perfect player answer an opening.
func BenchmarkMove(b *testing.B) {
	for _, name := range []string{"Z7", "A4", "C14"} {
		b.Run(name, func(b *testing.B) {
			p := started(b, name, Standard)
			p.take(Turn{p.group.Identity(), p.group.Identity()})
			for b.Loop() {
				if _, err := levelNamed(b, "max", 1).Choose(b.Context(), p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
