package canvas

import (
	"image"
	"image/color"
)

// Mixture collects the colours of which a palette is made: those that pictures show as they
// are, and those in use, with their numbers of pixels.
type Mixture struct {
	look  *Look
	exact []color.RGBA
	used  map[color.RGBA]int
}

// NewMixture begins with the grounds of all pictures, the colours given, and the inks before
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

// Exact adds colours that are kept as they are, as long as there is room in the palette.
func (m *Mixture) Exact(colours ...color.RGBA) { m.exact = append(m.exact, colours...) }

// Ramp adds the steps at the rim of something in one colour that lies on another, each as
// often as weight says.
func (m *Mixture) Ramp(from, to color.RGBA, steps, weight int) {
	for i := 1; i < steps; i++ {
		m.used[Mix(from, to, float64(i)/float64(steps))] += weight
	}
}

// Picture adds all pixels of a picture, each as often as weight says.
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

// Palette makes a palette of at most limit colours.
func (m *Mixture) Palette(limit int) *Palette { return newPalette(m.look, limit, m.exact, m.used) }
