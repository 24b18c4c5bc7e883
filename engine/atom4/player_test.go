package atom4

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// randomPosition plays so many random plies of a round that nobody wins on the way, and
// after which nobody wins at once.
func randomPosition(round, plies int, seed uint64) *Position {
	for try := seed; ; try += 1 << 32 {
		r := rand.New(rand.NewPCG(try, 5))
		p := atRound(round)
		for p.ply < plies && !p.over() {
			legal := p.Legal()
			p.place(legal[r.IntN(len(legal))])
		}
		if _, settled := p.tree().Evaluate(); !p.over() && !settled {
			return p
		}
	}
}

// BenchmarkNodes searches positions of plies 18 to 24 to a depth, by one thread, and
// tells the nodes a second of the processor.
func BenchmarkNodes(b *testing.B) {
	var shared alphabeta.Search[grid.Point]
	var nodes int64
	var seed uint64
	began := enginetest.CPU()
	for b.Loop() {
		p := randomPosition(1+int(seed)%6, 18+int(seed)%7, seed)
		seed++
		nodes += shared.Run(context.Background(), p.tree(), alphabeta.Options{Depth: 8, Threads: 1}).Nodes
	}
	b.ReportMetric(float64(nodes)/(enginetest.CPU()-began).Seconds()/1e6, "Mnodes/cpu-s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}

// BenchmarkDepth searches such positions for 2 s on two cores and tells how deep it comes.
func BenchmarkDepth(b *testing.B) {
	var shared alphabeta.Search[grid.Point]
	var depths, settled, runs int
	var seed uint64
	for b.Loop() {
		p := randomPosition(1+int(seed)%6, 18+int(seed)%7, seed)
		seed++
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		o := shared.Run(ctx, p.tree(), alphabeta.Options{Threads: 2})
		cancel()
		runs++
		if o.Exact() {
			settled++
			continue
		}
		depths += o.Depth
	}
	b.ReportMetric(float64(depths)/float64(max(1, runs-settled)), "depth")
	b.ReportMetric(float64(settled)/float64(runs), "settled")
}

func TestPlayersKeepToTheRules(t *testing.T) {
	for _, level := range levels {
		p := atRound(1)
		for p.ply < 6 {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			c, err := level.New(1).Choose(ctx, p)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if c.Line[0] != c.Move || c.Value < 0 || c.Value > 1 {
				t.Fatalf("%s chooses %+v", level.ID, c)
			}
			playAll(t, p, c.Move)
		}
		if p.Outcome().Status != engine.Open {
			t.Errorf("%s: over after 6 plies", level.ID)
		}
	}
}

// BenchmarkDefaultLevel lets the default level answer at all stages of a game.
func BenchmarkDefaultLevel(b *testing.B) {
	level, _ := Game.Level(Game.Opponents.Default)
	var seed uint64
	began := enginetest.CPU()
	for b.Loop() {
		p := randomPosition(1+int(seed)%6, int(seed*7%60), seed)
		seed++
		if _, err := level.New(seed).Choose(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((enginetest.CPU()-began).Seconds()*1000/float64(b.N), "cpu-ms/op")
}

// TestLowLevelsVary: a level that looks ahead a little chooses among moves that are about as good.
func TestLowLevelsVary(t *testing.T) {
	p := randomPosition(1, 12, 7)
	for depth := range 2 {
		chosen, best := map[string]bool{}, math.Inf(-1)
		worst := math.Inf(1)
		for seed := range uint64(20) {
			c, err := depths.Level(depth).New(seed).Choose(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			chosen[c.Move] = true
			best, worst = max(best, c.Value), min(worst, c.Value)
		}
		if slack := chance(originalDepth(depth).slack) - chance(0); len(chosen) < 2 || best-worst > slack {
			t.Errorf("depth %d: moves %v, of values %.3f to %.3f", depth, chosen, worst, best)
		}
	}
}
