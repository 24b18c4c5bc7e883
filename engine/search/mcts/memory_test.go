package mcts

import (
	"testing"
	"unsafe"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// wide is an endless game with so many moves in every position.
type wide int

func (w wide) AppendMoves(moves []int16) []int16 {
	for i := range int16(w) {
		moves = append(moves, i)
	}
	return moves
}

func (wide) Do(int16) {}

func (wide) Undo(int16) {}

func (wide) Terminal() (float64, bool) { return 0, false }

func (wide) Rollout(r *search.Rand) float64 { return float64(r.Below(2)) }

func (w wide) Clone() Position[int16] { return w }

// The bound holds for edges and nodes together, whatever the nodes' width.
func TestTreeKeepsItsBound(t *testing.T) {
	for _, width := range []wide{9, 121, 361} {
		const bound = 1 << 18
		r := &run[int16]{Options: Options{Explore: 1, FirstPlay: 1}}
		r.left.Store(bound)
		w := newWorker(r, Position[int16](width), 0)
		r.root = w.newNode()
		for range 20 * bound / int(unsafe.Sizeof(edge[int16]{})) / int(width) {
			w.playout()
		}
		if bytes := bytesOf(r.root); bytes > bound || bytes < bound/2 {
			t.Errorf("width %d: a tree of %d bytes, bound %d", width, bytes, bound)
		}
	}
}

// bytesOf returns the memory of the tree below a node.
func bytesOf(n *node[int16]) int {
	if n == nil {
		return 0
	}
	bytes := int(unsafe.Sizeof(*n)) + cap(n.edges)*int(unsafe.Sizeof(edge[int16]{}))
	for i := range n.edges {
		bytes += bytesOf(n.edges[i].child)
	}
	return bytes
}
