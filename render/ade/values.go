package ade

import (
	"image"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// valueFaces are the typefaces of values, for nodes of a size.
type valueFaces struct {
	wide, radius float64
	faces        []*canvas.Typeface // from the largest down; the last ones are small
	whole        int                // how many have at least the size that a move needs
}

// Sizes of values, in radii and in pixels.
var (
	valueShares = []float64{1.05, 0.9, 0.75, 0.62}
	valueSizes  = []float64{wholeText, 33, 28, 24, 20}
)

func newValueFaces(wide, radius float64) *valueFaces {
	f := &valueFaces{wide: wide, radius: radius}
	for _, share := range valueShares {
		if size := share * radius; size > wholeText+2 {
			f.faces = append(f.faces, canvas.Bold(size))
		}
	}
	f.whole = len(f.faces) + 1
	f.faces = append(f.faces, engine.Map(valueSizes, canvas.Bold)...)
	return f
}

// Least distance between the two lines of a value, in pixels, and the share of a node that they may
// take.
const (
	valueLeading = 6.0
	valueShare   = 0.96
)

// fits reports whether lines of text fit into a node.
func (f *valueFaces) fits(face *canvas.Typeface, lines []string) bool {
	half := face.CapHeight() / 2
	if len(lines) == 2 {
		half = face.CapHeight() + valueLeading/2
	}
	if half > valueShare*f.radius {
		return false
	}
	room := 2 * (f.wide - f.radius + math.Sqrt(valueShare*valueShare*f.radius*f.radius-half*half))
	return !slices.ContainsFunc(lines, func(line string) bool { return face.Measure(line) > room })
}

// set chooses the text and typeface of a value: whole in the largest typeface that fits, or else
// shortened on one or two lines, or else its magnitude. Sizes below what a move needs are the last
// resort.
func (f *valueFaces) set(n *big.Int) (lines []string, face *canvas.Typeface) {
	number := graph.NewShortener(n, longestWhole)
	whole := minus(number.Short(longestWhole))
	if !strings.Contains(whole, "e") {
		if face, ok := f.first(whole); ok {
			return []string{whole}, face
		}
	}
	for _, face := range f.faces[:f.whole] {
		if lines, ok := f.shortened(face, number); ok {
			return lines, face
		}
	}
	magnitude := strings.TrimLeft(minus(number.Short(1)), "−123456789")
	for _, sign := range []string{"−", ""} { // negative values have their own colour
		if n.Sign() > 0 {
			sign = ""
		}
		if face, ok := f.first(sign + magnitude); ok && magnitude != "" {
			return []string{sign + magnitude}, face
		}
	}
	for _, face := range f.faces[f.whole:] {
		if lines, ok := f.shortened(face, number); ok {
			return lines, face
		}
	}
	return []string{minus(number.Short(1))}, f.faces[len(f.faces)-1]
}

// first is the largest typeface of the size that a move needs in which text fits on a line.
func (f *valueFaces) first(text string) (*canvas.Typeface, bool) {
	for _, face := range f.faces[:f.whole] {
		if f.fits(face, []string{text}) {
			return face, true
		}
	}
	return nil, false
}

// shortened returns a number with as many digits as fit in a typeface, on one or two lines.
func (f *valueFaces) shortened(face *canvas.Typeface, n graph.Shortener) ([]string, bool) {
	for most := longestShort; most >= leastShort; most-- {
		text := minus(n.Short(most))
		if f.fits(face, []string{text}) {
			return []string{text}, true
		}
		if mantissa, power, found := strings.Cut(text, "e"); found {
			if lines := []string{mantissa, "e" + power}; f.fits(face, lines) {
				return lines, true
			}
		}
	}
	return nil, false
}

// leastShort is the least number of characters of a shortened value.
const leastShort = 4

func (f *valueFaces) write(on canvas.Canvas, at canvas.Point, n *big.Int, with canvas.Ink) {
	lines, face := f.set(n)
	step := face.CapHeight() + valueLeading
	at.Y -= step * float64(len(lines)-1) / 2
	for _, line := range lines {
		canvas.Centred(on, face, at, line, with)
		at.Y += step
	}
}

// nodes draws values and lights positive nodes.
func (d *drawing) nodes(v graph.Values, lit graph.Set) {
	for i, at := range d.at {
		switch sign := v[i].Sign(); {
		case lit.Has(i):
			d.on.Blend(d.glow, at.Round(), canvas.InkLit)
			d.on.Blend(d.node, at.Round(), canvas.InkLit)
			if flowInk(d.Look) != canvas.InkLit {
				d.on.Blend(d.rim, at.Round(), canvas.InkLabel)
			}
			d.value.write(d.on, at, v[i], onInk(d.Look, canvas.InkLit))
		case sign < 0:
			d.on.Blend(d.node, at.Round(), canvas.InkBlue)
			d.value.write(d.on, at, v[i], onInk(d.Look, canvas.InkBlue))
		default:
			d.value.write(d.on, at, v[i], canvas.InkLabel)
		}
	}
}

// surround draws a mark around nodes: those that fired before, or that are suggested.
func (d *drawing) surround(nodes graph.Set, mark *image.Alpha, with canvas.Ink) {
	for i, at := range d.at {
		if nodes.Has(i) {
			d.on.Blend(d.gap, at.Round(), canvas.InkGround)
			d.on.Blend(mark, at.Round(), with)
		}
	}
}
