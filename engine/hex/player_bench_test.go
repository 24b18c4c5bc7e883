package hex

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search"
)

func startBoard(tb testing.TB, size int, moves ...string) *Position {
	tb.Helper()
	p, err := New(engine.Options{"size": size})
	if err != nil {
		tb.Fatal(err)
	}
	for _, m := range moves {
		if _, err := p.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return p.(*Position)
}

func BenchmarkRollout(b *testing.B) {
	f := newField(startBoard(b, 11))
	r := search.Rand(1)
	for b.Loop() {
		f.Rollout(&r)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rollouts/s")
}

func BenchmarkSearch(b *testing.B) {
	f := newField(startBoard(b, 11))
	var m search.MCTS[point]
	n := 0
	for b.Loop() {
		n += m.Run(b.Context(), f, search.Config{Playouts: 20000, RAVE: true, Bias: 0.001, Expand: 5}).Playouts
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
}
