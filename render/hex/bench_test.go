package hex

import (
	"image/png"
	"io"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// BenchmarkHex14 draws and encodes a 14×14 board and, in turn with it, does the same
// naively: everything anew with package gg in true colour, encoded by image/png as it
// comes. The milliseconds and the ratio are those of the fastest rounds.
func BenchmarkHex14(b *testing.B) {
	b.Run("middle", func(b *testing.B) { benchmark(b, 14*14/2) })
	b.Run("won", func(b *testing.B) { benchmark(b, 14*14) })
}

func benchmark(b *testing.B, moves int) {
	b.Helper()
	p := randomGame(b, options(14), moves, 2)
	s := render.Style{Names: []string{"Annabel", "Bob"}}
	if _, err := render.PNG(Drawers, p, s); err != nil { // the empty board is there after the first
		b.Fatal(err)
	}
	const every = 16 // rounds have one of the control, which takes that much longer
	ours, control := time.Hour, time.Hour
	size, round := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		data, err := render.PNG(Drawers, p, s)
		ours = min(ours, time.Since(start))
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
		if round++; round%every == 1 {
			b.StopTimer()
			start := time.Now()
			if err := png.Encode(io.Discard, naive(b, p, s, key{}, (*drawing).position)); err != nil {
				b.Fatal(err)
			}
			control = min(control, time.Since(start))
			b.StartTimer()
		}
	}
	b.ReportMetric(ours.Seconds()*1000, "ms")
	b.ReportMetric(float64(control)/float64(ours), "x-naive")
	b.ReportMetric(float64(size)/1000, "KB")
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
