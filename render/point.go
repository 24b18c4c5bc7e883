package render

import (
	"image"
	"math"
)

// vertex is a point in pixels.
type vertex struct{ x, y float64 }

// Pt is the point at x, y.
func Pt(x, y float64) vertex { return vertex{x, y} }

// round is the nearest pixel.
func (v vertex) round() image.Point { return image.Pt(int(math.Round(v.x)), int(math.Round(v.y))) }

// place is a pixel's as a vertex.
func place(p image.Point) vertex { return vertex{float64(p.X), float64(p.Y)} }

// middle of a rectangle.
func middle(r image.Rectangle) vertex {
	return vertex{float64(r.Min.X+r.Max.X) / 2, float64(r.Min.Y+r.Max.Y) / 2}
}

// between is the point that lies a share of the way from a to b.
func between(a, b vertex, share float64) vertex {
	return vertex{a.x + (b.x-a.x)*share, a.y + (b.y-a.y)*share}
}

// towards is the point so far from a on the way to b.
func towards(a, b vertex, far float64) vertex {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	return vertex{a.x + (b.x-a.x)/length*far, a.y + (b.y-a.y)/length*far}
}

// direction is the vector of length 1 from a point towards another.
func direction(from, to vertex) vertex {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	return vertex{dx / length, dy / length}
}
