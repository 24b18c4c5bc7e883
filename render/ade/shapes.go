package ade

import (
	"math"

	"github.com/sixfold-bot/sixfold/render/canvas"
)

// box is a rectangle with fractional coordinates.
type box struct{ low, high canvas.Point }

func boxAround(c canvas.Point, width, height float64) box {
	return box{canvas.Pt(c.X-width/2, c.Y-height/2), canvas.Pt(c.X+width/2, c.Y+height/2)}
}

// boxOf returns the bounding box of two points, slightly enlarged.
func boxOf(p, q canvas.Point) box {
	return box{canvas.Pt(min(p.X, q.X), min(p.Y, q.Y)), canvas.Pt(max(p.X, q.X), max(p.Y, q.Y))}.wider(1)
}

// wider returns the box enlarged on each side.
func (b box) wider(by float64) box {
	return box{canvas.Pt(b.low.X-by, b.low.Y-by), canvas.Pt(b.high.X+by, b.high.Y+by)}
}

func (b box) overlaps(c box) bool {
	return b.low.X < c.high.X && c.low.X < b.high.X && b.low.Y < c.high.Y && c.low.Y < b.high.Y
}

func (b box) in(c box) bool {
	return b.low.X >= c.low.X && b.low.Y >= c.low.Y && b.high.X <= c.high.X && b.high.Y <= c.high.Y
}

// from is the distance of a point from the box.
func (b box) from(p canvas.Point) float64 {
	dx := max(b.low.X-p.X, 0, p.X-b.high.X)
	dy := max(b.low.Y-p.Y, 0, p.Y-b.high.Y)
	return math.Hypot(dx, dy)
}

// fromLine is the distance of the box from a line between two points.
func (b box) fromLine(p, q canvas.Point) float64 {
	corners := [...]canvas.Point{b.low, canvas.Pt(b.high.X, b.low.Y), b.high, canvas.Pt(b.low.X, b.high.Y)}
	least := min(b.from(p), b.from(q))
	for i, c := range corners {
		if cross(p, q, c, corners[(i+1)%4]) {
			return 0
		}
		least = min(least, apart(c, p, q))
	}
	return least
}

// apart is the distance of a point from a line between two others.
func apart(v, a, b canvas.Point) float64 {
	dx, dy := b.X-a.X, b.Y-a.Y
	t := max(0, min(1, ((v.X-a.X)*dx+(v.Y-a.Y)*dy)/max(1e-9, dx*dx+dy*dy)))
	dx, dy = v.X-a.X-t*dx, v.Y-a.Y-t*dy
	return math.Sqrt(dx*dx + dy*dy) // math.Hypot takes several times as long
}

// cross reports whether two lines between points have a common point.
func cross(a, b, c, d canvas.Point) bool {
	side := func(p, q, v canvas.Point) float64 { return (q.X-p.X)*(v.Y-p.Y) - (q.Y-p.Y)*(v.X-p.X) }
	return side(a, b, c)*side(a, b, d) <= 0 && side(c, d, a)*side(c, d, b) <= 0 &&
		max(a.X, b.X) >= min(c.X, d.X) && max(c.X, d.X) >= min(a.X, b.X) &&
		max(a.Y, b.Y) >= min(c.Y, d.Y) && max(c.Y, d.Y) >= min(a.Y, b.Y)
}
