package octopuszle

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// picture draws a whole board, which as a file is twice as large.
func (b *boards) picture(p octopuszle.Picture, s render.Style) image.Image {
	d := b.draw(whole, s)
	d.all(p)
	d.legend(kinds(p))
	s.Move, s.Last = 0, "" // it is about no table
	s.Write(d.on, d.caption, render.Caption{Words: p.Caption})
	s.Cut(func() image.Image {
		d := b.draw(large, s)
		d.all(p)
		return d.on.Paletted
	})
	return d.on.Paletted
}

// all draws the squares of a board.
func (d *drawing) all(p octopuszle.Picture) {
	for at, lines := range p.Board {
		if p.DiagonalsAlone {
			lines &= octopuszle.Diagonals
		}
		d.on.Stamp(d.tile(tile{lines: lines, side: d.cell, bare: true}), d.at(at))
	}
	d.crossings(p.Board)
}

// crossings draws diagonals where they pass from cell to cell.
func (d *drawing) crossings(b *octopuszle.Board) {
	const down, up = 1<<octopuszle.SouthEast | 1<<octopuszle.NorthWest, 1<<octopuszle.NorthEast | 1<<octopuszle.SouthWest
	half := crossing(d.cell)
	for at := range b {
		var lines octopuszle.Lines
		if b[at].Has(octopuszle.SouthEast) {
			lines |= down
		}
		if at+1 < len(b) && b[at+1].Has(octopuszle.SouthWest) && at%d.cells < d.cells-1 {
			lines |= up
		}
		if lines != 0 {
			corner := d.at(at).Add(image.Pt(d.cell-half, d.cell-half))
			d.on.Stamp(d.tile(tile{lines: lines, side: d.cell, crossing: true}), corner)
		}
	}
}

// Where the legend is, in pixels.
const (
	legendSide = 150 // of a square
	legendAt   = 870 // its middle
	legendGap  = 22  // to the words below it
	legendStep = 264 // from one to the next
)

// kinds are those of lines that a board shows.
func kinds(p octopuszle.Picture) []sign {
	all := []sign{
		{tile{lines: octopuszle.Orthogonals}, engine.T("straight lines")},
		{tile{lines: octopuszle.Diagonals}, engine.T("diagonals")},
	}
	if p.DiagonalsAlone {
		return all[1:]
	}
	return all
}

// sign is a square of a legend, and what it stands for.
type sign struct {
	tile
	words engine.Text
}

// legend explains signs beside the board.
func (d *drawing) legend(signs []sign) {
	field := d.field()
	top := (field.Min.Y + field.Max.Y - legendStep*len(signs)) / 2
	for i, k := range signs {
		corner := image.Pt(legendAt-legendSide/2, top+i*legendStep+(legendStep-legendSide-legendGap-int(quietText))/2)
		k.side = legendSide
		d.on.Stamp(d.tile(k.tile), corner)
		at := canvas.Pt(legendAt, float64(corner.Y+legendSide+legendGap)+quietText/2)
		words := d.quiet.Fit(d.quiet.Legible(d.s.Words(k.words)), 2*float64(canvas.Width-legendAt)-quietText)
		canvas.Centred(d.on, d.quiet, at, words, canvas.InkMuted)
	}
}
