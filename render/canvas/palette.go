package canvas

import (
	"image/color"
	"slices"
)

// MaxColours is the maximum size of a palette: the number of colours that a byte can index.
const MaxColours = 256

// Colours chooses at most limit colours: those of exact, and the best approximation of those in
// use, which are given with their pixel counts: by median cut, refined by Lloyd's algorithm. It
// uses integers only, so that the result is the same on all machines.
func Colours(exact []color.RGBA, used map[color.RGBA]int, limit int) []color.RGBA {
	var colours []color.RGBA
	for _, c := range exact {
		if !slices.Contains(colours, c) && len(colours) < limit {
			colours = append(colours, c)
		}
	}
	fixed, list := len(colours), sorted(used)
	colours = append(colours, medianCut(list, colours, limit-fixed)...)
	refine(colours, list, fixed)
	return colours
}

// ColourDistance is the squared Euclidean distance in RGB, the measure of signal-to-noise ratios.
func ColourDistance(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + bl*bl
}

// tally is a colour and its pixel count.
type tally struct {
	colour color.RGBA
	count  int
}

func sorted(used map[color.RGBA]int) []tally {
	list := make([]tally, 0, len(used))
	for c, n := range used {
		list = append(list, tally{c, n})
	}
	slices.SortFunc(list, func(a, b tally) int { return number(a.colour) - number(b.colour) })
	return list
}

// number returns a colour as 0xRRGGBB.
func number(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }

// medianCut divides the colours outside known into n boxes, always splitting the box of greatest
// spread, and returns the means of the boxes (P. Heckbert, "Color image quantization for frame
// buffer display", 1982).
func medianCut(list []tally, known []color.RGBA, n int) []color.RGBA {
	var all []tally
	for _, t := range list {
		if !slices.Contains(known, t.colour) {
			all = append(all, t)
		}
	}
	if len(all) == 0 || n <= 0 {
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

// box is a set of colours with its mean and its channel of greatest spread.
type box struct {
	tallies []tally
	mean    color.RGBA
	channel int
	spread  int // sum of squared deviations from the mean in that channel
}

func newBox(tallies []tally) box {
	b := box{tallies: tallies}
	var mean [3]uint8
	for channel := range mean {
		var n, sum, squares int
		for _, t := range tallies {
			v := int(channelOf(t.colour, channel))
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

// cut divides the box at its mean.
func (b box) cut() (low, high box) {
	at := func(t tally) int { return int(channelOf(t.colour, b.channel)) }
	slices.SortStableFunc(b.tallies, func(s, t tally) int { return at(s) - at(t) })
	mean := int(channelOf(b.mean, b.channel))
	half := slices.IndexFunc(b.tallies, func(t tally) bool { return at(t) > mean })
	if half <= 0 {
		half = len(b.tallies) / 2
	}
	return newBox(b.tallies[:half]), newBox(b.tallies[half:])
}

// channelOf returns the red (0), green (1) or blue (2) channel of a colour.
func channelOf(c color.RGBA, channel int) uint8 { return [...]uint8{c.R, c.G, c.B}[channel] }

// refinements is the number of iterations; more hardly change the palette.
const refinements = 4

// refine moves each colour but the first fixed ones to the mean of the colours nearest to it
// (Lloyd's algorithm).
func refine(colours []color.RGBA, list []tally, fixed int) {
	for range refinements {
		var sums [MaxColours]struct{ r, g, b, n int }
		for _, t := range list {
			s := &sums[nearest(colours, t.colour, -1)]
			s.r, s.g, s.b, s.n = s.r+t.count*int(t.colour.R), s.g+t.count*int(t.colour.G), s.b+t.count*int(t.colour.B), s.n+t.count
		}
		for i := fixed; i < len(colours); i++ {
			if s := sums[i]; s.n > 0 {
				colours[i] = color.RGBA{uint8((s.r + s.n/2) / s.n), uint8((s.g + s.n/2) / s.n), uint8((s.b + s.n/2) / s.n), 0xff}
			}
		}
	}
}

// nearest returns the index of the colour nearest to c, the lowest of several, except the one given;
// -1 excepts none.
func nearest(colours []color.RGBA, c color.RGBA, but int) uint8 {
	best, least := 0, 1<<30
	for i, o := range colours {
		if d := ColourDistance(c, o); d < least && i != but {
			best, least = i, d
		}
	}
	return uint8(best)
}
