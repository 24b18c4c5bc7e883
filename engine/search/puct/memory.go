package puct

import "unsafe"

// size is the memory that the node takes, in bytes, without those below. Moves that
// became edges still take theirs.
func (n *node[M]) size() int {
	moves := len(n.edges) + len(n.rest)
	return int(unsafe.Sizeof(*n)) + transpositionSize + cap(n.edges)*n.edgeSize() + moves*int(unsafe.Sizeof(untried[M]{}))
}

// transpositionSize is about what a node takes in the map of transpositions, in bytes.
const transpositionSize = 32

func (*node[M]) edgeSize() int { return int(unsafe.Sizeof(edge[M]{})) }

// reachable lists the nodes from this one on that have a hash, by hash, and returns the
// memory that all of them take.
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
