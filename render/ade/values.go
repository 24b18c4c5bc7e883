package ade

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// valueFaces are the typefaces of values, for nodes of a size.
type valueFaces struct {
	wide, radius float64
	faces        []*canvas.Typeface // from the largest down
}

// valueShares are the sizes of values, in radii.
var valueShares = []float64{1.05, 0.9, 0.75, 0.62}

func newValueFaces(wide, radius float64) *valueFaces {
	f := &valueFaces{wide: wide, radius: radius}
	for _, share := range valueShares {
		if size := share * radius; size > canvas.LeastText+2 {
			f.faces = append(f.faces, canvas.Bold(size))
		}
	}
	f.faces = append(f.faces, canvas.Bold(canvas.LeastText))
	return f
}

const (
	valueLeading = 6.0  // least distance between the two lines of a value, in pixels
	valueShare   = 0.96 // of a node that they may take
	leastShort   = 4    // characters of a shortened value
	markOut      = 0.1  // distance of a mark's line from its node, in radii,
	leastOut     = 3.0  // and bounds of it in pixels
	mostOut      = 5.0
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
// shortened on one or two lines, or else its magnitude, or else nothing.
func (f *valueFaces) set(n *big.Int) (lines []string, face *canvas.Typeface) {
	number := graph.NewShortener(n, longestWhole)
	whole := minus(number.Short(longestWhole))
	if !strings.Contains(whole, "e") {
		if face, ok := f.first(whole); ok {
			return []string{whole}, face
		}
	}
	for _, face := range f.faces {
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
	return nil, f.faces[0]
}

// first is the largest typeface in which text fits on a line.
func (f *valueFaces) first(text string) (*canvas.Typeface, bool) {
	for _, face := range f.faces {
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

func (f *valueFaces) write(on canvas.Canvas, at canvas.Point, n *big.Int, with canvas.Ink) {
	lines, face := f.set(n)
	step := face.CapHeight() + valueLeading
	at.Y -= step * float64(len(lines)-1) / 2
	for _, line := range lines {
		canvas.Centred(on, face, at, line, with)
		at.Y += step
	}
}

// nodes lights positive nodes, marks those that fired last, and writes the values over both.
func (d *drawing) nodes(v graph.Values, lit, last graph.Set) {
	inks := slices.Repeat([]canvas.Ink{canvas.InkLabel}, len(d.at))
	for i, at := range d.at {
		switch sign := v[i].Sign(); {
		case lit.Has(i):
			d.on.Blend(d.glow, at.Round(), canvas.InkLit)
			d.lit.draw(d.on, at.Round(), litRim(d.Look))
			inks[i] = onLit(d.Look)
		case sign < 0:
			d.cold.draw(d.on, at.Round(), canvas.InkLine)
			inks[i] = inkOn(d.Look, chilled(d.Look).Base)
		}
	}
	d.mark(last, d.on.Last)
	for i, at := range d.at {
		d.value.write(d.on, at, v[i], inks[i])
	}
}

// mark draws a mark around nodes, half over their rims.
func (d *drawing) mark(nodes graph.Set, with func(canvas.Outline)) {
	for i, at := range d.at {
		if nodes.Has(i) {
			with(d.shape().outline(canvas.At(at.Round()), max(leastOut, min(markOut*d.radius, mostOut))))
		}
	}
}

func (d *drawing) advise(nodes graph.Set) {
	d.mark(nodes, func(o canvas.Outline) { d.on.Hint(o, 0) })
}
