package render

import (
	"image"
	"math"
	"slices"

	"github.com/fogleman/gg"

	"github.com/sixfold-bot/sixfold/engine/hex"
)

// paintEdges paints who joins what, around the cells.
func (b *hexBoard) paintEdges(dc *gg.Context, topBottom hex.Colour) {
	down, across := b.look.red, b.look.blue
	if topBottom == hex.Blue {
		down, across = across, down
	}
	last := b.size - 1
	b.paintEdge(dc, down, b.rim(upperLeft, func(i int) image.Point { return b.comb.centre(i, 0) }))
	b.paintEdge(dc, down, b.rim(lowerRight, func(i int) image.Point { return b.comb.centre(last-i, last) }))
	// The sides lack the first piece, which the cell in the corner has in common with
	// the top and the bottom.
	b.paintEdge(dc, across, b.rim(top, func(i int) image.Point { return b.comb.centre(last, i) })[1:])
	b.paintEdge(dc, across, b.rim(bottom, func(i int) image.Point { return b.comb.centre(0, last-i) })[1:])
	b.paintGap(dc, b.comb.centre(0, 0), upperLeft)
	b.paintGap(dc, b.comb.centre(last, 0), upperRight)
	b.paintGap(dc, b.comb.centre(last, last), lowerRight)
	b.paintGap(dc, b.comb.centre(0, last), lowerLeft)
}

// rimPoint is a corner of the cells along an edge of the board, and the point of the
// edge's outer line that belongs to it.
type rimPoint struct{ inner, outer vertex }

// rim follows the size cells along an edge clockwise, each by three corners from the
// given one on. Neighbours share the third and the first.
func (b *hexBoard) rim(first int, cell func(i int) image.Point) []rimPoint {
	var points []rimPoint
	for i := range b.size {
		for k := range 3 {
			centre, which := cell(i), (first+k)%cornerCount
			at := b.comb.corner(centre, which)
			away := direction(place(centre), at)
			switch {
			case k == 0 && i > 0: // a notch, already there
				continue
			case k == 2 && i < b.size-1:
				other := direction(place(cell(i+1)), at)
				away = direction(vertex{}, vertex{away.x + other.x, away.y + other.y})
			}
			// The corners of hexagons are of 120 degrees.
			reach := b.comb.scale(edgeShare) * 2 / math.Sqrt(3)
			points = append(points, rimPoint{at, vertex{at.x + reach*away.x, at.y + reach*away.y}})
		}
	}
	return points
}

// paintEdge fills what lies between the inner and the outer line, and parts a dashed
// edge into pieces.
func (b *hexBoard) paintEdge(dc *gg.Context, g gem, rim []rimPoint) {
	for _, p := range rim {
		dc.LineTo(p.inner.x, p.inner.y)
	}
	for _, p := range slices.Backward(rim) {
		dc.LineTo(p.outer.x, p.outer.y)
	}
	dc.ClosePath()
	dc.SetColor(g.edge)
	dc.Fill()
	if !g.dashed {
		return
	}
	dc.SetColor(b.look.background)
	dc.SetLineWidth(b.comb.scale(gapShare))
	for i := range rim[1:] {
		from, to := rim[i], rim[i+1]
		dc.DrawLine((from.inner.x+to.inner.x)/2, (from.inner.y+to.inner.y)/2, (from.outer.x+to.outer.x)/2, (from.outer.y+to.outer.y)/2)
		dc.Stroke()
	}
}

// paintGap parts the two colours that meet at a corner of the board.
func (b *hexBoard) paintGap(dc *gg.Context, centre image.Point, corner int) {
	at := b.comb.corner(centre, corner)
	away := direction(place(centre), at)
	reach := 2 * b.comb.scale(edgeShare)
	dc.SetColor(b.look.background)
	dc.SetLineWidth(b.comb.scale(gapShare))
	dc.DrawLine(at.x, at.y, at.x+reach*away.x, at.y+reach*away.y)
	dc.Stroke()
}
