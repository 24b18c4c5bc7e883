package rendertest

import (
	"image/color"
	"math"
	"testing"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// vision is a kind of colour vision, as a matrix on linear red, green and blue.
type vision struct {
	name string
	of   [3][3]float64
}

// visions are normal vision and the lack of one kind of cone, by Machado, Oliveira and Fernandes
// (2009), at full severity.
var visions = []vision{
	{"all cones", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"tritanopia", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}

// Apart tests that two colours can be told apart with every kind of colour vision: that they differ
// by least in CIELAB, where 2 is just visible and 100 is the distance of black and white.
func Apart(t *testing.T, what string, a, b color.RGBA, least float64) {
	t.Helper()
	for _, v := range visions {
		if d := v.distance(a, b); d < least {
			t.Errorf("%s, %s: #%06x and #%06x differ by %.0f, want %g", what, v.name, number(a), number(b), d, least)
		}
	}
}

// distance is how much two colours differ in CIELAB.
func (v vision) distance(a, b color.RGBA) float64 {
	x, y := v.lab(a), v.lab(b)
	return math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
}

// lab returns the appearance of a colour in CIELAB under daylight (D65).
func (v vision) lab(c color.RGBA) [3]float64 {
	light := [3]float64{canvas.Linear(c.R), canvas.Linear(c.G), canvas.Linear(c.B)}
	var seen [3]float64
	for i, row := range v.of {
		seen[i] = max(0, min(1, row[0]*light[0]+row[1]*light[1]+row[2]*light[2]))
	}
	part := func(share float64) float64 {
		if share > 216.0/24389 {
			return math.Cbrt(share)
		}
		return (24389.0/27*share + 16) / 116
	}
	x := part((0.4124*seen[0] + 0.3576*seen[1] + 0.1805*seen[2]) / 0.9505)
	y := part(0.2126*seen[0] + 0.7152*seen[1] + 0.0722*seen[2])
	z := part((0.0193*seen[0] + 0.1192*seen[1] + 0.9505*seen[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// hues are the ranges of colour names around the axis of greys in CIELAB, in degrees.
var hues = map[string][2]float64{
	"red": {15, 44}, "yellow": {77, 110}, "green": {128, 170}, "cyan": {178, 240}, "blue": {262, 300}, "purple": {310, 337},
}

// Named tests that a colour has a name: one of red, yellow, green, cyan, blue and purple, or black
// or white.
func Named(t *testing.T, what string, c color.RGBA, name string) {
	t.Helper()
	lab := visions[0].lab(c)
	light, chroma := lab[0], math.Hypot(lab[1], lab[2])
	hue := math.Mod(math.Atan2(lab[2], lab[1])*180/math.Pi+360, 360)
	const colourful, grey, deep, pale = 20, 20, 20, 90
	var is bool
	switch name {
	case "black":
		is = light <= deep
	case "white":
		is = light >= pale && chroma <= grey
	default:
		at, ok := hues[name]
		is = ok && chroma >= colourful && hue >= at[0] && hue <= at[1]
	}
	if !is {
		t.Errorf("%s: #%06x is not %s: hue %.0f°, chroma %.0f, lightness %.0f", what, number(c), name, hue, chroma, light)
	}
}
