package gordon

import (
	"image/color"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards keeps empty boards. It is safe for concurrent use.
type boards struct {
	*canvas.Boards[key, *board]
}

// mostBoards bounds the memory: a board takes about 1 MB.
const mostBoards = 12

// key is all on which an empty board depends.
type key struct {
	look  *canvas.Look
	names string // of the elements, and as they are drawn
	leads bool   // chips tell where steps lead, in groups whose places are dots
}

// board is the picture without anything on it, and what is drawn with. It is read-only.
type board struct {
	canvas.Board
	frame
	sprites canvas.Sprites[sprite, *canvas.Tile]
	names   []string         // as they are drawn
	place   *canvas.Typeface // of names in places
	here    *canvas.Typeface // of where one is
	chip    *canvas.Typeface // in chips
	note    *canvas.Typeface // of steps beside places
	small   *canvas.Typeface // of all that is not needed for moving
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

// widestName is how wide a name may be in em: eight characters, such as (12)(34).
const widestName = 3.7

// drawnNames are the elements' names as symbols in letters that the font has; numbers stand
// for those that are too wide, or of which nothing would be left, and for those that would be
// confused.
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

// widest is the width of the widest name in em.
func widest(names []string) (most float64) {
	const size = 100
	t := canvas.Bold(size)
	for _, name := range names {
		most = max(most, t.Measure(name)/size)
	}
	return most
}

// newPalette holds the colours of all inks, and the steps between those that meet.
func newPalette(l *canvas.Look) *canvas.Palette {
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell, l.Line)
	over := []canvas.Ink{
		canvas.InkText, canvas.InkMuted, canvas.InkMark, canvas.InkGreen,
		canvas.InkRed, canvas.InkBlue, canvas.InkLit, canvas.InkLine, canvas.InkCell, canvas.InkGround,
	}
	for _, under := range []color.RGBA{l.Background, l.Cell, l.Band, l.Red.Edge, l.Blue.Edge, l.Green} {
		for _, k := range over {
			m.Ramp(under, l.Ink(k), 8, 1)
		}
	}
	return m.Palette(canvas.MaxColours)
}
