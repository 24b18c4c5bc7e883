package gordon

import (
	"image"
	"math"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// pill is a rectangle with rounded corners: a disc if it is square and fully rounded, else a
// rounded square.
type pill struct {
	at, half canvas.Point
	round    float64 // radius of the corners
}

// Corner radii, in halves of the height.
const (
	placeRound  = 1.0
	squareRound = 0.34
	stepRound   = 0.34
)

func newPill(at, half canvas.Point, round float64) pill { return pill{at, half, round * half.Y} }

// grown returns the pill enlarged on all sides.
func (p pill) grown(by float64) pill {
	return pill{p.at, canvas.Pt(p.half.X+by, p.half.Y+by), max(0, p.round+by)}
}

// rim returns the corners of the outline, enough for none to show.
func (p pill) rim() []canvas.Point {
	const quarter = 12
	points := make([]canvas.Point, 0, 4*(quarter+1))
	for corner := range 4 {
		x, y := p.half.X-p.round, p.half.Y-p.round
		if corner == 1 || corner == 2 {
			x = -x
		}
		if corner >= 2 {
			y = -y
		}
		for i := range quarter + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(corner) + float64(i)/quarter))
			points = append(points, canvas.Pt(p.at.X+x+p.round*cos, p.at.Y+y+p.round*sin))
		}
	}
	return points
}

func (p pill) fill(on canvas.Canvas, opacity float64, with canvas.Ink) {
	on.Polygon(p.rim(), opacity, with)
}

func (p pill) outline(on canvas.Canvas, stroke float64, with canvas.Ink) {
	on.Rim(p.rim(), p.grown(-stroke).rim(), with)
}

func (p pill) has(at image.Point) bool {
	dx := math.Abs(float64(at.X)-p.at.X) - p.half.X + p.round
	dy := math.Abs(float64(at.Y)-p.at.Y) - p.half.Y + p.round
	return dx <= 0 && dy <= p.round || dy <= 0 && dx <= p.round || math.Hypot(dx, dy) <= p.round
}

// edge is the point in the direction of another point, at a distance outside the rim.
func (p pill) edge(towards canvas.Point, beyond float64) canvas.Point {
	u := canvas.Direction(p.at, towards)
	far := 0.0
	for p.has(canvas.Pt(p.at.X+u.X*far, p.at.Y+u.Y*far).Round()) {
		far++
	}
	return canvas.Pt(p.at.X+u.X*(far+beyond), p.at.Y+u.Y*(far+beyond))
}
