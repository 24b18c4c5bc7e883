package hex

import (
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	hexboard "github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// numerals are numbers on cells, in the order of their importance: one that has no room beside
// the stones around its cell and the numbers before it is left out.
type numerals struct {
	*drawing
	face  *canvas.Typeface
	ink   canvas.Ink
	fits  bool // the widest of them has room on a cell
	taken []image.Rectangle
}

// Least room around numbers, in pixels.
const (
	numeralSide = 5.5 // to the sides of a cell, besides the blank beside a digit
	smallSide   = 2   // the same of the least numbers
	numeralGap  = 3   // above and below those that reach beyond their cells
	numeralRoom = 14  // beside these, so that they are not read as one
	numeralRim  = 2   // to the rim of a stone that might come
)

// write writes on a cell, if there is room, and reports whether there is.
func (n *numerals) write(c hexgrid.Cell, words string) bool {
	at := canvas.At(n.centre(c))
	box := n.box(at, words)
	if !n.fits && !n.free(c, box) {
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
	around := image.Rect(box.Min.X-numeralRoom, box.Min.Y-numeralGap, box.Max.X+numeralRoom, box.Max.Y+numeralGap)
	for _, other := range n.taken {
		if other.Overlaps(around) {
			return false
		}
	}
	near := append([]hexgrid.Cell{c}, n.p.Grid().Neighbours(c)...)
	reach := slices.Clone(near) // of words as wide as three cells
	for _, o := range near[1:] {
		reach = append(reach, n.p.Grid().Neighbours(o)...)
	}
	for _, corner := range [...]image.Point{box.Min, {box.Max.X, box.Min.Y}, {box.Min.X, box.Max.Y}, box.Max} {
		if !slices.ContainsFunc(reach, func(o hexgrid.Cell) bool { return n.cells.comb.covers(corner.Sub(n.centre(o))) }) {
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

// numerals are as large as coordinates, and narrow where they would come near the sides of cells.
// Where cells have no room for the widest even so, they reach over those beside them, and there are
// fewer.
func (d *drawing) numerals(widest string) *numerals {
	face := d.number
	if !d.roomy(face, widest) {
		face = d.narrow
	}
	return &numerals{drawing: d, face: face, ink: canvas.InkNumber, fits: d.roomy(face, widest)}
}

// quiet are numerals that all have room on their cells, and are as large as those allow; where that
// is less than coordinates are, they are muted.
func (d *drawing) quiet(widest string) *numerals {
	n := d.numerals(widest)
	if !n.fits {
		n.face, n.ink = d.small, canvas.InkMuted
		n.fits = d.comb.holds(n.face.Measure(widest)/2, n.face.CapHeight()/2)
	}
	return n
}

// widest is that of all costs as it is written.
func (d *drawing) widest(costs []int) (words string) {
	for _, cost := range costs {
		if w := hex.CostName(cost); d.number.Measure(w) > d.number.Measure(words) {
			words = w
		}
	}
	return words
}

// order shows a stone that might come and its number, counted from 0, which has no rim near it.
// Where numbers have no room the first stone is told by its outline, and the next by the caption,
// with their cells; the file beside the picture has those beyond.
func (n *numerals) order(c hexgrid.Cell, ahead int, colour hex.Colour) {
	if !n.fits && ahead > mostAside {
		n.cut = true
		return
	}
	switch {
	case n.p.At(c) != hex.Empty:
	case n.rimless():
		n.on.tile(n.cells, n.centre(c), n.ground(c), ghostOf(colour))
	default:
		n.ghost(c, colour)
	}
	words := strconv.Itoa(ahead + 1)
	if n.fits && n.write(c, words) || !n.fits && ahead == 0 {
		return
	}
	n.aside = append(n.aside, words+" "+n.p.Grid().Name(c))
}

// rimless reports whether numbers would come near the rims of stones that might come.
func (n *numerals) rimless() bool {
	side := stoneShare
	if n.Look.Blue.Square {
		side = squareShare
	}
	return n.fits && n.comb.scale(side)-n.comb.ghostRim() < n.face.CapHeight()/2+numeralRim
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
	if best && (n.comb.width < tinyCell || !n.comb.holds(n.face.Measure(words)/2, n.face.CapHeight()/2)) {
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

// costs writes those of cells; where cells have no room for the widest, on one in three, none beside
// another, and on those between as far as there is room. On stones that are too small for numbers
// only the sign of what no chain reaches is drawn.
func (n *numerals) costs(of []int) {
	if !n.fits {
		n.cut = true
		n.signs = engine.T("Numbers where there is room")
	}
	for third := range hexgrid.Cell(3) {
		for c := range n.all() {
			if (c%hexgrid.Cell(n.width)+2*(c/hexgrid.Cell(n.width)))%3 == third {
				n.cost(c, of[c])
			}
		}
	}
}

func (n *numerals) cost(c hexgrid.Cell, cost int) {
	words, at := hex.CostName(cost), n.centre(c)
	switch colour := n.p.At(c); {
	case colour == hex.Empty:
		n.write(c, words)
	case n.fits:
		n.on.tile(n.cells, at, n.ground(c), plateOf(colour))
		canvas.Centred(n.on, n.face, canvas.At(at), words, canvas.InkMark)
	case cost == hexboard.Unreached:
		n.on.shape(n.cells, at, shapeNever, canvas.InkMark)
	}
}
