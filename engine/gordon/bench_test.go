package gordon

import (
	"context"
	"fmt"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
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

// timed is a level with its time for a move.
type timed struct {
	engine.Player
	level engine.Level
}

func (p timed) Choose(ctx context.Context, position engine.Position) (engine.Choice, error) {
	ctx, stop := context.WithTimeout(ctx, p.level.Think)
	defer stop()
	return p.Player.Choose(ctx, position)
}

// BenchmarkLevels plays each level against the one before, on groups whose games are rated, begun
// by either.
func BenchmarkLevels(b *testing.B) {
	groups := []string{"C24", "S4", "D13", "C5xC5", "C30"}
	for i, strong := range Game.Opponents.Levels[1:] {
		weak := Game.Opponents.Levels[i]
		b.Run(strong.ID, func(b *testing.B) {
			won := 0
			for g := range b.N {
				seat := engine.Seat(g % 2)
				players := [2]engine.Player{timed{weak.New(uint64(g)), weak}, timed{weak.New(uint64(g)), weak}}
				players[seat] = timed{strong.New(uint64(g)), strong}
				if match(b, started(b, groups[g/2%len(groups)], Standard), players) == seat {
					won++
				}
			}
			b.Logf("%s wins %d of %d against %s", strong.ID, won, b.N, weak.ID)
			b.ReportMetric(float64(won), "won")
		})
	}
}
