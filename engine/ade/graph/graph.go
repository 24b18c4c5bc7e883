// Package graph holds the graphs of the ADE concurrent game, the numbers on their nodes,
// and the rule by which nodes fire.
//
// A [Graph] is connected and simple: [New] makes A_n, D_n and E_n, and [Parse] reads any other
// as people and programs write it. [Values] hold one integer of any size for each node, and a [Set] is a set of
// nodes. [Graph.Fire] fires all positive nodes at the same time,
//
//	v'_i = -|v_i| + the sum over the neighbours j of max(v_j, 0)
//
// and [Graph.FireSet] some nodes. A [Runner] fires repeatedly without allocating.
//
// [Assign] reads values such as "V3 5", "1 0 0 2" or "all 1"; [Fields] splits lists.
// [RefuseSyntax] refuses input that is no move at all, and [RefuseLine] adds the move's text to
// a refusal.
//
// [Graph.Type] classifies the graph by its Cartan matrix as finite, affine or indefinite.
// Package theory draws the conclusions.
package graph

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// MostNodes bounds the nodes of a graph, so that a set of them fits a 64-bit word.
const MostNodes = 64

// Graph is a connected simple graph. It is read-only and safe for concurrent use.
type Graph struct {
	// Family is "A", "D" or "E"; "" for a graph given by its edges.
	Family     string
	numbers    []int    // of nodes, ascending; words have some that do not follow one another
	names      []string // of nodes: V and the number, or words
	neighbours [][]int  // by node, in order
	edges      int
}

func newGraph(nodes []node) *Graph {
	g := &Graph{neighbours: make([][]int, len(nodes))}
	for _, n := range nodes {
		g.names, g.numbers = append(g.names, n.name), append(g.numbers, n.number)
	}
	return g
}

func (g *Graph) join(i, j int) {
	g.edges++
	for _, e := range [][2]int{{i, j}, {j, i}} {
		g.neighbours[e[0]] = append(g.neighbours[e[0]], e[1])
		slices.Sort(g.neighbours[e[0]])
	}
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.names) }

// Node returns the name of a node: "V3".
func (g *Graph) Node(i int) string { return g.names[i] }

// Nodes returns the names of the nodes in order. The slice is shared.
func (g *Graph) Nodes() []string { return g.names }

// Neighbours returns the neighbours of a node in order. The slice is shared.
func (g *Graph) Neighbours(i int) []int { return g.neighbours[i] }

// Adjacent reports whether an edge joins two nodes.
func (g *Graph) Adjacent(i, j int) bool {
	_, found := slices.BinarySearch(g.neighbours[i], j)
	return found
}

// Edges returns each edge once, the lesser node first.
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

// Index finds a node by its name, ignoring case.
func (g *Graph) Index(name string) (int, bool) {
	i := slices.IndexFunc(g.names, func(n string) bool { return strings.EqualFold(n, name) })
	return i, i >= 0
}

// String formats the edges as [Parse] reads them; a graph of one node is its name.
func (g *Graph) String() string {
	if g.Len() == 1 {
		return g.names[0]
	}
	return strings.Join(engine.Map(g.Edges(), func(e [2]int) string { return g.names[e[0]] + "-" + g.names[e[1]] }), " ")
}

// Distances returns the number of edges from a node to each node, -1 if they are not connected.
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

// Count returns the number of nodes in the set.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// Subsets yields the non-empty subsets in descending numerical order, the full set first.
func (s Set) Subsets(yield func(Set) bool) {
	for sub := s; sub != 0; sub = (sub - 1) & s {
		if !yield(sub) {
			return
		}
	}
}

// State is the part of a JSON form that describes the graph.
type State struct {
	Type   string      `json:"type"`
	Degree int         `json:"degree"`
	Class  Class       `json:"class"`
	Name   string      `json:"name"`
	Nodes  []string    `json:"nodes"`
	Edges  [][2]string `json:"edges"`
}

// State returns the JSON form of the graph.
func (g *Graph) State() State {
	t := g.Type()
	edges := engine.Map(g.Edges(), func(e [2]int) [2]string { return [2]string{g.names[e[0]], g.names[e[1]]} })
	return State{Type: g.Family, Degree: g.Len(), Class: t.Class, Name: t.ID(), Nodes: g.names, Edges: edges}
}

// The families of graphs, as in option `type`.
const (
	FamilyA = "A"
	FamilyD = "D"
	FamilyE = "E"
)

// leastBranched is the least number of nodes of families D and E: D3 would be A3, and E4 is the
// first with a V3.
const leastBranched = 4

// New makes A_n, D_n or E_n with n nodes, from 1 to [MostNodes]: the path V1 ... Vn; or the path
// V1 ... V(n-1) with V0 joined to V2 (D) or V3 (E).
func New(family string, n int) (*Graph, error) {
	branch := map[string]int{FamilyD: 2, FamilyE: 3}[family] // the neighbour of V0; 0 if there is no V0
	switch {
	case n >= leastBranched || branch == 0:
	case family == FamilyD:
		return nil, engine.Refuse("a D graph has at least 4 nodes (D3 would be A3)")
	default:
		return nil, engine.Refuse("an E graph has at least 4 nodes (E4 is A4, E5 is D5)")
	}
	start := min(branch, 1) // the index of V1
	nodes := make([]node, n)
	for i := range nodes {
		nodes[i] = numberNode(i + 1 - start)
	}
	g := newGraph(nodes)
	g.Family = family
	for i := start; i+1 < n; i++ {
		g.join(i, i+1)
	}
	if branch > 0 {
		g.join(0, branch)
	}
	return g, nil
}

const mostQuoted = 24 // characters

// Quote shortens a user's input for a refusal.
func Quote(word string) string {
	letters := []rune(word)
	if len(letters) <= mostQuoted {
		return word
	}
	return string(letters[:mostQuoted]) + "…"
}
