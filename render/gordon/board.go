package gordon

import (
	"image/color"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards caches empty boards. It is safe for concurrent use.
type boards struct{ canvas.Cache[key, *board] }

// mostBoards bounds the memory: a board takes about 1 MB.
const mostBoards = 12

type key struct {
	look  *canvas.Look
	names string // elements and their symbols
	leads bool   // chips tell where steps lead, in groups whose places are dots
}

// board is an empty board with its sprites and typefaces. It is immutable.
type board struct {
	canvas.Board
	frame
	sprites canvas.Sprites[sprite, *canvas.Tile]
	names   []string         // as drawn
	place   *canvas.Typeface // of names in places
	here    *canvas.Typeface // of the current place
	chip    *canvas.Typeface // in chips
	note    *canvas.Typeface // of steps beside places
	small   *canvas.Typeface // of secondary text
	caption *canvas.Caption
}

func newBoard(l *canvas.Look, g *group.Group, leads bool) *board {
	b := &board{
		Board: canvas.Board{Look: l, Palette: newPalette(l)},
		here:  canvas.Bold(needed), small: canvas.Medium(aside),
	}
	b.sprites.Limit = 2 * spriteCount
	b.names = drawnNames(g, b.here.Legible)
	b.frame = newFrame(g.Order(), widest(b.names), leads)
	b.caption = canvas.NewCaption(b.band())
	b.chip, b.note = canvas.Bold(b.chips), canvas.Bold(b.ring.size)
	if !b.dotted() {
		b.place = canvas.Bold(b.name)
	}
	b.Flat(b.bounds, b.band())
	return b
}

// widestName is the maximum width of a name, in ems: eight characters such as (12)(34).
const widestName = 3.7

// drawnNames returns the elements' symbols in characters of the fonts. Numbers replace symbols that
// are too wide, empty or ambiguous.
func drawnNames(g *group.Group, legible func(string) string) []string {
	names, count := g.Symbols(), map[string]int{}
	for i, name := range names {
		names[i] = legible(name)
		count[names[i]]++
	}
	for i, name := range names {
		if name == "" || count[name] > 1 || widest(names[i:i+1]) > widestName {
			names[i] = "#" + strconv.Itoa(i+1)
		}
	}
	return names
}

// widest is the width of the widest name, in ems.
func widest(names []string) (most float64) {
	const size = 100
	t := canvas.Bold(size)
	for _, name := range names {
		most = max(most, t.Measure(name)/size)
	}
	return most
}

// newPalette holds the colours of all inks and their blending steps.
func newPalette(l *canvas.Look) *canvas.Palette {
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell, l.Line)
	for _, under := range []color.RGBA{l.Background, l.Cell, l.Band, l.Red.Edge, l.Blue.Edge, l.Green} {
		m.Ramps(under, 8, 1, l.Text, l.Muted, l.Mark, l.Green, l.Red.Edge, l.Blue.Edge, l.Lit, l.Line, l.Cell, l.Background)
	}
	return m.Palette(canvas.MaxColours)
}
