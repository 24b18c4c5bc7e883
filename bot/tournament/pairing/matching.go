package pairing

import (
	"math/big"
	"slices"
)

const unmatched = -1

// maxMatching returns a matching of n vertices with the greatest sum of weights, as the mate of
// each vertex. weigh returns the weight of an edge, 0 if there is none. O(n³).
//
// It is Edmonds' algorithm in the primal-dual form of Galil, "Efficient algorithms for finding
// maximum matching in graphs" (1986): alternating trees grow from all free vertices at once over
// edges without slack, and odd cycles are shrunk to blossoms, which are treated as vertices. Labels
// are twice the dual variables, so that they stay integers.
func maxMatching(n int, weigh func(i, j int) *big.Int) []int {
	g := newGraph(n, weigh)
	for g.grow() {
	}
	mates := make([]int, n)
	for u := 1; u <= n; u++ {
		mates[u-1] = g.mate[u] - 1
	}
	return mates
}

// edge joins two vertices that are not blossoms; they are 0 if there is no edge.
type edge struct{ u, v int }

// The state of a vertex in the alternating trees.
const (
	outside = -1
	outer   = 0 // at an even distance from a root
	inner   = 1
)

// graph is a graph with a growing matching. Vertices are 1 to n, blossoms n+1 to top; 0 means none.
type graph struct {
	n, top  int
	twice   [][]*big.Int // of the weights, by vertices
	edges   [][]edge     // between blossoms: the edge of least slack between their vertices
	label   []*big.Int   // never changed in place
	mate    []int        // by vertex or blossom; the mate is a vertex
	slack   []int        // the outer vertex whose edge to this one has least slack
	base    []int        // the outermost blossom of a vertex, or the vertex itself
	parent  []int        // the vertex from which it was reached
	via     [][]int
	state   []int
	seen    []int
	visits  int
	flower  [][]int // the cycle of a blossom, beginning at its base
	waiting []int
	spare   [2]big.Int // for slacks that are only looked at
}

func newGraph(n int, weigh func(i, j int) *big.Int) *graph {
	size := n + n/2 + 2
	g := &graph{
		n: n, top: n, twice: make([][]*big.Int, n+1), edges: make([][]edge, size), label: make([]*big.Int, size), mate: make([]int, size),
		slack: make([]int, size), base: make([]int, size), parent: make([]int, size), via: make([][]int, size), state: make([]int, size),
		seen: make([]int, size), flower: make([][]int, size),
	}
	for u := range size {
		g.edges[u], g.via[u] = make([]edge, size), make([]int, n+1)
	}
	most := new(big.Int)
	for u := 1; u <= n; u++ {
		g.base[u], g.via[u][u], g.twice[u] = u, u, make([]*big.Int, n+1)
		for v := 1; v < u; v++ {
			w := weigh(u-1, v-1)
			if w.Sign() == 0 {
				continue
			}
			g.edges[u][v], g.edges[v][u] = edge{u, v}, edge{v, u}
			g.twice[u][v] = new(big.Int).Lsh(w, 1)
			g.twice[v][u] = g.twice[u][v]
			if w.Cmp(most) > 0 {
				most = w
			}
		}
	}
	for u := 1; u <= n; u++ {
		g.label[u] = most
	}
	return g
}

// slackOf sets into to the number by which the labels of an edge's ends exceed its weight, and returns it.
func (g *graph) slackOf(e edge, into *big.Int) *big.Int {
	return into.Sub(into.Add(g.label[e.u], g.label[e.v]), g.twice[e.u][e.v])
}

// hasLess reports whether an edge has less slack than another.
func (g *graph) hasLess(e, than edge) bool {
	return g.slackOf(e, &g.spare[0]).Cmp(g.slackOf(than, &g.spare[1])) < 0
}

func (g *graph) updateSlack(u, x int) {
	if g.slack[x] == 0 || g.hasLess(g.edges[u][x], g.edges[g.slack[x]][x]) {
		g.slack[x] = u
	}
}

