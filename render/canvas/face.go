package canvas

import (
	"embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"
	"unicode"

	"github.com/fogleman/gg"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Missing replaces characters that no font has. It is drawn as a box.
const Missing = '\ufffd'

// chain draws each letter with the first font that has it, or as a box if none has. It is not safe
// for concurrent use.
type chain struct {
	size      float64 // pixels per em
	condensed bool
	fonts     []fallback
	faces     []font.Face // those opened so far
	buffer    sfnt.Buffer
}

// find returns the index of the first font that has a letter.
func (c *chain) find(r rune) (place int, ok bool) {
	if r == Missing {
		return 0, false
	}
	for i, f := range c.fonts {
		if !f.mayHave(r) {
			continue
		}
		if index, err := f.open().GlyphIndex(&c.buffer, r); err == nil && index != 0 {
			return i, true
		}
	}
	return 0, false
}

// dpi makes a point one pixel.
const dpi = 72

func (c *chain) face(place int) font.Face {
	if c.faces[place] == nil {
		made, err := opentype.NewFace(c.fonts[place].open(), &opentype.FaceOptions{Size: c.size, DPI: dpi})
		if err != nil {
			panic(fmt.Sprintf("canvas: make a face of %g pixels: %v", c.size, err))
		}
		if c.condensed {
			made = &condensed{Face: made, outlines: c.fonts[place].open(), size: fixed.Int26_6(c.size * 64)}
		}
		c.faces[place] = made
	}
	return c.faces[place]
}

// glyph returns a letter's coverage, which is valid until the next call.
func (c *chain) glyph(dot fixed.Point26_6, r rune) (box image.Rectangle, mask image.Image, at image.Point, advance fixed.Int26_6, ok bool) {
	if invisible(r) {
		return image.Rectangle{}, image.NewAlpha(image.Rectangle{}), image.Point{}, 0, true
	}
	place, found := c.find(r)
	if !found {
		box, mask = c.box(dot)
		return box, mask, box.Min, c.boxAdvance(), true
	}
	wider := c.fonts[place].bolder * c.size
	dot.X -= fixed.Int26_6(wider * 64 / 2)
	box, mask, at, advance, ok = c.face(place).Glyph(dot, r)
	if ok && wider > 0 && !box.Empty() {
		box, mask = bolder(box, mask, at, wider)
		at = box.Min
	}
	return box, mask, at, advance, ok
}

func (c *chain) advance(r rune) fixed.Int26_6 {
	if invisible(r) {
		return 0
	}
	if place, found := c.find(r); found {
		advance, _ := c.face(place).GlyphAdvance(r)
		return advance
	}
	return c.boxAdvance()
}

// Proportions of the box for missing characters, in ems.
const (
	boxWidth  = 0.56
	boxRoom   = 0.76 // advance
	boxStroke = 0.07
)

func (c *chain) boxAdvance() fixed.Int26_6 { return fixed.Int26_6(math.Round(boxRoom * c.size * 64)) }

// box draws a frame as high as capitals, aligned to whole pixels.
func (c *chain) box(dot fixed.Point26_6) (image.Rectangle, *image.Alpha) {
	whole := func(ems float64) int { return max(1, int(math.Round(ems*c.size))) }
	left := dot.X.Floor() + whole((boxRoom-boxWidth)/2)
	base := dot.Y.Floor()
	r := image.Rect(left, base-whole(capShare), left+whole(boxWidth), base)
	mask := image.NewAlpha(r)
	draw.Draw(mask, r, image.Opaque, image.Point{}, draw.Src)
	draw.Draw(mask, r.Inset(whole(boxStroke)), image.Transparent, image.Point{}, draw.Src)
	return r, mask
}

// bolder widens the strokes of a letter by so many pixels, to the right and downwards. The mask has
// the bounds of the returned box.
func bolder(box image.Rectangle, mask image.Image, at image.Point, across float64) (image.Rectangle, *image.Alpha) {
	const slant = 0.4 // horizontal strokes are widened less
	down := slant * across
	box.Max = box.Max.Add(image.Pt(int(math.Ceil(across)), int(math.Ceil(down))))
	thin := image.NewAlpha(box)
	draw.Draw(thin, box, mask, at, draw.Src)
	out := image.NewAlpha(box)
	sweep(out.Pix, thin.Pix, 1, across)
	copy(thin.Pix, out.Pix)
	sweep(out.Pix, thin.Pix, out.Stride, down)
	return box, out
}

// sweep smears coverage over a distance in pixels; step is the distance in bytes between two of
// them. The margin of that width must be empty, or else the letter would wrap around.
func sweep(to, from []uint8, step int, distance float64) {
	whole := int(distance)
	part := distance - float64(whole)
	for i := range from {
		cover := from[i]
		for k := 1; k <= whole+1 && i-k*step >= 0; k++ {
			a := from[i-k*step]
			if k > whole {
				a = uint8(float64(a) * part)
			}
			cover = max(cover, a)
		}
		to[i] = cover
	}
}

// invisible reports whether a character never shows: controls, joiners, variation selectors and
// blank letters.
func invisible(r rune) bool {
	switch {
	case r < 0x7f:
		return r < 0x20
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r < 0xe1000:
		return true
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x2800, r == 0x3164, r == 0xffa0:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Medium returns a typeface of medium weight, of a size in pixels per em.
func Medium(size float64) *Typeface { return typeface(mediumStyle, size) }

// Bold returns a bold typeface, of a size in pixels per em.
func Bold(size float64) *Typeface { return typeface(boldStyle, size) }

// Condensed returns a bold typeface of narrow letters of a size in pixels per em, for numbers that
// would otherwise touch their neighbours.
func Condensed(size float64) *Typeface { return typeface(condensedStyle, size) }

type style uint8

const (
	mediumStyle style = iota
	boldStyle
	condensedStyle
)

type typefaceKey struct {
	style style
	size  float64
}

// typefaces are shared by all pictures. The limit bounds the memory: a typeface rarely takes more
// than 50 KB.
var typefaces = Cache[typefaceKey, *Typeface]{Limit: 128}

func typeface(s style, size float64) *Typeface {
	return typefaces.Get(typefaceKey{s, size}, func() *Typeface {
		fonts := boldFonts()
		if s == mediumStyle {
			fonts = mediumFonts()
		}
		return &Typeface{
			Size:     size,
			chain:    &chain{size: size, condensed: s == condensedStyle, fonts: fonts, faces: make([]font.Face, len(fonts))},
			advances: map[rune]fixed.Int26_6{},
			glyphs:   map[glyphKey]Glyph{},
		}
	})
}

// Typeface is a chain of fonts at one size. It caches drawn letters and, unlike a font.Face, is
// safe for concurrent use.
type Typeface struct {
	Size     float64 // pixels per em
	mu       sync.Mutex
	chain    *chain
	advances map[rune]fixed.Int26_6
	glyphs   map[glyphKey]Glyph
	held     int // bytes of the glyphs' masks
}

// subpixels is the number of positions within a pixel at which glyphs are cached.
const subpixels = 4

// Limits of a typeface's cache, since names come in many scripts. Some three hundred Chinese
// characters of a caption's size fit in.
const (
	mostAdvances = 4096
	mostGlyphs   = 1024
	mostHeld     = 512 << 10
)

type glyphKey struct {
	r     rune
	phase uint8 // in units of 1/subpixels
}

// Glyph is a letter's coverage. It is immutable.
type Glyph struct {
	Mask    *image.Alpha // bounds relative to the pixel of the pen
	Advance fixed.Int26_6
}

// Glyph returns a letter whose pen position is x.
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
	box, mask, from, advance, ok := t.chain.glyph(dot, key.r)
	if !ok { // the font is broken
		return Glyph{Mask: image.NewAlpha(image.Rectangle{})}
	}
	kept := image.NewAlpha(box) // the face reuses its mask
	draw.Draw(kept, box, mask, from, draw.Src)
	return Glyph{kept, advance}
}

// Measure returns the width of text in pixels.
func (t *Typeface) Measure(text string) float64 {
	var x fixed.Int26_6
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
		x = t.chain.advance(r)
		t.advances[r] = x
	}
	return x
}

func (t *Typeface) has(r rune) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.chain.find(r)
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
	t.mu.Lock()
	defer t.mu.Unlock()
	dot := fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}
	for _, r := range text {
		box, mask, at, advance, _ := t.chain.glyph(dot, r)
		draw.DrawMask(Drawn(dc), box, image.NewUniform(c), image.Point{}, mask, at, draw.Over)
		dot.X += advance
	}
}

