package hex

import (
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// numerals are numbers on cells, in the order of their importance: one that has no room beside
// the stones around its cell and the numbers before it is left out.
type numerals struct {
	*drawing
	face  *canvas.Typeface
	ink   canvas.Ink
	taken []image.Rectangle
	// weights: there is room for a weight above each number.
	weights bool
}

// numeralGap is the least room between numbers, in pixels.
const numeralGap = 3

// write writes on a cell, if there is room, and reports whether there is.
func (n *numerals) write(c hexgrid.Cell, words string) bool {
	return n.writeAt(c, canvas.At(n.centre(c)), words)
}

func (n *numerals) writeAt(c hexgrid.Cell, at canvas.Point, words string) bool {
	box := n.box(at, words)
	if !n.free(c, box) {
		n.cut = true
		return false
	}
	n.taken = append(n.taken, box)
	canvas.Centred(n.on, n.face, at, words, n.ink)
	return true
}

// free reports whether a box around a cell lies on the board, off the stones on other cells and
// off the numbers before.
func (n *numerals) free(c hexgrid.Cell, box image.Rectangle) bool {
	for _, other := range n.taken {
		if other.Overlaps(box.Inset(-numeralGap)) {
			return false
		}
	}
	near := append([]hexgrid.Cell{c}, n.p.Grid().Neighbours(c)...)
	for _, corner := range [...]image.Point{box.Min, {box.Max.X, box.Min.Y}, {box.Min.X, box.Max.Y}, box.Max} {
		if !slices.ContainsFunc(near, func(o hexgrid.Cell) bool { return n.cells.comb.covers(corner.Sub(n.centre(o))) }) {
			return false
		}
	}
	for _, o := range near[1:] {
		if n.p.At(o) != hex.Empty && n.reaches(n.centre(o), box.Inset(-1)) {
			return false
		}
	}
	return true
}

// reaches reports whether a stone reaches into a box.
func (n *numerals) reaches(stone image.Point, box image.Rectangle) bool {
	dx := max(box.Min.X-stone.X, stone.X-box.Max.X, 0)
	dy := max(box.Min.Y-stone.Y, stone.Y-box.Max.Y, 0)
	return math.Hypot(float64(dx), float64(dy)) < n.comb.scale(stoneShare)
}

// take keeps a cell free of the numbers of others.
func (n *numerals) take(c hexgrid.Cell) {
	at, reach := n.centre(c), int(n.comb.scale(stoneShare))
	n.taken = append(n.taken, image.Rect(at.X-reach, at.Y-reach, at.X+reach, at.Y+reach))
}

func (n *numerals) box(at canvas.Point, words string) image.Rectangle {
	half, tall := n.face.Measure(words)/2, n.face.CapHeight()/2
	return image.Rect(int(at.X-half), int(at.Y-tall), int(math.Ceil(at.X+half)), int(math.Ceil(at.Y+tall)))
}

// numerals are those of costs: as large as coordinates and with weights above them where cells
// are large enough, or else small ones.
func (d *drawing) numerals(costs []int) *numerals {
	words := ""
	for _, cost := range costs {
		if w := hex.CostName(cost); d.number.Measure(w) > d.number.Measure(words) {
			words = w
		}
	}
	n := &numerals{drawing: d, face: d.number, ink: canvas.InkNumber}
	switch half := d.number.Measure(words) / 2; {
	case d.comb.holds(half, d.comb.scale(costDrop)+d.number.CapHeight()/2):
		n.weights = true
	case !d.comb.holds(half, d.number.CapHeight()/2):
		n.face, n.ink = d.small, canvas.InkMuted
	}
	return n
}

// order writes the number of a stone that might come, counted from 0; the first has an outline,
// which tells as much where it leaves no room for the number. Those of others without room stand
// in the caption, with their cells.
func (n *numerals) order(c hexgrid.Cell, ahead int) {
	words := strconv.Itoa(ahead + 1)
	if ahead == 0 && !n.comb.holds(n.face.Measure(words)/2, n.face.CapHeight()/2) {
		n.take(c)
		return
	}
	if !n.write(c, words) {
		n.aside = append(n.aside, words+" "+n.p.Grid().Name(c))
	}
}

// mostChances is how many of the best moves have their chances written, on their cells or in the
// caption, before any other has.
const mostChances = 4

// chance writes that of a move, called in the order of their attention; the best one's cell has
// a line around it, and its chance is in the caption as well. Once one has had no room, those
// beyond the best few are left out: a weak move with a number would seem better than a good one
// without.
func (n *numerals) chance(c hexgrid.Cell, rank int, chance float64, best bool) {
	words := percent(chance)
	if best && !n.comb.holds(n.face.Measure(words)/2, n.face.CapHeight()/2) {
		n.take(c)
		return
	}
	if rank >= mostChances && len(n.aside) > 0 {
		n.cut = true
		return
	}
	if !n.write(c, words) {
		n.aside = append(n.aside, n.p.Grid().Name(c)+" "+words+" %")
	}
}

// cost writes a cell's cost and, with room, its weight. Small numbers do not stand out from
// stones.
func (n *numerals) cost(c hexgrid.Cell, cost int) {
	at, colour := canvas.At(n.centre(c)), n.p.At(c)
	switch {
	case colour != hex.Empty && n.ink == canvas.InkMuted:
		n.cut = true
		return
	case colour != hex.Empty:
		n.on.tile(n.cells, n.centre(c), n.ground(c), plateOf(colour))
		canvas.Centred(n.on, n.face, at, hex.CostName(cost), canvas.InkMark)
		return
	case n.weights:
		upper := canvas.Pt(at.X, at.Y-n.comb.scale(weightRise))
		canvas.Centred(n.on, n.small, upper, strconv.Itoa(n.p.Weight(c)), canvas.InkMuted)
		at.Y += n.comb.scale(costDrop)
	}
	n.writeAt(c, at, hex.CostName(cost))
}
