package render

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
)

// labyrinthShades is how many groups can be told apart by shade; from then on they
// repeat.
const labyrinthShades = 6

// labyrinthHues are the hexagons' colours but the safe one.
var labyrinthHues = [labyrinth.ColourCount]color.RGBA{
	rgb(0x3576d4), rgb(0x2f9a5f), rgb(0xc9971a), rgb(0xd0483f), rgb(0x8656cf), rgb(0x1f9693), rgb(0x6b7688), rgb(0x0072b2),
}

// labyrinthSafe are colours of the palette of Okabe and Ito, which people of all kinds of
// colour vision tell apart.
var labyrinthSafe = [labyrinthShades]color.RGBA{
	rgb(0x0072b2), rgb(0xe69f00), rgb(0x009e73), rgb(0xd55e00), rgb(0x56b4e9), rgb(0xcc79a7),
}

// labyrinthMixed is how much white (or, below 0, black) is in the shades of a hue.
var labyrinthMixed = [labyrinthShades]float64{0, 0.24, -0.34, 0.12, -0.18, -0.46}

// labyrinthFill is the ground of a hexagon by its colour and its group, the largest one
// counting as 0.
func (l *look) labyrinthFill(c labyrinth.Colour, group int) color.RGBA {
	shade := group % labyrinthShades
	if c == labyrinth.Safe {
		return labyrinthSafe[shade]
	}
	share := labyrinthMixed[shade]
	if share < 0 {
		return mix(labyrinthHues[c], rgb(0), -share)
	}
	return mix(labyrinthHues[c], rgb(0xffffff), share)
}

// labyrinthColour is that in which hexagons are marked.
func labyrinthColour(l *look, c labyrinth.Colour) color.RGBA { return l.labyrinthFill(c, 0) }

// labyrinthMarks are all colours in which hexagons are marked.
func labyrinthMarks(l *look) []color.RGBA {
	var all []color.RGBA
	for c := range labyrinth.ColourCount {
		all = append(all, labyrinthColour(l, c))
	}
	return all
}

// labyrinthPath is the colour of corridors on a ground.
func labyrinthPath(fill color.RGBA) color.RGBA {
	if brightness(fill) > 150 {
		return mix(fill, rgb(0), 0.72)
	}
	return mix(fill, rgb(0xffffff), 0.86)
}

// labyrinthHole is the ground of an empty cell that is shut in.
func (l *look) labyrinthHole() color.RGBA { return mix(l.background, l.text, 0.10) }

// labyrinthEmpty and labyrinthEdge are the ground and the rim of an empty cell.
func (l *look) labyrinthEmpty() color.RGBA { return mix(l.background, l.cell, 0.5) }

func (l *look) labyrinthEdge() color.RGBA { return mix(l.background, l.line, 0.5) }

// labyrinthPalette holds all that pictures in one colour of hexagons need: its shades,
// the marks, and what lies between them.
func labyrinthPalette(l *look, c labyrinth.Colour) *palette {
	const colours, steps, weight = 250, 7, 60
	exact := []color.RGBA{l.background, l.band, l.labyrinthHole(), l.labyrinthEmpty(), l.labyrinthEdge()}
	for k := range inkCount {
		exact = append(exact, l.ink(k))
	}
	used := map[color.RGBA]int{}
	ramp := func(from, to color.RGBA, weight int) {
		for i := 1; i < steps; i++ {
			used[mix(from, to, float64(i)/steps)] += weight
		}
	}
	ground := func(fill color.RGBA, weight int) {
		exact = append(exact, fill, labyrinthPath(fill), labyrinthRim(fill))
		ramp(fill, labyrinthPath(fill), weight)
		ramp(labyrinthRim(fill), l.background, weight)
		ramp(labyrinthRim(fill), labyrinthPath(fill), weight/2)
	}
	for group := range labyrinthShades {
		ground(l.labyrinthFill(c, group), weight)
	}
	for other := range labyrinth.ColourCount {
		ground(l.labyrinthFill(other, 0), weight/6)
	}
	for _, pair := range [][2]color.RGBA{{l.background, l.label}, {l.band, l.text}, {l.labyrinthEmpty(), l.labyrinthEdge()}, {l.background, l.labyrinthEdge()}, {l.labyrinthEmpty(), l.label}, {l.background, l.labyrinthHole()}, {l.background, l.text}} {
		ramp(pair[0], pair[1], weight)
	}
	return newPalette(l, colours, exact, used)
}

// labyrinthRim is the lower part of a hexagon's rim.
func labyrinthRim(fill color.RGBA) color.RGBA { return mix(fill, rgb(0), 0.22) }
