package mcts

import (
	"math"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// edge is a move of a node, with what was learnt of it. Its counts are float32,
// exact up to 16 million, so that the formula for choosing needs no conversions.
type edge[M any] struct {
	visits, wins         float32 // of playouts through the edge, for the node's player
	raveVisits, raveWins float32 // of rollouts in which that player made the move later; the prior too
	child                int32   // index of the node below; 0: none
	key                  uint16  // the move's key, for RAVE
	proof                search.Proof
	expanding            bool // a worker is making the child
	move                 M
}

// node is a position with its moves. The lock guards all that lies in it, and its
// edges.
type node[M any] struct {
	mu     sync.Mutex
	edges  []edge[M]
	visits float32
	proof  search.Proof
	turn   uint8 // 1 + Turn of the player to move
}

// choose returns the edge to follow: the one of greatest value, where value blends
// wins and RAVE wins and adds UCT's bonus for few visits. Edges proved lost are left out,
// and so are drawn ones while others are open: there is nothing to learn. It returns nil
// when all are lost. The lock is held.
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

// value blends an edge's own mean with its RAVE mean. With n visits, r RAVE visits
// and b the bias, the RAVE mean's share is r/(n+r+b·n·r); brought to one fraction,
// which is what makes it cheap.
func (e *edge[M]) value(o *Options) float32 {
	below := e.visits + e.raveVisits + o.Bias*e.visits*e.raveVisits
	if below == 0 {
		return o.FirstPlay
	}
	return (e.wins*(1+o.Bias*e.raveVisits) + e.raveWins) / below
}

// prove works out what the edges' proofs say about the node. The lock is held.
func (n *node[M]) prove() search.Proof {
	if n.proof == search.Unproved {
		n.proof = search.Loss
		for i := range n.edges {
			n.proof = n.proof.Or(n.edges[i].proof)
		}
	}
	return n.proof
}

// moves lists what is known of each edge. The lock is held, or all workers have ended.
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
