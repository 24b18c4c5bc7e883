package canvas

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"github.com/fogleman/gg"
)

// MarkKind is what a mark means. Each meaning has one form on the boards of all games: drawers give
// the outline that it follows, and nothing else.
type MarkKind uint8

// The kinds of marks. Green means advice or a win and nothing else, gold means "you are here".
const (
	MarkLast  MarkKind = iota // a white ring with a dark halo: the last move
	MarkLegal                 // a small hollow dot: can be played
	MarkHint                  // a green outline, with its rank: advised
	MarkWon                   // a green band within an outline: has won
	MarkGhost                 // a hollow outline in the colour of a side: what would be
	MarkHere                  // a gold outline: you are here
)

// Outline is the shape of a cell or a piece.
type Outline struct {
	centre  Point
	radius  float64 // of the circle, or of the circle that the corners surround
	corners []Point // nil for a circle
	long    float64 // how far a circle extends to both sides
}

// Circle returns the outline of a round piece.
func Circle(centre Point, radius float64) Outline { return Outline{centre: centre, radius: radius} }

// Capsule returns the outline of a round piece that extends so far to both sides.
func Capsule(centre Point, long, radius float64) Outline {
	return Outline{centre: centre, radius: radius, long: long}
}

// RoundSquare returns the outline of a square piece with round corners, of an inner radius.
func RoundSquare(centre Point, radius float64) Outline {
	return Outline{centre: centre, radius: radius, corners: rimOf(centre, radius, true)}
}

// Corners returns the outline of a convex cell.
func Corners(corners ...Point) Outline {
	var centre Point
	for _, p := range corners {
		centre.X += p.X / float64(len(corners))
		centre.Y += p.Y / float64(len(corners))
	}
	o := Outline{centre: centre, radius: math.Inf(1), corners: corners}
	for i, p := range corners {
		o.radius = min(o.radius, Distance(centre, Between(p, corners[(i+1)%len(corners)], 0.5)))
	}
	return o
}

// Grown returns an outline that lies so many pixels further out.
func (o Outline) Grown(by float64) Outline {
	grown := Outline{centre: o.centre, radius: o.radius + by, long: o.long}
	for _, p := range o.corners {
		grown.corners = append(grown.corners, Between(o.centre, p, grown.radius/o.radius))
	}
	return grown
}

func (o Outline) box(stroke float64) image.Rectangle {
	box := Around(Pt(o.centre.X-o.long, o.centre.Y), o.radius+stroke).Union(Around(Pt(o.centre.X+o.long, o.centre.Y), o.radius+stroke))
	for _, p := range o.corners {
		box = box.Union(Around(p, stroke))
	}
	return box
}

// MarkStroke is the width of a mark's line, for an outline of a radius.
func MarkStroke(radius float64) float64 { return min(max(0.16*radius, 4), 9) }

// haloShare is the width of a halo on each side of a line, in widths of the line.
const haloShare = 0.5

// Last marks the last move.
func (c Canvas) Last(o Outline) {
	stroke := MarkStroke(o.radius)
	light, dark := c.lightAndDark()
	c.line(o, stroke*(1+2*haloShare), dark)
	c.line(o, stroke, light)
	c.tell(MarkLast, o.box(stroke*(1+haloShare)))
}

// lightAndDark returns the inks that are nearly white and nearly black.
func (c Canvas) lightAndDark() (light, dark Ink) {
	if c.Palette.look.IsDark() {
		return InkText, InkMark
	}
	return InkMark, InkText
}

// Legal marks a place that can be played, in a cell with room for a circle of that radius.
func (c Canvas) Legal(at Point, room float64) {
	radius := max(0.22*room, 5)
	o := Circle(at, radius)
	stroke := max(0.3*radius, 2.5)
	c.line(o, stroke, InkLabel)
	c.tell(MarkLegal, o.box(stroke))
}

// Hint marks an advised place, which is the rank-th of several; rank 0 shows no number.
func (c Canvas) Hint(o Outline, rank int) {
	stroke := MarkStroke(o.radius)
	c.line(o, stroke*(1+2*haloShare), InkHalo)
	c.line(o, stroke, InkGreen)
	c.tell(MarkHint, o.box(stroke*(1+haloShare)))
	if face := Bold(LeastText); rank > 0 && o.radius > face.Size/2 {
		Centred(c, face, o.centre, strconv.Itoa(rank), InkNumber)
	}
}

