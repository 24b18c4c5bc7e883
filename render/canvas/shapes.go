package canvas

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"github.com/fogleman/gg"
	"golang.org/x/image/vector"
)

// Cover returns the coverage, from 0 to 1, of the pixel around a point. A Cover suits pieces that
// look the same everywhere: it is rasterised once and stamped often. Shapes that vary are outlines.
type Cover func(x, y float64) float64

// At moves a shape from the origin to a point.
func (c Cover) At(p Point) Cover {
	return func(x, y float64) float64 { return c(x-p.X, y-p.Y) }
}

// edge returns the coverage at a distance outside (positive) or inside a border.
func edge(distance float64) float64 { return max(0, min(1, 0.5-distance)) }

// Disc is a filled circle around the origin.
func Disc(r float64) Cover {
	return func(x, y float64) float64 { return edge(Length(x, y) - r) }
}

// Ring is the outline of a circle around the origin.
func Ring(r, stroke float64) Cover {
	return func(x, y float64) float64 { return edge(math.Abs(Length(x, y)-r) - stroke/2) }
}

// Segment is a line with round ends.
func Segment(a, b Point, stroke float64) Cover {
	dx, dy := b.X-a.X, b.Y-a.Y
	length := max(1e-9, dx*dx+dy*dy)
	return func(x, y float64) float64 {
		t := max(0, min(1, ((x-a.X)*dx+(y-a.Y)*dy)/length))
		return edge(Length(x-a.X-t*dx, y-a.Y-t*dy) - stroke/2)
	}
}

// Head is a triangle with its tip at a point, pointing along the unit vector.
func Head(tip Point, ux, uy, length float64) Cover {
	const slope = 0.55 // half the width, in lengths
	steep := 1 / math.Hypot(1, slope)
	return func(x, y float64) float64 {
		along, aside := (tip.X-x)*ux+(tip.Y-y)*uy, math.Abs((y-tip.Y)*ux-(x-tip.X)*uy)
		return edge(max(along-length, (aside-slope*along)*steep))
	}
}

// maskSteps is the number of coverage levels: few make small files, and the eye sees no more.
const maskSteps = 5

// Rasterise returns the coverage of a shape within bounds.
func Rasterise(bounds image.Rectangle, shape Cover) *image.Alpha {
	m := image.NewAlpha(bounds)
	i := 0
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			m.Pix[i] = 0xff / maskSteps * uint8(maskSteps*shape(float64(x), float64(y))+0.5)
			i++
		}
	}
	return m
}

// Around returns the box that extends so many pixels to each side of a point.
func Around(p Point, reach float64) image.Rectangle {
	return image.Rect(int(math.Floor(p.X-reach)), int(math.Floor(p.Y-reach)), int(math.Ceil(p.X+reach))+1, int(math.Ceil(p.Y+reach))+1)
}

// Paint blends an ink over a shape within bounds, without keeping the mask.
func (c Canvas) Paint(bounds image.Rectangle, shape Cover, with Ink) {
	bounds = bounds.Intersect(c.Rect)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		row := c.Pix[c.PixOffset(bounds.Min.X, y):c.PixOffset(bounds.Max.X, y)]
		for i, under := range row {
			if step := int(opacities*shape(float64(bounds.Min.X+i), float64(y)) + 0.5); step > 0 {
				row[i] = c.Palette.blended(with, step, under)
			}
		}
	}
}

// Line draws a line with round ends.
func (c Canvas) Line(a, b Point, stroke float64, with Ink) {
	c.Paint(Around(a, stroke).Union(Around(b, stroke)), Segment(a, b, stroke), with)
}

// MinimumLine is the least width of lines in pixels; thinner lines fade.
const MinimumLine = 1.25

// Pen paints shapes in true colour, with package gg.
type Pen struct{ *gg.Context }

// Line draws a line.
func (p Pen) Line(a, b Point, width float64, c color.Color) {
	p.SetColor(c)
	p.SetLineWidth(width)
	p.DrawLine(a.X, a.Y, b.X, b.Y)
	p.Stroke()
}

// Disc fills a circle.
func (p Pen) Disc(at Point, radius float64, c color.Color) {
	p.SetColor(c)
	p.DrawCircle(at.X, at.Y, radius)
	p.Fill()
}

// Ring draws a circle; a width of 0 draws nothing.
func (p Pen) Ring(at Point, radius, width float64, c color.Color) {
	if width <= 0 {
		return
	}
	p.SetColor(c)
	p.SetLineWidth(width)
	p.DrawCircle(at.X, at.Y, radius)
	p.Stroke()
}

// Polygon fills a polygon and, unless rim is 0, draws its outline.
func (p Pen) Polygon(points []Point, fill color.Color, rim float64, edge color.Color) {
	for _, v := range points {
		p.LineTo(v.X, v.Y)
	}
	p.ClosePath()
	p.Paint(fill, rim, edge)
}

// Paint fills the current path and, unless rim is 0, draws its outline.
func (p Pen) Paint(fill color.Color, rim float64, edge color.Color) {
	p.SetColor(fill)
	p.FillPreserve()
	p.SetColor(edge)
	p.SetLineWidth(rim)
	if rim > 0 {
		p.StrokePreserve()
	}
	p.ClearPath()
}

// PaintHead paints a triangle with its tip at (x, y), pointing along (ux, uy).
func PaintHead(dc *gg.Context, x, y, ux, uy, length float64) {
	bx, by := x-ux*length, y-uy*length
	const breadth = 0.62 // half of it, in lengths
	dc.MoveTo(x, y)
	dc.LineTo(bx-uy*length*breadth, by+ux*length*breadth)
	dc.LineTo(bx+uy*length*breadth, by-ux*length*breadth)
	dc.ClosePath()
	dc.Fill()
}

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
	neck := Towards(tip, control, min(headShare*width, 0.9*length))
	dashed := 0
	for i := 0; i < last; i += 2 {
		end := way[i+2]
		if i+2 == last {
			end = neck
		}
		dashed = c.curve(way[i], way[i+1], end, width, dash, dashed, with)
	}
	c.head(neck, tip, with)
}

// headShare is the length of an arrowhead, in widths of the line.
const headShare = 3.6

// Arrow draws a line with a head whose tip is at b; a short one is only a head.
func (c Canvas) Arrow(a, b Point, width float64, with Ink) {
	neck := Towards(b, a, min(headShare*width, Distance(a, b)))
	c.Stripe(a, neck, width, with)
	c.head(neck, b, with)
}

// head blends a triangle as broad as it is long.
func (c Canvas) head(neck, tip Point, with Ink) {
	half := Point{(tip.X - neck.X) / 2, (tip.Y - neck.Y) / 2}
	c.Polygon([]Point{tip, {neck.X - half.Y, neck.Y + half.X}, {neck.X + half.Y, neck.Y - half.X}}, Solid, with)
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
