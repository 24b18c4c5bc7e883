package render

import "image"

// caption is the line that tells who plays and how the game stands: a plate for
// each side, left and right, and words between them.
type caption struct {
	box    image.Rectangle
	size   float64 // text height
	name   sizes
	strong sizes
}

// sizes are a font's faces from the wanted size down.
type sizes [captionSizes]*typeface

const captionSizes = 3

// captionHeight is the height for a picture of that width.
func captionHeight(width int) int {
	size := captionShare * float64(width)
	return int(size*(captionLine+2*captionPad) + 0.5)
}

func newCaption(box image.Rectangle, f fonts) (c caption, err error) {
	c.box, c.size = box, captionShare*float64(box.Dx())
	for i := range captionSizes {
		size := c.size * (1 - (1-captionShrink)*float64(i)/(captionSizes-1))
		if c.name[i], err = newTypeface(f.medium, size); err != nil {
			return c, err
		}
		if c.strong[i], err = newTypeface(f.bold, size); err != nil {
			return c, err
		}
	}
	return c, nil
}

// fit chooses the greatest size in which the words fit; false if none is small
// enough, with the least.
func (s sizes) fit(words string, room float64) (*typeface, bool) {
	for _, t := range s {
		if t.measure(words) <= room {
			return t, true
		}
	}
	return s[captionSizes-1], false
}

// legible leaves out what the fonts lack.
func (c caption) legible(words string) string { return c.strong[0].legible(words) }

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
	width := c.middle(on, c.legible(words))
	room := (float64(c.box.Dx())-width)/2 - c.size*(captionPad+captionGap)
	c.plate(on, icons, left, room, 1)
	c.plate(on, icons, right, room, -1)
}

func (c caption) middlePoint() vertex {
	return vertex{float64(c.box.Min.X+c.box.Max.X) / 2, float64(c.box.Min.Y+c.box.Max.Y) / 2}
}

// middle writes words into the middle, on two lines if they do not fit on one, and
// returns their width. The end of what does not even then fit is left out.
func (c caption) middle(on surface, words string) float64 {
	room := captionMiddle * float64(c.box.Dx())
	face, fits := c.strong.fit(words, room)
	lines := []string{words}
	if !fits {
		first, rest := face.split(words, room)
		lines = []string{first, face.fit(rest, room)}
	}
	at, width := c.middlePoint(), 0.0
	at.y -= float64(len(lines)-1) / 2 * captionLine * face.size
	for _, line := range lines {
		centred(on, face, at, line, inkText)
		at.y += captionLine * face.size
		width = max(width, face.measure(line))
	}
	return width
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
