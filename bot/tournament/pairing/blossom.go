package pairing

import "slices"

// found takes an edge without slack out of an outer vertex: its other end and the mate of that
// join the tree, or a cycle is shrunk, or two trees meet. True when the matching has grown.
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

// meet is where the ways from two outer vertices to their roots meet, 0 if nowhere.
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

// augment swaps what is matched and what is not on the way from u to its root; u gets an edge
// to v.
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

// match makes the edge of u and v one of the matching, as far as u is concerned: in a blossom
// the other vertices pair up along the ring.
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

// place is the place of a part in a blossom's ring, which is turned around where that makes it
// even.
func (g *graph) place(b, part int) int {
	at := slices.Index(g.flower[b], part)
	if at%2 == 1 {
		slices.Reverse(g.flower[b][1:])
		at = len(g.flower[b]) - at
	}
	return at
}

// shrink makes a blossom of the cycle through the edge of u and v and the place where their
// ways meet.
func (g *graph) shrink(u, common, v int) {
	b := g.n + 1
	for b <= g.top && g.base[b] != 0 {
		b++
	}
	g.top = max(g.top, b)
	g.label[b], g.state[b], g.mate[b] = weight{}, outer, g.mate[common]
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
		g.edges[b][x].ok, g.edges[x][b].ok = false, false
	}
	clear(g.via[b])
	for _, part := range ring {
		for x := 1; x <= g.top; x++ {
			if e := g.edges[part][x]; e.ok && (!g.edges[b][x].ok || g.slackOf(e).less(g.slackOf(g.edges[b][x]))) {
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

// expand opens an inner blossom whose label is 0: its parts are vertices again, and those on
// the even way from where it was entered to its base stay in the tree.
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
