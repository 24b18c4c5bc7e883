package puct

import "unsafe"

// size returns the node's memory in bytes, without its children. Moves that became edges still use
// their memory in the untried list.
func (n *node[M]) size() int {
	moves := len(n.edges) + len(n.rest)
	return int(unsafe.Sizeof(*n)) + transpositionSize + cap(n.edges)*n.edgeSize() + moves*int(unsafe.Sizeof(untried[M]{}))
}

// transpositionSize is a node's approximate memory in the map of transpositions, in bytes.
const transpositionSize = 32

func (*node[M]) edgeSize() int { return int(unsafe.Sizeof(edge[M]{})) }

// reachable returns the nodes reachable from this one, by hash if they have one, and the memory of
// all of them.
func (n *node[M]) reachable() (byHash map[uint64]*node[M], bytes int) {
	byHash = map[uint64]*node[M]{}
	var visit func(n *node[M])
	visit = func(n *node[M]) {
		if n == nil || n.hash != 0 && byHash[n.hash] != nil {
			return
		}
		if n.hash != 0 {
			byHash[n.hash] = n
		}
		bytes += n.size()
		for i := range n.edges {
			visit(n.edges[i].child)
		}
	}
	visit(n)
	return byHash, bytes
}
