package profile

import (
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// mostPoints is how many points of a curve are kept.
const mostPoints = 120

// Curve is how a rating went in a pool.
type Curve struct {
	Pool string
	// Points are the rating after games, the oldest first: all, or as many as are kept, among
	// them the first, the last, the first of the highest and the first of the lowest.
	Points []Point
	Newest store.Past // of the games
}

// Point is a rating after a game.
type Point struct {
	At     time.Time
	Rating int
}

// Highest is the highest point, the first of them.
func (c *Curve) Highest() Point { return c.Points[c.extreme(func(a, b int) bool { return a > b })] }

// extreme is the first point that goes before all others.
func (c *Curve) extreme(before func(a, b int) bool) int {
	found := 0
	for i, p := range c.Points {
		if before(p.Rating, c.Points[found].Rating) {
			found = i
		}
	}
	return found
}

// rate adds a game that has been rated to the curve of its pool.
func (f *folder) rate(g *store.Past) {
	if g.Rating == 0 {
		return
	}
	c := f.curves[g.Rated]
	if c == nil {
		c = &Curve{Pool: g.Rated}
		f.curves[g.Rated] = c
	}
	c.Points = append(c.Points, Point{g.At, g.Rating})
	c.Newest = *g
}

// ratings are the curves, that of the newest game first.
func (f *folder) ratings() []Curve {
	var list []Curve
	for _, c := range f.curves {
		c.thin()
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Curve) int {
		if d := b.Newest.At.Compare(a.Newest.At); d != 0 {
			return d
		}
		return strings.Compare(a.Pool, b.Pool)
	})
	return list
}

// thin leaves out points where there are too many: what stays lies at even steps, and the
// ends and extremes stay too.
func (c *Curve) thin() {
	n := len(c.Points)
	if n <= mostPoints {
		return
	}
	const extremes = 2
	kept := []int{c.extreme(func(a, b int) bool { return a > b }), c.extreme(func(a, b int) bool { return a < b })}
	const even = mostPoints - extremes
	for i := range even {
		kept = append(kept, i*(n-1)/(even-1))
	}
	slices.Sort(kept)
	points := make([]Point, 0, mostPoints)
	for _, i := range slices.Compact(kept) {
		points = append(points, c.Points[i])
	}
	c.Points = points
}
