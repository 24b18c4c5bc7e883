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

// numerals writes numbers on cells in the order of importance. A number without room beside the
// surrounding stones and the numbers before it is left out.
type numerals struct {
	*drawing
	face  *canvas.Typeface
	ink   canvas.Ink
	fits  bool // the widest number fits on a cell
	taken []image.Rectangle
}

// Least space around numbers, in pixels.
const (
	numeralSide = 5.5 // to the sides of a cell, beyond a digit's own side bearing
	smallSide   = 2   // the same for the smallest numbers
	numeralGap  = 3   // above and below numbers that extend beyond their cells
	numeralRoom = 14  // beside such numbers, so that two are not read as one
	numeralRim  = 2   // to the rim of a ghost stone
)

// write writes on a cell if there is room, and reports whether there is.
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

// free reports whether a box around a cell lies on the board, clear of stones on other cells and of
// earlier numbers.
func (n *numerals) free(c hexgrid.Cell, box image.Rectangle) bool {
	around := image.Rect(box.Min.X-numeralRoom, box.Min.Y-numeralGap, box.Max.X+numeralRoom, box.Max.Y+numeralGap)
	if slices.ContainsFunc(n.taken, around.Overlaps) {
		return false
	}
	near := append([]hexgrid.Cell{c}, n.p.Grid().Neighbours(c)...)
	reach := slices.Clone(near) // of text as wide as three cells
	for _, o := range near[1:] {
		reach = append(reach, n.p.Grid().Neighbours(o)...)
	}
	for _, corner := range [...]image.Point{box.Min, {box.Max.X, box.Min.Y}, {box.Min.X, box.Max.Y}, box.Max} {
		if !slices.ContainsFunc(reach, func(o hexgrid.Cell) bool { return n.cells.comb.covers(corner.Sub(n.centre(o))) }) {
			return false
		}
	}
	return !slices.ContainsFunc(near[1:], func(o hexgrid.Cell) bool { return n.p.At(o) != hex.Empty && n.reaches(n.centre(o), box.Inset(-1)) })
}

func (n *numerals) reaches(stone image.Point, box image.Rectangle) bool {
	dx := max(box.Min.X-stone.X, stone.X-box.Max.X, 0)
	dy := max(box.Min.Y-stone.Y, stone.Y-box.Max.Y, 0)
	return math.Hypot(float64(dx), float64(dy)) < n.comb.scale(stoneShare)
}

// reserve reserves a cell against the numbers of other cells.
func (n *numerals) reserve(c hexgrid.Cell) {
	at, reach := n.centre(c), int(n.comb.scale(stoneShare))
	n.taken = append(n.taken, image.Rect(at.X-reach, at.Y-reach, at.X+reach, at.Y+reach))
}

func (n *numerals) box(at canvas.Point, words string) image.Rectangle {
	half, tall := n.face.Measure(words)/2, n.face.CapHeight()/2
	return image.Rect(int(at.X-half), int(at.Y-tall), int(math.Ceil(at.X+half)), int(math.Ceil(at.Y+tall)))
}

// numerals returns numbers of the size of coordinates, narrow where they would come close to the
// sides of cells. Where even the widest narrow one does not fit, numbers extend over adjacent
// cells, and there are fewer.
func (d *drawing) numerals(widest string) *numerals {
	face := d.number
	if !d.fitsCell(face, widest) {
		face = d.narrow
	}
	return &numerals{drawing: d, face: face, ink: canvas.InkNumber, fits: d.fitsCell(face, widest)}
}

// quiet returns numbers that all fit on their cells, as large as possible. They are muted if
// smaller than coordinates.
func (d *drawing) quiet(widest string) *numerals {
	n := d.numerals(widest)
	if !n.fits {
		n.face, n.ink = d.small, canvas.InkMuted
		n.fits = d.comb.holds(n.face.Measure(widest)/2, n.face.CapHeight()/2)
	}
	return n
}

func (d *drawing) widest(costs []int) (words string) {
	for _, cost := range costs {
		if w := hex.CostName(cost); d.number.Measure(w) > d.number.Measure(words) {
			words = w
		}
	}
	return words
}

// order draws a ghost stone with its number, counted from 0 and without a rim close by. Where
// numbers do not fit, the first stone is marked by its outline, the next ones appear in the caption
// with their cells, and later ones only in the attached file.
func (n *numerals) order(c hexgrid.Cell, ahead int, colour hex.Colour) {
	if !n.fits && ahead > mostOverflow {
		n.cut = true
		return
	}
	switch {
	case n.p.At(c) != hex.Empty:
	case n.rimless():
		n.on.Stamp(n.cells.tile(n.ground(c), ghostOf(colour)), n.centre(c))
	default:
		n.ghost(c, colour)
	}
	words := strconv.Itoa(ahead + 1)
	if n.fits && n.write(c, words) || !n.fits && ahead == 0 {
		return
	}
	n.overflow = append(n.overflow, words+" "+n.p.Grid().Name(c))
}

// rimless reports whether numbers would come close to the rims of ghost stones.
func (n *numerals) rimless() bool {
	side := stoneShare
	if n.Look.Blue.Square {
		side = squareShare
	}
	return n.fits && n.comb.scale(side)-n.comb.ghostRim() < n.face.CapHeight()/2+numeralRim
}

// mostChances is the number of best moves whose chances are always shown, on their cells or in the
// caption.
const mostChances = 4

// chance writes the chance of a move. It is called in order of attention. The best move is outlined
// and has its chance in the caption as well. Once a chance had no room, those beyond the best few
// are left out: a weak move with a number would seem better than a good one without.
func (n *numerals) chance(c hexgrid.Cell, rank int, chance float64, best bool) {
	words := percent(chance)
	if best && (n.comb.width < tinyCell || !n.comb.holds(n.face.Measure(words)/2, n.face.CapHeight()/2)) {
		n.reserve(c)
		return
	}
	if rank >= mostChances && len(n.overflow) > 0 {
		n.cut = true
		return
	}
	if !n.write(c, words) {
		n.overflow = append(n.overflow, n.p.Grid().Name(c)+" "+words+" %")
	}
}

// costs writes the costs of cells. Where the widest does not fit on a cell, it starts with every
// third cell, no two of them adjacent, and adds the others as far as there is room. Stones too
// small for numbers only show the sign of an unreached cell.
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
		n.on.Stamp(n.cells.tile(n.ground(c), either(colour, redPlate, bluePlate)), at)
		canvas.Centred(n.on, n.face, canvas.At(at), words, canvas.InkMark)
	case cost == hexboard.Unreached:
		n.on.Blend(n.cells.shape(shapeInfinity), at, canvas.InkMark)
	}
}
