package canvas

import (
	"image"
)

// Caption is the line that tells who plays and how the game stands: a plate for
// each side, left and right, and words between them. It is read-only.
type Caption struct {
	Box    image.Rectangle
	Size   float64 // text height
	Medium Sizes   // of names
	Bold   Sizes   // of words, and of names that stand out
}

// Proportions of captions, in text heights unless said otherwise.
const (
	captionShare  = 0.029 // text height, in widths of the picture
	CaptionPad    = 0.55  // around the line
	CaptionLine   = 1.25  // its height
	captionShrink = 0.72  // least size of its middle, before it is shortened
	captionMiddle = 0.46  // most that it takes of the width
	CaptionGap    = 0.5   // between its parts
	CaptionUnder  = 0.12  // height of the line under the player to move
)

// Sizes are a font's faces from the wanted size down.
type Sizes [captionSizes]*Typeface

const captionSizes = 3

// NewSizes makes typefaces from a size down to the least that captions have.
func NewSizes(face func(size float64) *Typeface, size float64) (s Sizes) {
	for i := range s {
		s[i] = face(size * (1 - (1-captionShrink)*float64(i)/(captionSizes-1)))
	}
	return s
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

// Write centres words in the greatest size in which they fit, in letters that the fonts have;
// the end of what does not even fit in the least is left out.
func (s Sizes) Write(on Surface, centre Point, words string, room float64, with Ink) {
	words = s[0].Legible(words)
	face, _ := s.Fit(words, room)
	Centred(on, face, centre, face.Fit(words, room), with)
}

// NewCaption lays a caption out in a box, whose height is [CaptionHeight].
func NewCaption(box image.Rectangle) *Caption {
	size := captionShare * float64(box.Dx())
	return &Caption{Box: box, Size: size, Medium: NewSizes(Medium, size), Bold: NewSizes(Bold, size)}
}

// CaptionHeight is the height for a picture of that width.
func CaptionHeight(width int) int {
	size := captionShare * float64(width)
	return int(size*(CaptionLine+2*CaptionPad) + 0.5)
}

// Bottom is the box of the caption at the bottom of a picture.
func Bottom(picture image.Rectangle) image.Rectangle {
	picture.Min.Y = picture.Max.Y - CaptionHeight(picture.Dx())
	return picture
}

// Words writes words into the middle, on two lines if they do not fit on one. The end of
// what does not even then fit is left out. It returns the room in pixels that is left for
// a plate on either side.
func (c *Caption) Words(on Surface, words string) (room float64) {
	words = c.Bold[0].Legible(words)
	room = captionMiddle * float64(c.Box.Dx())
	face, fits := c.Bold.Fit(words, room)
	lines := []string{words}
	if !fits {
		first, rest := face.Split(words, room)
		lines = []string{first, face.Fit(rest, room)}
		if first == "" {
			lines = lines[1:]
		}
	}
	at, width := Middle(c.Box), 0.0
	at.Y -= float64(len(lines)-1) / 2 * CaptionLine * face.Size
	for _, line := range lines {
		Centred(on, face, at, line, InkText)
		at.Y += CaptionLine * face.Size
		width = max(width, face.Measure(line))
	}
	return (float64(c.Box.Dx())-width)/2 - c.Size*(CaptionPad+CaptionGap)
}

// Plate is one side of a caption: a sign, which a game draws, and the name beside it.
type Plate struct {
	Name string
	// Active: it is this side's turn, or it has won. The name is bold, and underlined
	// together with the sign.
	Active bool
	Under  Ink
	// Inset is where the line under sign and name begins, and Indent where the name
	// does, both in pixels from the end of the caption.
	Inset, Indent float64
}

// End is an end of a caption, from which a plate is laid out towards the middle.
type End struct {
	x, y      float64
	direction float64 // 1 to the right, -1 to the left
}

// Left is the left end of the caption, and Right the other.
func (c *Caption) Left() End {
	return End{float64(c.Box.Min.X) + c.Size*CaptionPad, Middle(c.Box).Y, 1}
}

// Right is the right end of the caption.
func (c *Caption) Right() End {
	return End{float64(c.Box.Max.X) - c.Size*CaptionPad, Middle(c.Box).Y, -1}
}

// Legible returns words in letters that the fonts have.
func (c *Caption) Legible(words string) string { return c.Bold[0].Legible(words) }

// At is the point so many pixels towards the middle.
func (e End) At(along float64) Point { return Point{e.x + e.direction*along, e.y} }

// Plate writes a name at an end, in room pixels, and the line under it. What does not fit
// is left out.
func (c *Caption) Plate(on Surface, end End, p Plate, room float64) {
	with, faces := InkMuted, c.Medium
	if p.Active {
		with, faces = InkText, c.Bold
	}
	face, _ := faces.Fit(p.Name, room-p.Indent)
	name := face.Fit(p.Name, room-p.Indent)
	width := face.Measure(name)
	pen := end.At(p.Indent)
	pen.Y += face.CapHeight() / 2
	if end.direction < 0 {
		pen.X -= width
	}
	on.Text(face, pen, name, with)
	if p.Active {
		bar := image.Rectangle{end.At(p.Inset).Round(), end.At(p.Indent + width).Round()}.Canon()
		bar.Max.Y = c.Box.Max.Y
		bar.Min.Y = bar.Max.Y - max(2, int(c.Size*CaptionUnder+0.5))
		on.Bar(bar, p.Under)
	}
}