// fallback is a font of a chain.
type fallback struct {
	// open parses the font once. It is safe for concurrent use.
	open func() *opentype.Font
	// mayHave reports, without opening the font, whether it can have a letter.
	mayHave func(rune) bool
	// bolder is how much the strokes are widened, in ems, to match the weight of the first font.
	bolder float64
}

// mediumFonts lists the fonts of medium weight in the order in which they are tried.
func mediumFonts() []fallback {
	return []fallback{
		{open: goMedium, mayHave: anything},
		{open: letters, mayHave: isLetter, bolder: 0.022},
		{open: wide, mayHave: isWide, bolder: 0.012},
		{open: symbols, mayHave: isSymbol},
		{open: signs, mayHave: isSymbol},
	}
}

// boldFonts lists the bold fonts in the order in which they are tried.
func boldFonts() []fallback {
	return []fallback{
		{open: goBold, mayHave: anything},
		{open: boldLetters, mayHave: isLetter},
		{open: wide, mayHave: isWide, bolder: 0.035},
		{open: symbols, mayHave: isSymbol, bolder: 0.02},
		{open: signs, mayHave: isSymbol, bolder: 0.02},
	}
}

//go:embed fonts/*.zst
var files embed.FS

var (
	goMedium    = sync.OnceValue(func() *opentype.Font { return parse(gomedium.TTF) })
	goBold      = sync.OnceValue(func() *opentype.Font { return parse(gobold.TTF) })
	letters     = sync.OnceValue(func() *opentype.Font { return unpack("medium.ttf") })
	boldLetters = sync.OnceValue(func() *opentype.Font { return unpack("bold.ttf") })
	wide        = sync.OnceValue(func() *opentype.Font { return unpack("wide.otf") })
	symbols     = sync.OnceValue(func() *opentype.Font { return unpack("symbols.ttf") })
	signs       = sync.OnceValue(func() *opentype.Font { return unpack("signs.ttf") })
)

