package hex

import (
	"image"
	"math"
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

// write writes on a cell, if there is room.
func (n *numerals) write(c hexgrid.Cell, words string) { n.writeAt(c, canvas.At(n.centre(c)), words) }

func (n *numerals) writeAt(c hexgrid.Cell, at canvas.Point, words string) {
	box := n.box(at, words)
	for _, other := range n.taken {
		if other.Overlaps(box.Inset(-numeralGap)) {
			return
		}
	}
	for _, next := range n.p.Grid().Neighbours(c) {
		if n.p.At(next) != hex.Empty && n.stoneBox(next).Overlaps(box) {
			return
		}
	}
	n.taken = append(n.taken, box)
	canvas.Centred(n.on, n.face, at, words, n.ink)
}

// take keeps a cell free of the numbers of others.
func (n *numerals) take(c hexgrid.Cell) { n.taken = append(n.taken, n.stoneBox(c)) }

func (n *numerals) box(at canvas.Point, words string) image.Rectangle {
	half, tall := n.face.Measure(words)/2, n.face.CapHeight()/2
	return image.Rect(int(at.X-half), int(at.Y-tall), int(math.Ceil(at.X+half)), int(math.Ceil(at.Y+tall)))
}

// stoneBox is about what a stone takes.
func (n *numerals) stoneBox(c hexgrid.Cell) image.Rectangle {
	const round = 0.9 // numbers do not reach into the corners of the box
	reach := int(n.comb.scale(stoneShare * round))
	at := n.centre(c)
	return image.Rect(at.X-reach, at.Y-reach, at.X+reach, at.Y+reach)
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

// cost writes a cell's cost and, with room, its weight. Small numbers do not stand out from
// stones.
func (n *numerals) cost(c hexgrid.Cell, cost int) {
	at, colour := canvas.At(n.centre(c)), n.p.At(c)
	switch {
	case colour != hex.Empty && n.ink == canvas.InkMuted:
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
