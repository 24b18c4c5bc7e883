package gordon

import (
	"image"
	"image/color"
	"math"
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
	sprites canvas.Cache[sprite, *canvas.Tile]
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
	for _, under := range []color.RGBA{l.Background, l.Cell, l.Band, l.Red.Base, l.Blue.Base, l.Green} {
		m.Ramps(under, 8, 1, l.Text, l.Muted, l.Mark, l.Green, l.Red.Base, l.Blue.Base, l.Lit, l.Line, l.Cell, l.Background)
	}
	return m.Palette(canvas.MaxColours)
}

// Sizes of pictures in pixels. Discord shows them at half the size, on a phone at a third.
const (
	width  = canvas.Width
	height = 720
	margin = 16
	rim    = 14 // around the ring, for a halo

	looseAside = 32 // between the ring and the panel
	leastAside = 18 // least, if that makes places larger

	needed = 39.5 // text size of what a move needs
	aside  = 27.0 // text size of everything else

	largeAside = 33.0 // of steps in large places
)

// labelledGroup is the largest order of a group with names on all elements. Larger groups only name
// the legal steps.
const labelledGroup = 24

type frame struct {
	order  int
	bounds image.Rectangle
	ring
	panel
}

// newFrame lays out a board for names of a maximum width in ems: with both racks and large text as
// far as possible. In large groups leads makes chips tell where steps lead.
func newFrame(order int, widest float64, leads bool) frame {
	f := frame{order: order, bounds: image.Rect(0, 0, width, height)}
	board := f.bounds
	board.Max.Y = f.band().Min.Y
	around := func(aside int) image.Rectangle {
		return image.Rect(rim, rim, f.panel.box.Min.X-aside, board.Max.Y-rim)
	}
	for _, kind := range panels(order) {
		var ok bool
		if f.panel, ok = newPanel(order, widest, board, kind); !ok {
			continue
		}
		for _, n := range noteStyles(widest) {
			if n.where == nowhere && !kind.cuts {
				continue
			}
			var tight ring
			if tight, ok = newRing(order, widest, around(leastAside), n); !ok {
				continue
			}
			if f.ring, ok = newRing(order, widest, around(looseAside), n); !ok || tight.half.Y > f.ring.half.Y {
				f.ring = tight
			}
			return f
		}
	}
	f.panel = cutPanel(widest, board, mostPanel, leads)
	f.ring = newDots(order, widest, around(leastAside))
	return f
}

func (f frame) band() image.Rectangle { return canvas.Bottom(f.bounds) }

func (f frame) at(a group.Element) canvas.Point { return f.places[a] }

func (f frame) dotted() bool { return f.name == 0 }

// panel is the area right of the ring: the current place and the racks of steps and, if there is
// room, of places.
type panel struct {
	panelKind
	box      image.Rectangle
	hereAt   float64      // middle of the line of the current place
	hereHalf canvas.Point // half the size of that place
	heads    [2]float64   // middles of the headings of M and P
	tops     [2]float64   // tops of their chips
	columns  int
	rows     int
	chip     canvas.Point // half the size of a chip
}

type panelKind struct {
	racks int
	chips float64 // text size on chips
	leads bool    // chips tell where steps lead
	least int     // least width
	cuts  bool    // shows only the legal steps, as far as there is room
}

// panels returns the panels of a group, in the order in which they are tried.
func panels(order int) []panelKind {
	whole, cut := panelKind{racks: 1, chips: needed, least: leastPanel}, panelKind{racks: 1, chips: needed, least: leastPanel, cuts: true}
	switch {
	case order > labelledGroup:
		return nil
	case order > labelledGroup/2:
		return []panelKind{whole, cut}
	default:
		return []panelKind{{racks: 2, chips: needed, least: 444}, whole, cut}
	}
}

// Sizes of the panel in pixels.
const (
	leastPanel   = 328
	mostPanel    = 496
	chipHigh     = 0.69 // half the height of a chip, in text sizes
	chipPad      = 8.0  // beside a name, more beside large ones
	chipGap      = 8.0
	hereHigh     = 78.0 // height of the line of the current place
	headHigh     = 46.0 // height of a rack's heading
	leadHigh     = 0.5  // half the place that a step leads to, in text sizes
	arrowWide    = 1.0  // the arrow before that place, in ems
	mostWords    = 4.4  // the text before the current place, in ems
	leadPad      = 5.0  // beside both
	mostLoose    = 40.0 // between the parts, if there is room
	leastLoose   = 12.0 // least, if that makes names larger
	largestChips = 52.0 // text size on chips
)

