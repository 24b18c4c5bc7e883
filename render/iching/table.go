package iching

import (
	"image"
	"math"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/iching"
	"github.com/sixfold-bot/sixfold/engine/iching/book"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Positions on a waiting table, in pixels.
const (
	tableAt    = 806 // middle of the coins or stalks
	tableRoom  = 516.0
	tableArrow = 52.0 // left end of the arrow
	tableWords = 420.0
	coinRadius = 86.0
	coinApart  = 96.0  // half the distance between the centres of two coins
	coinHole   = 20.0  // half the width of the square hole
	coinSign   = 50.0  // from the centre to the signs around it
	coinRow    = 128.0 // vertical position of the upper coins
)

// waitingBars are the empty places of lines.
var waitingBars = bars{image.Pt(323, 42), 340, 48, 79}

// position draws a table: the throw, or before it six empty places for lines, numbered from the
// bottom, and the coins or stalks.
func (c *pages) position(p *iching.Position, s render.Style) *image.Paletted {
	if sheet := p.Sheet(); sheet != nil {
		return c.sheet(sheet, s)
	}
	d, _ := c.beginSheet(s, p.Question, engine.T("The lines have not been cast yet"))
	b := waitingBars
	for n := 1; n <= 6; n++ {
		r := b.line(n)
		d.on.Bar(r, canvas.InkBand)
		d.on.Frame(r, 3, canvas.InkMuted)
		canvas.Centred(d.on, d.text, canvas.Pt(float64(r.Min.X)-44, canvas.Middle(r).Y), strconv.Itoa(n), canvas.InkMuted)
	}
	d.on.Arrow(canvas.Pt(tableArrow, float64(b.line(1).Max.Y)), canvas.Pt(tableArrow, float64(b.line(6).Min.Y)), 8, canvas.InkMuted)
	how := engine.T("Three coins for each line, from the bottom up")
	if p.Method == book.Yarrow {
		how = engine.T("Yarrow stalks for each line, from the bottom up")
		d.stalks()
	} else {
		for i, at := range coinPlaces {
			d.coin(at, i < 2)
		}
	}
	d.block(d.text, canvas.Pt(tableAt, tableWords), d.text.Lines(d.words(how), tableRoom, 2), 50, canvas.InkText)
	return d.on.Paletted
}

// coinPlaces are the centres of three coins, two above one.
var coinPlaces = [3]canvas.Point{
	canvas.Pt(tableAt-coinApart, coinRow),
	canvas.Pt(tableAt+coinApart, coinRow),
	canvas.Pt(tableAt, coinRow+math.Sqrt(3)*coinApart),
}

// coin draws an old coin with a square hole: its face with four signs, read from top to bottom and
// from right to left, or its back with a crescent.
func (d *drawing) coin(at canvas.Point, face bool) {
	d.on.Disc(at, coinRadius, false, canvas.Solid, canvas.InkCell)
	d.on.Ring(at, coinRadius, 7, false, canvas.InkMuted)
	hole := canvas.Around(at, coinHole)
	d.on.Bar(hole, canvas.InkGround)
	d.on.Frame(hole, 5, canvas.InkMuted)
	if !face {
		const crescent, rising = 19.0, 11.0
		moon := canvas.Pt(at.X, at.Y-coinSign)
		d.on.Disc(moon, crescent, false, canvas.Solid, canvas.InkMuted)
		d.on.Disc(canvas.Pt(moon.X, moon.Y-rising), crescent, false, canvas.Solid, canvas.InkCell)
		return
	}
	for i, sign := range []string{"開", "元", "通", "寶"} {
		by := []canvas.Point{{Y: -coinSign}, {Y: coinSign}, {X: coinSign}, {X: -coinSign}}[i]
		canvas.Centred(d.on, d.text, canvas.Pt(at.X+by.X, at.Y+by.Y), sign, canvas.InkText)
	}
}

// Positions of yarrow stalks, in pixels.
const (
	heapStalks = 24    // in each of two heaps, beside a single stalk
	heapAside  = 134.0 // from that stalk to the middle of a heap
	heapNear   = 216.0 // from the point where the stalks of a heap would meet to their feet
	heapFar    = 540.0 // and to their tips
	heapStep   = 0.0172
	heapTop    = 40.0 // vertical position of the tips
)

// stalks draws forty-nine stalks at the first division: two heaps and a single stalk.
func (d *drawing) stalks() {
	for _, x := range []float64{tableAt - heapAside, tableAt + heapAside} {
		for i := range heapStalks {
			foot, tip := stalk(x, i)
			d.on.Stripe(foot, tip, 3, canvas.InkMuted)
		}
	}
	const wide = 6
	d.on.Stripe(canvas.Pt(tableAt, heapTop+heapFar-heapNear), canvas.Pt(tableAt, heapTop), wide, canvas.InkText)
}

func stalk(x float64, i int) (foot, tip canvas.Point) {
	sin, cos := math.Sincos((float64(i) - (heapStalks-1)/2.0) * heapStep)
	at := func(far float64) canvas.Point { return canvas.Pt(x+far*sin, heapTop+heapFar-far*cos) }
	return at(heapNear), at(heapFar)
}
