package gordon

import (
	"image"

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

// captioned writes the players at both ends, and words between them.
func (d *drawing) captioned(words engine.Text) {
	note := d.s.Note
	if note == "" {
		note = d.s.Words(words)
	}
	c := d.caption
	room := c.Room(c.Middle(d.on, c.Legible(note)))
	if d.p.Variant() == gordon.Solitaire {
		return
	}
	d.player(0, room, 1)
	d.player(1, room, -1)
}

// player draws a seat's sign and name within room pixels: from the left (direction 1) or
// from the right (-1).
func (d *drawing) player(s engine.Seat, room, direction float64) {
	c := d.caption
	y := c.Centre().Y
	start := float64(c.Box.Min.X) + c.Size*canvas.CaptionPad
	if direction < 0 {
		start = float64(c.Box.Max.X) - c.Size*canvas.CaptionPad
	}
	with, faces := canvas.InkMuted, c.Name
	active := d.active(s)
	if active {
		with, faces = canvas.InkText, c.Strong
	}
	colour, square := d.inkOf(int(s))
	radius := c.Size * captionSign
	d.on.Disc(canvas.Pt(start+direction*radius, y), radius, square, canvas.Solid, colour)
	name := c.Legible(d.s.Name(s))
	if name == "" {
		name = c.Legible(d.s.Words(gordon.Game.Sides.List[s].Title))
	}
	begin := 2*radius + c.Size*canvas.CaptionGap
	face, _ := faces.Fit(name, room-begin)
	name = face.Fit(name, room-begin)
	width := face.Measure(name)
	pen := canvas.Pt(start+direction*begin, y+face.CapHeight()/2)
	if direction < 0 {
		pen.X -= width
	}
	d.on.Text(face, pen, name, with)
	if active {
		bar := image.Rect(int(start), 0, int(start+direction*(begin+width)), 0).Canon()
		bar.Max.Y = c.Box.Max.Y
		bar.Min.Y = bar.Max.Y - max(2, int(c.Size*canvas.CaptionUnder+0.5))
		d.on.Bar(bar, d.under(colour))
	}
}

// captionSign is the radius of a player's sign, in text heights.
const captionSign = 0.55

// active reports whether it is a seat's turn, or the seat has won.
func (d *drawing) active(s engine.Seat) bool {
	if o := d.p.Outcome(); o.Status != engine.Open {
		return o.Winner == s
	}
	return d.s.Note == "" && d.p.Turn() == s
}

func (d *drawing) under(colour canvas.Ink) canvas.Ink {
	if d.p.Outcome().Status == engine.Won {
		return canvas.InkGreen
	}
	return colour
}
