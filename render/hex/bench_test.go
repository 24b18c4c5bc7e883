package hex

import (
	"image/png"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// BenchmarkHex14 draws and encodes 14×14 boards and, in turn with it, does the same naively: from
// scratch with package gg in true colour, encoded by image/png. Of a game move by move, most of
// each picture is cached from the one before; of the first picture of a game, and of one with the
// winning chain, little is. The benchmark plays enough games in turn that nothing stays cached from
// one round to the next. The milliseconds are the median; the ratio uses the fastest run of the
// control.
func BenchmarkHex14(b *testing.B) {
	const games, first, moves = 48, 90, 16
	var openings, inTurn, won []*hex.Position
	for seed := range uint64(games) {
		for n := range moves {
			inTurn = append(inTurn, randomGame(b, options(14), first+n, seed))
		}
		openings = append(openings, randomGame(b, options(14), first, seed+games), randomGame(b, options(14), first+1, seed+2*games))
		won = append(won, randomGame(b, options(14), 14*14, seed), randomGame(b, options(14), 14*14, seed+games))
	}
	b.Run("move", func(b *testing.B) { benchmark(b, inTurn) })
	b.Run("first", func(b *testing.B) { benchmark(b, openings) })
	b.Run("won", func(b *testing.B) { benchmark(b, won) })
}

func benchmark(b *testing.B, games []*hex.Position) {
	b.Helper()
	s := render.Style{Names: []string{"Annabel", "Bob"}}
	const every = 64 // rounds have one of the control, which takes that much longer
	control, size, round := time.Hour, 0, 0
	var ours []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		p := games[round%len(games)]
		start := time.Now()
		data, err := render.PNG(Drawers, p, s)
		ours = append(ours, time.Since(start))
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		if round++; round%every == 1 {
			b.StopTimer()
			start := time.Now()
			if err := png.Encode(io.Discard, naive(b, p, s)); err != nil {
				b.Fatal(err)
			}
			control = min(control, time.Since(start))
			b.StartTimer()
		}
	}
	slices.Sort(ours)
	median := ours[len(ours)/2]
	b.ReportMetric(median.Seconds()*1000, "ms")
	b.ReportMetric(float64(control)/float64(median), "x-naive")
	b.ReportMetric(float64(size)/float64(round)/1000, "KB")
}

// BenchmarkHex14Draw draws alone.
func BenchmarkHex14Draw(b *testing.B) {
	p := randomGame(b, options(14), 14*14/2, 2)
	s := render.Style{Names: []string{"Annabel", "Bob"}}
	b.ReportAllocs()
	for b.Loop() {
		img, err := render.Draw(Drawers, p, s)
		if err != nil {
			b.Fatal(err)
		}
		canvas.Recycle(img)
	}
}

// BenchmarkHex14First makes the empty board as well, once a size and theme.
func BenchmarkHex14First(b *testing.B) {
	p := randomGame(b, options(14), 14*14/2, 2)
	for b.Loop() {
		if _, err := render.PNG(newDrawers(), p, render.Style{}); err != nil {
			b.Fatal(err)
		}
	}
}
