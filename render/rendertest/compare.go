package rendertest

import (
	"image"
	"image/png"
	"io"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
)

// Compare measures how long it takes to draw and encode a scene of which the drawers keep what
// they can, in milliseconds of the processor; how large the file is; and, in turn with it, how
// much longer a naive way takes, whose picture is encoded by the standard library. That ratio
// is of the fastest rounds.
//
// Most of a picture that was encoded lately is kept: see [CompareInTurn].
func Compare(b *testing.B, drawers []render.Drawer, scene any, s render.Style, naive func() image.Image) {
	b.Helper()
	CompareInTurn(b, drawers, []any{scene}, s, func(any) image.Image { return naive() })
}

// CompareInTurn is Compare for scenes that are drawn in turn, over and over: the moves of games,
// of each of which much is kept from the one before, or scenes that have little in common. They
// must be so many that nothing is kept from one round to the next.
func CompareInTurn(b *testing.B, drawers []render.Drawer, scenes []any, s render.Style, naive func(scene any) image.Image) {
	b.Helper()
	for _, scene := range scenes { // paints what is kept
		if _, err := render.PNG(drawers, scene, s); err != nil {
			b.Fatal(err)
		}
	}
	const every = 16 // rounds have one of the control, which takes that much longer
	ours, control := time.Hour, time.Hour
	size, round, spent := 0, 0, time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		scene := scenes[round%len(scenes)]
		start, began := time.Now(), enginetest.CPU(b)
		data, err := render.PNG(drawers, scene, s)
		ours = min(ours, time.Since(start))
		spent += enginetest.CPU(b) - began
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		if round++; round%every == 1 {
			b.StopTimer()
			start := time.Now()
			if err := png.Encode(io.Discard, naive(scene)); err != nil {
				b.Fatal(err)
			}
			control = min(control, time.Since(start))
			b.StartTimer()
		}
	}
	b.ReportMetric(spent.Seconds()*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(ours.Seconds()*1000, "ms")
	b.ReportMetric(float64(control)/float64(ours), "x-naive")
	b.ReportMetric(float64(size)/float64(round)/1000, "KB")
}
