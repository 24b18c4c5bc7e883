package render

import (
	"image"
	"math"
)

// A cover tells how much of the pixel around a point a shape covers, 0 to 1. It is made
// once and stamped often, by games whose pieces are the same everywhere; what differs from
// place to place is an outline.
type cover func(x, y float64) float64

// at moves a shape from the origin to a point.
func (c cover) at(p vertex) cover {
	return func(x, y float64) float64 { return c(x-p.x, y-p.y) }
}

// edge is the coverage at a distance outside (positive) or inside a border.
func edge(distance float64) float64 { return max(0, min(1, 0.5-distance)) }

// disc is a filled circle around the origin.
func disc(r float64) cover {
	return func(x, y float64) float64 { return edge(math.Hypot(x, y) - r) }
}

// ring is a circle's line around the origin.
func ring(r, stroke float64) cover {
	return func(x, y float64) float64 { return edge(math.Abs(math.Hypot(x, y)-r) - stroke/2) }
}

// segment is a line with round ends.
func segment(a, b vertex, stroke float64) cover {
	dx, dy := b.x-a.x, b.y-a.y
	length := max(1e-9, dx*dx+dy*dy)
	return func(x, y float64) float64 {
		t := max(0, min(1, ((x-a.x)*dx+(y-a.y)*dy)/length))
		return edge(math.Hypot(x-a.x-t*dx, y-a.y-t*dy) - stroke/2)
	}
}

// head is a triangle with its point at tip, pointing along the unit vector.
func head(tip vertex, ux, uy, length float64) cover {
	const slope = 0.55 // half its breadth, in lengths
	steep := 1 / math.Hypot(1, slope)
	return func(x, y float64) float64 {
		along, aside := (tip.x-x)*ux+(tip.y-y)*uy, math.Abs((y-tip.y)*ux-(x-tip.x)*uy)
		return edge(max(along-length, (aside-slope*along)*steep))
	}
}

// both covers what either shape covers.
func both(a, b cover) cover {
	return func(x, y float64) float64 { return max(a(x, y), b(x, y)) }
}

// maskSteps are fewer than the eye needs lines of, and make for small files.
const maskSteps = 5

// mask rasterises a shape within bounds.
func mask(bounds image.Rectangle, shape cover) *image.Alpha {
	m := image.NewAlpha(bounds)
	i := 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			m.Pix[i] = uint8(0xff * math.Round(maskSteps*shape(float64(x), float64(y))) / maskSteps)
			i++
		}
	}
	return m
}

// around is a box of so many pixels to each side of a point.
func around(p vertex, reach float64) image.Rectangle {
	return image.Rect(int(math.Floor(p.x-reach)), int(math.Floor(p.y-reach)), int(math.Ceil(p.x+reach))+1, int(math.Ceil(p.y+reach))+1)
}

// paint lets an ink cover a shape within bounds, without keeping the mask.
func (c canvas) paint(bounds image.Rectangle, shape cover, with ink) {
	bounds = bounds.Intersect(c.Rect)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		row := c.Pix[c.PixOffset(bounds.Min.X, y):c.PixOffset(bounds.Max.X, y)]
		for i, under := range row {
			if step := int(opacities*shape(float64(bounds.Min.X+i), float64(y)) + 0.5); step > 0 {
				row[i] = c.palette.blended(with, step, under)
			}
		}
	}
}

// line draws a line with round ends.
func (c canvas) line(a, b vertex, stroke float64, with ink) {
	box := around(a, stroke).Union(around(b, stroke))
	shape := segment(a, b, stroke)
	// A slanting line covers little of its box: row by row, only what is near it is
	// looked at.
	if a.x == b.x || a.y == b.y {
		c.paint(box, shape, with)
		return
	}
	reach := stroke * math.Hypot(b.x-a.x, b.y-a.y) / max(math.Abs(b.y-a.y), 1)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		t := max(0, min(1, (float64(y)-a.y)/(b.y-a.y)))
		x := a.x + t*(b.x-a.x)
		c.paint(image.Rect(int(x-reach)-1, y, int(x+reach)+2, y+1).Intersect(box), shape, with)
	}
}
