package atom4

import (
	"image"
	"image/draw"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// BenchmarkAtom4 draws and encodes a position of 30 plies, as a game of two players ends
// at, and a full board; and, in turn with it, does the same naively.
func BenchmarkAtom4(b *testing.B) {
	for name, plies := range map[string]int{"middle": 30, "full": 253} {
		p := randomGame(b, 1, plies, 3)
		b.Run(name, func(b *testing.B) {
			s := render.Style{Names: []string{"Annabel", "Björn"}}
			rendertest.Compare(b, Drawers, p, s, func() image.Image { return naive(p) })
		})
	}
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
			painted := paint(set{l, partOf(p).form()}, d.placed(colour, onBoard))
			box := painted.Rect.Add(d.centre(c).Sub(painted.Rect.Size().Div(2)))
			draw.DrawMask(canvas.Drawn(dc), box, painted, image.Point{}, image.Opaque, image.Point{}, draw.Over)
		}
	}
	return canvas.Drawn(dc)
}
