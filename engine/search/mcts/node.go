package mcts

import (
	"math"
	"sync"
	"unsafe"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// edge is a move of a node with its statistics. Its counts are float32, exact up to 16 million, so
// that the selection formula needs no conversions.
type edge[M any] struct {
	visits, wins         float32 // of playouts through the edge, from the view of the node's player
	raveVisits, raveWins float32 // of rollouts in which that player made the move later, and of the prior
	child                int32   // index of the child node; 0: none
	key                  uint16  // the move's key, for RAVE
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

// Sizes of the chunks of memory: a chunk of edges serves hundreds of positions of a game with many
// moves and is small beside the least useful memory bound.
const (
	edgesInChunk = 1 << 15
	nodesInChunk = 1 << 10
)

// chunk is a block of edges. Edges hold no pointers (unless moves do), so the garbage collector
// does not scan them.
type chunk[M any] [edgesInChunk]edge[M]

// arena allocates nodes and edges up to a bound. All memory returns to the pool together after the
// search.
type arena[M any] struct {
	mu     sync.Mutex
	pool   *sync.Pool
	chunks []*chunk[M] // the last one is partly used
	used   int         // edges used of the last chunk
	nodes  []*[nodesInChunk]node[M]
	count  int // nodes allocated
	bytes  int // left to allocate
}

// newArena returns an arena of about the given number of bytes, with room for at least a root.
func newArena[M any](pool *sync.Pool, bytes int) *arena[M] {
	nodes := int(unsafe.Sizeof([nodesInChunk]node[M]{}))
	edges := edgesInChunk * int(unsafe.Sizeof(edge[M]{}))
	bytes = max(bytes, nodes+edges)
	return &arena[M]{
		pool:  pool,
		used:  edgesInChunk,
		nodes: make([]*[nodesInChunk]node[M], bytes/nodes),
		bytes: bytes,
	}
}

// node returns the node with an index. It needs no lock: the list of blocks never moves, and an
// index is published under a lock after its block was allocated.
func (a *arena[M]) node(index int32) *node[M] {
	return &a.nodes[index/nodesInChunk][index%nodesInChunk]
}

// take allocates a node with n uninitialized edges and returns its index; ok is false when memory
// is used up.
func (a *arena[M]) take(n int) (index int32, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n > edgesInChunk || !a.roomForNode() || !a.roomForEdges(n) {
		return 0, false
	}
	last := a.chunks[len(a.chunks)-1]
	index = int32(a.count)
	a.node(index).edges = last[a.used : a.used+n : a.used+n]
	a.used += n
	a.count++
	return index, true
}

func (a *arena[M]) roomForNode() bool {
	block := a.count / nodesInChunk
	if a.count%nodesInChunk != 0 || block < len(a.nodes) && a.nodes[block] != nil {
		return true
	}
	size := int(unsafe.Sizeof([nodesInChunk]node[M]{}))
	if a.bytes < size || block == len(a.nodes) {
		return false
	}
	a.bytes -= size
	a.nodes[block] = new([nodesInChunk]node[M])
	return true
}

func (a *arena[M]) roomForEdges(n int) bool {
	if a.used+n <= edgesInChunk {
		return true
	}
	size := edgesInChunk * int(unsafe.Sizeof(edge[M]{}))
	if a.bytes < size {
		return false
	}
	a.bytes -= size
	block, ok := a.pool.Get().(*chunk[M])
	if !ok {
		block = new(chunk[M])
	}
	a.chunks = append(a.chunks, block)
	a.used = 0
	return true
}

// release returns all memory to the pool. No edge may be used afterwards.
func (a *arena[M]) release() {
	for _, block := range a.chunks {
		a.pool.Put(block)
	}
	a.chunks, a.nodes = nil, nil
}
