package gordon

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Sizes of pictures in pixels. Discord shows them at half of that, and a telephone at a third.
const (
	width  = canvas.Width
	height = 720
	margin = 16
	rim    = 14 // around the ring: the halo of a place, and some room

	looseAside = 32 // between the ring and the panel
	leastAside = 18 // and where that lets places be larger

	needed = 39.5 // the size of letters that one needs for moving
	aside  = 27.0 // of all others

	largeAside = 33.0 // of steps in large places
)

// labelledGroup is the order up to which all elements are named; of larger groups, only the
// steps that can be taken are.
const labelledGroup = 24

// frame is where things lie.
type frame struct {
	order  int
	bounds image.Rectangle
	ring
	panel
}

// newFrame lays a board out for a group whose longest name is so wide, in em: with both racks
// and large letters as far as there is room. In large groups chips tell where steps lead if that
// is asked for.
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
		for _, n := range notings(widest) {
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

// at is the centre of a place.
func (f frame) at(a group.Element) canvas.Point { return f.places[a] }

// dotted reports whether the places are dots without names.
func (f frame) dotted() bool { return f.name == 0 }

// panel is what stands to the right of the ring: where one is, and the racks of the steps and,
// where there is room, of the places.
type panel struct {
	panelKind
	box      image.Rectangle
	hereAt   float64      // the middle of the line that tells where one stands
	hereHalf canvas.Point // half of the width and height of the place on that
	heads    [2]float64   // the middles of the lines above M and P
	tops     [2]float64   // where their chips begin
	columns  int
	rows     int
	chip     canvas.Point // half of its width and height
}

// panelKind is what a panel shows.
type panelKind struct {
	racks int
	chips float64 // the size of names on chips
	leads bool    // whether these tell where steps lead
	least int     // the width
	cuts  bool    // whether only the steps that can be taken are shown, as far as there is room
}

// panels are those for a group, in the order in which they are tried.
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
	chipHigh     = 0.69 // half of it, in sizes of names
	chipPad      = 8.0  // beside a name, and more beside large ones
	chipGap      = 8.0
	hereHigh     = 78.0 // of the line that tells where one stands
	headHigh     = 46.0 // of the line above a rack
	leadHigh     = 0.5  // half of the place to which a step leads, in sizes
	arrowWide    = 1.0  // the arrow before that, in em
	mostWords    = 4.4  // the words before the place where one stands, in em
	leadPad      = 5.0  // beside both
	mostLoose    = 40.0 // between the parts, where there is room
	leastLoose   = 12.0 // and where that makes names larger
	largestChips = 52.0 // the size of names on chips
)

// newPanel makes it as narrow as the racks have room in it; false if they have none.
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

// enlarge gives names on chips the size for which there is room in the rows that they take.
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

// leastCut is how wide a panel must be for two columns of chips, and for a step beside where it
// leads.
func leastCut(widest float64) float64 {
	name := widest * needed
	columns := 2*(name+2*chipPad) + chipGap
	row := 2*name + arrowWide*needed + 4*chipPad
	return max(columns, row, leastHere(widest))
}

// leastHere is how wide the line is that tells where one stands.
func leastHere(widest float64) float64 {
	return mostWords*needed + hereGap + widest*needed + 2*(chipPad+haloGap+haloRim)
}

// cutPanel has as many chips as there is room for.
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

// widen gives the panel a width, and its racks as many columns as that has room for.
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

// high is how high all is, without room between the parts.
func (p panel) high() float64 {
	return hereHigh + float64(p.racks)*(headHigh+float64(p.rows)*(2*p.chip.Y+chipGap))
}

// put puts the parts below each other, around the middle of the board.
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

// slot is the middle of a chip in rack M (0) or P (1), counted from 0.
func (p panel) slot(rack, i int) canvas.Point {
	pitch := canvas.Pt(2*p.chip.X+chipGap, 2*p.chip.Y+chipGap)
	x := float64(p.box.Min.X) + p.chip.X + float64(i%p.columns)*pitch.X
	y := p.tops[rack] + p.chip.Y + float64(i/p.columns)*pitch.Y
	return canvas.Pt(math.Round(x), math.Round(y))
}

// rowHalf is half the width and height of a row that tells where a step leads.
func (p panel) rowHalf() canvas.Point { return canvas.Pt(float64(p.box.Dx())/2, p.chip.Y) }

// slots is how many chips a rack has room for.
func (p panel) slots() int { return p.rows * p.columns }
