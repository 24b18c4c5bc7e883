package atom4

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// preview draws a move before it is made, with green marks.
func (b *boards) preview(view atom4.Preview, s render.Style) image.Image {
	p := view.Position
	return b.draw(p, partOf(p), s, func(d *drawing) {
		d.rowBand()
		d.pieces(d.lastCells()...)
		d.rowRings()
		d.rings(canvas.InkGreen)
		d.beads(canvas.InkGreen)
		last := p.Last()
		d.sidePanel(engine.T("Preview: %s on %s", last.Piece.Name(), last.Cell.String()))
	})
}

// wide draws the pieces with more of the board around them, and offers the whole board as a file.
func (b *boards) wide(view atom4.Wide, s render.Style) image.Image {
	s.Cut(func() image.Image { return b.drawOn(spread, view.Position, wholeBoard, s, (*drawing).position) })
	return b.draw(view.Position, partAround(view.InUse().Inset(-wideRoom)), s, (*drawing).position)
}
