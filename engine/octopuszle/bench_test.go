package octopuszle_test

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/octopuszle"
)

// cpu is the time that this process has worked.
func cpu(tb testing.TB) time.Duration {
	tb.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

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
				start := cpu(b)
				s, err := octopuszle.NewSolver(k.diagonals, uint64(len(times)))
				if err != nil {
					b.Fatal(err)
				}
				found, err := s.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				times = append(times, cpu(b)-start)
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
