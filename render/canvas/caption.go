package canvas

import "image"

// Caption is the bar below a board that shows the players and the state of the game: a plate for
// each side, left and right, and two lines of text between them. It is immutable.
type Caption struct {
	Box    image.Rectangle
	Size   float64   // text size of the first line and of names
	Token  float64   // side length of a side's sign
	Medium Sizes     // of names
	Bold   Sizes     // of the first line, and of names that stand out
	Small  *Typeface // of the second line
}

// Proportions of captions, in widths of a picture of the usual shape.
const (
	captionHeight = float64(CaptionHeight) / Width
	captionText   = 0.036             // text size: digits are 9 pixels high in a picture shown 350 pixels wide
	captionSmall  = LeastText / Width // of the second line
	captionToken  = 0.050
	captionPad    = 0.022  // around and between the parts
	captionPlate  = 0.25   // least limit of a plate's width when text is cut
	captionTurn   = 0.0055 // height of the bar over the half of who is to move
)

// Vertical positions of lines, in heights of the caption.
const (
	captionUpper  = 0.285 // the first line, above the smaller second line
	captionLower  = 0.725
	captionFirst  = 0.27 // two lines of one size, with space for accents between them
	captionSecond = 0.725
	captionAlone  = 0.52
)

// Sizes are typefaces of one font, from the wanted size down.
type Sizes [captionSizes]*Typeface

const captionSizes = 3

// captionShrink is the least size of text, as a share of the wanted size, before it is cut.
const captionShrink = captionSmall / captionText

// NewSizes returns typefaces from a size down to the least size of captions.
func NewSizes(face func(size float64) *Typeface, size float64) (s Sizes) {
	for i := range s {
		s[i] = face(size * (1 - (1-captionShrink)*float64(i)/(captionSizes-1)))
	}
	return s
}

// Fit returns the largest size in which the text fits, or false and the least size if none does.
func (s Sizes) Fit(words string, room float64) (*Typeface, bool) {
	for _, t := range s {
		if t.Measure(words) <= room {
			return t, true
		}
	}
	return s[captionSizes-1], false
}

// setLines sets text on one line, or on two in the least size, or else cuts it.
func (s Sizes) setLines(words string, room float64) ([]string, *Typeface) {
	if s[0].Measure(words) <= room {
		return []string{words}, s[0]
	}
	least := s[captionSizes-1]
	if lines := least.Fold(words); least.widest(lines) <= room {
		return lines, least
	}
	return least.Lines(words, room, 2), least
}

// Write centres text in the largest size that fits, in characters of the fonts. Text that does not
// fit in the least size is cut.
func (s Sizes) Write(on Canvas, centre Point, words string, room float64, with Ink) {
	words = s[0].Legible(words)
	face, _ := s.Fit(words, room)
	Centred(on, face, centre, face.Fit(words, room), with)
}

// CaptionHeight is the height of the caption of a picture of the usual width.
const CaptionHeight = 90

// Bottom returns the box of the caption at the bottom of a picture, in proportion to its width.
func Bottom(picture image.Rectangle) image.Rectangle {
	picture.Min.Y = picture.Max.Y - int(captionHeight*float64(picture.Dx())+0.5)
	return picture
}

// Foot returns the box of a caption of the usual height at the bottom of a picture of any width.
func Foot(picture image.Rectangle) image.Rectangle {
	picture.Min.Y = picture.Max.Y - CaptionHeight
	return picture
}

// NewCaption lays out a caption in a box. The height of the box determines the sizes.
func NewCaption(box image.Rectangle) *Caption {
	unit := float64(box.Dy()) / captionHeight
	return &Caption{
		Box: box, Size: captionText * unit, Token: captionToken * unit,
		Medium: NewSizes(Medium, captionText*unit), Bold: NewSizes(Bold, captionText*unit),
		Small: Medium(captionSmall * unit),
	}
}

// Said is the text of a caption.
type Said struct {
	Words  string  // the state of the game
	Below  string  // the second line, in the muted ink
	Plates []Plate // of the left and the right side; empty shows no names
}

// Plate is one side of a caption: a sign, drawn by the game, and a name.
type Plate struct {
	Name  string
	Token func(End) // draws the sign at the end of a caption
	Width float64   // of the sign in pixels; 0 means [Caption.Token]
	// Active marks a side that is to move or has won: its name is bold, and a bar of its ink lies
	// over its half of the caption.
	Active bool
	Bar    Ink
	// Still: the name looks alike, active or not, as in films, whose frames should differ by little.
	Still bool
}

// End is an end of a caption, from which a plate extends towards the middle.
type End struct {
	x, y      float64
	direction float64 // 1 to the right, -1 to the left
}

// At returns the point at a distance in pixels towards the middle.
func (e End) At(along float64) Point { return Point{e.x + e.direction*along, e.y} }

// End returns the left end of the caption for side 0, the right one for side 1.
func (c *Caption) End(side int) End {
	y := c.at(captionAlone)
	if side == 0 {
		return End{float64(c.Box.Min.X) + c.pad(), y, 1}
	}
	return End{float64(c.Box.Max.X) - c.pad(), y, -1}
}

