package canvas

import (
	"image"
	"image/color"
	"math/bits"
)

// fewColours is the size below which every colour of a palette is kept.
const fewColours = 100

// gifPalette is a colour table with one index for transparency.
type gifPalette struct {
	depth int    // bits of an index
	table []byte // red, green and blue of 2^depth colours
	clear uint8
	// By index in the picture: the index in the table, and the colour shown.
	index [MaxColours]uint8
	shown [MaxColours][3]byte
}

func (w *Film) paletteOf(p *image.Paletted) *gifPalette {
	known := &p.Palette[0]
	if w.palettes == nil {
		w.palettes = map[*color.Color]*gifPalette{}
	}
	if w.palettes[known] == nil {
		w.palettes[known] = newGIFPalette(p.Palette)
	}
	return w.palettes[known]
}

func newGIFPalette(model color.Palette) *gifPalette {
	p := new(gifPalette)
	colours := make([]color.RGBA, len(model))
	for i, c := range model {
		colours[i], _ = color.RGBAModel.Convert(c).(color.RGBA)
		p.index[i] = uint8(i)
	}
	if n := len(colours); n < fewColours || n&(n-1) != 0 {
		p.clear = uint8(n)
	} else { // a further colour would need another bit per pixel, or exceed 256
		p.clear = leastMissed(colours)
		p.index[p.clear] = nearest(colours, colours[p.clear], int(p.clear))
	}
	p.depth = max(1, bits.Len(uint(max(int(p.clear), len(colours)-1))))
	p.table = make([]byte, 3<<p.depth)
	for i := range colours {
		c := colours[p.index[i]]
		p.shown[i] = [3]byte{c.R, c.G, c.B}
		copy(p.table[3*i:], p.shown[i][:])
	}
	return p
}

// leastMissed returns the colour with the smallest distance to another one.
func leastMissed(colours []color.RGBA) uint8 {
	best, least := 0, 1<<30
	for i, c := range colours {
		if d := ColourDistance(c, colours[nearest(colours, c, i)]); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}
