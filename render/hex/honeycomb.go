package hex

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// honeycomb places hexagons. They have a corner at the top, rows half a cell further to the
// right than the one above; or, if flat, a side, and the board is turned by 30 degrees against
// the clock: rows rise to the right, and columns fall. Centres lie on whole pixels.
type honeycomb struct {
	width  int         // of a cell between two sides, in pixels; even
	pitch  int         // from a row to the next
	flat   bool        // cells have a side at the top
	origin image.Point // centre of the cell in column 0, row 0
}

// newHoneycomb takes the even width of a cell. The pitch is rounded, so cells are
// regular within half a pixel.
func newHoneycomb(width int, flat bool) honeycomb {
	return honeycomb{width: width, pitch: int(math.Round(float64(width) * math.Sqrt(3) / 2)), flat: flat}
}

// centre of a cell.
func (h honeycomb) centre(col, row int) image.Point { return h.origin.Add(h.step(col, row)) }

// step leads so many columns and rows further.
func (h honeycomb) step(col, row int) image.Point {
	if h.flat {
		return image.Pt((col+row)*h.pitch, (row-col)*h.width/2)
	}
	return image.Pt(col*h.width+row*h.width/2, row*h.pitch)
}

// cellBox is a cell's bounding box: those of neighbours overlap.
func (h honeycomb) cellBox() image.Rectangle {
	half, tall := h.width/2, int(math.Ceil(h.radius()))
	if h.flat {
		half, tall = tall, half
	}
	return image.Rect(-half, -tall, half, tall)
}

// radius is how far the corners are from the centre.
func (h honeycomb) radius() float64 { return float64(h.pitch) * 2 / 3 }

// scale turns a share of a cell's width into pixels.
func (h honeycomb) scale(share float64) float64 { return share * float64(h.width) }

// Corners of a hexagon, clockwise from the top. Those of flat ones have the names that they
// have before the board is turned.
const (
	top = iota
	upperRight
	lowerRight
	bottom
	lowerLeft
	upperLeft
	cornerCount
)

// corner of the cell with the given centre.
func (h honeycomb) corner(centre image.Point, which int) canvas.Point {
	half, tall := float64(h.width)/2, h.radius()
	offsets := [cornerCount]canvas.Point{{X: 0, Y: -tall}, {X: half, Y: -tall / 2}, {X: half, Y: tall / 2}, {X: 0, Y: tall}, {X: -half, Y: tall / 2}, {X: -half, Y: -tall / 2}}
	if h.flat {
		offsets = [cornerCount]canvas.Point{{X: -tall / 2, Y: -half}, {X: tall / 2, Y: -half}, {X: tall, Y: 0}, {X: tall / 2, Y: half}, {X: -tall / 2, Y: half}, {X: -tall, Y: 0}}
	}
	return canvas.Pt(float64(centre.X)+offsets[which].X, float64(centre.Y)+offsets[which].Y)
}

// covers reports whether the pixel at offset d from a centre belongs to that cell:
// each pixel belongs to one cell of a honeycomb.
func (h honeycomb) covers(d image.Point) bool {
	if h.flat { // one with a corner at the top, in a mirror
		d.X, d.Y = d.Y, d.X
	}
	if d.X < -h.width/2 || d.X >= h.width/2 {
		return false
	}
	x, y := math.Abs(float64(d.X)+0.5), float64(d.Y)+0.5
	slope := h.radius() / float64(h.width) // of the slanting sides
	return y >= -h.radius()+slope*x && y < h.radius()-slope*x
}

// holds reports whether a box around a centre, given by its half sides in pixels, lies within
// the cell.
func (h honeycomb) holds(x, y float64) bool {
	if h.flat {
		x, y = y, x
	}
	return x <= float64(h.width)/2 && y <= h.radius()*(1-x/float64(h.width))
}
