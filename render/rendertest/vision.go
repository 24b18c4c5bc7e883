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
		x, y := v.lab(a), v.lab(b)
		if d := math.Sqrt(square(x[0]-y[0]) + square(x[1]-y[1]) + square(x[2]-y[2])); d < least {
			t.Errorf("%s, %s: #%06x and #%06x differ by %.0f, want %g", what, v.name, number(a), number(b), d, least)
		}
	}
}

func square(x float64) float64 { return x * x }

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

// hues are the ranges of colour names on the colour wheel, in degrees.
var hues = map[string][2]float64{
	"red": {-15, 12}, "yellow": {42, 66}, "green": {90, 165}, "cyan": {172, 202}, "blue": {205, 240}, "purple": {268, 312},
}

// Named tests that a colour has a name: one of red, yellow, green, cyan, blue and purple, or black
// or white.
func Named(t *testing.T, what string, c color.RGBA, name string) {
	t.Helper()
	hue, saturation, bright := wheel(c)
	const colourful, grey, deep, pale = 0.3, 0.3, 0.2, 0.9
	var is bool
	switch name {
	case "black":
		is = bright <= deep
	case "white":
		is = bright >= pale && saturation <= grey
	default:
		at, ok := hues[name]
		if ok && at[0] < 0 && hue > 180 {
			hue -= 360
		}
		is = ok && saturation >= colourful && hue >= at[0] && hue <= at[1]
	}
	if !is {
		t.Errorf("%s: #%06x is not %s: hue %.0f°, saturation %.2f, brightness %.2f", what, number(c), name, hue, saturation, bright)
	}
}

// wheel returns a colour's hue in degrees, and its saturation and value from 0 to 1 (HSV).
func wheel(c color.RGBA) (hue, saturation, bright float64) {
	r, g, b := float64(c.R)/255, float64(c.G)/255, float64(c.B)/255
	most, least := max(r, g, b), min(r, g, b)
	if most == least {
		return 0, 0, most
	}
	switch most {
	case r:
		hue = math.Mod((g-b)/(most-least)+6, 6)
	case g:
		hue = (b-r)/(most-least) + 2
	default:
		hue = (r-g)/(most-least) + 4
	}
	return 60 * hue, (most - least) / most, most
}
