package hex

import (
	"image"
	"slices"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// rims returns the four edges in the order of their nodes: top, bottom, left, right.
func (b *board) rims() [4][]rimPoint {
	right, low := b.width-1, b.height-1
	return [...][]rimPoint{
		b.rim(b.width, upperLeft, func(i int) image.Point { return b.comb.centre(i, 0) }),
		b.rim(b.width, lowerRight, func(i int) image.Point { return b.comb.centre(right-i, low) }),
		// The sides lack the first piece, which belongs to the corner cell of the top or the
		// bottom.
		b.rim(b.height, bottom, func(i int) image.Point { return b.comb.centre(0, low-i) })[1:],
		b.rim(b.height, top, func(i int) image.Point { return b.comb.centre(right, i) })[1:],
	}
}

func (b *board) paintEdges(dc *gg.Context, topBottom hex.Colour) {
	down, across := b.Look.Red, b.Look.Blue
	if topBottom == hex.Blue {
		down, across = across, down
	}
	for i, rim := range b.rims() {
		b.paintEdge(dc, [...]canvas.Gem{down, down, across, across}[i], rim)
	}
	right, low := b.width-1, b.height-1
	b.paintGap(dc, b.comb.centre(0, 0), upperLeft)
	b.paintGap(dc, b.comb.centre(right, 0), upperRight)
	b.paintGap(dc, b.comb.centre(right, low), lowerRight)
	b.paintGap(dc, b.comb.centre(0, low), lowerLeft)
}

// rimPoint is a corner of the cells along an edge of the board, and the matching point of the
// edge's outer line.
type rimPoint struct{ inner, outer canvas.Point }

// rim follows cells along an edge clockwise, each by three corners from the first one on. The third
// corner of a cell is the first corner of the next cell.
func (b *board) rim(cells, first int, cell func(i int) image.Point) []rimPoint {
	var points []rimPoint
	for i := range cells {
		for k := range 3 {
			centre, which := cell(i), (first+k)%cornerCount
			at := b.comb.corner(centre, which)
			away := canvas.Direction(canvas.At(centre), at)
			switch {
			case k == 0 && i > 0: // a notch shared with the previous cell
				continue
			case k == 2 && i < cells-1:
				other := canvas.Direction(canvas.At(cell(i+1)), at)
				away = canvas.Direction(canvas.Point{}, canvas.Pt(away.X+other.X, away.Y+other.Y))
			}
			reach := b.comb.scale(edgeShare * edgeReach)
			points = append(points, rimPoint{at, canvas.Pt(at.X+reach*away.X, at.Y+reach*away.Y)})
		}
	}
	return points
}

// paintEdge fills the area between the inner and the outer line; a dashed edge is a double line
// where there is room, because cuts would look like signs beside the numbers of rows.
func (b *board) paintEdge(dc *gg.Context, g canvas.Gem, rim []rimPoint) {
	pen := canvas.Pen{Context: dc}
	around := engine.Map(rim, func(p rimPoint) canvas.Point { return p.inner })
	for _, p := range slices.Backward(rim) {
		around = append(around, p.outer)
	}
	pen.Polygon(around, g.Base, 0, g.Base)
	if !g.Dashed || b.comb.width < crampedCell {
		return
	}
	for i := range rim[1:] {
		from, to := rim[i], rim[i+1]
		pen.Line(canvas.Between(from.inner, from.outer, 0.5), canvas.Between(to.inner, to.outer, 0.5), b.comb.scale(doubleShare), b.Look.Background)
	}
}

// paintGap separates the two colours that meet at a corner of the board.
func (b *board) paintGap(dc *gg.Context, centre image.Point, corner int) {
	at := b.comb.corner(centre, corner)
	away := canvas.Direction(canvas.At(centre), at)
	reach := 2 * b.comb.scale(edgeShare)
	end := canvas.Pt(at.X+reach*away.X, at.Y+reach*away.Y)
	canvas.Pen{Context: dc}.Line(at, end, b.comb.scale(gapShare), b.Look.Background)
}
