package octopuszle

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/octopuszle"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// picture draws a whole board, and offers it at full size as a file.
func (b *boards) picture(p octopuszle.Picture, s render.Style) image.Image {
	shown := whole
	if p.DiagonalsAlone {
		shown = alone
	}
	d := b.draw(shown, s)
	d.all(p)
	if shown == whole {
		d.legend([]sign{
			{tile{lines: octopuszle.Orthogonals}, engine.T("straight lines")},
			{tile{lines: octopuszle.Diagonals}, engine.T("diagonals")},
		})
	}
	s.Move, s.Last = 0, "" // it shows no table
	s.Write(d.on, d.caption, render.Caption{Words: p.Caption})
	s.Cut(func() image.Image {
		d := b.draw(large, s)
		d.all(p)
		return d.on.Paletted
	})
	return d.on.Paletted
}

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

// Positions of the legend, in pixels.
const (
	legendSide = 112 // of a square
	legendLeft = 56  // from the board
	legendGap  = 26  // from a square to its text
	legendStep = 156 // from one entry to the next
)

type sign struct {
	tile
	words engine.Text
}

func (d *drawing) legend(signs []sign) {
	field := d.field()
	left := field.Max.X + legendLeft
	top := (field.Min.Y + field.Max.Y - legendStep*(len(signs)-1) - legendSide) / 2
	for i, k := range signs {
		corner := image.Pt(left, top+i*legendStep)
		k.side = legendSide
		d.on.Stamp(d.tile(k.tile), corner)
		at := canvas.Pt(float64(left+legendSide+legendGap), float64(corner.Y)+legendSide/2+d.quiet.CapHeight()/2)
		words := d.quiet.Fit(d.quiet.Legible(d.s.Words(k.words)), canvas.Width-at.X-legendGap)
		d.on.Text(d.quiet, at, words, canvas.InkMuted)
	}
}
