package canvas

import (
	"image"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/math/fixed"
)

// Width is that of pictures in pixels: twice that at which Discord shows them.
const Width = 1100

// Caption is the bar below a board that tells who plays and how the game stands: a plate for
// each side, left and right, and two lines of words between them. It is read-only.
type Caption struct {
	Box    image.Rectangle
	Size   float64 // text height of the first line and of names
	Token  float64 // side of the square in which the sign of a side is drawn
	Medium Sizes   // of names
	Bold   Sizes   // of the first line, and of names that stand out
	Small  Sizes   // of the second line
}

// Proportions of captions, in widths of a picture that has the shape of Discord's room for one.
const (
	captionHeight = 0.0945
	captionText   = 0.036 // text height: digits are 9 pixels high where a picture is 350 wide
	captionSmall  = 0.028 // of the second line
	captionToken  = 0.050
	captionPad    = 0.022 // around and between the parts
	captionPlate  = 0.25  // most that a plate takes where words leave no more
	captionUnder  = 0.005 // height of the line under the player to move
)

// Where lines stand, in heights of the caption.
const (
	captionUpper  = 0.31 // the first line, over the second
	captionLower  = 0.71
	captionFirst  = 0.25 // two lines of one size, with room for accents between them
	captionSecond = 0.71
	captionAlone  = 0.485
)

// Sizes are a font's faces from the wanted size down.
type Sizes [captionSizes]*Typeface

const captionSizes = 3

const (
	captionShrink = 0.72 // least size of words, before they are shortened
	boldShrink    = 0.99 // likewise of who is to move and how it stands
	smallShrink   = 0.86 // likewise of the second line
)

// NewSizes makes typefaces from a size down to the least that captions have.
func NewSizes(face func(size float64) *Typeface, size float64) Sizes {
	return sizesTo(captionShrink, face, size)
}

