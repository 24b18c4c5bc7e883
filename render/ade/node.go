package ade

import (
	"image"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// disc is the shape of a node: a circle, extended to both sides for a long number.
type disc struct{ long, radius float64 }

// cover is the coverage of the disc, or of one that is larger all round.
func (d disc) cover(larger float64) canvas.Cover {
	return canvas.Segment(canvas.Pt(-d.long, 0), canvas.Pt(d.long, 0), 2*(d.radius+larger))
}

// around is the box of a disc that is larger all round.
func (d disc) around(larger float64) image.Rectangle {
	reach := d.radius + larger + 1
	return canvas.Around(canvas.Pt(-d.long, 0), reach).Union(canvas.Around(canvas.Pt(d.long, 0), reach))
}

// outline is what a mark around the disc follows, at a distance.
func (d disc) outline(at canvas.Point, out float64) canvas.Outline {
	if d.long == 0 {
		return canvas.Circle(at, d.radius+out)
	}
	return canvas.Capsule(at, d.long, d.radius+out)
}

// body is a node, lit from above left like the stones of other games, and the line around it.
type body struct {
	shade *canvas.Tile
	rim   *image.Alpha // covers the steps at the edge of the tile
}

// rimStroke is the width of the line around a node, in radii, with a least width in pixels.
const (
	rimStroke = 0.065
	leastRim  = 2.0
)

func (d disc) rim() float64 { return max(leastRim, rimStroke*d.radius) }

func newBody(p *canvas.Palette, g canvas.Gem, d disc) *body {
	box := d.around(0)
	lit, light := image.NewRGBA(image.Rectangle{Max: box.Size()}), g.Lit(canvas.Point{}, d.radius)
	for y := range box.Dy() {
		for x := range box.Dx() {
			at := x + box.Min.X
			lit.Set(x, y, light.ColorAt(at-max(-int(d.long), min(int(d.long), at)), y+box.Min.Y))
		}
	}
	within, disc, whole := d.cover(-1), d.cover(0), d.cover(d.rim())
	return &body{
		shade: canvas.Cut(p.Convert(lit), box, func(at image.Point) bool {
			return disc(float64(at.X), float64(at.Y)) > 0.5
		}),
		rim: canvas.Rasterise(d.around(d.rim()), func(x, y float64) float64 { return whole(x, y) - within(x, y) }),
	}
}

func (b *body) draw(on canvas.Canvas, at image.Point, rim canvas.Ink) {
	on.Stamp(b.shade, at)
	on.Blend(b.rim, at, rim)
}

// body returns a lit node of a sequence from the cache.
func (s *sheet) body(d disc) *body {
	return s.bodies.Get(d, func() *body { return newBody(s.palette, embers(), d) })
}
