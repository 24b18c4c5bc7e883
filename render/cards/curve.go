package cards

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// The band in the middle, which holds the curve or bars, and the position of the curve in it.
const (
	bandTop    = 196
	bandBottom = 466
	plotLeft   = 142.0
	plotRight  = 1032.0
	plotTop    = 252.0
	plotBottom = 404.0
	datesAt    = 440.0

	stroke = 7.0
	shade  = 0.2 // opacity of the area below the curve
)

// scale maps ratings and times to pixels.
type scale struct {
	low, high   int
	first, last time.Time
}

// scaleOf returns the scale of a curve. A range of a few points does not fill the height.
func scaleOf(points []Point) scale {
	s := scale{points[0].Rating, points[0].Rating, points[0].At, points[len(points)-1].At}
	for _, p := range points {
		s.low, s.high = min(s.low, p.Rating), max(s.high, p.Rating)
	}
	const least = 80
	if room := least - (s.high - s.low); room > 0 {
		s.low, s.high = s.low-room/2, s.high+room-room/2
	}
	return s
}

func (s scale) y(rating float64) float64 {
	return plotBottom - (plotBottom-plotTop)*(rating-float64(s.low))/float64(s.high-s.low)
}

// at returns the position of a point; a single point is centred.
func (s scale) at(p Point) canvas.Point {
	whole, x := s.last.Sub(s.first), 0.5
	if whole > 0 {
		x = float64(p.At.Sub(s.first)) / float64(whole)
	}
	return canvas.Pt(plotLeft+(plotRight-plotLeft)*x, s.y(float64(p.Rating)))
}

// steps returns the ratings of the grid lines.
func (s scale) steps() (list []int) {
	for _, step := range []int{25, 50, 100, 200, 250, 500, 1000, 2500, 10_000, 100_000} {
		const most = 3
		list = nil
		for n := int(math.Ceil(float64(s.low)/float64(step))) * step; n <= s.high; n += step {
			list = append(list, n)
		}
		if len(list) <= most {
			return list
		}
	}
	return list
}

func (d *drawing) curve(points []Point) {
	d.on.Bar(image.Rect(0, bandTop, width, bandBottom), canvas.InkBand)
	s := scaleOf(points)
	for _, rating := range s.steps() {
		y := s.y(float64(rating))
		d.on.Bar(image.Rect(plotLeft, int(y)-1, plotRight, int(y)+1), canvas.InkLine)
		d.rightTo(d.small, canvas.Pt(plotLeft-22, y), strconv.Itoa(rating), plotLeft, canvas.InkMuted)
	}
	d.trace(points, s)
	d.dates(s)
	last := points[len(points)-1]
	best := slices.MaxFunc(points, func(a, b Point) int { return cmp.Compare(a.Rating, b.Rating) })
	if best != last {
		d.peak(s.at(best), strconv.Itoa(best.Rating))
	}
	d.dot(s.at(last), canvas.InkBlue)
}

// trace draws the curve and the shaded area below it.
func (d *drawing) trace(points []Point, s scale) {
	const below = plotBottom + shadeBelow
	line := engine.Map(points, s.at)
	first, last := line[0], line[len(line)-1]
	d.on.Polygon(append([]canvas.Point{{X: last.X, Y: below}, {X: first.X, Y: below}}, line...), shade, canvas.InkBlue)
	for i := range line[1:] {
		d.on.Line(line[i], line[i+1], stroke, canvas.InkBlue)
	}
}

// shadeBelow is how far the shaded area extends below the lowest rating.
const shadeBelow = 12.0

func (d *drawing) dot(at canvas.Point, with canvas.Ink) {
	d.on.Disc(at, 17, false, canvas.Solid, canvas.InkBand)
	d.on.Disc(at, 12, false, canvas.Solid, with)
}

// peak marks the highest rating, with its value above or beside the point.
func (d *drawing) peak(at canvas.Point, rating string) {
	d.dot(at, canvas.InkLit)
	half := d.small.Measure(rating) / 2
	x := min(max(at.X, plotLeft+half), plotRight-half)
	canvas.Centred(d.on, d.small, canvas.Pt(x, at.Y-36), rating, canvas.InkMuted)
}

// dates writes the first and the last date of the curve.
func (d *drawing) dates(s scale) {
	first, last := s.first.UTC().Format(time.DateOnly), s.last.UTC().Format(time.DateOnly)
	const room = 300
	if first == last {
		canvas.Centred(d.on, d.small, canvas.Pt((plotLeft+plotRight)/2, datesAt), first, canvas.InkMuted)
		return
	}
	d.left(d.small, canvas.Pt(plotLeft, datesAt), first, room, canvas.InkMuted)
	d.rightTo(d.small, canvas.Pt(plotRight, datesAt), last, room, canvas.InkMuted)
}
