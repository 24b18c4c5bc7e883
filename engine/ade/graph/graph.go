// Package graph holds the graphs of the ADE concurrent game, the numbers on their nodes,
// and the rule by which nodes fire.
//
// A [Graph] is connected and simple: A_n, D_n or E_n by [New], or any other by its edges
// with [Parse]. [Values] are one integer of any size for each node, and a [Set] is a set
// of nodes. [Graph.Fire] lets all positive nodes fire at the same time,
//
//	v'_i = -|v_i| + the sum over the neighbours j of max(v_j, 0)
//
// and [Graph.FireSet] some of them; a [Runner] fires on and on without new memory.
//
// What people write is read here too: [Assign] sets values by "V3 5", "1 0 0 2" or "all 1", and
// [Fields] splits lists; commas, brackets and the like separate too. Refusals are made by
// [RefuseSyntax] where a line is no move at all, and become those of a line by [RefuseLine].
//
// [Graph.Type] finds the graph in the classification of Cartan matrices: finite, affine or
// indefinite. What follows from that is the matter of package theory.
package graph

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// MostNodes is how many nodes a graph may have: their sets fit a word.
const MostNodes = 64

// Graph is a connected simple graph. It is read-only and safe for concurrent use.
type Graph struct {
	// Family is "A", "D" or "E", and "" for a graph given by its edges.
	Family     string
	names      []string // of nodes, in order
	neighbours [][]int  // by node, in order
	edges      int
}

func newGraph(n int) *Graph {
	return &Graph{names: make([]string, n), neighbours: make([][]int, n)}
}

func nodeName(number int) string { return "V" + strconv.Itoa(number) }

// join adds an edge.
func (g *Graph) join(i, j int) {
	g.edges++
	for _, e := range [][2]int{{i, j}, {j, i}} {
		g.neighbours[e[0]] = append(g.neighbours[e[0]], e[1])
		slices.Sort(g.neighbours[e[0]])
	}
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.names) }

// Node is a node's name: "V3".
func (g *Graph) Node(i int) string { return g.names[i] }

// Nodes are the names in order; the slice is shared.
func (g *Graph) Nodes() []string { return g.names }

// Neighbours are the nodes next to one, in order; the slice is shared.
func (g *Graph) Neighbours(i int) []int { return g.neighbours[i] }

// Adjacent reports whether an edge joins two nodes.
func (g *Graph) Adjacent(i, j int) bool {
	_, found := slices.BinarySearch(g.neighbours[i], j)
	return found
}

// Edges lists the edges, each once, the lesser node first.
func (g *Graph) Edges() [][2]int {
	var list [][2]int
	for i := range g.neighbours {
		for _, j := range g.neighbours[i] {
			if i < j {
				list = append(list, [2]int{i, j})
			}
		}
	}
	return list
}

// Index finds a node by its name, in either case.
func (g *Graph) Index(name string) (int, bool) {
	i := slices.IndexFunc(g.names, func(n string) bool { return strings.EqualFold(n, name) })
	return i, i >= 0
}

// String writes the edges as [Parse] reads them; a single node stands alone.
func (g *Graph) String() string {
	if g.Len() == 1 {
		return g.names[0]
	}
	var words []string
	for _, e := range g.Edges() {
		words = append(words, g.names[e[0]]+"-"+g.names[e[1]])
	}
	return strings.Join(words, " ")
}

// Distances are the numbers of edges from a node to each, -1 where no path leads.
func (g *Graph) Distances(from int) []int {
	distance := slices.Repeat([]int{-1}, g.Len())
	distance[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, j := range g.neighbours[queue[0]] {
			if distance[j] < 0 {
				distance[j] = distance[queue[0]] + 1
				queue = append(queue, j)
			}
		}
	}
	return distance
}

// Set is a set of nodes, bit i for node i.
type Set uint64

// Has reports whether a node is in the set.
func (s Set) Has(i int) bool { return s>>i&1 == 1 }

// Count is the number of nodes in the set.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// Subsets yields the non-empty subsets, from the greatest number down: the whole first.
func (s Set) Subsets(yield func(Set) bool) {
	for sub := s; sub != 0; sub = (sub - 1) & s {
		if !yield(sub) {
			return
		}
	}
}

// State is the part of JSON forms that describes the graph.
type State struct {
	Type   string      `json:"type"`
	Degree int         `json:"degree"`
	Class  Class       `json:"class"`
	Name   string      `json:"name"`
	Nodes  []string    `json:"nodes"`
	Edges  [][2]string `json:"edges"`
}

// State describes the graph.
func (g *Graph) State() State {
	t := g.Type()
	s := State{Type: g.Family, Degree: g.Len(), Class: t.Class, Name: t.ID(), Nodes: g.names, Edges: [][2]string{}}
	for _, e := range g.Edges() {
		s.Edges = append(s.Edges, [2]string{g.names[e[0]], g.names[e[1]]})
	}
	return s
}