// newPanel returns a panel as narrow as its racks allow, or false if they do not fit.
func newPanel(order int, widest float64, board image.Rectangle, kind panelKind) (p panel, ok bool) {
	p.panelKind = kind
	if kind.cuts {
		return cutPanel(widest, board, max(kind.least, int(math.Ceil(leastCut(widest)))), false), true
	}
	for wide := max(kind.least, int(math.Ceil(leastHere(widest)))); wide <= mostPanel; wide += 4 {
		p.widen(widest, wide, board)
		p.rows = (order + p.columns - 1) / p.columns
		p.columns = (order + p.rows - 1) / p.rows
		if p.high() <= float64(p.box.Dy()) {
			p.enlarge(order, widest, board)
			p.put(board)
			return p, true
		}
	}
	return p, false
}

// enlarge increases the text size on chips as far as their rows allow.
func (p *panel) enlarge(order int, widest float64, board image.Rectangle) {
	for size := largestChips; size > p.chips; size-- {
		larger := *p
		larger.chips = size
		larger.widen(widest, p.box.Dx(), board)
		if larger.rows = (order + larger.columns - 1) / larger.columns; larger.rows > p.rows {
			continue
		}
		larger.columns = (order + larger.rows - 1) / larger.rows
		if larger.high()+float64(p.racks+1)*leastLoose <= float64(p.box.Dy()) {
			*p = larger
			return
		}
	}
}

// leastCut is the least width of a panel with two columns of chips, or with a step beside its
// destination.
func leastCut(widest float64) float64 {
	name := widest * needed
	columns := 2*(name+2*chipPad) + chipGap
	row := 2*name + arrowWide*needed + 4*chipPad
	return max(columns, row, leastHere(widest))
}

// leastHere is the least width of the line of the current place.
func leastHere(widest float64) float64 {
	return mostWords*needed + hereGap + widest*needed + 2*(chipPad+haloGap+haloRim)
}

// cutPanel has as many chips as fit.
func cutPanel(widest float64, board image.Rectangle, wide int, leads bool) (p panel) {
	p.panelKind = panelKind{1, needed, leads, wide, true}
	p.widen(widest, wide, board)
	for p.rows = 1; p.high() <= float64(p.box.Dy()); {
		p.rows++
	}
	p.rows--
	p.put(board)
	return p
}

// widen sets the width of the panel, and the number of columns of its racks.
func (p *panel) widen(widest float64, wide int, board image.Rectangle) {
	p.box = image.Rect(board.Max.X-margin-wide, board.Min.Y+margin, board.Max.X-margin, board.Max.Y-margin)
	pad := chipPad + max(0, p.chips-needed)/2
	p.chip = canvas.Pt(max(chipHigh*p.chips+1, widest*p.chips/2+pad), chipHigh*p.chips)
	if p.leads {
		p.chip = canvas.Pt(max(p.chip.X, (widest+arrowWide)*aside/2+leadPad), p.chip.Y+leadHigh*aside)
	}
	p.hereHalf = canvas.Pt(max(chipHigh*needed, widest*needed/2+chipPad), chipHigh*needed)
	p.columns = max(1, int((float64(wide)+chipGap)/(2*p.chip.X+chipGap)))
}

// high is the total height of the parts, without gaps.
func (p panel) high() float64 {
	return hereHigh + float64(p.racks)*(headHigh+float64(p.rows)*(2*p.chip.Y+chipGap))
}

// put places the parts below each other, centred vertically on the board.
func (p *panel) put(board image.Rectangle) {
	loose := min(mostLoose, (float64(p.box.Dy())-p.high())/float64(p.racks+1))
	y := canvas.Middle(board).Y - (p.high()+float64(p.racks)*loose)/2
	p.hereAt = y + hereHigh/2
	y += hereHigh + loose
	for rack := range p.racks {
		p.heads[rack] = y + headHigh/2 - 4
		p.tops[rack] = y + headHigh
		y = p.tops[rack] + float64(p.rows)*(2*p.chip.Y+chipGap) + loose
	}
}
