package hex

import (
	"image"
	"math"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

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
// where they do not fit, for every second or third, alike on opposite sides.
func (f *frame) coordinates() (all []label) {
	for pair := range slices.Chunk(f.sides(), 2) {
		for step := 1; ; step++ {
			first, fits := f.along(pair[0], step)
			second, both := f.along(pair[1], step)
			if fits && both {
				all = slices.Concat(all, first, second)
				break
			}
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
