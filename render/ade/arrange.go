package ade

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// arrangement moves the nodes of a graph about on a grid until few edges cross and none passes
// over a node: simulated annealing (R. Davidson and D. Harel, 1996), always in the same way.
// Columns of the grid are half a unit wide, so that nodes may stand between those of the next
// row.
type arrangement struct {
	g             *graph.Graph
	edges         [][2]int
	columns, rows int
	at            []cell
}

type cell struct{ x, y int }

// What is disliked of an arrangement.
const (
	costCrossing = 9.0
	costOver     = 30.0 // an edge over a node, or two nodes in one place
	costNear     = 6.0  // an edge that passes near a node
	costLength   = 0.5  // of the square of an edge, in units
	costAslant   = 1.0  // an edge that is neither level nor upright
)

// From so many starts so many moves are tried, while the temperature falls from a first one to a last.
const (
	starts    = 3
	moves     = 16_000
	firstHeat = 12.0
	lastHeat  = 0.2
)

// arrange lays a graph out in several numbers of rows, the best first.
func arrange(g *graph.Graph) []plan {
	n := g.Len()
	var list []*arrangement
	for k := range starts * (min(4, (n+1)/2+1) - 1) {
		rows := 2 + k/starts
		a := &arrangement{g: g, edges: g.Edges(), at: make([]cell, n), rows: rows, columns: 2*((n+rows-1)/rows) + 3}
		for i := range a.at {
			a.at[i] = cell{2 * (i / rows), i % rows}
		}
		a.anneal(uint64(k % starts))
		list = append(list, a)
	}
	slices.SortStableFunc(list, func(a, b *arrangement) int { return cmp.Compare(a.cost(), b.cost()) })
	plans := make([]plan, len(list))
	for k, a := range list {
		for _, c := range a.at {
			plans[k].at = append(plans[k].at, canvas.Pt(float64(c.x)/2, float64(c.y)))
		}
	}
	return plans
}

// anneal moves the nodes.
func (a *arrangement) anneal(start uint64) {
	n := len(a.at)
	r := rand.New(rand.NewPCG(uint64(n)+start<<32, uint64(len(a.edges))))
	best, least := slices.Clone(a.at), a.cost()
	now := least
	heat, cools := firstHeat, math.Pow(lastHeat/firstHeat, 1.0/moves)
	for range moves {
		heat *= cools
		i, to := r.IntN(n), cell{r.IntN(a.columns), r.IntN(a.rows)}
		from := a.at[i]
		next := a.move(i, to, now)
		if next > now && r.Float64() >= math.Exp((now-next)/heat) {
			a.back(i, from)
			continue
		}
		if now = next; now < least-1e-9 {
			least, best = now, slices.Clone(a.at)
		}
	}
	a.at = best
}

// move puts a node into a cell, and whoever is there into its place. It returns the cost of
// all after that.
func (a *arrangement) move(i int, to cell, now float64) float64 {
	from, j := a.at[i], slices.Index(a.at, to)
	put := func(k int, c cell) {
		now -= a.costOf(k)
		a.at[k] = c
		now += a.costOf(k)
	}
	put(i, to)
	if j >= 0 && j != i {
		put(j, from)
	}
	return now
}

// back undoes a move from a cell.
func (a *arrangement) back(i int, from cell) {
	to := a.at[i]
	if j := slices.Index(a.at, from); j >= 0 && j != i {
		a.at[j] = to
	}
	a.at[i] = from
}

// cost of all, each pair once.
func (a *arrangement) cost() float64 {
	sum := 0.0
	for i := range a.at {
		for j := range i {
			sum += a.close(i, j)
		}
	}
	for k, e := range a.edges {
		sum += a.along(e)
		for _, f := range a.edges[:k] {
			sum += a.crossed(e, f)
		}
	}
	return sum
}

// costOf is what changes when a node moves.
func (a *arrangement) costOf(i int) float64 {
	sum := 0.0
	for j := range a.at {
		if j != i {
			sum += a.close(i, j)
		}
	}
	for k, e := range a.edges {
		own := e[0] == i || e[1] == i
		if !own {
			sum += a.passing(e, i)
			continue
		}
		sum += a.along(e)
		for m, f := range a.edges {
			if mine := f[0] == i || f[1] == i; m != k && (!mine || m < k) {
				sum += a.crossed(e, f)
			}
		}
	}
	return sum
}

// close is the cost of two nodes that stand in one another's place.
func (a *arrangement) close(i, j int) float64 {
	p, q := a.at[i], a.at[j]
	if p.y == q.y && p.x-q.x < 2 && q.x-p.x < 2 {
		return 2 * costOver
	}
	return 0
}

// rowHeight is how high a row is, in columns of half a unit.
const rowHeight = 2.2

func (a *arrangement) point(i int) canvas.Point {
	return canvas.Pt(float64(a.at[i].x), float64(a.at[i].y)*rowHeight)
}

// along is the cost of an edge by itself: its length, how it leans, and the nodes it passes.
func (a *arrangement) along(e [2]int) float64 {
	p, q := a.point(e[0]), a.point(e[1])
	sum := costLength * ((p.X-q.X)*(p.X-q.X) + (p.Y-q.Y)*(p.Y-q.Y)) / 4
	if p.X != q.X && p.Y != q.Y {
		sum += costAslant
	}
	for i := range a.at {
		if i != e[0] && i != e[1] {
			sum += a.passing(e, i)
		}
	}
	return sum
}

// passing is the cost of an edge near a node.
func (a *arrangement) passing(e [2]int, i int) float64 {
	y, low, high := a.at[i].y, a.at[e[0]].y, a.at[e[1]].y
	if y < min(low, high) || y > max(low, high) { // rows are far enough apart
		return 0
	}
	if x, left, right := a.at[i].x, a.at[e[0]].x, a.at[e[1]].x; x+1 < min(left, right) || x-1 > max(left, right) {
		return 0
	}
	switch far := apart(a.point(i), a.point(e[0]), a.point(e[1])); {
	case far < 0.8:
		return costOver
	case far < 1.1:
		return costNear
	}
	return 0
}

// crossed is the cost of two edges.
func (a *arrangement) crossed(e, f [2]int) float64 {
	if e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1] {
		return 0
	}
	p, q, v, w := a.at[e[0]], a.at[e[1]], a.at[f[0]], a.at[f[1]]
	if max(p.y, q.y) < min(v.y, w.y) || max(v.y, w.y) < min(p.y, q.y) || max(p.x, q.x) < min(v.x, w.x) || max(v.x, w.x) < min(p.x, q.x) {
		return 0
	}
	if cross(a.point(e[0]), a.point(e[1]), a.point(f[0]), a.point(f[1])) {
		return costCrossing
	}
	return 0
}

// settle orders the nodes round an ellipse: neighbours next to each other as far as swaps of
// two nodes help.
func settle(g *graph.Graph) []int {
	n := g.Len()
	place := make([]int, n) // of each node
	for i := range place {
		place[i] = i
	}
	long := func(i int) (sum int) {
		for _, j := range g.Neighbours(i) {
			d := place[i] - place[j]
			d = min(max(d, -d), n-max(d, -d))
			sum += d * d
		}
		return sum
	}
	for better := true; better; {
		better = false
		for i := range n {
			for j := range i {
				before := long(i) + long(j)
				place[i], place[j] = place[j], place[i]
				if long(i)+long(j) < before {
					better = true
					continue
				}
				place[i], place[j] = place[j], place[i]
			}
		}
	}
	order := make([]int, n)
	for node, at := range place {
		order[at] = node
	}
	return order
}
