package solver_test

import (
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// BenchmarkSolve finds solutions of each kind and counts the different ones, without regard
// to where their groups lie. Each is checked, which takes no part of the time.
func BenchmarkSolve(b *testing.B) {
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			s := newSolver(b, 1, k.change)
			b.ReportAllocs()
			different := map[key]bool{}
			var spent time.Duration
			for left := b.N; left > 0; left -= bunch {
				start := enginetest.CPU()
				b.StartTimer()
				var found [][]board.Piece
				for range min(left, bunch) {
					x, err := s.Next(b.Context())
					if err != nil {
						b.Fatal(err)
					}
					found = append(found, x.Pieces)
				}
				b.StopTimer()
				spent += enginetest.CPU() - start
				for _, pieces := range found {
					if _, err := board.Validate(pieces, false); err != nil {
						b.Fatal(err)
					}
					different[keyOf(b, pieces)] = true
				}
			}
			b.ReportMetric(float64(len(different))/spent.Seconds(), "distinct/cpu-s")
		})
	}
}

// bunch is the number of solutions that a benchmark finds before it checks them: few enough to
// fit the memory, and enough to make reading the clock negligible.
const bunch = 1000

// BenchmarkAgainstSource solves by turns with the solver and with the source's algorithm
// as written, and tells how many times as fast the solver is.
func BenchmarkAgainstSource(b *testing.B) {
	const each = 60 // of ours for one of the source's
	ours, control := newSolver(b, 1, nil), newSource(solver.Original(), 1)
	var mine, theirs time.Duration
	for b.Loop() {
		start := enginetest.CPU()
		for range each {
			if _, err := ours.Next(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		middle := enginetest.CPU()
		control.solve(b)
		mine, theirs = mine+middle-start, theirs+enginetest.CPU()-middle
	}
	b.ReportMetric(theirs.Seconds()*each/mine.Seconds(), "times")
	b.ReportMetric(float64(b.N)/theirs.Seconds(), "source/cpu-s")
	b.ReportMetric(float64(b.N*each)/mine.Seconds(), "solver/cpu-s")
}

// BenchmarkLatency tells how long the slowest of a hundred searches take.
func BenchmarkLatency(b *testing.B) {
	s := newSolver(b, 1, nil)
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := s.Next(b.Context()); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
}

func BenchmarkValidate(b *testing.B) {
	pieces, _ := next(b, newSolver(b, 1, nil))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := board.Validate(pieces, false); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompact(b *testing.B) {
	for _, name := range []string{solver.Parallelogram, solver.HexagonAnd3} {
		b.Run(name, func(b *testing.B) {
			shape, err := solver.ParseShape(name)
			if err != nil {
				b.Fatal(err)
			}
			c, err := solver.NewCompact(shape, 1)
			if err != nil {
				b.Fatal(err)
			}
			start := enginetest.CPU()
			for b.Loop() {
				found, err := c.Next(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if _, err := board.Validate(found.Pieces, true); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((enginetest.CPU()-start).Seconds()*1000/float64(b.N), "cpu-ms/solution")
		})
	}
}

// BenchmarkComplete puts back 20 pieces, as is asked of it in a second.
func BenchmarkComplete(b *testing.B) {
	s := newSolver(b, 1, func(s *solver.Options) { s.Frame = table })
	var most time.Duration
	for b.Loop() {
		pieces, _ := next(b, s)
		start := enginetest.CPU()
		if _, err := complete(b.Context(), without(pieces, 20), 1); err != nil {
			b.Fatal(err)
		}
		most = max(most, enginetest.CPU()-start)
	}
	b.ReportMetric(most.Seconds()*1000, "most-cpu-ms")
}