func sizesTo(least float64, face func(size float64) *Typeface, size float64) (s Sizes) {
	for i := range s {
		s[i] = face(size * (1 - (1-least)*float64(i)/(captionSizes-1)))
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

// squeeze puts words on one line or on two: in the greatest size in which they fit, or else
// without their end.
func (s Sizes) squeeze(words string, room float64) ([]string, *Typeface) {
	if s[0].Measure(words) <= room {
		return []string{words}, s[0]
	}
	for _, face := range s {
		if lines := face.Fold(words); face.widest(lines) <= room {
			return lines, face
		}
	}
	least := s[captionSizes-1]
	return least.Lines(words, room, 2), least
}

// Write centres words in the greatest size in which they fit, in letters that the fonts have;
// the end of what does not even fit in the least is left out.
func (s Sizes) Write(on Surface, centre Point, words string, room float64, with Ink) {
	words = s[0].Legible(words)
	face, _ := s.Fit(words, room)
	Centred(on, face, centre, face.Fit(words, room), with)
}

// CaptionHeight is the height for a picture of that width.
func CaptionHeight(width int) int { return int(captionHeight*float64(width) + 0.5) }

// Bottom is the box of the caption at the bottom of a picture.
func Bottom(picture image.Rectangle) image.Rectangle {
	picture.Min.Y = picture.Max.Y - CaptionHeight(picture.Dx())
	return picture
}

// NewCaption lays a caption out in a box, whose height is [CaptionHeight] and tells how large
// all is.
func NewCaption(box image.Rectangle) *Caption {
	unit := float64(box.Dy()) / captionHeight
	return &Caption{
		Box: box, Size: captionText * unit, Token: captionToken * unit,
		Medium: NewSizes(Medium, captionText*unit), Bold: sizesTo(boldShrink, Bold, captionText*unit),
		Small: sizesTo(smallShrink, Medium, captionSmall*unit),
	}
}

// Said is what a caption says.
type Said struct {
	Words  string  // how the game stands
	Below  string  // on the line below, in the muted ink
	Plates []Plate // of the left side and of the right one; none: nobody is named
}

// Plate is one side of a caption: a sign, which a game draws, and the name beside it.
type Plate struct {
	Name  string
	Token func(End) // draws the sign at the end of a caption
	Width float64   // of the sign in pixels; 0: [Caption.Token]
	// Active: it is this side's turn, or it has won. The name is bold, and underlined
	// together with the sign.
	Active bool
	Under  Ink
}

// End is an end of a caption, from which a plate is laid out towards the middle.
type End struct {
	x, y      float64
	direction float64 // 1 to the right, -1 to the left
}

// At is the point so many pixels towards the middle.
func (e End) At(along float64) Point { return Point{e.x + e.direction*along, e.y} }

// End is the left end of the caption for side 0, and the right one for side 1.
func (c *Caption) End(side int) End {
	y := c.at(captionAlone)
	if side == 0 {
		return End{float64(c.Box.Min.X) + c.pad(), y, 1}
	}
	return End{float64(c.Box.Max.X) - c.pad(), y, -1}
}

// Legible returns words in letters that the fonts have.
func (c *Caption) Legible(words string) string { return c.Bold[0].Legible(words) }

// Write writes a caption. Words and names are as large as they can be: they stand on two lines
// where one is too short, first the names and then the words, for which the line below makes
// room; last of all they shrink and lose their end.
func (c *Caption) Write(on Surface, s Said) {
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

// write writes the words into the room in the middle.
func (c *Caption) write(on Surface, words, below string, room float64) {
	lines, face := c.Bold.squeeze(words, room)
	switch {
	case len(lines) > 1:
		Centred(on, face, c.middle(captionFirst), lines[0], InkText)
		Centred(on, face, c.middle(captionSecond), lines[1], InkText)
	case below == "":
		Centred(on, face, c.middle(captionAlone), lines[0], InkText)
	case words == "":
		c.Small.Write(on, c.middle(captionAlone), below, room, InkMuted)
	default:
		Centred(on, face, c.middle(captionUpper), lines[0], InkText)
		c.Small.Write(on, c.middle(captionLower), below, room, InkMuted)
	}
}

// plate is one as it is laid out.
type plate struct {
	Plate
	face  *Typeface
	lines []string
}

// layPlates lays plates out so that they leave the room in the middle that words need, on one
// line with the whole line below, or without that, or else on two lines, and returns that
// room: names stand on one line; or on two; or shrink and are cut.
func (c *Caption) layPlates(plates []Plate, words, below string) (laid []plate, room float64) {
	whole := float64(c.Box.Dx())
	if len(plates) == 0 {
		return nil, whole - 2*c.pad()
	}
	bold, small := c.Bold[0], c.Small[len(c.Small)-1]
	one := bold.Measure(words)
	for _, need := range []float64{max(one, small.Measure(below)), one, bold.widest(bold.Fold(words))} {
		most := (whole-need)/2 - 2*c.pad()
		laid, room = c.lay(plates, func(s Sizes, p Plate) ([]string, *Typeface) {
			if s[0].Measure(p.Name) <= most-c.indent(p) {
				return []string{p.Name}, s[0]
			}
			return s[0].Fold(p.Name), s[0]
		})
		if need <= room {
			return laid, room
		}
	}
	most := max(captionPlate*c.unit(), (whole-one)/2-2*c.pad())
	return c.lay(plates, func(s Sizes, p Plate) ([]string, *Typeface) { return s.squeeze(p.Name, most-c.indent(p)) })
}

// lay lays plates out by a way to set names, and returns the room between them.
func (c *Caption) lay(plates []Plate, set func(Sizes, Plate) ([]string, *Typeface)) (laid []plate, room float64) {
	widest := 0.0
	for _, given := range plates {
		p, sizes := plate{Plate: given}, c.Medium
		if p.Active {
			sizes = c.Bold
		}
		p.lines, p.face = set(sizes, given)
		laid = append(laid, p)
		widest = max(widest, c.indent(given)+p.face.widest(p.lines))
	}
	return laid, float64(c.Box.Dx()) - 2*(2*c.pad()+widest)
}

// indent is how far from its end a plate's name begins.
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

// Gap is the room between a sign and a name.
func (c *Caption) Gap() float64 { return 0.6 * c.pad() }

// ink is that of a plate's name.
func (p plate) ink() Ink {
	if p.Active {
		return InkText
	}
	return InkMuted
}

// draw draws a plate, and the line under one that is active.
func (p plate) draw(on Surface, c *Caption, end End) {
	if p.Token != nil {
		p.Token(end)
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
		on.Text(p.face, pen, line, p.ink())
	}
	if p.Active {
		bar := image.Rectangle{end.At(0).Round(), end.At(c.indent(p.Plate) + p.face.widest(p.lines)).Round()}.Canon()
		bar.Max.Y = c.Box.Max.Y
		bar.Min.Y = bar.Max.Y - max(2, int(captionUnder*c.unit()+0.5))
		on.Bar(bar, p.Under)
	}
}

const ellipsis = "…"

// Fit shortens a text to a width by an ellipsis, between letters and not between a letter
// and its accents. Where not even one letter has room, nothing is left.
func (t *Typeface) Fit(text string, width float64) string {
	if t.Measure(text) <= width {
		return text
	}
	room := width - t.Measure(ellipsis)
	end := 0
	for rest, used := text, 0.0; rest != ""; {
		var letter string
		letter, rest = nextLetter(rest)
		if used += t.Measure(letter); used > room {
			break
		}
		end = len(text) - len(rest)
	}
	short := strings.TrimRightFunc(text[:end], unicode.IsSpace)
	if short == "" {
		return ""
	}
	return short + ellipsis
}

// FitName is Fit for the name of a person: where it has no room, the last word gives way
// before letters do, as in "Magdalena K." and "Magdalena".
func (t *Typeface) FitName(name string, width float64) string {
	words := strings.Fields(name)
	if len(words) < 2 || t.Measure(name) <= width {
		return t.Fit(name, width)
	}
	if letter, _ := nextLetter(words[len(words)-1]); strings.IndexFunc(letter, unicode.IsLetter) == 0 {
		if short := words[0] + " " + letter + "."; t.Measure(short) <= width {
			return short
		}
	}
	if t.Measure(words[0]) <= width {
		return words[0]
	}
	return t.Fit(name, width)
}

// Split parts a text at the last place that lets the first part fit in a width: a blank,
// which is left out, or between two characters where one is Chinese or Japanese. Without
// such a place all is in the second part.
func (t *Typeface) Split(text string, width float64) (first, rest string) {
	var used fixed.Int26_6
	room := fixed.Int26_6(width * 64)
	before := utf8.RuneError
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, r := range text {
		if used > room {
			break
		}
		switch {
		case i == 0:
		case r == ' ':
			first, rest = text[:i], text[i+1:]
		case before != ' ' && breakable(before, r):
			first, rest = text[:i], text[i:]
		}
		used += t.advance(r)
		before = r
	}
	if first == "" {
		return "", text
	}
	return first, rest
}

// Lines parts a text into lines that fit in a width, at most so many. The end of what does not
// fit in them is left out.
func (t *Typeface) Lines(text string, width float64, most int) (lines []string) {
	for len(lines) < most-1 && t.Measure(text) > width {
		first, rest := t.Split(text, width)
		if first == "" {
			break
		}
		lines, text = append(lines, first), rest
	}
	return append(lines, t.fitWords(text, width))
}

// fitWords shortens a text as [Typeface.Fit] does, but after a word, if that leaves half a line.
func (t *Typeface) fitWords(text string, width float64) string {
	short := t.Fit(text, width)
	if short == text {
		return text
	}
	if words, _ := t.Split(text, width-t.Measure(ellipsis)); t.Measure(words) > width/2 {
		return words + ellipsis
	}
	return short
}

// breakable reports whether a line may end between two letters without a blank.
func breakable(before, after rune) bool {
	return (ideographic(before) || ideographic(after)) &&
		!strings.ContainsRune(notAtEnd, before) && !strings.ContainsRune(notAtStart, after) && !unicode.IsMark(after)
}

// ideographic letters stand alone: each may begin a line. Korean words are parted by blanks.
func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xff66
}

// What a line neither ends nor begins with, in Chinese and Japanese.
const (
	notAtEnd   = "([{“‘«「『（［｛〈《【〔〖＄￥￡"
	notAtStart = ")]}”’»,.:;!?…%、。，．：；！？」』）］｝〉》】〕〗％ー・～々〻゛゜ヽヾゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)

// Fold parts a text into two lines of about one width; where it has no blank, there is one.
func (t *Typeface) Fold(text string) []string {
	const half, step = 0.5, 0.04
	whole := t.Measure(text)
	for share := half; share < 1; share += step {
		if first, rest := t.Split(text, share*whole); first != "" && t.Measure(rest) <= share*whole {
			return []string{first, rest}
		}
	}
	return []string{text}
}

// widest is the width of the longest line.
func (t *Typeface) widest(lines []string) (width float64) {
	for _, line := range lines {
		width = max(width, t.Measure(line))
	}
	return width
}
