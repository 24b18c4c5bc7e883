package hex

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// honeycomb places hexagons with a corner at the top, rows half a cell further to
// the right than the one above. Centres lie on whole pixels.
type honeycomb struct {
	width  int         // of a cell, in pixels; even
	pitch  int         // from a row to the next
	origin image.Point // centre of the cell in column 0, row 0
}

// newHoneycomb takes the even width of a cell. The pitch is rounded, so cells are
// regular within half a pixel.
func newHoneycomb(width int) honeycomb {
	return honeycomb{width: width, pitch: int(math.Round(float64(width) * math.Sqrt(3) / 2))}
}

// centre of a cell.
func (h honeycomb) centre(col, row int) image.Point {
	return h.origin.Add(image.Pt(col*h.width+row*h.width/2, row*h.pitch))
}

// size of a cell's bounding box: the hexagons of two rows overlap.
func (h honeycomb) cellBox() image.Rectangle {
	tall := int(math.Ceil(h.radius()))
	return image.Rect(-h.width/2, -tall, h.width/2, tall)
}

// radius is how far the upper and lower corners are from the centre.
func (h honeycomb) radius() float64 { return float64(h.pitch) * 2 / 3 }

// scale turns a share of a cell's width into pixels.
func (h honeycomb) scale(share float64) float64 { return share * float64(h.width) }

// Corners of a hexagon, clockwise from the top.
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
	offsets := [cornerCount]canvas.Point{canvas.Pt(0, -tall), canvas.Pt(half, -tall/2), canvas.Pt(half, tall/2), canvas.Pt(0, tall), canvas.Pt(-half, tall/2), canvas.Pt(-half, -tall/2)}
	return canvas.Pt(float64(centre.X)+offsets[which].X, float64(centre.Y)+offsets[which].Y)
}

// covers reports whether the pixel at offset d from a centre belongs to that cell:
// each pixel belongs to one cell of a honeycomb.
func (h honeycomb) covers(d image.Point) bool {
	if d.X < -h.width/2 || d.X >= h.width/2 {
		return false
	}
	x, y := math.Abs(float64(d.X)+0.5), float64(d.Y)+0.5
	slope := h.radius() / float64(h.width) // of the slanting sides
	return y >= -h.radius()+slope*x && y < h.radius()-slope*x
}
