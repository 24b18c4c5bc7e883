package mcts

import (
	"sync"
	"testing"
	"unsafe"
)

// The bound holds for edges and nodes together, whatever the nodes' width.
func TestArenaKeepsItsBound(t *testing.T) {
	for _, width := range []int{1, 9, 121, 361} {
		const bound = 8 << 20
		var pool sync.Pool
		a := newArena[int16](&pool, bound)
		taken := 0
		for {
			index, ok := a.take(width)
			if !ok {
				break
			}
			if n := a.node(index); len(n.edges) != width || cap(n.edges) != width {
				t.Fatalf("node %d has %d edges, room for %d; want %d", index, len(n.edges), cap(n.edges), width)
			}
			taken++
		}
		bytes := len(a.chunks) * edgesInChunk * int(unsafe.Sizeof(edge[int16]{}))
		for _, block := range a.nodes {
			if block != nil {
				bytes += int(unsafe.Sizeof(*block))
			}
		}
		if bytes > bound || bytes < bound/2 {
			t.Errorf("width %d: %d nodes in %d bytes, bound %d", width, taken, bytes, bound)
		}
	}
}

func TestArenaRefusesWhatIsTooWide(t *testing.T) {
	var pool sync.Pool
	if _, ok := newArena[int16](&pool, 1<<30).take(edgesInChunk + 1); ok {
		t.Error("a node wider than a chunk was made")
	}
}
