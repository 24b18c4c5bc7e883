package hex_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
)

// fullGame is a random game of a size, to its end.
func fullGame(b *testing.B, o engine.Options) []string {
	b.Helper()
	p, err := hex.New(o)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(14, 14))
	var moves []string
	for p.Outcome().Status == engine.Open {
		legal := p.(engine.Lister).Moves()
		move, err := p.Play(legal[r.IntN(len(legal))])
		if err != nil {
			b.Fatal(err)
		}
		moves = append(moves, move)
	}
	return moves
}

// BenchmarkReplay plays a whole game from its list, as every command does.
func BenchmarkReplay(b *testing.B) {
	for name, o := range map[string]engine.Options{
		"plain14": {"size": 14}, "weighted14": {"size": 14, "weighted": true}, "plain19": {"size": 19},
	} {
		moves := fullGame(b, o)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := engine.Replay(&hex.Game, o, moves); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
		})
	}
}

// BenchmarkPlay plays single stones; a full board is begun anew.
func BenchmarkPlay(b *testing.B) {
	o := engine.Options{"size": 14}
	moves := fullGame(b, o)
	moves = moves[:len(moves)-1]
	b.ReportAllocs()
	next := len(moves)
	var p engine.Position
	for b.Loop() {
		if next == len(moves) {
			p, next = play(b, o, ""), 0
		}
		if _, err := p.Play(moves[next]); err != nil {
			b.Fatal(err)
		}
		next++
	}
}

// BenchmarkMoves lists the moves of an empty board, as autocomplete does.
func BenchmarkMoves(b *testing.B) {
	p := play(b, engine.Options{"size": 14}, "")
	b.ReportAllocs()
	for b.Loop() {
		if len(p.Moves()) != 14*14 {
			b.Fatal("moves are missing")
		}
	}
}

// BenchmarkLimit has the strongest level play itself at 200 ms a move. It reports which
// part of that time 99 moves of 100 take at most, and the memory that the program has
// taken by then. It says something with hundreds of moves on an idle machine:
// -bench Limit -benchtime 500x.
func BenchmarkLimit(b *testing.B) {
	const limit = 200 * time.Millisecond
	o := engine.Options{"size": 11}
	var took []float64
	var p engine.Position
	var players [2]engine.Player
	for b.Loop() {
		if p == nil || p.Outcome().Status != engine.Open {
			p = play(b, o, "")
			for i := range players {
				players[i], _ = hex.NewPlayer(hex.Skill{Seed: uint64(i)})
			}
		}
		ctx, cancel := context.WithTimeout(b.Context(), limit)
		began := time.Now()
		c, err := players[p.Turn()].Choose(ctx, p)
		took = append(took, float64(time.Since(began))/float64(limit))
		cancel()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Play(c.Move); err != nil {
			b.Fatal(err)
		}
	}
	slices.Sort(took)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(took[len(took)*99/100], "p99/limit")
	b.ReportMetric(took[len(took)-1], "max/limit")
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB")
}
