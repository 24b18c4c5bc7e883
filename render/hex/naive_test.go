package hex

import (
	"image"
	"image/draw"
	"math"
	"testing"

	"github.com/fogleman/gg"
	"golang.org/x/image/math/fixed"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// plainSurface draws everything anew with package gg, in true colour: the naive way,
// with which pictures and times are compared.
type plainSurface struct {
	dc   *gg.Context
	look *canvas.Look
	tb   testing.TB
}

func (p plainSurface) tile(s *sheet, centre image.Point, f fill, on stone) {
	if f >= fillVisited {
		paintGround(p.look, p.dc, s.comb, centre, f)
	} // others are on the empty board
	paintStone(p.look, p.dc, s.comb, centre, on, lightOf(p.look, s.comb, centre, on))
}

func (p plainSurface) shape(s *sheet, centre image.Point, k shape, with canvas.Ink) {
	p.dc.SetColor(p.look.Ink(with))
	k.paint(p.dc, s.comb, centre)
}

func (p plainSurface) mask(m *image.Alpha, at image.Point, with canvas.Ink) {
	draw.DrawMask(canvas.Drawn(p.dc), m.Rect.Add(at), image.NewUniform(p.look.Ink(with)), image.Point{}, m, m.Rect.Min, draw.Over)
}

// Text draws letters at the same places as the paletted picture, so that a comparison shows the
// loss by the palette.
func (p plainSurface) Text(t *canvas.Typeface, pen canvas.Point, words string, with canvas.Ink) {
	x := fixed.Int26_6(math.Round(pen.X * 64))
	for _, r := range words {
		g := t.Glyph(r, x)
		at := g.Mask.Rect.Add(image.Pt(x.Floor(), int(math.Round(pen.Y))))
		draw.DrawMask(canvas.Drawn(p.dc), at, image.NewUniform(p.look.Ink(with)), image.Point{}, g.Mask, g.Mask.Rect.Min, draw.Over)
		x += g.Advance
	}
}

func (p plainSurface) Bar(r image.Rectangle, with canvas.Ink) {
	p.dc.SetColor(p.look.Ink(with))
	p.dc.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
	p.dc.Fill()
}

// naive draws a scene of a position from scratch.
func naive(tb testing.TB, p *hex.Position, s render.Style, k key, scene func(*drawing)) *image.RGBA {
	tb.Helper()
	k = k.of(p, s)
	board := layOutBoard(k, p.Weight)
	dc := gg.NewContextForRGBA(image.NewRGBA(board.bounds))
	dc.SetColor(k.look.Background)
	dc.Clear()
	on := plainSurface{dc, k.look, tb}
	on.Bar(board.lower(), canvas.InkBand)
	board.paint(dc, k)
	board.letter(on)
	scene(&drawing{board: board, on: on, p: p, s: s})
	return canvas.Drawn(dc)
}
