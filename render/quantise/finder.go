package quantise

import (
	"image/color"
	"slices"
)

// Finder finds the nearest of some colours. It is read-only.
type Finder struct {
	byGreen []numbered
	from    [256]int // by green: the first of byGreen that has as much
}

type numbered struct {
	colour color.RGBA
	index  int
}

// NewFinder takes at most [MaxColours].
func NewFinder(colours []color.RGBA) *Finder {
	f := new(Finder)
	for i, c := range colours {
		f.byGreen = append(f.byGreen, numbered{c, i})
	}
	slices.SortStableFunc(f.byGreen, func(a, b numbered) int { return int(a.colour.G) - int(b.colour.G) })
	at := 0
	for green := range f.from {
		for at < len(f.byGreen) && int(f.byGreen[at].colour.G) < green {
			at++
		}
		f.from[green] = at
	}
	return f
}

// Nearest returns the index of the colour that is nearest to c, the first of several. It looks at
// those of about as much green, until the others are further away by that alone.
func (f *Finder) Nearest(c color.RGBA) uint8 {
	const none = 1 << 30 // further than any
	best, least := 0, none-1
	above := f.from[c.G]
	for below := above - 1; ; {
		down, up := none, none
		if below >= 0 {
			down = square(c.G, f.byGreen[below].colour.G)
		}
		if above < len(f.byGreen) {
			up = square(c.G, f.byGreen[above].colour.G)
		}
		if min(down, up) > least {
			return uint8(best)
		}
		var n numbered
		if down < up {
			n = f.byGreen[below]
			below--
		} else {
			n = f.byGreen[above]
			above++
		}
		if d := Distance(c, n.colour); d < least || d == least && n.index < best {
			best, least = n.index, d
		}
	}
}

func square(a, b uint8) int {
	d := int(a) - int(b)
	return d * d
}
