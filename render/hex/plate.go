package hex

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// caption writes who plays, and the words between them unless the style has others.
func (d *drawing) caption(words engine.Text) {
	c := d.board.caption
	room := c.Words(d.on, d.s.Caption(words))
	d.plate(hex.Red, c.Left(), room)
	d.plate(hex.Blue, c.Right(), room)
}

// arrowRoom is the width of an arrow between edges, and stoneInset the margin left
// of a stone, in cells.
const (
	arrowRoom  = 2 * arrowShare / captionStone
	stoneInset = 0.5 - stoneShare
)

// plate draws a side's stone, which edges it joins, and its name.
func (d *drawing) plate(c hex.Colour, end canvas.End, room float64) {
	caption, cell := d.board.caption, float64(d.icons.comb.width)
	active := d.s.Stands(c.Seat(), d.p.Turn(), d.p.Outcome().Winner)
	with, arrow := canvas.InkMuted, shapeAcross
	if active {
		with = canvas.InkText
	}
	if c == d.p.TopBottom() {
		arrow = shapeDown
	}
	d.on.tile(d.icons, end.At(cell/2).Round(), fillBand, stoneOf(c))
	d.on.shape(d.icons, end.At(cell*(1+arrowRoom/2)).Round(), arrow, with)
	caption.Plate(d.on, end, canvas.Plate{
		Name:   d.s.Called(c.Seat(), colourName(c), caption.Legible),
		Active: active,
		Under:  d.under(c),
		Inset:  cell * stoneInset,
		Indent: cell*(1+arrowRoom) + caption.Size*canvas.CaptionGap/2,
	}, room)
}

// under is the ink of the line under a side that is to move, or has won.
func (d *drawing) under(c hex.Colour) canvas.Ink {
	switch {
	case d.p.Winner() != hex.Empty || len(d.s.Winners) > 0:
		return canvas.InkGreen
	case c == hex.Blue:
		return canvas.InkBlue
	default:
		return canvas.InkRed
	}
}

func colourName(c hex.Colour) engine.Text {
	if c == hex.Red {
		return engine.T("Red")
	}
	return engine.T("Blue")
}
