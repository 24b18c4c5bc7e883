package mcts

import (
	"sync"
	"unsafe"
)

// Sizes of the chunks of memory: a chunk of edges serves hundreds of positions of a game with many
// moves and is small beside the least useful memory bound.
const (
	edgesInChunk = 1 << 15
	nodesInChunk = 1 << 10
)

// chunk is a block of edges. Edges hold no pointers (unless moves do), so the garbage collector
// does not scan them.
type chunk[M any] struct {
	edges []edge[M]
}

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
	a.node(index).edges = last.edges[a.used : a.used+n : a.used+n]
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
		block = &chunk[M]{edges: make([]edge[M], edgesInChunk)}
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
