package atom4

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"testing"
	"time"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// BenchmarkAtom4 draws and encodes a position of 30 plies, as a game of two players ends
// at, and a full board; and, in turn with it, does the same naively. The milliseconds are the
// processor's, and the ratio is that of the fastest rounds.
func BenchmarkAtom4(b *testing.B) {
	for name, plies := range map[string]int{"middle": 30, "full": 253} {
		p := randomGame(b, 1, plies, 3)
		b.Run(name, func(b *testing.B) { benchmark(b, p) })
	}
}

func benchmark(b *testing.B, p *atom4.Position) {
	b.Helper()
	s := render.Style{Names: []string{"Annabel", "Björn"}}
	if _, err := render.PNG(Drawers, p, s); err != nil { // the empty board is there after the first
		b.Fatal(err)
	}
	const every = 16 // rounds have one of the control, which takes that much longer
	ours, control := time.Hour, time.Hour
	size, round, spent := 0, 0, time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		start, began := time.Now(), enginetest.CPU(b)
		data, err := render.PNG(Drawers, p, s)
		ours = min(ours, time.Since(start))
		spent += enginetest.CPU(b) - began
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
		if round++; round%every == 1 {
			b.StopTimer()
			start := time.Now()
			if err := png.Encode(io.Discard, naive(p)); err != nil {
				b.Fatal(err)
			}
			control = min(control, time.Since(start))
			b.StartTimer()
		}
	}
	b.ReportMetric(spent.Seconds()*1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(ours.Seconds()*1000, "ms")
	b.ReportMetric(float64(control)/float64(ours), "x-naive")
	b.ReportMetric(float64(size)/1000, "KB")
}

// naive draws a position anew with package gg, in true colour, without caption and
// coordinates.
func naive(p *atom4.Position) *image.RGBA {
	l := render.Themes[0].Look()
	b := &board{Board: canvas.Board{Look: l}, frame: newFrame(partOf(p))}
	dc := gg.NewContext(width, height)
	dc.SetColor(l.Background)
	dc.Clear()
	b.paint(dc)
	d := drawing{board: b, p: p}
	for c := range grid.Cell(grid.Size * grid.Size) {
		if colour := p.At(c); colour != grid.Empty {
			painted := paint(l, d.placed(colour, onBoard))
			box := painted.Rect.Add(d.centre(c).Sub(painted.Rect.Size().Div(2)))
			draw.DrawMask(canvas.Drawn(dc), box, painted, image.Point{}, image.Opaque, image.Point{}, draw.Over)
		}
	}
	return canvas.Drawn(dc)
}
