package search

import (
	"math"
	"slices"
	"unsafe"
)

// branch is a position of a [PUCT] tree. Its moves become edges when they are first
// tried, in the order of their priors; most never are.
type branch[M comparable] struct {
	hash   uint64 // of the position; 0 where positions are kept apart
	edges  []twig[M]
	rest   []guess[M] // not yet tried, the likeliest first
	wins   float32    // of the evaluation and the visits, for the player to move
	visits float32    // 1 for the evaluation, and those of the edges
	flight float32    // playouts on their way through an edge
	tried  float32    // sum of the edges' priors
	proof  Proof
}

// twig is a move that was tried.
type twig[M comparable] struct {
	child  *branch[M]
	wins   float32 // for the player who makes the move
	visits float32
	flight float32
	prior  float32
	move   M
	proof  Proof
}

// guess is a move and its prior, in units of 1/maxPrior: two bytes, since these are
// nearly all that a tree consists of, and what they lose is less than a policy knows.
type guess[M comparable] struct {
	move  M
	prior uint16
}

const maxPrior = math.MaxUint16

func newBranch[M comparable](hash uint64, moves []M, priors []float32, value float32) *branch[M] {
	n := &branch[M]{hash: hash, rest: make([]guess[M], len(moves)), wins: value, visits: 1}
	for i, m := range moves {
		n.rest[i] = guess[M]{m, uint16(priors[i]*maxPrior + 0.5)}
	}
	slices.SortFunc(n.rest, func(a, b guess[M]) int { return int(b.prior) - int(a.prior) })
	return n
}

// mean is the value of the position for the player to move.
func (n *branch[M]) mean() float32 { return n.wins / n.visits }

// choose returns the index of the edge to follow: the one of greatest value with
// PUCT's bonus. A move not yet tried is worth somewhat less than its position, and
// the likeliest of them stands for all. Lost moves are passed by, and so are drawn
// ones while others are open. The node is not proved.
func (n *branch[M]) choose(c *PUCTConfig) int {
	best, drawn := -1, -1
	most := float32(math.Inf(-1))
	spread := c.Explore * float32(math.Sqrt(float64(n.visits-1+n.flight)))
	for i := range n.edges {
		e := &n.edges[i]
		switch e.proof {
		case Win:
			return i
		case Loss:
			continue
		case Draw:
			drawn = i
			continue
		case Unproved:
		}
		if value := e.value(c) + spread*e.prior/(1+e.visits+e.flight); value > most {
			best, most = i, value
		}
	}
	if len(n.rest) > 0 {
		value := n.mean() - c.FirstPlay*float32(math.Sqrt(float64(n.tried)))
		if value+spread*n.rest[0].chance() > most {
			return n.try()
		}
	}
	if best < 0 {
		return drawn
	}
	return best
}

// value is the mean of an edge's visits; those on their way count as losses.
func (e *twig[M]) value(c *PUCTConfig) float32 {
	visits := e.visits + c.VirtualLoss*e.flight
	if visits == 0 {
		return 0
	}
	return e.wins / visits
}

func (g guess[M]) chance() float32 { return float32(g.prior) / maxPrior }

// try makes an edge of the likeliest move that has none.
func (n *branch[M]) try() int {
	g := n.rest[0]
	n.rest = n.rest[1:]
	n.edges = append(n.edges, twig[M]{move: g.move, prior: g.chance()})
	n.tried += g.chance()
	return len(n.edges) - 1
}

// prove works out what the edges' proofs say about the node.
func (n *branch[M]) prove() Proof {
	if n.proof != Unproved {
		return n.proof
	}
	if n.proof = Loss; len(n.rest) > 0 {
		n.proof = Unproved
	}
	for i := range n.edges {
		n.proof = n.proof.or(n.edges[i].proof)
	}
	return n.proof
}

// below is the node after a move; nil when there is none.
func (n *branch[M]) below(m M) *branch[M] {
	for i := range n.edges {
		if n.edges[i].move == m {
			return n.edges[i].child
		}
	}
	return nil
}

// stats lists the moves, the likeliest first.
func (n *branch[M]) stats() []Stat[M] {
	stats := make([]Stat[M], 0, len(n.edges)+len(n.rest))
	for i := range n.edges {
		e := &n.edges[i]
		stats = append(stats, Stat[M]{e.move, int(e.visits), e.proof.mean(e.wins, e.visits), float64(e.prior), e.proof})
	}
	for _, g := range n.rest {
		stats = append(stats, Stat[M]{Move: g.move, Value: 0.5, Prior: float64(g.chance())})
	}
	return stats
}

// line follows the best edges.
func (n *branch[M]) line() []M {
	var line []M
	for at := n; at != nil; {
		stats := at.stats()
		i := best(stats)
		if at != n && stats[i].Visits == 0 {
			break
		}
		line = append(line, stats[i].Move)
		at = at.below(stats[i].Move)
	}
	return line
}

// ownSize is the memory that the node takes, in bytes, without those below. The
// guesses that became edges still take theirs.
func (n *branch[M]) ownSize() int {
	guesses := len(n.edges) + len(n.rest)
	return int(unsafe.Sizeof(*n)) + inMap + cap(n.edges)*n.edgeSize() + guesses*int(unsafe.Sizeof(guess[M]{}))
}

// inMap is about what a node takes in the map of those that are known, in bytes.
const inMap = 32

func (*branch[M]) edgeSize() int { return int(unsafe.Sizeof(twig[M]{})) }

// reach lists the nodes from this one on that have a hash, and tells the memory that all
// of them take.
func (n *branch[M]) reach() (known map[uint64]*branch[M], bytes int) {
	known = map[uint64]*branch[M]{}
	var visit func(n *branch[M])
	visit = func(n *branch[M]) {
		if n == nil || n.hash != 0 && known[n.hash] != nil {
			return
		}
		if n.hash != 0 {
			known[n.hash] = n
		}
		bytes += n.ownSize()
		for i := range n.edges {
			visit(n.edges[i].child)
		}
	}
	visit(n)
	return known, bytes
}
