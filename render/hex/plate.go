package hex

import (
	"image"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// plate is one side of a caption.
type plate struct {
	name  string
	stone stone
	arrow shape // which edges it joins
	// active: it is this side's turn, or it has won; under then underlines it.
	active bool
	under  canvas.Ink
}

// plates writes the words in the middle of the caption, which take precedence over the
// names, and a plate on either side.
func (d *drawing) plates(left, right plate, words string) {
	c := d.board.caption
	room := c.Room(c.Middle(d.on, c.Legible(words)))
	d.drawPlate(left, room, 1)
	d.drawPlate(right, room, -1)
}

// drawPlate draws a side's stone, edges and name within room pixels: towards the middle
// (direction 1) from the left, or (-1) from the right.
func (d *drawing) drawPlate(p plate, room, direction float64) {
	c, on, icons := d.board.caption, d.on, d.icons
	y := c.Centre().Y
	start := float64(c.Box.Min.X) + c.Size*canvas.CaptionPad
	if direction < 0 {
		start = float64(c.Box.Max.X) - c.Size*canvas.CaptionPad
	}
	cell := float64(icons.comb.width)
	at := func(x float64) image.Point { return image.Pt(int(start+direction*x+0.5), int(y+0.5)) }
	with, faces := canvas.InkMuted, c.Name
	if p.active {
		with, faces = canvas.InkText, c.Strong
	}
	on.tile(icons, at(cell/2), fillBand, p.stone)
	on.shape(icons, at(cell*(1+arrowRoom/2)), p.arrow, with)
	begin := cell*(1+arrowRoom) + c.Size*canvas.CaptionGap/2
	face, _ := faces.Fit(p.name, room-begin)
	name := face.Fit(p.name, room-begin)
	width := face.Measure(name)
	pen := canvas.Pt(start+direction*begin, y+face.CapHeight()/2)
	if direction < 0 {
		pen.X -= width
	}
	on.Text(face, pen, name, with)
	if p.active {
		bar := image.Rectangle{at(cell * stoneInset), at(begin + width)}.Canon()
		bar.Max.Y = c.Box.Max.Y
		bar.Min.Y = bar.Max.Y - max(2, int(c.Size*canvas.CaptionUnder+0.5))
		on.Bar(bar, p.under)
	}
}

// arrowRoom is the width of an arrow between edges, and stoneInset the margin left
// of a stone, in cells.
const (
	arrowRoom  = 2 * arrowShare / captionStone
	stoneInset = 0.5 - stoneShare
)
