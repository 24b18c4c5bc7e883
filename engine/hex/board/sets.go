package board

import "slices"

// sets are disjoint sets of nodes: the cells and the four edges. Union by rank and
// path compression keep both operations next to constant (Tarjan 1975).
type sets struct {
	parent []int16
	rank   []uint8
}

func newSets(nodes int) sets {
	s := sets{parent: make([]int16, nodes), rank: make([]uint8, nodes)}
	for i := range s.parent {
		s.parent[i] = int16(i)
	}
	return s
}

func (s sets) clone() sets {
	return sets{parent: slices.Clone(s.parent), rank: slices.Clone(s.rank)}
}

// root finds a node's root and changes nothing, for readers.
func (s sets) root(node int) int {
	for int(s.parent[node]) != node {
		node = int(s.parent[node])
	}
	return node
}

// find finds a node's root and makes it the parent of all nodes on the way.
func (s sets) find(node int) int {
	root := s.root(node)
	for node != root {
		node, s.parent[node] = int(s.parent[node]), int16(root)
	}
	return root
}

// union joins the sets of two nodes, the lower tree under the higher; of equals, the
// second under the first.
func (s sets) union(a, b int) {
	a, b = s.find(a), s.find(b)
	if a == b {
		return
	}
	if s.rank[a] < s.rank[b] {
		a, b = b, a
	}
	s.parent[b] = int16(a)
	if s.rank[a] == s.rank[b] {
		s.rank[a]++
	}
}
