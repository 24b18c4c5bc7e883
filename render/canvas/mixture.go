package canvas

import (
	"image"
	"image/color"

	"github.com/sixfold-bot/sixfold/render/encode"
)

// Mixture collects the colours for a palette: exact ones, and those in use with their pixel counts.
type Mixture struct {
	look  *Look
	exact []color.RGBA
	used  map[color.RGBA]int
}

// NewMixture starts with the background and band colours, the colours given, and the inks below
// limit.
func NewMixture(l *Look, limit Ink, exact ...color.RGBA) *Mixture {
	m := &Mixture{look: l, used: map[color.RGBA]int{}}
	m.Exact(l.Background, l.Band)
	m.Exact(exact...)
	for k := range limit {
		m.Exact(l.Ink(k))
	}
	return m
}

// Exact adds colours that the palette keeps as they are, as far as there is room.
func (m *Mixture) Exact(colours ...color.RGBA) { m.exact = append(m.exact, colours...) }

// Ramp adds the blending steps between two colours, each with a pixel count of weight.
func (m *Mixture) Ramp(from, to color.RGBA, steps, weight int) {
	for i := 1; i < steps; i++ {
		m.used[Mix(from, to, float64(i)/float64(steps))] += weight
	}
}

// Ramps adds the steps between a colour and each of several others.
func (m *Mixture) Ramps(from color.RGBA, steps, weight int, to ...color.RGBA) {
	for _, c := range to {
		m.Ramp(from, c, steps, weight)
	}
}

// Picture adds the pixels of a picture, each counted weight times.
func (m *Mixture) Picture(img *image.RGBA, weight int) {
	var recent [slots]struct {
		colour color.RGBA
		count  int
	}
	for y := range img.Rect.Dy() {
		for row := img.Pix[y*img.Stride:][:4*img.Rect.Dx()]; len(row) > 0; row = row[4:] {
			c := color.RGBA{row[0], row[1], row[2], row[3]}
			met := &recent[slot(c)]
			if met.colour != c {
				m.add(met.colour, met.count*weight)
				met.colour, met.count = c, 0
			}
			met.count++
		}
	}
	for _, met := range recent {
		m.add(met.colour, met.count*weight)
	}
}

func (m *Mixture) add(c color.RGBA, count int) {
	if count > 0 {
		m.used[c] += count
	}
}

// Palette makes a palette of at most limit colours. The exact ones are kept, those in use
// approximated.
func (m *Mixture) Palette(limit int) *Palette {
	var model color.Palette
	for _, c := range encode.Colours(m.exact, m.used, limit) {
		model = append(model, c)
	}
	return PaletteOf(m.look, model)
}