// Legible returns text in characters of the fonts.
func (c *Caption) Legible(words string) string { return c.Bold[0].Legible(words) }

// Write writes a caption. Text and names are as large as possible: where one line is too short,
// names and then the text take two lines (the text in place of the second line); only then do they
// shrink and get cut.
func (c *Caption) Write(on Canvas, s Said) {
	words := c.Legible(s.Words)
	below := c.Legible(s.Below)
	plates, room := c.layPlates(s.Plates, words, below)
	c.write(on, words, below, room)
	for side, p := range plates {
		p.draw(on, c, c.End(side))
	}
}

func (c *Caption) unit() float64              { return c.Size / captionText }
func (c *Caption) pad() float64               { return captionPad * c.unit() }
func (c *Caption) at(share float64) float64   { return float64(c.Box.Min.Y) + share*float64(c.Box.Dy()) }
func (c *Caption) middle(share float64) Point { return Point{Middle(c.Box).X, c.at(share)} }

func (c *Caption) write(on Canvas, words, below string, room float64) {
	lines, face := c.Bold.setLines(words, room)
	switch {
	case len(lines) > 1:
		Centred(on, face, c.middle(captionFirst), lines[0], InkText)
		Centred(on, face, c.middle(captionSecond), lines[1], InkText)
	case below == "":
		Centred(on, face, c.middle(captionAlone), lines[0], InkText)
	case words == "":
		Centred(on, c.Small, c.middle(captionAlone), c.Small.Fit(below, room), InkMuted)
	default:
		Centred(on, face, c.middle(captionUpper), lines[0], InkText)
		Centred(on, c.Small, c.middle(captionLower), c.Small.Fit(below, room), InkMuted)
	}
}

// plate is a plate with its layout.
type plate struct {
	Plate
	face  *Typeface
	lines []string
}

// layPlates lays out plates and returns the width left in the middle. It tries to leave room for
// the text on one line with the whole second line, then without it, then for the text on two lines;
// names take one line, or two, or shrink and get cut.
func (c *Caption) layPlates(plates []Plate, words, below string) (laid []plate, room float64) {
	whole := float64(c.Box.Dx())
	if len(plates) == 0 {
		return nil, whole - 2*c.pad()
	}
	one, least := c.Bold[0].Measure(words), c.Bold[captionSizes-1]
	for _, need := range []float64{max(one, c.Small.Measure(below)), one, least.widest(least.Fold(words))} {
		most := (whole-need)/2 - 2*c.pad()
		laid, room = c.lay(plates, func(s Sizes, p Plate) ([]string, *Typeface) {
			if s[0].Measure(p.Name) <= most-c.indent(p) {
				return []string{p.Name}, s[0]
			}
			return s[captionSizes-1].Fold(p.Name), s[captionSizes-1]
		})
		if need <= room {
			return laid, room
		}
	}
	most := max(captionPlate*c.unit(), (whole-one)/2-2*c.pad())
	return c.lay(plates, func(s Sizes, p Plate) ([]string, *Typeface) { return s.setLines(p.Name, most-c.indent(p)) })
}

// lay lays out plates with a function that sets names, and returns the width between them.
func (c *Caption) lay(plates []Plate, set func(Sizes, Plate) ([]string, *Typeface)) (laid []plate, room float64) {
	widest := 0.0
	for _, given := range plates {
		p, sizes := plate{Plate: given}, c.Medium
		if p.Active && !p.Still {
			sizes = c.Bold
		}
		p.lines, p.face = set(sizes, given)
		laid = append(laid, p)
		widest = max(widest, c.indent(given)+p.face.widest(p.lines))
	}
	return laid, float64(c.Box.Dx()) - 2*(2*c.pad()+widest)
}

// indent is the distance of a plate's name from its end of the caption.
func (c *Caption) indent(p Plate) float64 {
	switch {
	case p.Token == nil:
		return 0
	case p.Width > 0:
		return p.Width + c.Gap()
	default:
		return c.Token + c.Gap()
	}
}

// Gap is the distance between a sign and a name.
func (c *Caption) Gap() float64 { return 0.6 * c.pad() }

// draw draws a plate, and a bar over an active one.
func (p plate) draw(on Canvas, c *Caption, end End) {
	if p.Token != nil {
		p.Token(end)
	}
	with := InkMuted
	if p.Active || p.Still {
		with = InkText
	}
	places := []float64{captionAlone}
	if len(p.lines) > 1 {
		places = []float64{captionFirst, captionSecond}
	}
	for i, line := range p.lines {
		pen := end.At(c.indent(p.Plate))
		pen.Y = c.at(places[i]) + p.face.CapHeight()/2
		if end.direction < 0 {
			pen.X -= p.face.Measure(line)
		}
		on.Text(p.face, pen, line, with)
	}
	if p.Active {
		bar := image.Rectangle{end.At(0).Round(), end.At(Middle(c.Box).X - float64(c.Box.Min.X) - 1.5*c.pad()).Round()}.Canon()
		bar.Min.Y = c.Box.Min.Y
		bar.Max.Y = bar.Min.Y + max(2, int(captionTurn*c.unit()+0.5))
		on.Bar(bar, p.Bar)
	}
}
