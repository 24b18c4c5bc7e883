package hex

import (
	"image"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// naive draws a position from scratch with package gg, in true colour and without the words of the
// caption: the way with which pictures and times are compared.
func naive(tb testing.TB, p *hex.Position, s render.Style) *image.RGBA {
	tb.Helper()
	k := key{}.of(p, s)
	d := &drawing{board: layOutBoard(k, p.Weight), p: p, s: s}
	dc, comb := gg.NewContext(d.bounds.Dx(), d.bounds.Dy()), d.comb
	dc.SetColor(k.look.Background)
	dc.Clear()
	dc.SetColor(k.look.Band)
	dc.DrawRectangle(0, float64(d.lower().Min.Y), float64(d.bounds.Dx()), float64(d.lower().Dy()))
	dc.Fill()
	d.paint(dc, k)
	for _, l := range d.labels {
		d.letters.Paint(dc, l.at, l.words, k.look.Label)
	}
	for c := range d.all() {
		if p.Visited(c) {
			paintGround(d.Look, dc, comb, d.centre(c), d.ground(c))
		} // other grounds are on the empty board
		paintStone(d.Look, dc, comb, d.centre(c), stoneOf(p.At(c)))
	}
	if last, ok := p.Last(); ok {
		const stroke = 4 // of marks on cells of this size
		light, dark := k.look.Mark, k.look.Text
		if k.look.IsDark() {
			light, dark = dark, light
		}
		gem := gemOf(k.look, stoneOf(p.At(last)))
		outline(gem, dc, float64(d.centre(last).X), float64(d.centre(last).Y), comb)
		dc.ClosePath()
		dc.SetLineWidth(2 * stroke)
		dc.SetColor(dark)
		dc.StrokePreserve()
		dc.SetLineWidth(stroke)
		dc.SetColor(light)
		dc.Stroke()
	}
	dc.SetLineCapRound()
	for _, line := range []struct {
		halo float64
		with canvas.Ink
	}{{4, canvas.InkHalo}, {0, canvas.InkGreen}} {
		for _, c := range p.Path() {
			dc.LineTo(float64(d.centre(c).X), float64(d.centre(c).Y))
		}
		dc.SetLineWidth(max(leastChain, comb.scale(chainShare)) + line.halo)
		dc.SetColor(k.look.Ink(line.with))
		dc.Stroke()
	}
	return canvas.Drawn(dc)
}
