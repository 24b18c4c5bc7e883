package mcts

import (
	"math"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// edge is a move of a node with its statistics. Its counts are float32, exact up to 16 million, so
// that the selection formula needs no conversions.
type edge[M any] struct {
	visits, wins         float32 // of playouts through the edge, from the view of the node's player
	raveVisits, raveWins float32 // of rollouts in which that player made the move later, and of the prior
	child                *node[M]
	key                  uint16 // the move's key, for RAVE
	proof                search.Proof
	expanding            bool // a worker is creating the child
	move                 M
}

// node is a position with its moves. mu guards the node and its edges.
type node[M any] struct {
	mu     sync.Mutex
	edges  []edge[M]
	visits float32
	proof  search.Proof
	turn   uint8 // 1 + Turn of the player to move
}

// choose returns the edge of greatest value: the blend of wins and RAVE wins plus UCT's bonus for
// few visits. It skips edges proven lost, and drawn ones while others are open, since they need no
// more playouts. It returns nil if all are lost. The caller holds the lock.
func (n *node[M]) choose(o *Options) *edge[M] {
	var best, drawn *edge[M]
	most := float32(math.Inf(-1))
	bonus := o.Explore * float32(math.Sqrt(math.Log(float64(n.visits)+1)))
	for i := range n.edges {
		e := &n.edges[i]
		switch e.proof {
		case search.Win:
			return e
		case search.Loss:
			continue
		case search.Draw:
			drawn = e
			continue
		case search.Unproved:
		}
		value := e.value(o)
		if bonus > 0 {
			value += bonus / float32(math.Sqrt(float64(e.visits)+1))
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

// value blends an edge's own mean with its RAVE mean. With n visits, r RAVE visits and bias b, the
// share of the RAVE mean is r/(n+r+b·n·r). The sum is written as one fraction for speed.
func (e *edge[M]) value(o *Options) float32 {
	below := e.visits + e.raveVisits + o.Bias*e.visits*e.raveVisits
	if below == 0 {
		return o.FirstPlay
	}
	return (e.wins*(1+o.Bias*e.raveVisits) + e.raveWins) / below
}

// prove derives the node's proof from those of its edges. The caller holds the lock.
func (n *node[M]) prove() search.Proof {
	if n.proof == search.Unproved {
		n.proof = search.Loss
		for i := range n.edges {
			n.proof = n.proof.Or(n.edges[i].proof)
		}
	}
	return n.proof
}

// moves returns the statistics of each edge. The caller holds the lock, or all workers have ended.
func (n *node[M]) moves(o *Options) []search.Move[M] {
	moves := make([]search.Move[M], len(n.edges))
	for i := range n.edges {
		e := &n.edges[i]
		moves[i] = search.Move[M]{
			Move: e.move, Visits: int(e.visits), Value: e.proof.Mean(e.wins, e.visits),
			Prior: float64(e.value(o)), Proof: e.proof,
		}
	}
	return moves
}
