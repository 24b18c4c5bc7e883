package canvas

import (
	"image"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// Solid is the opacity of what hides everything below.
const Solid = 1.0

// Polygon blends the inside of a polygon.
func (c Canvas) Polygon(points []Point, opacity float64, with Ink) {
	var box image.Rectangle
	for _, p := range points {
		box = box.Union(Around(p, 0))
	}
	if box = box.Intersect(c.Rect); box.Empty() {
		return
	}
	at := func(p Point) (x, y float32) {
		return float32(p.X - float64(box.Min.X)), float32(p.Y - float64(box.Min.Y))
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	r.MoveTo(at(points[0]))
	for _, p := range points[1:] {
		r.LineTo(at(p))
	}
	r.ClosePath()
	mask := image.NewAlpha(image.Rectangle{Max: box.Size()})
	r.DrawOp = draw.Src
	r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	if opacity < Solid {
		for i, a := range mask.Pix {
			mask.Pix[i] = uint8(float64(a) * opacity)
		}
	}
	c.Blend(mask, box.Min, with)
}

// Rim blends the area between two outlines, one inside the other.
func (c Canvas) Rim(outer, inner []Point, with Ink) {
	points := slices.Concat(outer, outer[:1], inner[:1])
	for _, p := range slices.Backward(inner) {
		points = append(points, p)
	}
	c.Polygon(points, Solid, with)
}

// roundness is the number of corners of a circle, enough for none to show.
const roundness = 48

// rimOf returns the corners of a circle, or of a rounded square of that inner radius.
func rimOf(centre Point, radius float64, square bool) []Point {
	points := make([]Point, roundness)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / roundness)
		if square { // a superellipse
			const power = 2.0 / 5
			sin, cos = math.Copysign(math.Pow(math.Abs(sin), power), sin), math.Copysign(math.Pow(math.Abs(cos), power), cos)
		}
		points[i] = Point{centre.X + radius*cos, centre.Y + radius*sin}
	}
	return points
}

// Disc blends a circle or a rounded square.
func (c Canvas) Disc(centre Point, radius float64, square bool, opacity float64, with Ink) {
	c.Polygon(rimOf(centre, radius, square), opacity, with)
}

// Ring blends the outline of a circle or a rounded square of that outer radius.
func (c Canvas) Ring(centre Point, radius, width float64, square bool, with Ink) {
	c.Rim(rimOf(centre, radius, square), rimOf(centre, radius-width, square), with)
}

// longestPiece is the length of the pieces into which lines are cut, because the box around a long
// slanting line is nearly empty.
const longestPiece = 40.0

// Stripe draws a straight line.
func (c Canvas) Stripe(a, b Point, width float64, with Ink) {
	length := Distance(b, a)
	if length == 0 {
		return
	}
	u := Direction(a, b)
	at := func(along, aside float64) Point {
		return Point{a.X + u.X*along - u.Y*aside, a.Y + u.Y*along + u.X*aside}
	}
	for from := 0.0; from < length; from += longestPiece {
		to := min(from+longestPiece, length)
		c.Polygon([]Point{at(from, -width/2), at(to, -width/2), at(to, width/2), at(from, width/2)}, Solid, with)
	}
}

// Bow blends a chain of quadratic curves that ends in an arrowhead. way alternates between points
// and control points.
func (c Canvas) Bow(way []Point, width, dash float64, with Ink) {
	last := len(way) - 1
	control, tip := way[last-1], way[last]
	length := Distance(tip, control)
	if length == 0 {
		return
	}
	head := min(3.6*width, 0.9*length)
	ux, uy := (tip.X-control.X)/length, (tip.Y-control.Y)/length
	neck := Point{tip.X - ux*head, tip.Y - uy*head}
	dashed := 0
	for i := 0; i < last; i += 2 {
		end := way[i+2]
		if i+2 == last {
			end = neck
		}
		dashed = c.curve(way[i], way[i+1], end, width, dash, dashed, with)
	}
	const breadth = 0.5 // half of the head, in lengths
	c.Polygon([]Point{
		tip,
		{neck.X - uy*head*breadth, neck.Y + ux*head*breadth},
		{neck.X + uy*head*breadth, neck.Y - ux*head*breadth},
	}, Solid, with)
}

// seam is the overlap in pixels that hides the joints between the pieces of a solid curve.
const seam = 1.5

// curve blends a quadratic curve, dashed if dash (in pixels) is positive. dashed is the number of
// dashes and gaps before it; curve returns the number after it.
func (c Canvas) curve(a, control, b Point, width, dash float64, dashed int, with Ink) int {
	pieces := longestPiece / 2
	if dash > 0 {
		pieces = dash
	}
	// The path over the control point is no shorter than the curve.
	n := max(8, int((Distance(control, a)+Distance(b, control))/pieces))
	at := func(t float64) (on, along Point) {
		on = Point{(1-t)*(1-t)*a.X + 2*t*(1-t)*control.X + t*t*b.X, (1-t)*(1-t)*a.Y + 2*t*(1-t)*control.Y + t*t*b.Y}
		dx, dy := (1-t)*(control.X-a.X)+t*(b.X-control.X), (1-t)*(control.Y-a.Y)+t*(b.Y-control.Y)
		norm := math.Hypot(dx, dy)
		return on, Point{dx / norm, dy / norm}
	}
	aside := func(p, along Point, by float64) Point { return Point{p.X - along.Y*by, p.Y + along.X*by} }
	for i := range n {
		if dash > 0 && (dashed+i)%2 == 1 {
			continue
		}
		p, along := at(float64(i) / float64(n))
		q, beyond := at(float64(i+1) / float64(n))
		if dash == 0 && i+1 < n {
			q = Point{q.X + seam*beyond.X, q.Y + seam*beyond.Y}
		}
		c.Polygon([]Point{
			aside(p, along, width/2), aside(q, beyond, width/2), aside(q, beyond, -width/2), aside(p, along, -width/2),
		}, Solid, with)
	}
	return dashed + n
}

// Frame blends the border of a rectangle, inside it.
func (c Canvas) Frame(r image.Rectangle, width int, with Ink) {
	c.Bar(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width), with)
	c.Bar(image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y), with)
	c.Bar(image.Rect(r.Min.X, r.Min.Y+width, r.Min.X+width, r.Max.Y-width), with)
	c.Bar(image.Rect(r.Max.X-width, r.Min.Y+width, r.Max.X, r.Max.Y-width), with)
}
