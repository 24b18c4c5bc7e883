package render

import (
	"image"

	"golang.org/x/image/font/opentype"
)

// caption is the line that tells who plays and how the game stands: a plate for
// each side, left and right, and words between them.
type caption struct {
	box    image.Rectangle
	size   float64 // text height
	name   *typeface
	strong *typeface
	middle []*typeface // for the words, from the wanted size down
}

// captionHeight is the height for a picture of that width.
func captionHeight(width int) int {
	size := captionShare * float64(width)
	return int(size*(captionLine+2*captionPad) + 0.5)
}

func newCaption(box image.Rectangle, f fonts) (c caption, err error) {
	c.box, c.size = box, captionShare*float64(box.Dx())
	make := func(font *opentype.Font, share float64) (t *typeface) {
		if err == nil {
			t, err = newTypeface(font, share*c.size)
		}
		return t
	}
	c.name, c.strong = make(f.medium, 1), make(f.bold, 1)
	c.middle = []*typeface{c.strong, make(f.bold, (1+captionShrink)/2), make(f.bold, captionShrink)}
	return c, err
}

// plate is one side of a caption.
type plate struct {
	name  string
	stone stone
	arrow shape // which edges it joins
	// active: it is this side's turn, or it has won; under then underlines it.
	active bool
	under  ink
}

// draw writes the caption; words in the middle take precedence over names.
func (c caption) draw(on surface, icons *sheet, left, right plate, words string) {
	face, words := c.fitWords(words)
	width := face.measure(words)
	centred(on, face, c.middlePoint(), words, inkText)
	room := (float64(c.box.Dx())-width)/2 - c.size*(captionPad+captionGap)
	c.plate(on, icons, left, room, 1)
	c.plate(on, icons, right, room, -1)
}

func (c caption) middlePoint() vertex {
	return vertex{float64(c.box.Min.X+c.box.Max.X) / 2, float64(c.box.Min.Y+c.box.Max.Y) / 2}
}

// fitWords chooses the greatest size in which the words fit; at the least they are
// shortened.
func (c caption) fitWords(words string) (*typeface, string) {
	words = c.strong.legible(words)
	room := captionMiddle * float64(c.box.Dx())
	for _, t := range c.middle {
		if t.measure(words) <= room {
			return t, words
		}
	}
	least := c.middle[len(c.middle)-1]
	return least, least.fit(words, room)
}

// plate draws a side's stone, edges and name within room pixels: towards the middle
// (direction 1) from the left, or (-1) from the right.
func (c caption) plate(on surface, icons *sheet, p plate, room, direction float64) {
	y := c.middlePoint().y
	start := float64(c.box.Min.X) + c.size*captionPad
	if direction < 0 {
		start = float64(c.box.Max.X) - c.size*captionPad
	}
	cell := float64(icons.comb.width)
	at := func(x float64) image.Point { return image.Pt(int(start+direction*x+0.5), int(y+0.5)) }
	with, face := inkMuted, c.name
	if p.active {
		with, face = inkText, c.strong
	}
	on.tile(icons, at(cell/2), fillBand, p.stone)
	on.shape(icons, at(cell*(1+arrowRoom/2)), p.arrow, with)
	begin := cell*(1+arrowRoom) + c.size*captionGap/2
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
