package search

import (
	"sync"
	"unsafe"
)

// edge is a move of a node, with what was learnt of it. Its counts are float32,
// exact up to 16 million, so that the formula for choosing needs no conversions.
type edge[M any] struct {
	visits, wins         float32 // of rollouts through the edge, for the node's player
	raveVisits, raveWins float32 // of rollouts in which that player made the move later; the prior too
	child                int32   // index of the node below; 0: none
	key                  uint16  // the move's key, for RAVE
	proof                Proof
	growing              bool // a thread is making the child
	move                 M
}

// node is a position with its moves. The lock guards all that lies in it, and its
// edges.
type node[M any] struct {
	mu     sync.Mutex
	edges  []edge[M]
	visits float32
	proof  Proof
	turn   uint8 // 1 + Turn of the player to move
}

// Sizes of the pieces in which memory is taken: a piece of edges holds hundreds of
// positions of a wide game and is yet small beside the least useful bound.
const (
	edgesInChunk = 1 << 15
	nodesInChunk = 1 << 10
)

// chunk is a piece of memory. Edges hold no pointers (unless moves do), so that the
// garbage collector passes them by.
type chunk[M any] struct {
	edges []edge[M]
}

// arena hands out nodes and edges until a bound is reached. Taken memory is never
// returned singly: it all goes back to the pool after the search.
type arena[M any] struct {
	mu     sync.Mutex
	pool   *sync.Pool
	chunks []*chunk[M] // the last one is being used up
	used   int         // edges of the last chunk that are taken
	nodes  []*[nodesInChunk]node[M]
	count  int // nodes taken
	bytes  int // still to be had
}

// newArena makes an arena of about the given number of bytes, which has room for a
// root at least.
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

// node returns the node with an index. It needs no lock: the list of pieces never
// moves, and whoever knows an index learnt it under a lock after the piece was made.
func (a *arena[M]) node(index int32) *node[M] {
	return &a.nodes[index/nodesInChunk][index%nodesInChunk]
}

// take returns the index of a new node with n edges, which hold old data; ok is
// false when memory is used up.
func (a *arena[M]) take(n int) (index int32, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n > edgesInChunk || !a.roomForNode() || !a.roomForEdges(n) {
		return 0, false
	}
	last := a.chunks[len(a.chunks)-1]
	index = int32(a.count)
	a.node(index).edges = last.edges[a.used : a.used+n : a.used+n]
	a.used += n
	a.count++
	return index, true
}

func (a *arena[M]) roomForNode() bool {
	piece := a.count / nodesInChunk
	if a.count%nodesInChunk != 0 || piece < len(a.nodes) && a.nodes[piece] != nil {
		return true
	}
	size := int(unsafe.Sizeof([nodesInChunk]node[M]{}))
	if a.bytes < size || piece == len(a.nodes) {
		return false
	}
	a.bytes -= size
	a.nodes[piece] = new([nodesInChunk]node[M])
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
	piece, ok := a.pool.Get().(*chunk[M])
	if !ok {
		piece = &chunk[M]{edges: make([]edge[M], edgesInChunk)}
	}
	a.chunks = append(a.chunks, piece)
	a.used = 0
	return true
}

// release gives the pieces back. No edge may be used any more.
func (a *arena[M]) release() {
	for _, piece := range a.chunks {
		a.pool.Put(piece)
	}
	a.chunks, a.nodes = nil, nil
}
