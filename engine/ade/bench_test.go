package ade_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// BenchmarkFireE8 fires E8 to its end from values of 1,000 digits each.
func BenchmarkFireE8(b *testing.B) {
	words := make([]string, 8)
	for i := range words {
		words[i] = fmt.Sprint(i+1) + strings.Repeat("7", 999)
	}
	o := engine.Options{"type": "E", "degree": 8, "values": strings.Join(words, " ")}
	b.ReportAllocs()
	for b.Loop() {
		p, err := ade.New(o)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Play("exhaust"); err != nil || p.Outcome().Status != engine.Solved {
			b.Fatal(err, p.Outcome())
		}
	}
}

// BenchmarkTheory64 parses and classifies graphs of 64 nodes, and proves all that the theory can.
func BenchmarkTheory64(b *testing.B) {
	edges := map[string][]string{}
	for i := 1; i < 64; i++ {
		edges["path"] = append(edges["path"], fmt.Sprintf("%d-%d", i-1, i))
		for j := range i {
			edges["complete"] = append(edges["complete"], fmt.Sprintf("%d-%d", j, i))
		}
	}
	edges["cycle"] = append(strings.Fields("63-0"), edges["path"]...)
	edges["E64"] = append(strings.Fields("0-4"), edges["path"][1:]...)
	for _, name := range []string{"path", "cycle", "E64", "complete"} {
		list := strings.Join(edges[name], " ")
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				g, err := graph.Parse(list)
				if err != nil {
					b.Fatal(err)
				}
				if g.Type().Class == "" {
					b.Fatal("no class")
				}
			}
		})
	}
}

// BenchmarkDecide decides starts of each kind.
func BenchmarkDecide(b *testing.B) {
	for _, degree := range []int{8, 9, 10, 64} {
		g, err := graph.New("E", degree)
		if err != nil {
			b.Fatal(err)
		}
		v := make(graph.Values, degree)
		for i := range v {
			v[i] = big.NewInt(int64(i%3 + 1))
		}
		b.Run(fmt.Sprint("E", degree), func(b *testing.B) {
			for b.Loop() {
				theory.New(g).Decide(v)
			}
		})
	}
}

// BenchmarkDuel lets the perfect player begin games of some lengths: on D5 at most 20
// shots of single nodes are possible from all ones, on A6 21, on E6 36.
func BenchmarkDuel(b *testing.B) {
	for _, f := range []struct {
		family string
		degree int
	}{{"D", 5}, {"A", 6}, {"D", 6}, {"E", 6}} {
		b.Run(fmt.Sprint(f.family, f.degree), func(b *testing.B) {
			proved := 0.0
			for b.Loop() {
				p, err := ade.New(engine.Options{"mode": "duel", "type": f.family, "degree": f.degree})
				if err != nil {
					b.Fatal(err)
				}
				level, _ := ade.Game.Level("max")
				choice, err := level.New(1).Choose(b.Context(), p)
				if err != nil {
					b.Fatal(err)
				}
				if choice.Proved {
					proved = 1
				}
			}
			b.ReportMetric(proved, "proved")
		})
	}
}

// BenchmarkLevels plays each level against the one before, with its time for a move, on graphs whose
// games are rated, begun by either.
func BenchmarkLevels(b *testing.B) {
	levels := ade.Game.Opponents.Levels
	for i, strong := range levels[1:] {
		weak := levels[i]
		b.Run(strong.ID, func(b *testing.B) {
			won := 0
			for g := range b.N {
				seat := engine.Seat(g % 2)
				if rated(b, g/2, map[engine.Seat]engine.Level{seat: strong, seat.Other(): weak}) == seat {
					won++
				}
			}
			b.Logf("%s wins %d of %d against %s", strong.ID, won, b.N, weak.ID)
			b.ReportMetric(float64(won), "won")
		})
	}
}

// rated plays a game that can be rated, and returns who has won it.
func rated(b *testing.B, number int, levels map[engine.Seat]engine.Level) engine.Seat {
	b.Helper()
	graphs := []engine.Options{{"type": "E", "degree": 7}, {"type": "A", "degree": 9}, {"type": "D", "degree": 8}, {"type": "E", "degree": 8}, {"type": "A", "degree": 10}}
	o := graphs[number%len(graphs)]
	o["mode"] = "duel"
	p, err := ade.New(o)
	if err != nil {
		b.Fatal(err)
	}
	players := map[engine.Seat]engine.Player{}
	for seat, l := range levels {
		players[seat] = l.New(uint64(number))
	}
	for p.Outcome().Status == engine.Open {
		ctx, stop := context.WithTimeout(b.Context(), levels[p.Turn()].Think)
		c, err := players[p.Turn()].Choose(ctx, p)
		stop()
		if err == nil {
			_, err = p.Play(c.Move)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return p.Outcome().Winner
}
