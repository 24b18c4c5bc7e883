package labyrinth

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// shades is how many groups can be told apart by shade; from then on they
// repeat.
const shades = 6

// hues are the hexagons' colours but the safe one.
var hues = [labyrinth.ColourCount]color.RGBA{
	canvas.RGB(0x3576d4), canvas.RGB(0x2f9a5f), canvas.RGB(0xc9971a), canvas.RGB(0xd0483f), canvas.RGB(0x8656cf), canvas.RGB(0x1f9693), canvas.RGB(0x6b7688), canvas.RGB(0x0072b2),
}

// safe are colours of the palette of Okabe and Ito, which people of all kinds of
// colour vision tell apart.
var safe = [shades]color.RGBA{
	canvas.RGB(0x0072b2), canvas.RGB(0xe69f00), canvas.RGB(0x009e73), canvas.RGB(0xd55e00), canvas.RGB(0x56b4e9), canvas.RGB(0xcc79a7),
}

// mixed is how much white (or, below 0, black) is in the shades of a hue.
var mixed = [shades]float64{0, 0.24, -0.34, 0.12, -0.18, -0.46}

// fillColour is the ground of a hexagon by its colour and its group, the largest one
// counting as 0.
func fillColour(c labyrinth.Colour, group int) color.RGBA {
	shade := group % shades
	if c == labyrinth.Safe {
		return safe[shade]
	}
	share := mixed[shade]
	if share < 0 {
		return canvas.Mix(hues[c], canvas.RGB(0), -share)
	}
	return canvas.Mix(hues[c], canvas.RGB(0xffffff), share)
}

// MarkColour is that in which hexagons are marked.
func MarkColour(c labyrinth.Colour) color.RGBA { return fillColour(c, 0) }

// MarkColours are all colours in which hexagons are marked.
func MarkColours() []color.RGBA {
	var all []color.RGBA
	for c := range labyrinth.ColourCount {
		all = append(all, MarkColour(c))
	}
	return all
}

// pathColour is the colour of corridors on a ground.
func pathColour(fill color.RGBA) color.RGBA {
	if canvas.Brightness(fill) > 150 {
		return canvas.Mix(fill, canvas.RGB(0), 0.72)
	}
	return canvas.Mix(fill, canvas.RGB(0xffffff), 0.86)
}

// holeColour is the ground of an empty cell that is shut in.
func holeColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Text, 0.10) }

// emptyColour and edgeColour are the ground and the rim of an empty cell.
func emptyColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Cell, 0.5) }

func edgeColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Line, 0.5) }

// newPalette holds all that pictures in one colour of hexagons need: its shades,
// the marks, and what lies between them.
func newPalette(l *canvas.Look, c labyrinth.Colour) *canvas.Palette {
	const colours, steps, weight = 250, 7, 60
	m := canvas.NewMixture(l, canvas.InkCount, holeColour(l), emptyColour(l), edgeColour(l))
	ground := func(fill color.RGBA, weight int) {
		m.Exact(fill, pathColour(fill), rimColour(fill))
		m.Ramp(fill, pathColour(fill), steps, weight)
		m.Ramp(rimColour(fill), l.Background, steps, weight)
		m.Ramp(rimColour(fill), pathColour(fill), steps, weight/2)
	}
	for group := range shades {
		ground(fillColour(c, group), weight)
	}
	for other := range labyrinth.ColourCount {
		ground(fillColour(other, 0), weight/6)
	}
	for _, pair := range [][2]color.RGBA{
		{l.Background, l.Label},
		{l.Band, l.Text},
		{emptyColour(l), edgeColour(l)},
		{l.Background, edgeColour(l)},
		{emptyColour(l), l.Label},
		{l.Background, holeColour(l)},
		{l.Background, l.Text},
	} {
		m.Ramp(pair[0], pair[1], steps, weight)
	}
	return m.Palette(colours)
}

// rimColour is the lower part of a hexagon's rim.
func rimColour(fill color.RGBA) color.RGBA { return canvas.Mix(fill, canvas.RGB(0), 0.22) }
