package player

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
)

// BenchmarkLimit has the strongest level play itself at 200 ms a move. It reports which
// part of that time 99 moves of 100 take at most, and the memory that the program has
// taken by then. It says something with hundreds of moves on an idle machine:
// -bench Limit -benchtime 500x.
func BenchmarkLimit(b *testing.B) {
	const limit = 200 * time.Millisecond
	var took []float64
	var g *game
	var players [2]engine.Player
	for b.Loop() {
		if g == nil || g.Winner() != board.Empty {
			g = newGame(kind{size: 11})
			for i := range players {
				players[i], _ = New(Options{Seed: uint64(i)})
			}
		}
		ctx, cancel := context.WithTimeout(b.Context(), limit)
		began := time.Now()
		c, err := players[g.Turn()].Choose(ctx, g)
		took = append(took, float64(time.Since(began))/float64(limit))
		cancel()
		if err != nil {
			b.Fatal(err)
		}
		g.play(b, c.Move)
	}
	slices.Sort(took)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(took[len(took)*99/100], "p99/limit")
	b.ReportMetric(took[len(took)-1], "max/limit")
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB")
}