// Won marks a piece or a cell that has won.
func (c Canvas) Won(o Outline) {
	stroke := MarkStroke(o.radius)
	c.line(o, stroke*(1+2*haloShare), InkHalo)
	c.line(o, stroke, InkGreen)
	c.tell(MarkWon, o.box(stroke*(1+haloShare)))
}

// WonLine marks what has won by a band of a width through points.
func (c Canvas) WonLine(points []Point, width float64) {
	for _, layer := range []struct {
		width float64
		ink   Ink
	}{{width + 2*haloShare*MarkStroke(width/2), InkHalo}, {width, InkGreen}} {
		for i, p := range points {
			c.Disc(p, layer.width/2, false, Solid, layer.ink)
			if i > 0 {
				c.Stripe(points[i-1], p, layer.width, layer.ink)
			}
		}
	}
	for i, p := range points {
		c.tell(MarkWon, Around(p, width).Union(Around(points[max(0, i-1)], width)))
	}
}

// Ghost marks what would be at a place, in the ink of a side.
func (c Canvas) Ghost(o Outline, with Ink) {
	stroke := MarkStroke(o.radius)
	c.line(o, stroke, with)
	c.tell(MarkGhost, o.box(stroke))
}

// GhostOf is Ghost for a round piece in a colour that is no ink.
func (c Canvas) GhostOf(centre Point, radius float64, colour color.RGBA) {
	shape, at := ring{radius, MarkStroke(radius)}, centre.Round()
	mask := rings.Get(shape, shape.paint)
	r := mask.Rect.Add(at).Intersect(c.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a := mask.AlphaAt(x-at.X, y-at.Y).A; a >= leastCover {
				under := c.Palette.colours[c.ColorIndexAt(x, y)]
				c.SetColorIndex(x, y, c.Palette.Index(Mix(under, colour, float64(a)/0xff)))
			}
		}
	}
	c.tell(MarkGhost, Circle(centre, radius).box(shape.stroke))
}

// Here marks the place where somebody stands.
func (c Canvas) Here(o Outline) {
	stroke := MarkStroke(o.radius)
	c.line(o, stroke*(1+2*haloShare), InkGround)
	c.line(o, stroke, InkLit)
	c.tell(MarkHere, o.box(stroke*(1+haloShare)))
}

// line draws an outline, half of its width on each side.
func (c Canvas) line(o Outline, width float64, with Ink) {
	if o.long > 0 {
		shape := capsule{o.long, o.radius, width}
		c.Blend(capsules.Get(shape, shape.paint), o.centre.Round(), with)
		return
	}
	if o.corners == nil {
		shape := ring{o.radius, width}
		c.Blend(rings.Get(shape, shape.paint), o.centre.Round(), with)
		return
	}
	c.Rim(o.Grown(width/2).corners, o.Grown(-width/2).corners, with)
}

// Outlines of round pieces, and of those that extend to both sides, which all pictures share.
var (
	rings    = Cache[ring, *image.Alpha]{Limit: 256}
	capsules = Cache[capsule, *image.Alpha]{Limit: 64}
)

type (
	ring    struct{ radius, stroke float64 }
	capsule struct{ long, radius, stroke float64 }
)

func (k ring) paint() *image.Alpha {
	half := int(k.radius+k.stroke) + 3
	pen := Pen{gg.NewContext(2*half, 2*half)}
	pen.Ring(Pt(float64(half), float64(half)), k.radius, k.stroke, color.Black)
	return Tight(Drawn(pen.Context), image.Pt(-half, -half))
}

func (k capsule) paint() *image.Alpha {
	within := func(radius float64) Cover { return Segment(Pt(-k.long, 0), Pt(k.long, 0), 2*radius) }
	inner, outer := within(k.radius-k.stroke/2), within(k.radius+k.stroke/2)
	box := Outline{radius: k.radius, long: k.long}.box(k.stroke)
	return Rasterise(box, func(x, y float64) float64 { return outer(x, y) - inner(x, y) })
}

// tell tells a test about a mark.
func (c Canvas) tell(kind MarkKind, box image.Rectangle) {
	if w := watching.Load(); w != nil && w.Marked != nil {
		w.Marked(kind, box, c.Paletted)
	}
}

// WonBar fills a rectangle that stands for games that were won.
func (c Canvas) WonBar(r image.Rectangle) {
	c.Bar(r, InkGreen)
	c.tell(MarkWon, r)
}

// WonWords writes centred text that stands for a game that was won.
func (c Canvas) WonWords(t *Typeface, centre Point, words string) {
	Centred(c, t, centre, words, InkGreen)
	c.tell(MarkWon, Around(centre, max(t.Measure(words), t.Size)/2))
}
