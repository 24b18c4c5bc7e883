package canvas

import (
	"image"
	"image/color"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/sixfold-bot/sixfold/render/quantise"
)

// Look names every colour of a theme.
type Look struct {
	Name       string     // the theme's ID
	Background color.RGBA // behind the board
	Band       color.RGBA // behind the caption
	Cell       color.RGBA // an empty cell
	Heavy      color.RGBA // a cell of the greatest weight
	Line       color.RGBA // between cells
	Label      color.RGBA // coordinates
	Text       color.RGBA // who is to move, and how the game stands
	Muted      color.RGBA // the other player
	Number     color.RGBA // on cells
	Shadow     color.RGBA // under stones
	Visited    color.RGBA // mixed into cells that a search came by
	Heat       color.RGBA // a cell that a search looked at all the time
	Green      color.RGBA // the winning chain, and what leads there
	Halo       color.RGBA // around green
	Mark       color.RGBA // on stones
	Lit        color.RGBA // what is about to act
	Red, Blue  Gem
	Tints      [TintCount]color.RGBA // mixed into the cells of a chain
}

// Gem is how the stones and edges of one side look.
type Gem struct {
	Light, Base, Dark color.RGBA // from the lit side of a stone to its rim
	Edge              color.RGBA // of the board
	Square            bool       // a rounded square instead of a disc
	Dashed            bool       // edges in pieces
}

// TintCount is how many neighbouring chains can be told apart by tint.
const TintCount = 6

// Ink is a colour that is blended over what lies below.
type Ink uint8

// Inks for words and marks.
const (
	InkText   Ink = iota // who is to move, and how the game stands
	InkMuted             // the other player
	InkLabel             // coordinates
	InkNumber            // on cells
	InkMark              // on stones
	InkDark              // around marks
	InkGreen             // what has won, and what leads there
	InkHalo              // around green
	InkRed               // the first side
	InkBlue              // the second
	InkCount             // how many there are
)

// Inks that boards have as grounds.
const (
	InkLit    = InkCount + iota // what is about to act
	InkCell                     // empty cells
	InkLine                     // between cells
	InkGround                   // behind all
	InkBand                     // behind words
	AllInks                     // how many there are, with those above
)

// Ink returns the colour of an ink.
func (l *Look) Ink(k Ink) color.RGBA {
	return [AllInks]color.RGBA{
		l.Text, l.Muted, l.Label, l.Number, l.Mark, l.Shadow, l.Green, l.Halo, l.Red.Edge, l.Blue.Edge,
		l.Lit, l.Cell, l.Line, l.Background, l.Band,
	}[k]
}

// RGB makes an opaque colour of 0xRRGGBB.
func RGB(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// Fade makes a colour partly transparent.
func Fade(c color.RGBA, opacity float64) color.NRGBA {
	return color.NRGBA{R: c.R, G: c.G, B: c.B, A: uint8(math.Round(opacity * 0xff))}
}

// Mix returns share of b in a.
func Mix(a, b color.RGBA, share float64) color.RGBA {
	blend := func(x, y uint8) uint8 { return uint8(float64(x)*(1-share) + float64(y)*share + 0.5) }
	return color.RGBA{R: blend(a.R, b.R), G: blend(a.G, b.G), B: blend(a.B, b.B), A: 0xff}
}

// Contrast is the ratio of WCAG 2.2.
func Contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.RGBA) float64 {
	return 0.2126*Linear(c.R) + 0.7152*Linear(c.G) + 0.0722*Linear(c.B)
}

// Linear is the light of a channel of sRGB, 0 to 1.
func Linear(channel uint8) float64 { return linear[channel] }

