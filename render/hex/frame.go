package hex

import (
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

type frame struct {
	comb    honeycomb
	width   int  // columns
	height  int  // rows
	dotted  bool // the edges have dots
	bounds  image.Rectangle
	board   image.Rectangle // space for the board and its labels
	letters *canvas.Typeface
	labels  []label // coordinates
	legend  legend
}

// newFrame chooses the largest cells that fit, beside a legend of so many cells. Below the board
// are the graph, if there is one, and the caption.
func newFrame(k key, entries int) frame {
	f := frame{width: k.width, height: k.height, dotted: k.tinted, bounds: canvas.Whole, letters: canvas.Medium(labelSize)}
	if k.whole {
		f.bounds.Max = image.Pt(wholeWidth, wholeHeight)
	}
	f.board = f.bounds
	f.board.Max.Y = f.band().Min.Y
	if k.graph {
		f.board.Max.Y -= graphHeight
	}
	for width := largestCell; ; width -= 2 {
		f.comb = newHoneycomb(width, k.flat)
		if f.fit(entries) || width <= smallestCell {
			return f
		}
	}
}

// fit lays out cells of a size and reports whether they fit.
func (f *frame) fit(entries int) bool {
	f.labels = f.coordinates()
	f.comb.origin = image.Point{}
	used := f.cells()
	for _, l := range f.labels {
		used = used.Union(l.box)
	}
	room := f.board.Inset(boardMargin)
	if used.Dx() > room.Dx() || used.Dy() > room.Dy() {
		return false
	}
	f.comb.origin = image.Pt((room.Min.X+room.Max.X-used.Min.X-used.Max.X)/2, (room.Min.Y+room.Max.Y-used.Min.Y-used.Max.Y)/2)
	for i := range f.labels {
		f.labels[i].box = f.labels[i].box.Add(f.comb.origin)
		f.labels[i].at = canvas.Pt(f.labels[i].at.X+float64(f.comb.origin.X), f.labels[i].at.Y+float64(f.comb.origin.Y))
	}
	var ok bool
	f.legend, ok = f.besideBoard(entries)
	return ok
}

// cells returns the bounds of all cells and of the edges around them.
func (f frame) cells() image.Rectangle {
	var all image.Rectangle
	for _, corner := range [...]image.Point{{0, 0}, {f.width - 1, 0}, {0, f.height - 1}, {f.width - 1, f.height - 1}} {
		all = all.Union(f.cell().Add(f.comb.centre(corner.X, corner.Y)))
	}
	return all
}

// cell returns the bounds of a cell relative to its centre, including an edge.
func (f frame) cell() image.Rectangle {
	return f.comb.cellBox().Inset(-int(math.Ceil(f.comb.scale(edgeShare * edgeReach))))
}

func (f frame) band() image.Rectangle { return canvas.Bottom(f.bounds) }

func (f frame) graph() image.Rectangle {
	return image.Rect(f.bounds.Min.X, f.board.Max.Y, f.bounds.Max.X, f.band().Min.Y)
}

// meets reports whether the board or one of its labels overlaps a box.
func (f frame) meets(box image.Rectangle) bool {
	cell := f.cell()
	for row := range f.height {
		for col := range f.width {
			if cell.Add(f.comb.centre(col, row)).Overlaps(box) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.labels, func(l label) bool { return l.box.Overlaps(box) })
}

// legend is a row or a column of cells in the corner that the board leaves free, on the lower left.
type legend struct {
	comb honeycomb   // its origin is the first cell
	step image.Point // from one cell to the next
}

// at returns the centre of a cell of the legend.
func (l legend) at(i int) image.Point { return l.comb.origin.Add(l.step.Mul(i)) }

// box returns the bounds of so many cells.
func (l legend) box(entries int) image.Rectangle {
	return l.comb.cellBox().Add(l.at(0)).Union(l.comb.cellBox().Add(l.at(entries - 1)))
}

// besideBoard finds space for a legend, or returns false.
func (f frame) besideBoard(entries int) (legend, bool) {
	if entries == 0 {
		return legend{}, true
	}
	comb := newHoneycomb(legendCell, f.comb.flat)
	cell := comb.cellBox()
	low := image.Pt(legendMargin-cell.Min.X, f.board.Max.Y-legendMargin-cell.Max.Y)
	row := legend{comb, image.Pt(cell.Dx()+legendGap, 0)}
	row.comb.origin = low
	column := legend{comb, image.Pt(0, cell.Dy()+legendGap)}
	column.comb.origin = low.Sub(column.step.Mul(entries - 1))
	for _, l := range [...]legend{row, column} {
		if !f.meets(l.box(entries).Inset(-legendGap)) {
			return l, true
		}
	}
	return legend{}, false
}

// label is a coordinate beside the board.
type label struct {
	words string
	at    canvas.Point    // centre of the capitals
	box   image.Rectangle // bounds, including descenders
}

// side is one of the four sides with coordinates.
type side struct {
	letters bool // letters of columns, or else numbers of rows
	count   int
	cell    func(i int) image.Point // the centre of an outermost cell
	out     canvas.Point            // unit vector from the cell to the label
	corner  bool                    // the cell has a corner there, or else a side
}

// sides returns the sides of a board whose first cell is at the origin, in opposite pairs. A label
// faces the corner or side by which only its own cell sticks out of the board.
func (f *frame) sides() []side {
	comb := f.comb
	comb.origin = image.Point{}
	up, left := canvas.Pt(0, -1), canvas.Pt(-1, 0)
	if comb.flat {
		up, left = canvas.Pt(-0.5, -math.Sqrt(3)/2), canvas.Pt(-0.5, math.Sqrt(3)/2)
	}
	opposite := func(p canvas.Point) canvas.Point { return canvas.Pt(-p.X, -p.Y) }
	last := image.Pt(f.width-1, f.height-1)
	return []side{
		{true, f.width, func(i int) image.Point { return comb.centre(i, 0) }, up, true},
		{true, f.width, func(i int) image.Point { return comb.centre(i, last.Y) }, opposite(up), true},
		{false, f.height, func(i int) image.Point { return comb.centre(0, i) }, left, comb.flat},
		{false, f.height, func(i int) image.Point { return comb.centre(last.X, i) }, opposite(left), comb.flat},
	}
}

// coordinates returns the labels of a board whose first cell is at the origin: for every cell or,
// where they do not fit, for every second or third, alike on opposite sides. On small cells there are
// none at the bottom and on the right, which leaves more room for cells.
func (f *frame) coordinates() (all []label) {
	for pair := range slices.Chunk(f.sides(), 2) {
		for step := 1; ; step++ {
			first, fits := f.along(pair[0], step)
			second, both := f.along(pair[1], step)
			if !fits || !both {
				continue
			}
			all = append(all, first...)
			if f.comb.width >= crampedCell {
				all = append(all, second...)
			}
			break
		}
	}
	return all
}

// along returns the labels of every step-th cell of a side, and whether they fit.
func (f *frame) along(s side, step int) (list []label, fits bool) {
	fits = true
	for i := 0; i < s.count; i += step {
		l := f.label(s, i)
		fits = fits && (i == 0 || !list[len(list)-1].box.Inset(-labelApart/2).Overlaps(l.box.Inset(-labelApart/2)))
		list = append(list, l)
	}
	return list, fits
}

// label places the name of a column or row as close to its outermost cell as possible.
func (f *frame) label(s side, i int) label {
	reach := f.comb.scale(0.5 + edgeShare)
	if s.corner {
		reach = f.comb.radius() + f.comb.scale(edgeShare*edgeReach)
	}
	words, drop := strconv.Itoa(i+1), 0.0
	if s.letters {
		words, drop = hexgrid.Letters(i), labelDrop*f.letters.Size
	}
	half, tall := f.letters.Measure(words)/2, f.letters.CapHeight()/2
	if !s.corner { // clears the edge of the next row, which extends by half a cell
		const side, slope = 0.5, 0.5 // in radii: half the side of a cell, and the height of the next cell's slope
		radius, edge := f.comb.radius(), f.comb.scale(edgeShare*edgeReach)
		reach += min(max((tall+edge+labelAbove-side*radius)/(slope*radius), 0), 1) * f.comb.scale(0.5)
	}
	if f.dotted {
		reach += f.comb.scale(dotShare + dotRim)
	}
	below := 0.0 // extent below the centre, on the side of the board
	if s.out.Y < 0 {
		below = drop
	}
	far := reach + labelGap + math.Abs(s.out.X)*half + math.Abs(s.out.Y)*(tall+below)
	centre := s.cell(i)
	at := canvas.Pt(float64(centre.X)+far*s.out.X, float64(centre.Y)+far*s.out.Y)
	return label{words, at, image.Rect(
		int(math.Floor(at.X-half)), int(math.Floor(at.Y-tall)), int(math.Ceil(at.X+half)), int(math.Ceil(at.Y+tall+drop)),
	)}
}
