package iching

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/labyrinth"
)

type bars struct {
	top                  image.Point // middle of the upper edge
	width, height, pitch int
}

func barsAt(top image.Point, width, height, pitch int) bars { return bars{top, width, height, pitch} }

// line is the box of a line, 1 to 6 from the bottom.
func (b bars) line(n int) image.Rectangle {
	y := b.top.Y + (6-n)*b.pitch
	return image.Rect(b.top.X-b.width/2, y, b.top.X+b.width/2, y+b.height)
}

// gapShareOfBar is the gap of a yin line, in line widths.
const gapShareOfBar = 0.17

// line draws a line. An old line has another colour and the usual mark: a ring on yang, a cross
// between the halves of yin.
func (d *drawing) line(r image.Rectangle, yang, old bool) {
	with := canvas.InkText
	if old {
		with = canvas.InkRed
	}
	d.plainLine(r, yang, with)
	if !old {
		return
	}
	at, radius := canvas.Middle(r), float64(r.Dy())*0.36
	if yang {
		d.on.Ring(at, radius, radius*0.42, false, canvas.InkGround)
		return
	}
	radius = float64(r.Dy()) * 0.42
	d.on.Stripe(canvas.Pt(at.X-radius, at.Y-radius), canvas.Pt(at.X+radius, at.Y+radius), radius*0.42, canvas.InkRed)
	d.on.Stripe(canvas.Pt(at.X-radius, at.Y+radius), canvas.Pt(at.X+radius, at.Y-radius), radius*0.42, canvas.InkRed)
}

// pieces returns the parts of a line: one, or two with a gap between them.
func pieces(r image.Rectangle, yang bool) []image.Rectangle {
	if yang {
		return []image.Rectangle{r}
	}
	gap := int(float64(r.Dx())*gapShareOfBar) / 2
	left, right := r, r
	left.Max.X = (r.Min.X+r.Max.X)/2 - gap
	right.Min.X = left.Max.X + 2*gap
	return []image.Rectangle{left, right}
}

func (d *drawing) plainLine(r image.Rectangle, yang bool, with canvas.Ink) {
	for _, piece := range pieces(r, yang) {
		d.on.Bar(piece, with)
	}
}

// hexagram draws all lines as unchanging.
func (d *drawing) hexagram(b bars, h book.Hexagram) {
	for n := 1; n <= 6; n++ {
		d.plainLine(b.line(n), h.Yang(n), canvas.InkText)
	}
}

// arrow draws a line with a head whose tip is at b; a short one is only a head.
func (d *drawing) arrow(a, b canvas.Point, width float64, with canvas.Ink) {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	ux, uy := (b.X-a.X)/length, (b.Y-a.Y)/length
	long := min(3.6*width, length)
	neck := canvas.Pt(b.X-ux*long, b.Y-uy*long)
	d.on.Stripe(a, neck, width, with)
	d.on.Polygon([]canvas.Point{b, canvas.Pt(neck.X-uy*long/2, neck.Y+ux*long/2), canvas.Pt(neck.X+uy*long/2, neck.Y-ux*long/2)}, canvas.Solid, with)
}

// newPalette holds the blending steps between the inks and the paper.
func newPalette(l *canvas.Look) *canvas.Palette {
	m := canvas.NewMixture(l, canvas.AllInks, l.Cell, l.Line)
	m.Exact(labyrinth.MarkColours()...)
	const steps, weight = 12, 100
	m.Ramps(l.Background, steps, weight, l.Text, l.Muted, l.Red.Edge, l.Blue.Edge, l.Line, l.Band)
	m.Ramps(l.Band, steps, weight, l.Text, l.Muted, l.Red.Edge)
	m.Ramps(l.Cell, steps, weight, l.Text, l.Muted)
	m.Ramp(l.Red.Edge, l.Mark, steps, weight)
	m.Ramp(l.Blue.Edge, l.Mark, steps, weight)
	m.Ramp(l.Line, l.Text, steps, weight)
	return m.Palette(canvas.MaxColours)
}
