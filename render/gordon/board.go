package gordon

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/gordon"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// boards caches empty boards. It is safe for concurrent use.
type boards struct{ canvas.Cache[key, *board] }

// mostBoards bounds the memory: a board takes about 1 MB.
const mostBoards = 12

type key struct {
	look  *canvas.Look
	group string // its elements, their symbols, and their order around the ring
}

// board is an empty board with its sprites and typefaces. It is immutable.
type board struct {
	canvas.Board
	ring
	rack
	small   canvas.Point // half the size of a chip on arrows and at places
	sprites canvas.Cache[sprite, *canvas.Tile]
	names   []string         // as drawn
	place   *canvas.Typeface // in places
	chip    *canvas.Typeface // in chips of the rack
	note    *canvas.Typeface // beside places
	caption *canvas.Caption
}

// board returns the empty board of a position.
func (b *boards) board(p *gordon.Position, l *canvas.Look) *board {
	g, cosets := p.Group(), p.Cosets()
	k := key{l, fmt.Sprint(g.Elements(), g.Symbols(), cosets)}
	return b.Get(k, func() *board { return newBoard(l, g, cosets) })
}

func newBoard(l *canvas.Look, g *group.Group, cosets [][]group.Element) *board {
	b := &board{
		Board: canvas.Board{Look: l, Palette: newPalette(l)},
		note:  canvas.Bold(canvas.LeastText),
	}
	b.sprites.Limit = spriteCount
	b.names = drawnNames(g, b.note.Legible)
	wide := widest(b.names)
	b.ring, b.rack = newFrame(cosets, wide)
	b.small = canvas.Pt(wide*canvas.LeastText/2+notePad, noteHigh*canvas.LeastText)
	band := canvas.Bottom(canvas.Whole)
	b.caption = canvas.NewCaption(band)
	b.chip = canvas.Bold(b.rack.size)
	b.place = canvas.Bold(b.ring.name)
	b.thread(b.Flat(canvas.Whole, band), cosets)
	return b
}

// threadWidth is the width of the line through the places of a coset, in pixels.
const threadWidth = 3.0

// thread draws a line through the places of each coset, closed if it is the whole group.
func (b *board) thread(on canvas.Canvas, cosets [][]group.Element) {
	for _, coset := range cosets {
		if len(cosets) == 1 {
			coset = append(coset, coset[0])
		}
		for i, a := range coset[1:] {
			on.Stripe(b.places[coset[i]], b.places[a], threadWidth, canvas.InkLine)
		}
	}
}

// mostRacked is the largest order of a group whose steps have a rack. Larger groups leave the whole
// picture to their places; their steps are in the menu.
const mostRacked = 8

// newFrame lays out a board for names of a maximum width in ems.
func newFrame(cosets [][]group.Element, widest float64) (ring, rack) {
	order := len(slices.Concat(cosets...))
	if order > mostRacked {
		return newRing(cosets, widest, canvas.Field.Inset(margin)), rack{size: canvas.LeastText}
	}
	beside := newRack(order, widest)
	area := canvas.Field.Inset(margin)
	area.Max.X = beside.box.Min.X - rackGap
	area.Min.Y += badgeRoom // the steps at places
	area.Max.Y -= badgeRoom
	return newRing(cosets, widest, area), beside
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

// newPalette holds the colours of all inks and their blending steps, and those of lit tokens.
func newPalette(l *canvas.Look) *canvas.Palette {
	m := canvas.NewMixture(l, canvas.InkCount, l.Cell, l.Line, l.Lit)
	for _, under := range []color.RGBA{l.Background, l.Cell, l.Band, l.Red.Base, l.Blue.Base} {
		m.Ramps(under, 6, 1, l.Text, l.Muted, l.Mark, l.Green, l.Red.Base, l.Blue.Base, l.Lit, l.Line, l.Cell, l.Background)
	}
	for s := range states {
		m.Picture(paintToken(l, s, newPill(canvas.Pt(40, 40), canvas.Pt(36, 36), placeRound), image.Pt(81, 81)), 1)
	}
	return m.Palette(canvas.MaxColours)
}

// rack is the steps beside the ring of a small group; a large one has no columns.
type rack struct {
	box     image.Rectangle
	columns int
	size    float64      // text size on chips
	half    canvas.Point // half the size of a chip
	head    canvas.Point // middle of the heading
}

// Sizes of the rack in pixels.
const (
	mostRows  = 4    // of short names,
	wideRows  = 8    // and of long ones
	shortName = 1.6  // ems
	rackGap   = 30   // between the ring and the rack
	badgeRoom = 8    // above and below the ring for steps, beside that for marks
	largeChip = 46.0 // text size of short names
	chipHigh  = 0.75 // half the height of a chip, in text sizes
	chipPad   = 14.0 // beside a name
	chipDot   = 40.0 // room beside a name for the dot of what can be played
	chipGap   = 12.0
	headHigh  = 60.0
	headWide  = 190.0
)

func newRack(order int, widest float64) rack {
	most := mostRows
	r := rack{size: largeChip}
	if widest > shortName {
		r.size, most = canvas.LeastText, wideRows
	}
	r.columns = (order + most - 1) / most
	r.half = canvas.Pt(max(chipHigh*r.size, widest*r.size/2+chipPad)+chipDot/2, chipHigh*r.size)
	rows := (order + r.columns - 1) / r.columns
	size := canvas.Pt(float64(r.columns)*(2*r.half.X+chipGap)-chipGap, headHigh+float64(rows)*(2*r.half.Y+chipGap)-chipGap)
	field := canvas.Field
	right := float64(field.Max.X) - 2*margin - max(0, headWide-size.X)/2
	top := canvas.Middle(field).Y - size.Y/2
	r.box = image.Rect(int(right-size.X), int(top), int(math.Ceil(right)), int(math.Ceil(top+size.Y)))
	r.head = canvas.Pt(canvas.Middle(r.box).X, top+headHigh/2-10)
	return r
}

// slot is the centre of a step's chip.
func (r rack) slot(i int) canvas.Point {
	x := float64(r.box.Min.X) + r.half.X + float64(i%r.columns)*(2*r.half.X+chipGap)
	y := float64(r.box.Min.Y) + headHigh + r.half.Y + float64(i/r.columns)*(2*r.half.Y+chipGap)
	return canvas.Pt(math.Round(x), math.Round(y))
}
