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
	for b.Loop() {
		p.Play()
	}
	c := p.Counts()
	b.ReportMetric(float64(c.Evaluations)/b.Elapsed().Seconds(), "evaluations/s")
	b.ReportMetric(float64(c.Positions)/float64(c.Games), "positions/game")
}
