package atom4

import (
	"image"
	"image/draw"
	"testing"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// BenchmarkAtom4 draws and encodes games of 30 plies, as games of two players have, and full
// boards; and, in turn with it, does the same naively. Of a game move by move, most of each
// picture is kept from the one before; of the first picture of another game, little.
func BenchmarkAtom4(b *testing.B) {
	const games, moves = 128, 8
	s := render.Style{Names: []string{"Annabel", "Björn"}}
	for name, plies := range map[string]int{"middle": 30, "full": 252} {
		var openings, inTurn []any
		for seed := uint64(0); len(openings) < games; seed++ {
			p := randomGame(b, 1, plies, seed)
			if p.Outcome().Status != engine.Open {
				continue
			}
			for n := range moves {
				inTurn = append(inTurn, randomGame(b, 1, plies-moves+n, seed))
			}
			openings = append(openings, p)
		}
		b.Run(name, func(b *testing.B) {
			b.Run("move", func(b *testing.B) { rendertest.Compare(b, Drawers, s, naive, inTurn...) })
			b.Run("first", func(b *testing.B) { rendertest.Compare(b, Drawers, s, naive, openings...) })
		})
	}
}

// naive draws a position anew with package gg, in true colour, without caption and
// coordinates.
func naive(scene any) image.Image {
	p, l := scene.(*atom4.Position), render.Themes[0].Look()
	b := &board{Board: canvas.Board{Look: l}, frame: newFrame(usual, partAround(used(p)))}
	dc := gg.NewContext(canvas.Width, canvas.Height)
	dc.SetColor(l.Background)
	dc.Clear()
	b.paint(dc)
	d := drawing{board: b, p: p}
	for c := range grid.Cell(grid.Size * grid.Size) {
		if colour := p.At(c); colour != grid.Empty {
			painted := paint(l, d.placed(colour))
			box := painted.Rect.Add(d.centre(c).Sub(painted.Rect.Size().Div(2)))
			draw.DrawMask(canvas.Drawn(dc), box, painted, image.Point{}, image.Opaque, image.Point{}, draw.Over)
		}
	}
	return canvas.Drawn(dc)
}
