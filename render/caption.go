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
	name   sizes
	strong sizes
}

// Proportions of captions, in text heights unless said otherwise.
const (
	captionShare  = 0.029 // text height, in widths of the picture
	captionPad    = 0.55  // around the line
	captionLine   = 1.25  // its height
	captionShrink = 0.72  // least size of its middle, before it is shortened
	captionMiddle = 0.46  // most that it takes of the width
	captionGap    = 0.5   // between its parts
	captionUnder  = 0.12  // height of the line under the player to move
)

// sizes are a font's faces from the wanted size down.
type sizes [captionSizes]*typeface

const captionSizes = 3

// room is what is left for a name on either side of words of a width in pixels.
func (c caption) room(words float64) float64 {
	return (float64(c.box.Dx())-words)/2 - c.size*(captionPad+captionGap)
}

// captionHeight is the height for a picture of that width.
func captionHeight(width int) int {
	size := captionShare * float64(width)
	return int(size*(captionLine+2*captionPad) + 0.5)
}

func newCaption(box image.Rectangle, f fonts) (c caption, err error) {
	c.box, c.size = box, captionShare*float64(box.Dx())
	if c.name, err = newSizes(f.medium, c.size); err != nil {
		return c, err
	}
	c.strong, err = newSizes(f.bold, c.size)
	return c, err
}

// newSizes makes the faces of a font from a size down to the least that captions have.
func newSizes(f *opentype.Font, size float64) (s sizes, err error) {
	for i := range s {
		if s[i], err = newTypeface(f, size*(1-(1-captionShrink)*float64(i)/(captionSizes-1))); err != nil {
			return s, err
		}
	}
	return s, nil
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
