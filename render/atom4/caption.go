package atom4

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// caption writes who plays, and the words between them unless the style has others.
func (d *drawing) caption(words engine.Text) {
	c := d.faces.caption
	room := c.Words(d.on, d.s.Caption(words))
	d.plate(0, c.Left(), room)
	d.plate(1, c.Right(), room)
}

// plate draws the piece that a side collects, and its name.
func (d *drawing) plate(s engine.Seat, end canvas.End, room float64) {
	c, radius := d.faces.caption, float64(comingPiece)
	d.stamp(end.At(radius).Round(), piece{colour: grid.Goal(s), radius: radius, ground: onSide})
	c.Plate(d.on, end, canvas.Plate{
		Name:   d.s.Called(s, sideName(s), c.Legible),
		Active: d.s.Stands(s, d.p.Turn(), d.p.Outcome().Winner),
		Under:  d.under(),
		Indent: 2*radius + c.Size*canvas.CaptionGap,
	}, room)
}

func sideName(s engine.Seat) engine.Text {
	if s == 0 {
		return engine.T("White")
	}
	return engine.T("Black")
}

// under is the ink of the line under a side that is to move, or has won.
func (d *drawing) under() canvas.Ink {
	if d.p.Outcome().Status == engine.Won || len(d.s.Winners) > 0 {
		return canvas.InkGreen
	}
	return canvas.InkText
}