var linear = func() (light [256]float64) {
	for v := range light {
		x := float64(v) / 255
		if x <= 0.04045 {
			light[v] = x / 12.92
		} else {
			light[v] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return light
}()

// Brightness is a colour's luma, 0 to 255.
func Brightness(c color.RGBA) int { return (299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000 }

// opacities is the number of steps in which an ink covers: with 32, a step at the
// rim of a white ring on a dark stone is 6 of 255.
const opacities = 32

// MaxColours is how many a palette may have.
const MaxColours = quantise.MaxColours

// Palette is up to 256 colours, and how inks blend with them. It is safe for
// concurrent use.
type Palette struct {
	Model color.Palette

	colours []color.RGBA // the same
	finder  *quantise.Finder
	look    *Look
	mu      sync.Mutex
	nearest map[color.RGBA]uint8 // found so far
	blends  [AllInks]blend
}

// blend holds, by opacity and index below, the index of the blended colour plus one,
// or zero as long as nobody has asked for it: few of the pairs ever meet.
type blend [opacities + 1][quantise.MaxColours]atomic.Uint32

// newPalette takes the colours in use with their numbers of pixels. Those of exact
// are kept as they are, the others are approximated; in all there are at most limit.
func newPalette(l *Look, limit int, exact []color.RGBA, used map[color.RGBA]int) *Palette {
	p := &Palette{look: l, colours: quantise.Colours(exact, used, limit), nearest: map[color.RGBA]uint8{}}
	for _, c := range p.colours {
		p.Model = append(p.Model, c)
	}
	p.finder = quantise.NewFinder(p.colours)
	return p
}

// PaletteOf is the palette of a picture that was drawn with a look, to draw on that further.
func PaletteOf(l *Look, model color.Palette) *Palette {
	p := &Palette{Model: model, look: l, nearest: map[color.RGBA]uint8{}}
	for _, c := range model {
		rgba, _ := color.RGBAModel.Convert(c).(color.RGBA)
		p.colours = append(p.colours, rgba)
	}
	p.finder = quantise.NewFinder(p.colours)
	return p
}

// Index returns the nearest colour's.
func (p *Palette) Index(c color.RGBA) uint8 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i, ok := p.nearest[c]; ok {
		return i
	}
	i := p.finder.Nearest(c)
	if len(p.nearest) >= mostNearest {
		clear(p.nearest)
	}
	p.nearest[c] = i
	return i
}

// mostNearest bounds the memory of a palette.
const mostNearest = 1 << 14

// Convert quantises an opaque picture; the copy's upper left corner is the origin.
func (p *Palette) Convert(src *image.RGBA) *image.Paletted {
	dst := image.NewPaletted(image.Rectangle{Max: src.Rect.Size()}, p.Model)
	var recent [slots]struct {
		colour color.RGBA
		index  uint8
	}
	last, index := color.RGBA{}, uint8(0)
	for y := range dst.Rect.Dy() {
		row := src.Pix[y*src.Stride:][:4*dst.Rect.Dx()]
		to := dst.Pix[y*dst.Stride:][:dst.Rect.Dx()]
		for x := range to {
			if c := (color.RGBA{row[4*x], row[4*x+1], row[4*x+2], 0xff}); c != last {
				known := &recent[slot(c)]
				if known.colour != c {
					known.colour, known.index = c, p.Index(c)
				}
				last, index = c, known.index
			}
			to[x] = index
		}
	}
	return dst
}

// slots is how many colours of a picture are remembered, those that were met lately.
const slots = 1 << 10

// slot is where a colour is remembered, by some of its bits.
func slot(c color.RGBA) int { return (int(c.R)*11 + int(c.G)*97 + int(c.B)*5) % slots }

// blended returns the index of an ink's colour over another, at an opacity in steps.
func (p *Palette) blended(k Ink, step int, under uint8) uint8 {
	known := &p.blends[k][step][under]
	if index := known.Load(); index > 0 {
		return uint8(index - 1)
	}
	index := p.finder.Nearest(Mix(p.colours[under], p.look.Ink(k), float64(step)/opacities))
	known.Store(uint32(index) + 1)
	return index
}

// Legible returns a text in letters that the fonts have, on one line. What nobody can see is
// left out. Letters with rare accents, and letters in disguise (mathematical bold, full
// width), are replaced by plain ones. What no font has becomes a box, one for all that is
// seen as one, such as a flag or a family of emoji.
func (t *Typeface) Legible(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	for rest := norm.NFC.String(strings.Map(wideKana, text)); rest != ""; {
		var letter string
		letter, rest = nextLetter(rest)
		if base, size := utf8.DecodeRuneInString(letter); size == len(letter) && unicode.IsLetter(base) && t.has(base) {
			b.WriteString(letter)
			continue
		}
		b.WriteString(t.drawable(letter))
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// isPlain reports whether there is nothing to be done for a text: most are short and English.
func isPlain(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c > '~' || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return text == "" || before != ' '
}

// wideKana replaces half-width Japanese letters, whose voicing is a letter of its own, by
// those with which it can be composed.
func wideKana(r rune) rune {
	if r < 0xff65 || r > 0xff9f {
		return r
	}
	wide, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
	return wide
}

// drawable is what is drawn for what a reader takes as one letter.
func (t *Typeface) drawable(letter string) string {
	var bases []rune
	marks := 0
	for _, r := range letter {
		switch {
		case unicode.IsSpace(r):
			return " "
		case invisible(r):
		case unicode.IsMark(r):
			marks++
		default:
			bases = append(bases, r)
		}
	}
	switch {
	case len(bases) == 0 && marks == 0:
		return ""
	case len(bases) != 1:
		return string(Missing)
	case t.has(bases[0]):
		return string(bases)
	default:
		return t.plain(bases[0])
	}
}

// plain is a letter without disguise, or else without accents, or else a box.
func (t *Typeface) plain(r rune) string {
	for _, form := range []norm.Form{norm.NFKC, norm.NFKD} {
		var b strings.Builder
		for _, part := range form.String(string(r)) {
			switch {
			case unicode.IsSpace(part):
				b.WriteByte(' ')
			case t.has(part):
				b.WriteRune(part)
			case !unicode.IsMark(part):
				return string(Missing)
			}
		}
		if b.Len() > 0 {
			return b.String()
		}
	}
	return string(Missing)
}

const (
	joiner       = 0x200d
	firstFlag    = 0x1f1e6 // letters of which two are a flag
	lastFlag     = 0x1f1ff
	firstSkin    = 0x1f3fb // colours of emoji
	lastSkin     = 0x1f3ff
	longestFound = 64 // runes taken as one letter, so that time is bounded
)

// nextLetter cuts off what a reader takes as one letter: with its accents, what is joined to
// it, and what is invisible behind it.
func nextLetter(text string) (letter, rest string) {
	base, at := utf8.DecodeRuneInString(text)
	flag := base >= firstFlag && base <= lastFlag
	word := unicode.IsLetter(base) || unicode.IsNumber(base) || unicode.IsSpace(base) || invisible(base)
	joined := false
	for n := 1; at < len(text) && n < longestFound; n++ {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case joined, unicode.IsMark(r), invisible(r) && !unicode.IsSpace(r), r >= firstSkin && r <= lastSkin && !word:
		case flag && r >= firstFlag && r <= lastFlag:
			flag = false
		default:
			return text[:at], text[at:]
		}
		joined = r == joiner && !word
		at += size
	}
	return text[:at], text[at:]
}
