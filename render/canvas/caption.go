package canvas

import (
	"image"

	"golang.org/x/image/font/opentype"
)

// Caption is the line that tells who plays and how the game stands: a plate for
// each side, left and right, and words between them.
type Caption struct {
	Box    image.Rectangle
	Size   float64 // text height
	Name   Sizes
	Strong Sizes
}

// Proportions of captions, in text heights unless said otherwise.
const (
	captionShare  = 0.029 // text height, in widths of the picture
	CaptionPad    = 0.55  // around the line
	CaptionLine   = 1.25  // its height
	CaptionShrink = 0.72  // least size of its middle, before it is shortened
	captionMiddle = 0.46  // most that it takes of the width
	CaptionGap    = 0.5   // between its parts
	CaptionUnder  = 0.12  // height of the line under the player to move
)

// Sizes are a font's faces from the wanted size down.
type Sizes [captionSizes]*Typeface

const captionSizes = 3

// Room is what is left for a name on either side of words of a width in pixels.
func (c Caption) Room(words float64) float64 {
	return (float64(c.Box.Dx())-words)/2 - c.Size*(CaptionPad+CaptionGap)
}

// CaptionHeight is the height for a picture of that width.
func CaptionHeight(width int) int {
	size := captionShare * float64(width)
	return int(size*(CaptionLine+2*CaptionPad) + 0.5)
}

func NewCaption(box image.Rectangle, f Fonts) (c Caption, err error) {
	c.Box, c.Size = box, captionShare*float64(box.Dx())
	if c.Name, err = NewSizes(f.Medium, c.Size); err != nil {
		return c, err
	}
	c.Strong, err = NewSizes(f.Bold, c.Size)
	return c, err
}

// NewSizes makes the faces of a font from a size down to the least that captions have.
func NewSizes(f *opentype.Font, size float64) (s Sizes, err error) {
	for i := range s {
		if s[i], err = NewTypeface(f, size*(1-(1-CaptionShrink)*float64(i)/(captionSizes-1))); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Fit chooses the greatest size in which the words fit; false if none is small
// enough, with the least.
func (s Sizes) Fit(words string, room float64) (*Typeface, bool) {
	for _, t := range s {
		if t.Measure(words) <= room {
			return t, true
		}
	}
	return s[captionSizes-1], false
}

// Legible leaves out what the fonts lack.
func (c Caption) Legible(words string) string { return c.Strong[0].Legible(words) }

func (c Caption) Centre() Point {
	return Point{float64(c.Box.Min.X+c.Box.Max.X) / 2, float64(c.Box.Min.Y+c.Box.Max.Y) / 2}
}

// Middle writes words into the middle, on two lines if they do not fit on one, and
// returns their width. The end of what does not even then fit is left out.
func (c Caption) Middle(on Surface, words string) float64 {
	room := captionMiddle * float64(c.Box.Dx())
	face, fits := c.Strong.Fit(words, room)
	lines := []string{words}
	if !fits {
		first, rest := face.Split(words, room)
		lines = []string{first, face.Fit(rest, room)}
	}
	at, width := c.Centre(), 0.0
	at.Y -= float64(len(lines)-1) / 2 * CaptionLine * face.Size
	for _, line := range lines {
		Centred(on, face, at, line, InkText)
		at.Y += CaptionLine * face.Size
		width = max(width, face.Measure(line))
	}
	return width
}
