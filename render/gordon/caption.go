package gordon

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// standing writes who is to move, or who has won.
func (d *drawing) standing() { d.captioned(d.words()) }

func (d *drawing) words() engine.Text {
	_, placed := d.p.Place()
	switch o := d.p.Outcome(); {
	case o.Status == engine.Solved:
		return engine.T("Solved: all places are visited")
	case o.Status == engine.Drawn:
		return engine.T("No m leads on")
	case o.Status == engine.Won && o.Winner == 0:
		return engine.T("Player one wins")
	case o.Status == engine.Won:
		return engine.T("Player two wins")
	case d.p.Variant() == gordon.Solitaire:
		return engine.T("%s: visit all places", d.p.Group().Label())
	case !placed:
		return engine.T("%s: player one opens", d.p.Group().Label())
	case d.p.Turn() == 0:
		return engine.T("%s: player one moves", d.p.Group().Label())
	default:
		return engine.T("%s: player two moves", d.p.Group().Label())
	}
}

// captionSign is the radius of a player's sign, in text heights.
const captionSign = 0.55

// captioned writes the players at both ends, and words between them.
func (d *drawing) captioned(words engine.Text) {
	c := d.caption
	room := c.Words(d.on, d.s.Caption(words))
	if d.p.Variant() != gordon.Solitaire {
		d.player(0, c.Left(), room)
		d.player(1, c.Right(), room)
	}
}

// player draws a seat's sign and name.
func (d *drawing) player(s engine.Seat, end canvas.End, room float64) {
	by := [2]state{red, blue}[s]
	colour := inkOf(by)
	radius := d.caption.Size * captionSign
	d.on.Disc(end.At(radius), radius, by == blue, canvas.Solid, colour)
	d.caption.Plate(d.on, end, canvas.Plate{
		Name:   d.s.Called(s, gordon.Game.Sides.List[s].Title, d.caption.Legible),
		Active: d.s.Stands(s, d.p.Turn(), d.p.Outcome().Winner),
		Under:  d.under(colour),
		Indent: 2*radius + d.caption.Size*canvas.CaptionGap,
	}, room)
}

func (d *drawing) under(colour canvas.Ink) canvas.Ink {
	if d.p.Outcome().Status == engine.Won || len(d.s.Winners) > 0 {
		return canvas.InkGreen
	}
	return colour
}
