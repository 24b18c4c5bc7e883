package selfplay

import (
	"math/rand/v2"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/net"
)

// BenchmarkGames plays whole games on 11x11.
func BenchmarkGames(b *testing.B) {
	p := New(net.New(net.RandomParams(4, rand.New(rand.NewPCG(1, 0)))), 11, 1, DefaultConfig())
	b.ReportAllocs()
	positions := 0
	for b.Loop() {
		positions += len(p.Play())
	}
	b.ReportMetric(float64(p.Evaluations())/b.Elapsed().Seconds(), "evaluations/s")
	b.ReportMetric(float64(positions)/float64(b.N), "positions/game")
}
