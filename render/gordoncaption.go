package render

import (
	"image"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon"
)

// standing writes who is to move, or who has won.
func (d *gordonDrawing) standing() { d.captioned(d.words()) }

func (d *gordonDrawing) words() engine.Text {
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
func (d *gordonDrawing) captioned(words engine.Text) {
	note := d.s.Note
	if note == "" {
		note = d.s.say(words)
	}
	c := d.caption
	room := c.room(c.middle(d.on, c.legible(note)))
	if d.p.Variant() == gordon.Solitaire {
		return
	}
	d.player(0, room, 1)
	d.player(1, room, -1)
}

// player draws a seat's sign and name within room pixels: from the left (direction 1) or
// from the right (-1).
func (d *gordonDrawing) player(s engine.Seat, room, direction float64) {
	c := d.caption
	y := c.middlePoint().y
	start := float64(c.box.Min.X) + c.size*captionPad
	if direction < 0 {
		start = float64(c.box.Max.X) - c.size*captionPad
	}
	with, faces := inkMuted, c.name
	active := d.active(s)
	if active {
		with, faces = inkText, c.strong
	}
	colour, square := d.inkOf(int(s))
	radius := c.size * captionSign
	d.on.disc(vertex{start + direction*radius, y}, radius, square, solid, colour)
	name := c.legible(d.s.name(s))
	if name == "" {
		name = c.legible(d.s.say(gordon.Game.Sides.List[s].Title))
	}
	begin := 2*radius + c.size*captionGap
	face, _ := faces.fit(name, room-begin)
	name = face.fit(name, room-begin)
	width := face.measure(name)
	pen := vertex{start + direction*begin, y + face.capHeight()/2}
	if direction < 0 {
		pen.x -= width
	}
	d.on.text(face, pen, name, with)
	if active {
		bar := image.Rect(int(start), 0, int(start+direction*(begin+width)), 0).Canon()
		bar.Max.Y = c.box.Max.Y
		bar.Min.Y = bar.Max.Y - max(2, int(c.size*captionUnder+0.5))
		d.on.bar(bar, d.under(colour))
	}
}

// captionSign is the radius of a player's sign, in text heights.
const captionSign = 0.55

// active reports whether it is a seat's turn, or the seat has won.
func (d *gordonDrawing) active(s engine.Seat) bool {
	if o := d.p.Outcome(); o.Status != engine.Open {
		return o.Winner == s
	}
	return d.s.Note == "" && d.p.Turn() == s
}

func (d *gordonDrawing) under(colour ink) ink {
	if d.p.Outcome().Status == engine.Won {
		return inkGreen
	}
	return colour
}
