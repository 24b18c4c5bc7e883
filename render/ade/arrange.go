package ade

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// arrangement places the nodes of a graph on a grid so that few edges cross and none passes over a
// node. It uses simulated annealing (R. Davidson and D. Harel, 1996) with fixed seeds.
type arrangement struct {
	grid
	ends    [][2]int // of each edge
	own     []uint64 // of each node: its edges, as bits
	beside  []uint64 // of each edge: the edges that share no end with it
	drawn   []int    // of each edge: the index of its line
	crossed []uint64 // of each edge: the edges that it crosses
	found   []uint64 // likewise, for the edges that a move changes
	at      []int    // the cell of each node
	full    uint64   // the occupied cells
}

// Penalties of an arrangement, in thousandths.
const (
	costCrossing = 9_000
	costOver     = 30_000 // an edge over a node, or each of two nodes too close to each other
	costNear     = 6_000  // an edge that passes near a node
	costLength   = 500    // of the squared length of an edge, in units
	costSlanted  = 1_000  // an edge that is neither horizontal nor vertical
	rowHeight    = 2.2    // of a grid, in columns
)

// Parameters of the annealing. Each number of rows has several starts; the temperature falls from
// firstHeat to lastHeat.
const (
	starts    = 5
	mostRows  = 4
	moves     = 800 // per node
	firstHeat = 12_000.0
	lastHeat  = 200.0

	leastChance = 40.0 // in units of the temperature: larger increases are always rejected
)

// arrange lays out a graph in several numbers of rows, the best layout first.
func arrange(g *graph.Graph) []plan {
	var list []*arrangement
	for rows := 2; rows <= min(mostRows, (g.Len()+1)/2+1); rows++ {
		on := newGrid(g.Len(), rows)
		for start := range starts {
			a := newArrangement(g, on)
			a.anneal(uint64(start))
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b *arrangement) int { return cmp.Compare(a.cost(), b.cost()) })
	plans := make([]plan, len(list))
	for k, a := range list {
		for _, c := range a.at {
			plans[k].at = append(plans[k].at, canvas.Pt(float64(c%a.columns)/2, float64(c/a.columns)))
		}
	}
	return plans
}

// newArrangement fills a grid column by column.
func newArrangement(g *graph.Graph, on grid) *arrangement {
	a := &arrangement{grid: on, ends: g.Edges(), own: make([]uint64, g.Len()), at: make([]int, g.Len())}
	for i := range a.at {
		a.at[i] = i%a.rows*a.columns + 2*(i/a.rows)
		a.full |= 1 << a.at[i]
	}
	for k, e := range a.ends {
		a.own[e[0]] |= 1 << k
		a.own[e[1]] |= 1 << k
	}
	for _, e := range a.ends {
		a.beside = append(a.beside, a.edges()&^(a.own[e[0]]|a.own[e[1]]))
	}
	a.drawn, a.crossed, a.found = make([]int, len(a.ends)), make([]uint64, len(a.ends)), make([]uint64, len(a.ends))
	a.draw(a.edges())
	a.crossAll()
	return a
}

func (a *arrangement) edges() uint64 { return 1<<len(a.ends) - 1 }

func (a *arrangement) anneal(start uint64) {
	n := len(a.at)
	r := rand.New(rand.NewPCG(uint64(n)+start<<32, uint64(len(a.ends))))
	best, full, lowest := slices.Clone(a.at), a.full, a.cost()
	now := lowest
	heat, cools := firstHeat, math.Pow(lastHeat/firstHeat, 1/float64(moves*n))
	for range moves * n {
		heat *= cools
		i, to := r.IntN(n), r.IntN(a.columns)+a.columns*r.IntN(a.rows)
		from := a.at[i]
		if to == from {
			continue
		}
		chance := -1.0 // drawn when the cost first increases
		more, moved := a.move(i, to, func(more int) bool {
			if more <= 0 {
				return false
			}
			if chance < 0 {
				chance = r.Float64()
			}
			by := float64(more) / heat
			return by > leastChance || chance >= math.Exp(-by)
		})
		if !moved {
			continue
		}
		if now += more; now < lowest {
			lowest, full = now, a.full
			copy(best, a.at)
		}
	}
	a.at, a.full = best, full
	a.draw(a.edges())
	a.crossAll()
}

