package hex

import (
	"image"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
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
	shaped := func(c hexgrid.Cell, k shape, with canvas.Ink) {
		dc.SetColor(d.Look.Ink(with))
		k.paint(dc, comb, d.centre(c))
	}
	if last, ok := p.Last(); ok {
		shaped(last, shapeRing, canvas.InkMark)
	}
	for _, line := range []struct {
		east, joint shape
		with        canvas.Ink
	}{{shapeChainHalo, shapeJointHalo, canvas.InkHalo}, {shapeChain, shapeJoint, canvas.InkGreen}} {
		for i, c := range p.Path() {
			if i > 0 {
				from, direction := d.step(p.Path()[i-1], c)
				shaped(from, line.east+direction, line.with)
			}
			shaped(c, line.joint, line.with)
		}
	}
	return canvas.Drawn(dc)
}
