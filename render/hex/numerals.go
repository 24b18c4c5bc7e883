package hex

import (
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	hexboard "github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// numerals writes numbers on cells: on all that have one, or on none.
type numerals struct {
	*drawing
	face *canvas.Typeface
	fits bool // the widest number fits on a cell
}

// Least space around numbers, in pixels.
const (
	numeralSide = 1.6 // to the sides of a cell, beyond a digit's own side bearing
	numeralLine = 5   // between two lines
	numeralRim  = 2   // to the middle of the outline of a ghost stone
)

// numerals returns numbers of the size of coordinates or larger, narrow where they would come close
// to the sides of cells.
func (d *drawing) numerals(widest string) numerals {
	face := d.number
	if !d.fitsCell(face, widest) {
		face = d.narrow
	}
	return numerals{d, face, d.fitsCell(face, widest)}
}

// write writes on a cell if numbers fit; else only the file beside the picture has them.
func (n numerals) write(c hexgrid.Cell, words string) {
	if n.fits {
		canvas.Centred(n.on, n.face, canvas.At(n.centre(c)), words, canvas.InkNumber)
	} else {
		n.cut = true
	}
}

// order draws a ghost stone with its number, counted from 0; the first is an advised cell instead.
// Where numbers do not fit, the next ones are in the caption with their cells, and later ones only
// in the attached file.
func (n numerals) order(c hexgrid.Cell, ahead int, colour hex.Colour) {
	words := strconv.Itoa(ahead + 1)
	face := n.inGhost(words, colour)
	switch {
	case ahead == 0: // outlined
	case face == nil && ahead > mostOverflow:
		n.cut = true
		return
	case n.p.At(c) == hex.Empty:
		n.ghost(c, colour)
	}
	switch {
	case face != nil:
		canvas.Centred(n.on, face, canvas.At(n.centre(c)), words, canvas.InkNumber)
	case ahead > 0:
		n.overflow = append(n.overflow, words+" "+n.p.Grid().Name(c))
	}
}

// inGhost is the typeface in which a number fits within a ghost stone, or nil.
func (n numerals) inGhost(words string, colour hex.Colour) *canvas.Typeface {
	for _, face := range [...]*canvas.Typeface{n.face, n.narrow} {
		reach := math.Hypot(face.Measure(words)/2, face.CapHeight()/2)
		if gemOf(n.Look, stoneOf(colour)).Square {
			reach = face.CapHeight()/2 + numeralRim/2
		}
		if reach < n.comb.scale(n.ghostShare(colour))-numeralRim {
			return face
		}
	}
	return nil
}

// costs writes what the way to each cell costs, below its weight where both have room. The winning
// chain, which is outlined, has numbers even where other cells have none.
func (d *drawing) costs(view hex.Weights) {
	face, lines := d.figures(view)
	path := d.p.Path()
	for c := range d.all() {
		if !slices.Contains(path, c) {
			d.onCell(c, face, lines(c))
		}
	}
	for _, c := range path {
		d.on.Won(d.cell(c).Grown(d.comb.scale(wonGrowth)))
	}
	for _, c := range path {
		d.onCell(c, face, lines(c))
	}
}

// shades is the background of cells: where a plain board is too large for costs, their steps.
func (d *drawing) shades(view hex.Weights) func(hexgrid.Cell) fill {
	widest := d.widest(view.Cost)
	if d.p.Weighted() || d.p.Path() != nil || d.numerals(widest).fits {
		return d.ground
	}
	most := slices.Max(view.Cost)
	return func(c hexgrid.Cell) fill {
		if d.p.At(c) != hex.Empty || view.Cost[c] == hexboard.Unreached {
			return d.ground(c)
		}
		return fillHeat + fill((heatSteps-1)*view.Cost[c]/most)
	}
}

// figures chooses what is written on cells, and its typeface.
func (d *drawing) figures(view hex.Weights) (*canvas.Typeface, func(hexgrid.Cell) []string) {
	weight := func(c hexgrid.Cell) string { return strconv.Itoa(d.p.Weight(c)) }
	cost := func(c hexgrid.Cell) string { return hex.CostName(view.Cost[c]) }
	shown := func(c hexgrid.Cell) bool { return view.Cost[c] != hexboard.Unreached }
	widest, path := d.widest(view.Cost), d.p.Path()
	one, two := d.numerals(widest), d.twoLines(widest)
	if d.p.Weighted() && two != nil {
		d.signs = engine.T("Weight above, cost below")
		return two, func(c hexgrid.Cell) []string { return given(shown(c), weight(c), cost(c)) }
	}
	d.signs = engine.T("What the way to a cell costs")
	if !one.fits || path != nil {
		d.cut = true
		shown = func(c hexgrid.Cell) bool { return slices.Contains(path, c) }
	}
	if one.fits {
		return one.face, func(c hexgrid.Cell) []string { return given(shown(c), cost(c)) }
	}
	switch {
	case path != nil:
		d.signs = engine.T("Numbers: weights")
	case d.p.Weighted():
		d.signs = engine.T("Costs are in the file")
	default:
		d.signs = engine.T("The warmer, the longer the way")
	}
	return d.narrow, func(c hexgrid.Cell) []string { return given(shown(c) && d.fitsCell(d.narrow, weight(c)), weight(c)) }
}

func given(shown bool, lines ...string) []string {
	if shown {
		return lines
	}
	return nil
}

// onCell writes lines on a cell, for which a stone makes room.
func (d *drawing) onCell(c hexgrid.Cell, face *canvas.Typeface, lines []string) {
	ink := canvas.InkNumber
	if colour := d.p.At(c); colour != hex.Empty && len(lines) > 0 {
		ink = canvas.InkMark
		d.on.Stamp(d.cells.tile(d.ground(c), either(colour, redPlate, bluePlate)), d.centre(c))
	}
	for i, words := range lines {
		at := canvas.At(d.centre(c))
		at.Y += (float64(i) - float64(len(lines)-1)/2) * (face.CapHeight() + numeralLine)
		canvas.Centred(d.on, face, at, words, ink)
	}
}

// twoLines is the typeface in which two lines fit on a cell, or nil.
func (b *board) twoLines(widest string) *canvas.Typeface {
	for _, face := range [...]*canvas.Typeface{b.number, b.narrow} {
		if b.comb.holds(face.Measure(widest)/2+numeralSide, face.CapHeight()+numeralLine/2) {
			return face
		}
	}
	return nil
}

func (d *drawing) widest(costs []int) (words string) {
	for _, cost := range costs {
		if w := hex.CostName(cost); cost != hexboard.Unreached && d.number.Measure(w) > d.number.Measure(words) {
			words = w
		}
	}
	return words
}