// Ranges of letters per font, so that large fonts are unpacked only when needed.

func anything(rune) bool   { return true }
func isLetter(r rune) bool { return r < 0x2e80 || r >= 0xa700 && r < 0xac00 }
func isSymbol(r rune) bool { return r >= 0x2000 && r < 0x2e80 || r >= 0x4dc0 && r < 0x4e00 }
func isWide(r rune) bool   { return r >= 0x2e80 && r < 0x1f000 && !isSymbol(r) || r >= 0x20000 }

// unpack panics if a font cannot be read: the fonts are part of the program.
func unpack(name string) *opentype.Font {
	packed, err := files.ReadFile("fonts/" + name + ".zst")
	if err != nil {
		panic(fmt.Sprintf("canvas: open an embedded font: %v", err))
	}
	// A single goroutine, which ends with the call.
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(fmt.Sprintf("canvas: make a reader: %v", err))
	}
	defer d.Close()
	data, err := d.DecodeAll(packed, nil)
	if err != nil {
		panic(fmt.Sprintf("canvas: unpack an embedded font: %v", err))
	}
	return parse(data)
}

func parse(data []byte) *opentype.Font {
	f, err := opentype.Parse(data)
	if err != nil {
		panic(fmt.Sprintf("canvas: parse an embedded font: %v", err))
	}
	return f
}

// condensedShare is the width of condensed letters, in widths of bold ones. Smaller values would
// make vertical strokes thinner than horizontal ones.
const condensedShare = 0.8

// condensed is a face of narrow letters, made from the outlines of a normal face.
type condensed struct {
	font.Face
	outlines *sfnt.Font
	size     fixed.Int26_6 // pixels per em
	buffer   sfnt.Buffer
}

// Glyph implements [font.Face].
func (c *condensed) Glyph(dot fixed.Point26_6, r rune) (box image.Rectangle, mask image.Image, at image.Point, advance fixed.Int26_6, ok bool) {
	advance, ok = c.GlyphAdvance(r)
	index, err := c.outlines.GlyphIndex(&c.buffer, r)
	if err != nil || !ok {
		return box, nil, at, 0, false
	}
	segments, err := c.outlines.LoadGlyph(&c.buffer, index, c.size, nil)
	if err != nil {
		return box, nil, at, 0, false
	}
	for i := range segments {
		for k, p := range segments[i].Args {
			segments[i].Args[k] = dot.Add(fixed.Point26_6{X: narrow(p.X), Y: p.Y})
		}
	}
	bounds := segments.Bounds()
	box = image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil())
	return box, filled(segments, box), box.Min, advance, true
}

// GlyphAdvance implements [font.Face].
func (c *condensed) GlyphAdvance(r rune) (advance fixed.Int26_6, ok bool) {
	advance, ok = c.Face.GlyphAdvance(r)
	return narrow(advance), ok
}

func narrow(x fixed.Int26_6) fixed.Int26_6 { return fixed.Int26_6(condensedShare * float64(x)) }

// filled returns the coverage of an outline in a box.
func filled(outline sfnt.Segments, box image.Rectangle) *image.Alpha {
	mask := image.NewAlpha(box)
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X)/64 - float32(box.Min.X), float32(p.Y)/64 - float32(box.Min.Y)
	}
	for _, s := range outline {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			r.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
	r.DrawOp = draw.Src
	r.Draw(mask, box, image.Opaque, image.Point{})
	return mask
}

// letters calls a function with the mask and position of each letter.
func (t *Typeface) letters(pen Point, words string, each func(letter *image.Alpha, at image.Point)) {
	x, y := fixed.Int26_6(math.Round(pen.X*64)), int(math.Round(pen.Y))
	for _, r := range words {
		g := t.Glyph(r, x)
		each(g.Mask, image.Pt(x.Floor(), y))
		x += g.Advance
	}
}