// move moves a node into another cell, unless dear rejects the increase of the cost, and returns
// the increase. It calls dear as soon as it knows a part of it.
func (a *arrangement) move(i, to int, dear func(more int) bool) (more int, moved bool) {
	from, edges, cells := a.at[i], a.own[i], uint64(1)<<a.at[i]|1<<to
	if j := slices.Index(a.at, to); j >= 0 {
		edges |= a.own[j]
	}
	more = -a.costOf(edges, cells) - costCrossing*a.crossing(edges)
	a.put(i, to)
	more += a.costOf(edges, cells)
	if dear(more) || !a.find(edges, func(n int) bool {
		more += costCrossing * n
		return !dear(more)
	}) {
		a.put(i, from)
		return 0, false
	}
	a.cross(edges)
	return more, true
}

// crossing counts the crossing pairs that include at least one of the given edges.
func (a *arrangement) crossing(edges uint64) (n int) {
	others := a.edges() &^ edges
	for ; edges != 0; edges &= edges - 1 {
		k := least(edges)
		n += bits.OnesCount64(a.crossed[k] & others)
		others |= 1 << k
	}
	return n
}

// find computes the crossings of edges, each pair once. After each edge it calls goOn with the
// number of new crossings, and returns false if goOn does.
func (a *arrangement) find(edges uint64, goOn func(n int) bool) bool {
	others := a.edges() &^ edges
	for ; edges != 0; edges &= edges - 1 {
		k := least(edges)
		l, crossed := a.line(k), uint64(0)
		for set := others & a.beside[k]; set != 0; set &= set - 1 {
			if j := least(set); l.crosses(a.line(j)) {
				crossed |= 1 << j
			}
		}
		if a.found[k] = crossed; !goOn(bits.OnesCount64(crossed)) {
			return false
		}
		others |= 1 << k
	}
	return true
}

// cross stores the crossings computed by find for edges, in place of their earlier ones.
func (a *arrangement) cross(edges uint64) {
	for k := range a.crossed {
		if a.crossed[k] &^= edges; edges>>k&1 == 1 {
			a.crossed[k] = 0
		}
	}
	for ; edges != 0; edges &= edges - 1 {
		k := least(edges)
		a.crossed[k] |= a.found[k]
		for set := a.found[k]; set != 0; set &= set - 1 {
			a.crossed[least(set)] |= 1 << k
		}
	}
}

func (a *arrangement) crossAll() {
	a.find(a.edges(), func(int) bool { return true })
	a.cross(a.edges())
}

func (a *arrangement) line(k int) *line { return &a.lines[a.drawn[k]] }

// put moves a node into another cell and swaps it with a node that is there.
func (a *arrangement) put(i, to int) {
	from, j := a.at[i], slices.Index(a.at, to)
	moved := a.own[i]
	if a.at[i] = to; j >= 0 {
		a.at[j] = from
		moved |= a.own[j]
	} else {
		a.full ^= 1<<from | 1<<to
	}
	a.draw(moved)
}

func (a *arrangement) draw(moved uint64) {
	for ; moved != 0; moved &= moved - 1 {
		k := least(moved)
		a.drawn[k] = a.between(a.at[a.ends[k][0]], a.at[a.ends[k][1]])
	}
}

func (a *arrangement) cost() int {
	tight := 0
	for _, c := range a.at {
		tight += bits.OnesCount64(a.nextTo[c] & a.full)
	}
	return a.costOf(a.edges(), 0) + costOver*tight + costCrossing*a.crossing(a.edges())
}

// costOf is the cost, except for crossings, of edges and of the nodes in cells: everything that
// changes when these nodes move, if they have no other edges.
func (a *arrangement) costOf(edges, cells uint64) int {
	cells &= a.full
	sum := 0
	for set := cells; set != 0; set &= set - 1 {
		sum += 2 * costOver * bits.OnesCount64(a.nextTo[least(set)]&a.full)
	}
	for set := a.edges() &^ edges; set != 0; set &= set - 1 {
		sum += a.line(least(set)).passing(cells)
	}
	for ; edges != 0; edges &= edges - 1 {
		l := a.line(least(edges))
		sum += l.cost + l.passing(a.full)
	}
	return sum
}

