package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"sync"

	"github.com/fogleman/gg"
	"golang.org/x/image/math/fixed"

	"github.com/sixfold-bot/sixfold/render/canvas/fonts"
)

// Medium makes a typeface of medium weight, so many pixels an em.
func Medium(size float64) *Typeface { return newTypeface(fonts.Medium(), size) }

// Bold makes a bold typeface, so many pixels an em.
func Bold(size float64) *Typeface { return newTypeface(fonts.Bold(), size) }

// Typeface is a chain of fonts at one size. It keeps the letters that it has drawn and is
// safe for concurrent use, which a font.Face is not.
type Typeface struct {
	Size     float64 // pixels an em
	mu       sync.Mutex
	chain    *chain
	advances map[rune]fixed.Int26_6
	glyphs   map[glyphKey]Glyph
	held     int // bytes of the glyphs' masks
}

// Glyphs are kept at so many positions between two pixels.
const subpixels = 4

// Bounds of what a typeface keeps: names come in many scripts. Some three hundred Chinese
// characters of a caption's size fit in.
const (
	mostAdvances = 4096
	mostGlyphs   = 1024
	mostHeld     = 512 << 10
)

type glyphKey struct {
	r     rune
	phase uint8 // of subpixels
}

// Glyph is a letter's coverage. It is read-only.
type Glyph struct {
	Mask    *image.Alpha // bounds relative to the pixel at which the letter is put
	Advance fixed.Int26_6
}

func newTypeface(list []fonts.Font, size float64) *Typeface {
	return &Typeface{
		Size:     size,
		chain:    newChain(list, size),
		advances: map[rune]fixed.Int26_6{},
		glyphs:   map[glyphKey]Glyph{},
	}
}

// Glyph returns a letter of which the pen stands at x.
func (t *Typeface) Glyph(r rune, x fixed.Int26_6) Glyph {
	key := glyphKey{r, uint8(x&63) / (64 / subpixels)}
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

func (t *Typeface) rasterise(key glyphKey) Glyph {
	dot := fixed.Point26_6{X: fixed.Int26_6(key.phase) * (64 / subpixels)}
	box, mask, from, advance, ok := t.chain.Glyph(dot, key.r)
	if !ok { // a font that does not hold what it says
		return Glyph{Mask: image.NewAlpha(image.Rectangle{})}
	}
	kept := image.NewAlpha(box) // the face reuses its mask
	draw.Draw(kept, box, mask, from, draw.Src)
	return Glyph{kept, advance}
}

// Measure returns the width of a text in pixels.
func (t *Typeface) Measure(text string) float64 {
	var x fixed.Int26_6
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range text {
		x += t.advance(r)
	}
	return float64(x) / 64
}

// advance is how far a letter moves the pen. The typeface must be locked.
func (t *Typeface) advance(r rune) fixed.Int26_6 {
	x, ok := t.advances[r]
	if !ok {
		if len(t.advances) >= mostAdvances {
			clear(t.advances)
		}
		x, _ = t.chain.GlyphAdvance(r)
		t.advances[r] = x
	}
	return x
}

// has reports whether one of the fonts has a letter.
func (t *Typeface) has(r rune) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.chain.find(r)
	return ok
}

// capShare is the height of capitals in the Go fonts, in ems.
const capShare = 0.723

// CapHeight is the height of capitals and digits in pixels, by which text is
// centred. Chinese characters reach a little above and below.
func (t *Typeface) CapHeight() float64 { return capShare * t.Size }

// Paint writes a text around a point, with package gg. It must not be called at the same
// time as any other use of the typeface.
func (t *Typeface) Paint(dc *gg.Context, centre Point, text string, c color.RGBA) {
	dc.SetFontFace(t.chain)
	dc.SetColor(c)
	x, y := centre.X-t.Measure(text)/2, centre.Y+t.CapHeight()/2
	if look := watcher.Load(); look != nil {
		t.show(look, dc.Image(), Pt(dc.TransformPoint(x, y)), text, c)
	}
	dc.DrawString(text, x, y)
}
