package encode

import (
	"image"
	"image/color"
	"math/bits"

	"github.com/sixfold-bot/sixfold/render/quantise"
)

// fewColours is how many may differ so much that none of them should be left out.
const fewColours = 100

// gifPalette is a palette with an index to spare for what is see-through.
type gifPalette struct {
	depth int    // bits of an index
	table []byte // red, green and blue of 2^depth colours
	clear uint8
	// By index in the picture: that in the table, and the colour that it shows.
	index [quantise.MaxColours]uint8
	shown [quantise.MaxColours][3]byte
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
	} else { // one more would take a bit more for each pixel, or be too many
		p.clear = leastMissed(colours)
		p.index[p.clear] = nearestBut(colours, colours[p.clear], int(p.clear))
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

// leastMissed is the colour that is nearest to another.
func leastMissed(colours []color.RGBA) uint8 {
	best, least := 0, 1<<30
	for i, c := range colours {
		if d := quantise.Distance(c, colours[nearestBut(colours, c, i)]); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// nearestBut is the colour nearest to c among all but one.
func nearestBut(colours []color.RGBA, c color.RGBA, but int) uint8 {
	best, least := 0, 1<<30
	for i, o := range colours {
		if d := quantise.Distance(c, o); i != but && d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}
