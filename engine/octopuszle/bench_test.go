package octopuszle_test

import (
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// BenchmarkSolve finds solutions, each of another seed, with the diagonals of the
// published one and with any. Each is checked.
func BenchmarkSolve(b *testing.B) {
	for _, k := range []struct {
		name      string
		diagonals *octopuszle.Board
	}{{"given diagonals", sample(b)}, {"any diagonals", nil}} {
		b.Run(k.name, func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				start := enginetest.CPU()
				s, err := octopuszle.NewSolver(k.diagonals, uint64(len(times)))
				if err != nil {
					b.Fatal(err)
				}
				found, err := s.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				times = append(times, enginetest.CPU()-start)
				if err := octopuszle.Validate(found); err != nil {
					b.Fatal(err)
				}
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2].Seconds()*1000, "median-cpu-ms")
			b.ReportMetric(times[len(times)*99/100].Seconds()*1000, "p99-cpu-ms")
		})
	}
}
