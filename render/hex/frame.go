package hex

import (
	"image"
	"math"
	"slices"

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
	f := frame{width: k.width, height: k.height, dotted: k.tinted, bounds: image.Rect(0, 0, pictureWidth, pictureHeight), letters: canvas.Medium(labelSize)}
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
