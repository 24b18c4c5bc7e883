package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/fogleman/gg"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// invisible reports whether a character never shows: controls, joiners, variation selectors, blank
// letters, and what stands for bytes that are no text.
func invisible(r rune) bool {
	switch {
	case r < 0x7f:
		return r < 0x20
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r < 0xe1000:
		return true
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x2800, r == 0x3164, r == 0xffa0, r == utf8.RuneError:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Medium returns a typeface of medium weight, of a size in pixels per em.
func Medium(size float64) *Typeface { return typeface(typefaceKey{size, false, 1}) }

// Bold returns a bold typeface, of a size in pixels per em.
func Bold(size float64) *Typeface { return typeface(typefaceKey{size, true, 1}) }

// Condensed returns a bold typeface of narrow letters of a size in pixels per em, for numbers that
// would otherwise touch their neighbours.
func Condensed(size float64) *Typeface { return typeface(typefaceKey{size, true, condensedShare}) }

type typefaceKey struct {
	size  float64
	bold  bool
	width float64 // of letters, in their usual widths
}

// typefaces are shared by all pictures. The limit bounds the memory: a typeface rarely takes more
// than 50 KB.
var typefaces = Cache[typefaceKey, *Typeface]{Limit: 128}

func typeface(key typefaceKey) *Typeface {
	return typefaces.Get(key, func() *Typeface {
		fonts := mediumFonts
		if key.bold {
			fonts = boldFonts
		}
		return &Typeface{
			Size:     key.size,
			chain:    &chain{size: fixed.Int26_6(math.Round(key.size * 64)), width: key.width, fonts: fonts},
			advances: map[rune]fixed.Int26_6{}, glyphs: map[glyphKey]Glyph{}, lines: map[string][]sign{},
		}
	})
}

// condensedShare is the width of condensed letters, in widths of bold ones. Smaller values would
// make vertical strokes thinner than horizontal ones.
const condensedShare = 0.8

// Typeface is a chain of fonts at one size. It caches drawn letters and, unlike a font.Face, is
// safe for concurrent use.
type Typeface struct {
	Size     float64 // pixels per em
	mu       sync.Mutex
	chain    *chain
	advances map[rune]fixed.Int26_6
	glyphs   map[glyphKey]Glyph
	held     int // bytes of the glyphs' masks
	lines    map[string][]sign
	laid     int // bytes of the texts of the lines
}

// subpixels is the number of positions within a pixel at which glyphs are cached.
const subpixels = 4

// Limits of a typeface's cache, since names come in many scripts. Some three hundred Chinese
// characters of a caption's size fit in.
const (
	mostAdvances = 4096
	mostGlyphs   = 1024
	mostHeld     = 512 << 10
	mostLaid     = 4 << 10
)

type glyphKey struct {
	r     rune   // the character, or the number of a glyph
	font  uint16 // see [sign]
	phase uint16 // in units of 1/subpixels; the key is of 8 bytes, which are hashed at once
}

// Glyph is a letter's coverage. It is immutable.
type Glyph struct {
	Mask    *image.Alpha // bounds relative to the pixel of the pen
	Advance fixed.Int26_6
}

// Glyph returns a letter whose pen position is x.
func (t *Typeface) Glyph(r rune, x fixed.Int26_6) Glyph { return t.glyph(r, 0, x) }

// glyph returns a letter, or a glyph of a font, as of a [sign].
func (t *Typeface) glyph(r rune, font uint16, x fixed.Int26_6) Glyph {
	key := glyphKey{r, font, uint16(x&63) / (64 / subpixels)}
	t.mu.Lock()
	defer t.mu.Unlock()
	g, ok := t.glyphs[key]
	if !ok {
		g = t.rasterise(key)
		if t.held += len(g.Mask.Pix); t.held > mostHeld || len(t.glyphs) >= mostGlyphs {
			clear(t.glyphs)
			t.held = len(g.Mask.Pix)
		}
		t.glyphs[key] = g
	}
	return g
}

// rasterise draws a glyph; what no font has is empty.
func (t *Typeface) rasterise(key glyphKey) Glyph {
	x := fixed.Int26_6(key.phase) * (64 / subpixels)
	if key.font > 0 {
		return Glyph{Mask: t.chain.mask(int(key.font-1), sfnt.GlyphIndex(key.r), x)}
	}
	if place, glyph, ok := t.chain.find(key.r); ok {
		return Glyph{t.chain.mask(place, glyph, x), t.advance(key.r)}
	}
	return Glyph{Mask: image.NewAlpha(image.Rectangle{})}
}

// Measure returns the width of text in pixels.
func (t *Typeface) Measure(text string) float64 {
	var x fixed.Int26_6
	if isShaped(text) {
		for _, s := range t.line(text) {
			x += s.advance
		}
		return float64(x) / 64
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range text {
		x += t.advance(r)
	}
	return float64(x) / 64
}

// advance returns the advance of a letter. The typeface must be locked.
func (t *Typeface) advance(r rune) fixed.Int26_6 {
	x, ok := t.advances[r]
	if !ok {
		if len(t.advances) >= mostAdvances {
			clear(t.advances)
		}
		if place, glyph, found := t.chain.find(r); found {
			x = t.chain.advance(place, glyph)
		}
		t.advances[r] = x
	}
	return x
}

func (t *Typeface) has(r rune) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, _, ok := t.chain.find(r)
	return ok
}

// capShare is the height of capitals in the Go fonts, in ems.
const capShare = 0.723

// CapHeight is the height of capitals and digits in pixels, by which text is centred. Chinese
// characters extend a little above and below.
func (t *Typeface) CapHeight() float64 { return capShare * t.Size }

// Paint writes text centred on a point of a picture that package gg paints.
func (t *Typeface) Paint(dc *gg.Context, centre Point, text string, c color.RGBA) {
	x, y := centre.X-t.Measure(text)/2, centre.Y+t.CapHeight()/2
	if w := watching.Load(); w != nil && w.Wrote != nil {
		t.show(w.Wrote, dc.Image(), Pt(x, y), text, c)
	}
	t.letters(Pt(x, y), text, func(letter *image.Alpha, at image.Point) {
		draw.DrawMask(Drawn(dc), letter.Rect.Add(at), image.NewUniform(c), image.Point{}, letter, letter.Rect.Min, draw.Over)
	})
}

// letters calls a function with the mask and position of each letter.
func (t *Typeface) letters(pen Point, words string, each func(letter *image.Alpha, at image.Point)) {
	x, y := fixed.Int26_6(math.Round(pen.X*64)), int(math.Round(pen.Y))
	if isShaped(words) {
		for _, s := range t.line(words) {
			left := x + s.right
			each(t.glyph(s.r, s.font, left).Mask, image.Pt(left.Floor(), y-s.up.Round()))
			x += s.advance
		}
		return
	}
	for _, r := range words {
		g := t.Glyph(r, x)
		each(g.Mask, image.Pt(x.Floor(), y))
		x += g.Advance
	}
}
