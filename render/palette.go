package render

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"sync"
	"sync/atomic"
)

// ink is a colour that is blended over what lies below.
type ink uint8

const (
	inkText ink = iota
	inkMuted
	inkLabel
	inkNumber
	inkMark
	inkDark
	inkGreen
	inkHalo
	inkRed
	inkBlue
	inkCount
)

// Inks that boards have as grounds.
const (
	inkLit    = inkCount + iota // what is about to act
	inkCell                     // empty cells
	inkLine                     // between cells
	inkGround                   // behind all
	inkBand                     // behind words
	allInks
)

// ink returns the colour of an ink.
func (l *look) ink(k ink) color.RGBA {
	return [allInks]color.RGBA{
		l.text, l.muted, l.label, l.number, l.mark, l.shadow, l.green, l.halo, l.red.edge, l.blue.edge,
		l.tints[0], l.cell, l.line, l.background, l.band,
	}[k]
}

// opacities is the number of steps in which an ink covers: with 32, a step at the
// rim of a white ring on a dark stone is 6 of 255.
const opacities = 32

// palette is up to 256 colours, and how inks blend with them. It is safe for
// concurrent use.
type palette struct {
	colours []color.RGBA
	model   color.Palette // the same
	look    *look
	mu      sync.Mutex
	nearest map[color.RGBA]uint8 // found so far
	blends  [allInks]blend
}

// blend holds, by opacity and index below, the index of the blended colour plus one,
// or zero as long as nobody has asked for it: few of the pairs ever meet.
type blend [opacities + 1][maxColours]atomic.Uint32

// newPalette takes the colours in use with their numbers of pixels. Those of first
// are kept exactly, the others are approximated; in all there are at most limit.
func newPalette(l *look, limit int, first []color.RGBA, used map[color.RGBA]int) *palette {
	p := &palette{look: l, nearest: map[color.RGBA]uint8{}}
	for _, c := range first {
		if !slices.Contains(p.colours, c) && len(p.colours) < limit {
			p.colours = append(p.colours, c)
		}
	}
	fixed := len(p.colours)
	p.colours = append(p.colours, medianCut(used, p.colours, limit-fixed)...)
	p.refine(used, fixed)
	for _, c := range p.colours {
		p.model = append(p.model, c)
	}
	return p
}

// index returns the nearest colour's.
func (p *palette) index(c color.RGBA) uint8 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i, ok := p.nearest[c]; ok {
		return i
	}
	i := nearest(p.colours, c)
	if len(p.nearest) >= mostNearest {
		clear(p.nearest)
	}
	p.nearest[c] = i
	return i
}

// mostNearest bounds the memory of a palette.
const mostNearest = 1 << 14

