package render

import (
	"image"
	"image/draw"
	"math"
	"testing"

	"github.com/fogleman/gg"
	"golang.org/x/image/math/fixed"

	"github.com/sixfold-bot/sixfold/engine/hex"
)

// plainSurface draws everything anew with package gg, in true colour: the naive way,
// with which pictures and times are compared.
type plainSurface struct {
	dc   *gg.Context
	look *look
	tb   testing.TB
}

func (p plainSurface) tile(s *sheet, centre image.Point, f fill, on stone) {
	if f >= fillVisited {
		p.look.paintGround(p.dc, s.comb, centre, f)
	} // others are on the empty board
	p.look.paintStone(p.dc, s.comb, centre, on)
}

func (p plainSurface) shape(s *sheet, centre image.Point, k shape, with ink) {
	p.dc.SetColor(p.look.ink(with))
	k.paint(p.dc, s.comb, centre)
}

// text draws letters at the very places where the paletted picture has them, so that
// comparing the two shows what the palette loses.
func (p plainSurface) text(t *typeface, pen vertex, words string, with ink) {
	x := fixed.Int26_6(math.Round(pen.x * 64))
	for _, r := range words {
		g := t.glyph(r, x)
		at := g.mask.Rect.Add(image.Pt(x.Floor(), int(math.Round(pen.y))))
		draw.DrawMask(rgba(p.dc), at, image.NewUniform(p.look.ink(with)), image.Point{}, g.mask, g.mask.Rect.Min, draw.Over)
		x += g.advance
	}
}

func (p plainSurface) bar(r image.Rectangle, with ink) {
	p.dc.SetColor(p.look.ink(with))
	p.dc.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
	p.dc.Fill()
}

// naive draws a scene of a position from scratch.
func naive(tb testing.TB, p *hex.Position, s Style, key hexKey, scene func(*hexDrawing)) *image.RGBA {
	tb.Helper()
	key.look, key.size, key.weighted, key.topBottom = s.Theme.colours(), p.Size(), p.Weighted(), p.TopBottom()
	board, err := layOutHexBoard(key, p.Weight)
	if err != nil {
		tb.Fatal(err)
	}
	dc := gg.NewContextForRGBA(image.NewRGBA(board.bounds))
	board.paint(dc, key)
	on := plainSurface{dc, key.look, tb}
	board.letter(on)
	scene(&hexDrawing{board, on, p, s})
	return rgba(dc)
}
