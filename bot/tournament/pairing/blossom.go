package pairing

import (
	"math/big"
	"slices"
)

// found processes an edge without slack from an outer vertex: it extends the tree by the other end
// and its mate, shrinks a cycle, or joins two trees. It returns true when the matching has grown.
func (g *graph) found(e edge) bool {
	u, v := g.base[e.u], g.base[e.v]
	switch g.state[v] {
	case outside:
		g.parent[v], g.state[v] = e.u, inner
		next := g.base[g.mate[v]]
		g.slack[v], g.slack[next] = 0, 0
		g.state[next] = outer
		g.wait(next)
	case outer:
		common := g.meet(u, v)
		if common == 0 {
			g.augment(u, v)
			g.augment(v, u)
			return true
		}
		g.shrink(u, common, v)
	}
	return false
}

// meet returns the lowest common ancestor of two outer vertices in their trees, 0 for none.
func (g *graph) meet(u, v int) int {
	for g.visits++; u != 0 || v != 0; u, v = v, u {
		if u == 0 {
			continue
		}
		if g.seen[u] == g.visits {
			return u
		}
		g.seen[u] = g.visits
		if u = g.base[g.mate[u]]; u != 0 {
			u = g.base[g.parent[u]]
		}
	}
	return 0
}

// augment swaps matched and unmatched edges on the path from u to its root, and matches u to v.
func (g *graph) augment(u, v int) {
	for {
		next := g.base[g.mate[u]]
		g.match(u, v)
		if next == 0 {
			return
		}
		g.match(next, g.base[g.parent[next]])
		u, v = g.base[g.parent[next]], next
	}
}

// match matches u to v on the side of u. If u is a blossom, its other vertices are matched along
// its cycle.
func (g *graph) match(u, v int) {
	g.mate[u] = g.edges[u][v].v
	if u <= g.n {
		return
	}
	e := g.edges[u][v]
	part := g.via[u][e.u]
	at := g.place(u, part)
	for i := range at {
		g.match(g.flower[u][i], g.flower[u][i^1])
	}
	g.match(part, v)
	g.flower[u] = slices.Concat(g.flower[u][at:], g.flower[u][:at])
}

// place returns the index of a part in the cycle of a blossom, which is reversed if that makes the
// index even.
func (g *graph) place(b, part int) int {
	at := slices.Index(g.flower[b], part)
	if at%2 == 1 {
		slices.Reverse(g.flower[b][1:])
		at = len(g.flower[b]) - at
	}
	return at
}

// shrink makes a blossom of the cycle through the edge of u and v and their common ancestor.
func (g *graph) shrink(u, common, v int) {
	b := g.n + 1
	for b <= g.top && g.base[b] != 0 {
		b++
	}
	g.top = max(g.top, b)
	g.label[b], g.state[b], g.mate[b] = new(big.Int), outer, g.mate[common]
	ring := []int{common}
	climb := func(x int) {
		for x != common {
			y := g.base[g.mate[x]]
			ring = append(ring, x, y)
			g.wait(y)
			x = g.base[g.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(ring[1:])
	climb(v)
	g.flower[b] = ring
	g.setBase(b, b)
	for x := 1; x <= g.top; x++ {
		g.edges[b][x], g.edges[x][b] = edge{}, edge{}
	}
	clear(g.via[b])
	for _, part := range ring {
		for x := 1; x <= g.top; x++ {
			if e := g.edges[part][x]; e != (edge{}) && (g.edges[b][x] == edge{} || g.hasLess(e, g.edges[b][x])) {
				g.edges[b][x], g.edges[x][b] = e, g.edges[x][part]
			}
		}
		for x := 1; x <= g.n; x++ {
			if g.via[part][x] != 0 {
				g.via[b][x] = part
			}
		}
	}
	g.setSlack(b)
}

// expand expands an inner blossom with label 0: its parts become vertices again, and those on the
// even path from its entry to its base stay in the tree.
func (g *graph) expand(b int) {
	for _, part := range g.flower[b] {
		g.setBase(part, part)
	}
	entry := g.via[b][g.edges[b][g.parent[b]].u]
	at := g.place(b, entry)
	ring := g.flower[b]
	for i := 0; i < at; i += 2 {
		x, next := ring[i], ring[i+1]
		g.parent[x] = g.edges[next][x].u
		g.state[x], g.state[next] = inner, outer
		g.slack[x] = 0
		g.setSlack(next)
		g.wait(next)
	}
	g.state[entry], g.parent[entry] = inner, g.parent[b]
	for _, x := range ring[at+1:] {
		g.state[x] = outside
		g.setSlack(x)
	}
	g.base[b] = 0
}
