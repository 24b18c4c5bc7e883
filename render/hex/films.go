package hex

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine/hex"
	hexboard "github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render"
)

// search draws a frame of a film of a search: the cells reached last are outlined, those before them
// shaded, with their distances if all of these have room.
func (b *boards) search(view hex.Search, s render.Style) *image.Paletted {
	s.Move, s.Last = 0, "" // beside a distance, a move looks like a part of the search
	return b.draw(view.Position, s, key{numbered: true}, func(d *drawing) {
		reached := func(c hexgrid.Cell) bool { return view.Cost[c] != hexboard.Unreached && view.Cost[c] <= view.Reached }
		d.stones(func(c hexgrid.Cell) fill {
			if reached(c) {
				return d.board.ground[c].visited()
			}
			return d.board.ground[c]
		})
		if n := d.numerals(d.widest(view.Cost)); n.fits {
			for c := range d.all() {
				if reached(c) && d.p.At(c) == hex.Empty {
					n.write(c, hex.CostName(view.Cost[c]))
				}
			}
		}
		d.markLast()
		for c := range d.all() {
			if view.Cost[c] == view.Reached && !view.Last {
				d.on.Here(d.cell(c))
			}
		}
		if view.Last {
			d.line(view.Side, view.Cells)
		}
		d.caption(view.Distance(d.called(view.Side)))
	})
}
