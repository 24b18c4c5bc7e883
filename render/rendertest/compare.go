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

// Compare measures the time to draw and encode a scene with warm caches, in milliseconds of CPU and
// of wall time, the size of the file, and the ratio of a naive implementation, encoded by the
// standard library, to it. The ratio compares the fastest rounds.
//
// Most of a recently encoded picture comes from a cache: see [CompareInTurn].
func Compare(b *testing.B, drawers []render.Drawer, scene any, s render.Style, naive func() image.Image) {
	b.Helper()
	CompareInTurn(b, drawers, []any{scene}, s, func(any) image.Image { return naive() })
}

// CompareInTurn is like Compare for scenes drawn in turn, repeatedly: the moves of games, which
// share much with the previous move, or unrelated scenes. There must be enough of them that nothing
// stays cached from one round to the next.
func CompareInTurn(b *testing.B, drawers []render.Drawer, scenes []any, s render.Style, naive func(scene any) image.Image) {
	b.Helper()
	for _, scene := range scenes { // fills the caches
		if _, err := render.PNG(drawers, scene, s); err != nil {
			b.Fatal(err)
		}
	}
	const every = 16 // rounds per run of the slower naive implementation
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
