package canvas

import (
	"image"
	"math"
)

// Point is a point in pixels.
type Point struct{ X, Y float64 }

// Pt is the point at x, y.
func Pt(x, y float64) Point { return Point{x, y} }

// Round is the nearest pixel.
func (v Point) Round() image.Point { return image.Pt(int(math.Round(v.X)), int(math.Round(v.Y))) }

// At is a pixel's as a vertex.
func At(p image.Point) Point { return Point{float64(p.X), float64(p.Y)} }

// Middle of a rectangle.
func Middle(r image.Rectangle) Point {
	return Point{float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2}
}

// Between is the point that lies a share of the way from a to b.
func Between(a, b Point, share float64) Point {
	return Point{a.X + (b.X-a.X)*share, a.Y + (b.Y-a.Y)*share}
}

// Towards is the point so far from a on the way to b.
func Towards(a, b Point, far float64) Point {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	return Point{a.X + (b.X-a.X)/length*far, a.Y + (b.Y-a.Y)/length*far}
}

// Direction is the vector of length 1 from a point towards another.
func Direction(from, to Point) Point {
	dx, dy := to.X-from.X, to.Y-from.Y
	length := math.Hypot(dx, dy)
	return Point{dx / length, dy / length}
}