func (g *graph) setSlack(x int) {
	g.slack[x] = 0
	for u := 1; u <= g.n; u++ {
		if g.edges[u][x] != (edge{}) && g.base[u] != x && g.state[g.base[u]] == outer {
			g.updateSlack(u, x)
		}
	}
}

// wait queues the vertices of x for scanning.
func (g *graph) wait(x int) {
	if x <= g.n {
		g.waiting = append(g.waiting, x)
		return
	}
	for _, part := range g.flower[x] {
		g.wait(part)
	}
}

func (g *graph) setBase(x, b int) {
	g.base[x] = b
	if x > g.n {
		for _, part := range g.flower[x] {
			g.setBase(part, b)
		}
	}
}

// grow adds one edge to the matching, by trees that grow from all free vertices; false if no
// further edge increases the sum.
func (g *graph) grow() bool {
	g.waiting = g.waiting[:0]
	for x := 1; x <= g.top; x++ {
		g.state[x], g.slack[x] = outside, 0
		if g.base[x] == x && g.mate[x] == 0 {
			g.parent[x], g.state[x] = 0, outer
			g.wait(x)
		}
	}
	if len(g.waiting) == 0 {
		return false
	}
	for {
		if g.scan() {
			return true
		}
		if !g.relabel() {
			return false
		}
		g.waiting = g.waiting[:0]
		for x := 1; x <= g.top; x++ {
			if u := g.slack[x]; g.base[x] == x && u != 0 && g.base[u] != x && g.slackOf(g.edges[u][x], &g.spare[0]).Sign() == 0 && g.found(g.edges[u][x]) {
				return true
			}
		}
		for b := g.n + 1; b <= g.top; b++ {
			if g.base[b] == b && g.state[b] == inner && g.label[b].Sign() == 0 {
				g.expand(b)
			}
		}
	}
}

// scan follows the edges without slack; it returns true when the matching has grown.
func (g *graph) scan() bool {
	for len(g.waiting) > 0 {
		u := g.waiting[0]
		g.waiting = g.waiting[1:]
		if g.state[g.base[u]] == inner {
			continue
		}
		for v := 1; v <= g.n; v++ {
			e := g.edges[u][v]
			if e == (edge{}) || g.base[u] == g.base[v] {
				continue
			}
			if g.slackOf(e, &g.spare[0]).Sign() != 0 {
				g.updateSlack(u, g.base[v])
			} else if g.found(e) {
				return true
			}
		}
	}
	return false
}

// relabel changes the labels until another edge has no slack or a blossom can be expanded; false if
// a label would become negative, which means that the sum is maximal. The labels of free vertices are
// the least ones.
func (g *graph) relabel() bool {
	step, last := slices.MinFunc(g.label[1:g.n+1], (*big.Int).Cmp), true
	least := func(w *big.Int, halvings uint) {
		if w.Rsh(w, halvings); w.Cmp(step) < 0 {
			step, last = w, false
		}
	}
	for x := 1; x <= g.top; x++ {
		switch u := g.slack[x]; {
		case g.base[x] != x:
		case u != 0 && g.state[x] == outside:
			least(g.slackOf(g.edges[u][x], new(big.Int)), 0)
		case u != 0 && g.state[x] == outer:
			least(g.slackOf(g.edges[u][x], new(big.Int)), 1)
		case x > g.n && g.state[x] == inner:
			least(new(big.Int).Set(g.label[x]), 1)
		}
	}
	for x := 1; x <= g.top && !last; x++ {
		blossom, change := x > g.n, step
		if blossom {
			change = new(big.Int).Lsh(step, 1)
		}
		switch state := g.state[g.base[x]]; {
		case state == outside || blossom && g.base[x] != x:
		case (state == outer) == blossom:
			g.label[x] = new(big.Int).Add(g.label[x], change)
		default:
			g.label[x] = new(big.Int).Sub(g.label[x], change)
		}
	}
	return !last
}
