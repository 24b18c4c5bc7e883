package labyrinth

import (
	"image/color"

	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// shades is the number of distinct group colours; further groups repeat them.
const shades = 6

// hues are the colours of hexagons. Light and dark corridors are visible on each of them.
var hues = [labyrinth.ColourCount]color.RGBA{
	canvas.RGB(0x3576d4), canvas.RGB(0x2f9a5f), canvas.RGB(0xac8011), canvas.RGB(0xd0483f), canvas.RGB(0x8656cf), canvas.RGB(0x1f9693), canvas.RGB(0x6b7688), canvas.RGB(0x0072b2),
}

// Colours of the groups other than the largest, which has the chosen hue: in themes with light and
// with dark corridors. They can be told apart with every kind of colour vision, and differ from the
// hues except as listed in skipped.
var (
	onDark = [shades]color.RGBA{
		canvas.RGB(0xb08410), canvas.RGB(0x6a35f2), canvas.RGB(0x149f54), canvas.RGB(0x7a3f7c), canvas.RGB(0xa478d8), canvas.RGB(0x2f6157),
	}
	onLight = [shades]color.RGBA{
		canvas.RGB(0xecdc2a), canvas.RGB(0xb95cf7), canvas.RGB(0x96ecb6), canvas.RGB(0xbd4f49), canvas.RGB(0xbdc0fb), canvas.RGB(0xc4961e),
	}
)

// skipped is the group colour that is too similar to a hue and is skipped: in themes with light and
// with dark corridors.
var skipped = [labyrinth.ColourCount][2]int{
	labyrinth.Blue: {4, 4}, labyrinth.Green: {2, 2}, labyrinth.Gold: {0, 5}, labyrinth.Red: {2, 3},
	labyrinth.Violet: {4, 4}, labyrinth.Teal: {2, 2}, labyrinth.Grey: {3, 4}, labyrinth.Safe: {4, 4},
}

// mixed is the share of black or white, whichever the corridors are not, in the shades of a hue.
// Groups have these shades where colours mark pieces.
var mixed = [shades]float64{0, 0.2, 0.36, 0.1, 0.28, 0.46}

// isDark reports whether the theme has a dark background.
func isDark(l *canvas.Look) bool { return canvas.Brightness(l.Background) < 128 }

// bodyColour is the usual colour of hexagons of a hue. It is paler with dark corridors.
func bodyColour(l *canvas.Look, c labyrinth.Colour) color.RGBA {
	const pale = 0.3
	if isDark(l) {
		return hues[c]
	}
	return canvas.Mix(hues[c], canvas.RGB(0xffffff), pale)
}

// groupColour is the colour of a group, 0 being the largest.
func groupColour(l *canvas.Look, c labyrinth.Colour, group int) color.RGBA {
	group %= shades
	if group == 0 {
		return bodyColour(l, c)
	}
	others, skip := onLight, skipped[c][1]
	if isDark(l) {
		others, skip = onDark, skipped[c][0]
	}
	if group--; group >= skip {
		group++
	}
	return others[group]
}

// shadeColour is the colour of a group where colours mark pieces.
func shadeColour(l *canvas.Look, c labyrinth.Colour, group int) color.RGBA {
	end := canvas.RGB(0xffffff)
	if isDark(l) {
		end = canvas.RGB(0)
	}
	return canvas.Mix(bodyColour(l, c), end, mixed[group%shades])
}

// MarkColour is the colour of marked hexagons.
func MarkColour(c labyrinth.Colour) color.RGBA { return hues[c] }

// MarkColours are all colours of marked hexagons.
func MarkColours() []color.RGBA { return hues[:] }

// pathColour is the colour of corridors on a hexagon. It also has contrast to the background of the
// board, so that no open door vanishes.
func pathColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	if isDark(l) {
		return canvas.Mix(fill, canvas.RGB(0xffffff), 0.94)
	}
	return canvas.Mix(fill, canvas.RGB(0), 0.74)
}

// rimColour is the colour of a hexagon's rim, with contrast to the background of the board.
func rimColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	const least = 3.2
	to, share := canvas.RGB(0), 0.22
	if isDark(l) && canvas.Contrast(canvas.Mix(fill, to, share), l.Background) < least {
		to, share = canvas.RGB(0xffffff), 0
	}
	for share < 1 && canvas.Contrast(canvas.Mix(fill, to, share), l.Background) < least {
		share += 0.02
	}
	return canvas.Mix(fill, to, share)
}

func holeColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Text, 0.24) }

// gapColour and gapEdge are the colours of an empty cell that a door leads to.
func gapColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Cell, l.Green, 0.24) }

func gapEdge(l *canvas.Look) color.RGBA { return canvas.Mix(l.Cell, l.Green, 0.7) }

// emptyColour and edgeColour are the colours of an empty cell.
func emptyColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Cell, 0.6) }

func edgeColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Line, 0.75) }

// fadedColour is the colour of a piece that fits nowhere.
func fadedColour(l *canvas.Look) color.RGBA { return canvas.Mix(l.Background, l.Line, 0.55) }

// quietColour is a shade of a hexagon's colour on which muted numbers are as readable as on the
// background.
func quietColour(l *canvas.Look, fill color.RGBA) color.RGBA {
	const most, least = 0.5, 4.8
	share := most
	for share > 0 && canvas.Contrast(l.Muted, canvas.Mix(l.Background, fill, share)) < least {
		share -= 0.02
	}
	return canvas.Mix(l.Background, fill, max(share, 0))
}

// newPalette holds the colours of pictures with hexagons of a colour: its shades, the marks, and
// blending steps.
func newPalette(l *canvas.Look, c labyrinth.Colour) *canvas.Palette {
	const colours, steps, weight = 250, 7, 60
	m := canvas.NewMixture(l, canvas.InkCount, holeColour(l), gapColour(l), gapEdge(l), emptyColour(l), edgeColour(l))
	piece := func(fill, path, rim color.RGBA, weight int) {
		m.Exact(fill, path, rim)
		m.Ramp(fill, path, steps, weight)
		m.Ramp(rim, l.Background, steps, weight)
		m.Ramp(rim, path, steps, weight/2)
		m.Ramp(rim, fill, 3, weight/2)
		m.Ramps(path, steps, weight/2, l.Background, l.Mark)
	}
	ground := func(fill color.RGBA, weight int) { piece(fill, pathColour(l, fill), rimColour(l, fill), weight) }
	for group := range shades {
		fill := groupColour(l, c, group)
		ground(fill, weight)
		quiet := quietColour(l, fill)
		m.Exact(quiet)
		m.Ramp(quiet, l.Muted, steps, weight/2)
		m.Ramps(quiet, 3, weight/3, rimColour(l, fill), pathColour(l, fill))
	}
	for group := range shades {
		ground(shadeColour(l, c, group), weight/6)
	}
	for other := range labyrinth.ColourCount {
		ground(hues[other], weight/6)
	}
	piece(l.Background, l.Text, l.Green, weight/3)
	piece(l.Green, l.Mark, l.Green, weight/3)
	piece(hues[labyrinth.Red], pathColour(l, hues[labyrinth.Red]), l.Red.Edge, weight/3)
	piece(fadedColour(l), l.Muted, edgeColour(l), weight/3)
	m.Ramps(l.Background, steps, weight, l.Label, l.Muted, l.Text, edgeColour(l), gapColour(l), holeColour(l))
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted)
	m.Ramps(emptyColour(l), steps, weight, edgeColour(l), gapEdge(l))
	m.Ramps(gapColour(l), steps, weight, gapEdge(l), l.Text)
	return m.Palette(colours)
}
