package gordon

import (
	"image"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// BenchmarkGordon draws and encodes a game in its middle and, in turn with it, does the same
// naively. The milliseconds are CPU time, and the ratio compares the fastest rounds.
func BenchmarkGordon(b *testing.B) {
	for _, name := range []string{"Z7", "A4", "S4", "Z2^6"} {
		p := randomGame(b, engine.Options{"group": name}, 5, 1)
		b.Run(name, func(b *testing.B) { benchmark(b, p) })
	}
}

func benchmark(b *testing.B, p *gordon.Position) {
	b.Helper()
	s := render.Style{Names: []string{"Annabel", "Bob"}, Move: 5, Last: "m=3"}
	plain := newBoard(render.Themes[0].Look(), p.Group(), p.Cosets())
	rendertest.Compare(b, Drawers, s, func(any) image.Image { return naive(plain, p) }, p)
}

// naive draws places and chips anew with package gg, in true colour, without paths and
// caption.
func naive(b *board, p *gordon.Position) *image.RGBA {
	dc := gg.NewContext(canvas.Width, canvas.Height)
	dc.SetColor(b.Look.Background)
	dc.Clear()
	paint := func(o pill, name string, taken bool, size float64) {
		dc.DrawRoundedRectangle(o.at.X-o.half.X, o.at.Y-o.half.Y, 2*o.half.X, 2*o.half.Y, o.round)
		dc.SetColor(b.Look.Cell)
		if taken {
			dc.SetColor(b.Look.Red.Base)
		}
		dc.FillPreserve()
		dc.SetColor(b.Look.Line)
		dc.SetLineWidth(rimWidth)
		dc.Stroke()
		canvas.Bold(size).Paint(dc, o.at, name, b.Look.Text)
	}
	for a := range group.Element(len(b.names)) {
		paint(b.pillOf(sprite{placeShape, free}, b.places[a]), b.names[a], !hasPlace(p, a), max(canvas.LeastText, b.ring.name))
		if b.columns > 0 {
			paint(b.pillOf(sprite{stepChip, free}, b.slot(int(a))), b.names[a], !hasToken(p, a), canvas.LeastText)
		}
	}
	return canvas.Drawn(dc)
}

// BenchmarkLayout lays out the places and the panel of a new kind of board.
func BenchmarkLayout(b *testing.B) {
	for _, name := range []string{"Z7", "A4", "D12", "S4", "Z128"} {
		g := grouped(b, name)
		most := widest(drawnNames(g, canvas.Bold(canvas.LeastText).Legible))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				newFrame(g.Cosets(), most)
			}
		})
	}
}
