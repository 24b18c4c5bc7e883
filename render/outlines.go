package render

import (
	"image"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// Outlines are filled at once, wherever they lie: polygons, stripes, curves. What is drawn
// often in one shape is a [cover].

// Opacities of what is blended, 1 being whole.
const (
	solid = 1.0
	faint = 0.55
)

// polygon blends the inside of a polygon.
func (c canvas) polygon(points []vertex, opacity float64, with ink) {
	box := image.Rectangle{}
	for i, p := range points {
		at := image.Rect(int(math.Floor(p.x)), int(math.Floor(p.y)), int(math.Ceil(p.x))+1, int(math.Ceil(p.y))+1)
		if box = box.Union(at); i == 0 {
			box = at
		}
	}
	if box = box.Intersect(c.Rect); box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for i, p := range points {
		x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	c.rasterised(r, box, opacity, with)
}

func (c canvas) rasterised(r *vector.Rasterizer, box image.Rectangle, opacity float64, with ink) {
	mask := image.NewAlpha(image.Rectangle{Max: box.Size()})
	r.DrawOp = draw.Src
	r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	if opacity < solid {
		for i, a := range mask.Pix {
			mask.Pix[i] = uint8(float64(a) * opacity)
		}
	}
	c.blend(mask, box.Min, with)
}

// roundness is how many corners a whole circle has: so many that none shows.
const roundness = 48

// rimOf lists the corners of a circle, or of a rounded square of that inner radius.
func rimOf(centre vertex, radius float64, square bool) []vertex {
	points := make([]vertex, roundness)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + 0.5) / roundness)
		if square { // a superellipse
			const power = 2.0 / 5
			sin, cos = math.Copysign(math.Pow(math.Abs(sin), power), sin), math.Copysign(math.Pow(math.Abs(cos), power), cos)
		}
		points[i] = vertex{centre.x + radius*cos, centre.y + radius*sin}
	}
	return points
}

// disc blends a circle or rounded square.
func (c canvas) disc(centre vertex, radius float64, square bool, opacity float64, with ink) {
	c.polygon(rimOf(centre, radius, square), opacity, with)
}

// ring blends the line of a circle or rounded square of that outer radius.
func (c canvas) ring(centre vertex, radius, width float64, square bool, with ink) {
	outer, inner := rimOf(centre, radius, square), rimOf(centre, radius-width, square)
	points := slices.Concat(outer, outer[:1], inner[:1])
	for i := len(inner) - 1; i >= 0; i-- {
		points = append(points, inner[i])
	}
	c.polygon(points, solid, with)
}

// longestPiece is how long the pieces are into which lines are cut: the box around a
// long slanting line is nearly all empty.
const longestPiece = 40.0

// stripe draws a straight line.
func (c canvas) stripe(a, b vertex, width float64, with ink) {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	if length == 0 {
		return
	}
	ux, uy := (b.x-a.x)/length, (b.y-a.y)/length
	at := func(along, aside float64) vertex { return vertex{a.x + ux*along - uy*aside, a.y + uy*along + ux*aside} }
	for from := 0.0; from < length; from += longestPiece {
		to := min(from+longestPiece, length)
		c.polygon([]vertex{at(from, -width/2), at(to, -width/2), at(to, width/2), at(from, width/2)}, solid, with)
	}
}

// bow blends a quadratic curve that ends in an arrow's head.
func (c canvas) bow(a, control, b vertex, width, dash, opacity float64, with ink) {
	length := math.Hypot(b.x-control.x, b.y-control.y)
	head := min(3.6*width, length)
	if length == 0 {
		return
	}
	ux, uy := (b.x-control.x)/length, (b.y-control.y)/length
	neck := vertex{b.x - ux*head, b.y - uy*head}
	c.curve(a, control, neck, width, dash, opacity, with)
	const breadth = 0.5 // half of the head's, in lengths
	c.polygon([]vertex{
		b,
		{neck.x - uy*head*breadth, neck.y + ux*head*breadth},
		{neck.x + uy*head*breadth, neck.y - ux*head*breadth},
	}, opacity, with)
}

// curve blends a quadratic curve, dashed if a dash is given, in pixels.
func (c canvas) curve(a, control, b vertex, width, dash, opacity float64, with ink) {
	pieces := longestPiece / 2
	if dash > 0 {
		pieces = dash
	}
	// The way over the control point is no shorter than the curve.
	n := max(8, int((math.Hypot(control.x-a.x, control.y-a.y)+math.Hypot(b.x-control.x, b.y-control.y))/pieces))
	at := func(t float64) (on, across vertex) {
		on = vertex{(1-t)*(1-t)*a.x + 2*t*(1-t)*control.x + t*t*b.x, (1-t)*(1-t)*a.y + 2*t*(1-t)*control.y + t*t*b.y}
		dx, dy := (1-t)*(control.x-a.x)+t*(b.x-control.x), (1-t)*(control.y-a.y)+t*(b.y-control.y)
		norm := math.Hypot(dx, dy)
		return on, vertex{-dy / norm * width / 2, dx / norm * width / 2}
	}
	for i := range n {
		if dash > 0 && i%2 == 1 {
			continue
		}
		p, across := at(float64(i) / float64(n))
		q, beyond := at(float64(i+1) / float64(n))
		c.polygon([]vertex{
			{p.x + across.x, p.y + across.y},
			{q.x + beyond.x, q.y + beyond.y},
			{q.x - beyond.x, q.y - beyond.y},
			{p.x - across.x, p.y - across.y},
		}, opacity, with)
	}
}

// frame blends the border of a rectangle, inside it.
func (c canvas) frame(r image.Rectangle, width int, with ink) {
	c.bar(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+width), with)
	c.bar(image.Rect(r.Min.X, r.Max.Y-width, r.Max.X, r.Max.Y), with)
	c.bar(image.Rect(r.Min.X, r.Min.Y+width, r.Min.X+width, r.Max.Y-width), with)
	c.bar(image.Rect(r.Max.X-width, r.Min.Y+width, r.Max.X, r.Max.Y-width), with)
}

// hatch blends slanting lines over a rectangle: rising to the right, or falling. Those
// of neighbouring rectangles meet.
func (c canvas) hatch(r image.Rectangle, gap int, rising bool, opacity float64, with ink) {
	slant := 1
	if rising {
		slant = -1
	}
	step := max(1, int(opacity*opacities))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.Pix[c.PixOffset(r.Min.X, y):c.PixOffset(r.Max.X, y)]
		for x := range row {
			if k := modulo(x+r.Min.X-slant*y, gap); k < 2 {
				row[x] = c.palette.blended(with, step, row[x])
			}
		}
	}
}

func modulo(x, n int) int { return ((x % n) + n) % n }
