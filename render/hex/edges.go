package hex

import (
	"image"
	"slices"

	"github.com/fogleman/gg"

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

// paintEdge fills the area between the inner and the outer line; a dashed edge is cut into pieces.
func (b *board) paintEdge(dc *gg.Context, g canvas.Gem, rim []rimPoint) {
	for _, p := range rim {
		dc.LineTo(p.inner.X, p.inner.Y)
	}
	for _, p := range slices.Backward(rim) {
		dc.LineTo(p.outer.X, p.outer.Y)
	}
	dc.ClosePath()
	dc.SetColor(g.Edge)
	dc.Fill()
	if !g.Dashed {
		return
	}
	dc.SetColor(b.Look.Background)
	dc.SetLineWidth(b.comb.scale(gapShare))
	for i := range rim[1:] {
		from, to := rim[i], rim[i+1]
		dc.DrawLine((from.inner.X+to.inner.X)/2, (from.inner.Y+to.inner.Y)/2, (from.outer.X+to.outer.X)/2, (from.outer.Y+to.outer.Y)/2)
		dc.Stroke()
	}
}

// paintGap separates the two colours that meet at a corner of the board.
func (b *board) paintGap(dc *gg.Context, centre image.Point, corner int) {
	at := b.comb.corner(centre, corner)
	away := canvas.Direction(canvas.At(centre), at)
	reach := 2 * b.comb.scale(edgeShare)
	dc.SetColor(b.Look.Background)
	dc.SetLineWidth(b.comb.scale(gapShare))
	dc.DrawLine(at.X, at.Y, at.X+reach*away.X, at.Y+reach*away.Y)
	dc.Stroke()
}