// least returns the lowest element of a set.
func least(set uint64) int { return bits.TrailingZeros64(set) }

// ellipseOrder orders the nodes around an ellipse, and swaps pairs of nodes as long as that brings
// neighbours closer.
func ellipseOrder(g *graph.Graph) []int {
	n := g.Len()
	place := upTo(0, n) // of each node
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

// grid is the grid of an arrangement, at most 64 cells in rows, with precomputed lines between all
// pairs of cells. Columns are half a unit wide, so that nodes can be offset between rows.
type grid struct {
	columns, rows int
	lines         []line   // from each cell to each
	nextTo        []uint64 // of each cell: the cells too close to hold another node
}

// line is a line between two cells, with sets of cells.
type line struct {
	cost        int    // by its length and slope
	ends        uint64 // both
	left, right uint64 // on either side
	on          uint64 // from end to end
	over, near  uint64 // cells whose nodes would touch it, or nearly
}

// newGrid returns a grid of so many rows with room for n nodes.
func newGrid(n, rows int) grid {
	g := grid{columns: 2*((n+rows-1)/rows) + 3, rows: rows}
	cells := g.columns * rows
	g.lines = make([]line, cells*cells)
	for p := range cells {
		next := uint64(0)
		if p%g.columns > 0 {
			next |= 1 << (p - 1)
		}
		if (p+1)%g.columns > 0 {
			next |= 1 << (p + 1)
		}
		g.nextTo = append(g.nextTo, next)
		for q := range p {
			g.lines[p*cells+q] = g.newLine(p, q)
			g.lines[q*cells+p] = g.lines[p*cells+q]
		}
	}
	return g
}

// between is the index of the line between two cells.
func (g *grid) between(p, q int) int { return p*len(g.nextTo) + q }

func (g *grid) point(c int) canvas.Point {
	return canvas.Pt(float64(c%g.columns), float64(c/g.columns)*rowHeight)
}

func (g *grid) newLine(p, q int) line {
	px, py, qx, qy := p%g.columns, p/g.columns, q%g.columns, q/g.columns
	from, to := g.point(p), g.point(q)
	l := line{ends: 1<<p | 1<<q, cost: int(costLength * ((from.X-to.X)*(from.X-to.X) + (from.Y-to.Y)*(from.Y-to.Y)) / 4)}
	if px != qx && py != qy {
		l.cost += costSlanted
	}
	for c := range g.columns * g.rows {
		x, y := c%g.columns, c/g.columns
		within := x >= min(px, qx) && x <= max(px, qx) && y >= min(py, qy) && y <= max(py, qy)
		switch side := (qx-px)*(y-py) - (qy-py)*(x-px); {
		case side < 0:
			l.left |= 1 << c
		case side > 0:
			l.right |= 1 << c
		case within:
			l.on |= 1 << c
		}
		if c == p || c == q || y < min(py, qy) || y > max(py, qy) || x+1 < min(px, qx) || x-1 > max(px, qx) {
			continue // rows are far enough apart
		}
		switch far := apart(g.point(c), from, to); {
		case far < 0.8:
			l.over |= 1 << c
		case far < 1.1:
			l.near |= 1 << c
		}
	}
	return l
}

// passing is the penalty of a line that passes close to nodes.
func (l *line) passing(nodes uint64) int {
	if (l.over|l.near)&nodes == 0 {
		return 0
	}
	return costOver*bits.OnesCount64(l.over&nodes) + costNear*bits.OnesCount64(l.near&nodes)
}

// crosses reports whether two lines between cells have a common point.
func (l *line) crosses(m *line) bool {
	switch {
	case l.left&m.ends == m.ends, l.right&m.ends == m.ends, m.left&l.ends == l.ends, m.right&l.ends == l.ends:
		return false
	case (l.left|l.right)&m.ends != 0: // not collinear
		return true
	}
	return l.on&m.ends != 0 || m.on&l.ends != 0
}
