package search

import "math"

// choose returns the edge to follow: the one of greatest value, where value blends
// wins and RAVE wins and adds UCT's bonus for what was tried little. Edges proved
// lost are passed by, and so are drawn ones while others are open: there is nothing
// to learn. It returns nil when all are lost. The lock is held.
func (n *node[M]) choose(c *Config) *edge[M] {
	var best, drawn *edge[M]
	most := float32(math.Inf(-1))
	spread := c.Explore * float32(math.Sqrt(math.Log(float64(n.visits)+1)))
	for i := range n.edges {
		e := &n.edges[i]
		switch e.proof {
		case Win:
			return e
		case Loss:
			continue
		case Draw:
			drawn = e
			continue
		case Unproved:
		}
		value := e.value(c)
		if spread > 0 {
			value += spread / float32(math.Sqrt(float64(e.visits)+1))
		}
		if value > most {
			best, most = e, value
		}
	}
	if best == nil {
		return drawn
	}
	return best
}

// value blends an edge's own mean with its RAVE mean. With n visits, r RAVE visits
// and b the bias, the RAVE mean's share is r/(n+r+b·n·r); brought to one fraction,
// which is what makes it cheap.
func (e *edge[M]) value(c *Config) float32 {
	below := e.visits + e.raveVisits + c.Bias*e.visits*e.raveVisits
	if below == 0 {
		return c.FirstPlay
	}
	return (e.wins*(1+c.Bias*e.raveVisits) + e.raveWins) / below
}

// prove works out what the edges' proofs say about the node. The lock is held.
func (n *node[M]) prove() Proof {
	if n.proof == Unproved {
		n.proof = Loss
		for i := range n.edges {
			n.proof = n.proof.or(n.edges[i].proof)
		}
	}
	return n.proof
}

// settled reports whether the search may end because its move cannot change.
func (t *tree[M]) settled(done int64) bool {
	if !t.Early {
		return false
	}
	left := math.Inf(1)
	if t.Playouts > 0 {
		left = float64(int64(t.Playouts) - done)
	}
	t.root.mu.Lock()
	defer t.root.mu.Unlock()
	return decided(t.root.stats(&t.Config), left, solePlayouts)
}

// stats tells what is known of each edge. The lock is held, or all workers have
// ended.
func (n *node[M]) stats(c *Config) []Stat[M] {
	stats := make([]Stat[M], len(n.edges))
	for i := range n.edges {
		e := &n.edges[i]
		stats[i] = Stat[M]{e.move, int(e.visits), e.proof.mean(e.wins, e.visits), float64(e.value(c)), e.proof}
	}
	return stats
}
