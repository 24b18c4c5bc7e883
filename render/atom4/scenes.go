package atom4

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// preview draws a move that has not been made: its marks are green.
func (b *boards) preview(view atom4.Preview, s render.Style) image.Image {
	p := view.Position
	return b.draw(p, partOf(p), s, func(d *drawing) {
		d.rowBand()
		d.pieces()
		d.rowRings()
		d.marks(canvas.InkGreen)
		last := p.Last()
		d.beside(engine.T("Preview: %s on %s", last.Piece.Name(), last.Cell.String()))
	})
}

// whole draws all of the board.
func (b *boards) whole(view atom4.Whole, s render.Style) image.Image {
	return b.draw(view.Position, wholeBoard, s, (*drawing).position)
}