func nearest(colours []color.RGBA, c color.RGBA) uint8 {
	best, least := 0, 1<<30
	for i, o := range colours {
		if d := distance(c, o); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// distance is the sum of squares, which is what noise ratios measure.
func distance(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + bl*bl
}

// convert quantises an opaque picture; the copy's upper left corner is the origin.
func (p *palette) convert(src *image.RGBA) *image.Paletted {
	dst := image.NewPaletted(image.Rectangle{Max: src.Rect.Size()}, p.model)
	var last color.RGBA
	index := p.index(last)
	for y := range dst.Rect.Dy() {
		row := src.Pix[y*src.Stride:]
		for x := range dst.Rect.Dx() {
			if c := (color.RGBA{row[4*x], row[4*x+1], row[4*x+2], 0xff}); c != last {
				last, index = c, p.index(c)
			}
			dst.Pix[y*dst.Stride+x] = index
		}
	}
	return dst
}

// blended returns the index of an ink's colour over another, at an opacity in steps.
func (p *palette) blended(k ink, step int, under uint8) uint8 {
	known := &p.blends[k][step][under]
	if index := known.Load(); index > 0 {
		return uint8(index - 1)
	}
	index := nearest(p.colours, mix(p.colours[under], p.look.ink(k), float64(step)/opacities))
	known.Store(uint32(index) + 1)
	return index
}

// tally is a colour and the number of its pixels.
type tally struct {
	colour color.RGBA
	count  int
}

// sorted lists the colours in a fixed order.
func sorted(used map[color.RGBA]int) []tally {
	list := make([]tally, 0, len(used))
	for c, n := range used {
		list = append(list, tally{c, n})
	}
	slices.SortFunc(list, func(a, b tally) int {
		return cmp.Or(cmp.Compare(a.colour.R, b.colour.R), cmp.Compare(a.colour.G, b.colour.G), cmp.Compare(a.colour.B, b.colour.B))
	})
	return list
}

// medianCut divides the colours that are not among known into n boxes, always the
// one of greatest spread, and returns the boxes' means (P. Heckbert, "Color image
// quantization for frame buffer display", 1982).
func medianCut(used map[color.RGBA]int, known []color.RGBA, n int) []color.RGBA {
	var all []tally
	for _, t := range sorted(used) {
		if !slices.Contains(known, t.colour) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return nil
	}
	boxes := []box{newBox(all)}
	for len(boxes) < n {
		worst := 0
		for i := range boxes {
			if boxes[i].spread > boxes[worst].spread {
				worst = i
			}
		}
		if boxes[worst].spread == 0 {
			break
		}
		low, high := boxes[worst].cut()
		boxes[worst] = low
		boxes = append(boxes, high)
	}
	means := make([]color.RGBA, len(boxes))
	for i, b := range boxes {
		means[i] = b.mean
	}
	return means
}

// box is a set of colours, of which the channel of greatest spread is known.
type box struct {
	tallies []tally
	mean    color.RGBA
	channel int
	spread  int // sum of squares of that channel, from its mean
}

// newBox reckons in integers, so that a palette is the same on all machines.
func newBox(tallies []tally) box {
	b := box{tallies: tallies}
	var mean [3]uint8
	for channel := range mean {
		var n, sum, squares int
		for _, t := range tallies {
			v := int(component(t.colour, channel))
			n, sum, squares = n+t.count, sum+t.count*v, squares+t.count*v*v
		}
		mean[channel] = uint8((sum + n/2) / n)
		if spread := squares - sum*sum/n; spread > b.spread && len(tallies) > 1 {
			b.channel, b.spread = channel, spread
		}
	}
	b.mean = color.RGBA{mean[0], mean[1], mean[2], 0xff}
	return b
}

// cut divides at the mean.
func (b box) cut() (low, high box) {
	value := func(t tally) uint8 { return component(t.colour, b.channel) }
	slices.SortStableFunc(b.tallies, func(s, t tally) int { return cmp.Compare(value(s), value(t)) })
	mean := component(b.mean, b.channel)
	at := slices.IndexFunc(b.tallies, func(t tally) bool { return value(t) > mean })
	if at <= 0 {
		at = len(b.tallies) / 2
	}
	return newBox(b.tallies[:at]), newBox(b.tallies[at:])
}

func component(c color.RGBA, channel int) uint8 { return [...]uint8{c.R, c.G, c.B}[channel] }

// refinements of the palette: more hardly change it.
const refinements = 4

// refine moves each colour but the fixed ones to the mean of those that are nearest
// to it (Lloyd's algorithm).
func (p *palette) refine(used map[color.RGBA]int, fixed int) {
	list := sorted(used)
	for range refinements {
		var sums [maxColours]struct{ r, g, b, n int }
		for _, t := range list {
			s := &sums[nearest(p.colours, t.colour)]
			s.r, s.g, s.b, s.n = s.r+t.count*int(t.colour.R), s.g+t.count*int(t.colour.G), s.b+t.count*int(t.colour.B), s.n+t.count
		}
		for i := fixed; i < len(p.colours); i++ {
			if s := sums[i]; s.n > 0 {
				p.colours[i] = color.RGBA{uint8((s.r + s.n/2) / s.n), uint8((s.g + s.n/2) / s.n), uint8((s.b + s.n/2) / s.n), 0xff}
			}
		}
	}
}
