package canvas

import (
	"image"
	"image/color"
	"sync"
	"sync/atomic"

	"github.com/sixfold-bot/sixfold/render/quantise"
)

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

// NewPalette takes the colours in use with their numbers of pixels. Those of exact
// are kept as they are, the others are approximated; in all there are at most limit.
func NewPalette(l *Look, limit int, exact []color.RGBA, used map[color.RGBA]int) *Palette {
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
