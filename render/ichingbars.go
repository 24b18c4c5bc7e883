package render

import (
	"image"
	"image/color"
	"math"

	"github.com/sixfold-bot/sixfold/engine/iching"
)

// bars is where the lines of a hexagram lie.
type bars struct {
	top                  image.Point // the middle of its upper edge
	width, height, pitch int
}

func barsAt(top image.Point, width, height, pitch int) bars { return bars{top, width, height, pitch} }

// line is the box of a line, 1 to 6 from the bottom.
func (b bars) line(n int) image.Rectangle {
	y := b.top.Y + (6-n)*b.pitch
	return image.Rect(b.top.X-b.width/2, y, b.top.X+b.width/2, y+b.height)
}

// gapShareOfBar is the gap of a yin line, in widths of the line.
const gapShareOfBar = 0.17

// line draws a line; an old one in another colour, and with the mark that is usual: a
// ring on yang, a cross between the halves of yin.
func (d *ichingDrawing) line(r image.Rectangle, yang, old bool) {
	with := inkText
	if old {
		with = inkRed
	}
	d.plainLine(r, yang, with)
	if !old {
		return
	}
	at, radius := middle(r), float64(r.Dy())*0.36
	if yang {
		d.on.ring(at, radius, radius*0.42, false, inkGround)
		return
	}
	radius = float64(r.Dy()) * 0.42
	d.on.stripe(vertex{at.x - radius, at.y - radius}, vertex{at.x + radius, at.y + radius}, radius*0.42, inkRed)
	d.on.stripe(vertex{at.x - radius, at.y + radius}, vertex{at.x + radius, at.y - radius}, radius*0.42, inkRed)
}

func (d *ichingDrawing) plainLine(r image.Rectangle, yang bool, with ink) {
	if yang {
		d.on.bar(r, with)
		return
	}
	gap := int(float64(r.Dx())*gapShareOfBar) / 2
	at := (r.Min.X + r.Max.X) / 2
	d.on.bar(image.Rect(r.Min.X, r.Min.Y, at-gap, r.Max.Y), with)
	d.on.bar(image.Rect(at+gap, r.Min.Y, r.Max.X, r.Max.Y), with)
}

// hexagram draws all lines in one ink.
func (d *ichingDrawing) hexagram(b bars, h iching.Hexagram, with ink) {
	for n := 1; n <= 6; n++ {
		d.plainLine(b.line(n), h.Yang(n), with)
	}
}

// arrow draws a line that ends in a head with its point at b; a short one is a head
// alone.
func (d *ichingDrawing) arrow(a, b vertex, width float64, with ink) {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	ux, uy := (b.x-a.x)/length, (b.y-a.y)/length
	long := min(3.6*width, length)
	neck := vertex{b.x - ux*long, b.y - uy*long}
	d.on.stripe(a, neck, width, with)
	d.on.polygon([]vertex{b, {neck.x - uy*long/2, neck.y + ux*long/2}, {neck.x + uy*long/2, neck.y - ux*long/2}}, solid, with)
}

// ichingPalette holds the steps between the inks and the paper: these pictures are flat.
func ichingPalette(l *look) *palette {
	exact := []color.RGBA{l.background, l.band, l.cell, l.line}
	for k := range allInks {
		exact = append(exact, l.ink(k))
	}
	exact = append(exact, labyrinthMarks(l)...)
	used := map[color.RGBA]int{}
	const steps, weight = 12, 100
	for _, pair := range [][2]color.RGBA{
		{l.background, l.text},
		{l.background, l.muted},
		{l.background, l.red.edge},
		{l.background, l.blue.edge},
		{l.background, l.line},
		{l.background, l.band},
		{l.band, l.text},
		{l.band, l.muted},
		{l.band, l.red.edge},
		{l.cell, l.text},
		{l.cell, l.muted},
		{l.red.edge, l.mark},
		{l.blue.edge, l.mark},
		{l.line, l.text},
	} {
		for i := 1; i < steps; i++ {
			used[mix(pair[0], pair[1], float64(i)/steps)] += weight
		}
	}
	return newPalette(l, maxColours, exact, used)
}
