package atom4

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// caption writes the players and, unless the style overrides it, the given text.
func (d *drawing) caption(words engine.Text) {
	d.s.Write(d.on, d.faces.caption, render.Caption{Words: words, Position: d.p, Sides: []render.Side{d.plays(0), d.plays(1)}})
}

// plays is a seat with the piece that it collects.
func (d *drawing) plays(s engine.Seat) render.Side {
	return render.Side{Title: sideName(s), Under: canvas.InkText, Width: 2 * comingPiece, Token: func(end canvas.End) {
		d.stamp(end.At(comingPiece).Round(), piece{colour: grid.Goal(s), radius: comingPiece, ground: onSide})
	}}
}

func sideName(s engine.Seat) engine.Text {
	if s == 0 {
		return engine.T("White")
	}
	return engine.T("Black")
}
