package hex_test

import (
	"math/rand/v2"
	"strings"
	"testing"

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
		legal := p.(engine.Picker).Moves()
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
				if _, err := engine.Replay(b.Context(), &hex.Game, o, moves); err != nil {
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

// BenchmarkDescribe tells the largest board at the end of a game, when the first ways to do so
// are too long.
func BenchmarkDescribe(b *testing.B) {
	o := engine.Options{"size": hex.MaxSize, "weighted": true}
	p := play(b, o, strings.Join(fullGame(b, o), " "))
	b.ReportAllocs()
	for b.Loop() {
		if said := p.Describe().String(); !strings.Contains(said, "Rows from the top") {
			b.Fatal(said)
		}
	}
}
