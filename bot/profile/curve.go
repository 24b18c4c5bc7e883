package profile

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/store"
)

// maxPoints is the maximal number of points of a curve.
const maxPoints = 120

// Curve is the history of a rating in a pool.
type Curve struct {
	Pool string
	// Points are the ratings after games, oldest first: all, or a selection that includes the first
	// and last point and the first of the highest and of the lowest.
	Points []Point
	Newest store.Past // the newest game
}

// Point is a rating after a game.
type Point struct {
	At     time.Time
	Rating int
}

// extreme returns the index of the first point that precedes all others.
func (c *Curve) extreme(before func(a, b int) bool) int {
	found := 0
	for i, p := range c.Points {
		if before(p.Rating, c.Points[found].Rating) {
			found = i
		}
	}
	return found
}

// rate adds a rated game to the curve of its pool.
func (f *folder) rate(g *store.Past) {
	if g.Rated == "" || g.Rating == 0 {
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

// ratings returns the curves, that of the newest game first.
func (f *folder) ratings() []Curve {
	var list []Curve
	for _, c := range f.curves {
		c.thin()
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b Curve) int {
		return cmp.Or(b.Newest.At.Compare(a.Newest.At), strings.Compare(a.Pool, b.Pool))
	})
	return list
}

// thin reduces the number of points: it keeps points at even steps, including both ends, and the
// extremes.
func (c *Curve) thin() {
	n := len(c.Points)
	if n <= maxPoints {
		return
	}
	const extremes = 2
	kept := []int{c.extreme(func(a, b int) bool { return a > b }), c.extreme(func(a, b int) bool { return a < b })}
	const even = maxPoints - extremes
	for i := range even {
		kept = append(kept, i*(n-1)/(even-1))
	}
	slices.Sort(kept)
	points := make([]Point, 0, maxPoints)
	for _, i := range slices.Compact(kept) {
		points = append(points, c.Points[i])
	}
	c.Points = points
}
