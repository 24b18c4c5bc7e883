package canvas

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"sync"
	"unicode"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// The fonts are part of the program; that they can be read is as sure as that it compiles.
var (
	medium = sync.OnceValue(func() *opentype.Font { return parse(gomedium.TTF) })
	bold   = sync.OnceValue(func() *opentype.Font { return parse(gobold.TTF) })
)

func parse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("canvas: parse an embedded font: %v", err))
	}
	return f
}

// Medium makes a typeface of Go Medium, so many pixels an em.
func Medium(size float64) *Typeface { return newTypeface(medium(), size) }

// Bold makes a typeface of Go Bold, so many pixels an em.
func Bold(size float64) *Typeface { return newTypeface(bold(), size) }

// Typeface is a font at one size. It keeps the letters that it has drawn and is
// safe for concurrent use, which a font.Face is not.
type Typeface struct {
	font   *opentype.Font
	Size   float64 // pixels an em
	mu     sync.Mutex
	face   font.Face
	glyphs map[glyphKey]Glyph
}

// Glyphs are kept at so many positions between two pixels.
const subpixels = 4

// mostGlyphs bounds what a typeface keeps: names come in many scripts.
const mostGlyphs = 1024

type glyphKey struct {
	r     rune
	phase uint8 // of subpixels
}

// Glyph is a letter's coverage. It is read-only.
type Glyph struct {
	Mask    *image.Alpha // bounds relative to the pixel at which the letter is put
	Advance fixed.Int26_6
}

// dpi at which a point is a pixel.
const dpi = 72

func newTypeface(f *opentype.Font, size float64) *Typeface {
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: dpi})
	if err != nil {
		panic(fmt.Sprintf("canvas: make a face of %g pixels: %v", size, err))
	}
	return &Typeface{font: f, Size: size, face: face, glyphs: map[glyphKey]Glyph{}}
}

// Glyph returns a letter of which the pen stands at x.
func (t *Typeface) Glyph(r rune, x fixed.Int26_6) Glyph {
	key := glyphKey{r, uint8(x&63) / (64 / subpixels)}
	t.mu.Lock()
	defer t.mu.Unlock()
	g, ok := t.glyphs[key]
	if !ok {
		if len(t.glyphs) >= mostGlyphs {
			clear(t.glyphs)
		}
		g = t.rasterise(key)
		t.glyphs[key] = g
	}
	return g
}

func (t *Typeface) rasterise(key glyphKey) Glyph {
	dot := fixed.Point26_6{X: fixed.Int26_6(key.phase) * (64 / subpixels)}
	box, mask, from, advance, ok := t.face.Glyph(dot, key.r)
	if !ok {
		return Glyph{Mask: image.NewAlpha(image.Rectangle{})}
	}
	kept := image.NewAlpha(box) // the face reuses its mask
	draw.Draw(kept, box, mask, from, draw.Src)
	return Glyph{kept, advance}
}

// Measure returns the width of a text in pixels.
func (t *Typeface) Measure(text string) float64 {
	var x fixed.Int26_6
	for _, r := range text {
		x += t.Glyph(r, 0).Advance
	}
	return float64(x) / 64
}

// CapHeight is the height of capitals and digits in pixels, by which text is
// centred.
func (t *Typeface) CapHeight() float64 {
	const share = 0.723 // of the Go fonts
	return share * t.Size
}

const ellipsis = "…"

// Fit shortens a text to a width by an ellipsis. Where not even one letter has
// room, nothing is left.
func (t *Typeface) Fit(text string, width float64) string {
	if t.Measure(text) <= width {
		return text
	}
	letters := []rune(text)
	for n := len(letters) - 1; n > 0; n-- {
		short := strings.TrimRightFunc(string(letters[:n]), unicode.IsSpace) + ellipsis
		if t.Measure(short) <= width {
			return short
		}
	}
	return ""
}

// Split parts a text at the last blank that lets the first part fit in a width;
// without one, all is in the second part.
func (t *Typeface) Split(text string, width float64) (first, rest string) {
	for i := len(text) - 1; i > 0; i-- {
		if text[i] == ' ' && t.Measure(text[:i]) <= width {
			return text[:i], text[i+1:]
		}
	}
	return "", text
}

// Legible leaves out what the font lacks, so that nothing shows as a box. Letters with
// rare accents and letters in disguise (mathematical bold, full width) are replaced by
// plain ones.
func (t *Typeface) Legible(text string) string {
	var b strings.Builder
	var buffer sfnt.Buffer
	has := func(r rune) bool {
		index, err := t.font.GlyphIndex(&buffer, r)
		return err == nil && index != 0 && unicode.IsGraphic(r) && r != unicode.ReplacementChar
	}
	for _, r := range norm.NFC.String(text) {
		if has(r) || unicode.IsSpace(r) {
			b.WriteRune(r)
			continue
		}
		for _, plain := range norm.NFKD.String(string(r)) {
			if has(plain) && !unicode.IsMark(plain) {
				b.WriteRune(plain)
			}
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Paint writes a text around a point, with package gg. It must not be called at the same
// time as any other use of the typeface.
func (t *Typeface) Paint(dc *gg.Context, centre Point, text string, c color.RGBA) {
	dc.SetFontFace(t.face)
	dc.SetColor(c)
	x, y := centre.X-t.Measure(text)/2, centre.Y+t.CapHeight()/2
	if look := watcher.Load(); look != nil {
		t.show(look, dc.Image(), Pt(dc.TransformPoint(x, y)), text, c)
	}
	dc.DrawString(text, x, y)
}
