package render

import "image"

// plate is one side of a caption.
type plate struct {
	name  string
	stone stone
	arrow shape // which edges it joins
	// active: it is this side's turn, or it has won; under then underlines it.
	active bool
	under  ink
}

// plates writes the words in the middle of the caption, which take precedence over the
// names, and a plate on either side.
func (d *hexDrawing) plates(left, right plate, words string) {
	c := d.hexBoard.caption
	room := c.room(c.middle(d.on, c.legible(words)))
	d.drawPlate(left, room, 1)
	d.drawPlate(right, room, -1)
}

// drawPlate draws a side's stone, edges and name within room pixels: towards the middle
// (direction 1) from the left, or (-1) from the right.
func (d *hexDrawing) drawPlate(p plate, room, direction float64) {
	c, on, icons := d.hexBoard.caption, d.on, d.icons
	y := c.middlePoint().y
	start := float64(c.box.Min.X) + c.size*captionPad
	if direction < 0 {
		start = float64(c.box.Max.X) - c.size*captionPad
	}
	cell := float64(icons.comb.width)
	at := func(x float64) image.Point { return image.Pt(int(start+direction*x+0.5), int(y+0.5)) }
	with, faces := inkMuted, c.name
	if p.active {
		with, faces = inkText, c.strong
	}
	on.tile(icons, at(cell/2), fillBand, p.stone)
	on.shape(icons, at(cell*(1+arrowRoom/2)), p.arrow, with)
	begin := cell*(1+arrowRoom) + c.size*captionGap/2
	face, _ := faces.fit(p.name, room-begin)
	name := face.fit(p.name, room-begin)
	width := face.measure(name)
	pen := vertex{start + direction*begin, y + face.capHeight()/2}
	if direction < 0 {
		pen.x -= width
	}
	on.text(face, pen, name, with)
	if p.active {
		bar := image.Rectangle{at(cell * stoneInset), at(begin + width)}.Canon()
		bar.Max.Y = c.box.Max.Y
		bar.Min.Y = bar.Max.Y - max(2, int(c.size*captionUnder+0.5))
		on.bar(bar, p.under)
	}
}

// arrowRoom is the width of an arrow between edges, and stoneInset the margin left
// of a stone, in cells.
const (
	arrowRoom  = 2 * arrowShare / captionStone
	stoneInset = 0.5 - stoneShare
)
