package ade

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
)

// MostNodes is how many nodes a graph may have: their sets fit a word.
const MostNodes = 64

// The families of graphs, as in option `type`.
const (
	familyA = "A"
	familyD = "D"
	familyE = "E"
)

// leastDegree is the number of nodes from which a family's graph differs from those of
// the family before.
var leastDegree = map[string]int{familyA: 1, familyD: 4, familyE: 4}

// Graph is a connected simple graph. It is read-only and safe for concurrent use.
type Graph struct {
	// Family is "A", "D" or "E", and "" for a graph given by its edges.
	Family     string
	names      []string // of nodes, in order
	neighbours [][]int  // by node, in order
	theory     func() *Theory
}

// NewGraph makes A_n, D_n or E_n with n nodes: the path V1 ... Vn; or the path
// V1 ... V(n-1) and V0, which is joined to V2 (D) or V3 (E).
func NewGraph(family string, n int) (*Graph, error) {
	least, known := leastDegree[family]
	switch {
	case !known:
		return nil, engine.Refuse("the type must be one of: %s", "A, D, E")
	case n < 1 || n > MostNodes:
		return nil, engine.Refuse("the degree must be a whole number from %s to %s: it counts the nodes", strconv.Itoa(max(1, least)), strconv.Itoa(MostNodes))
	case n < least && family == familyD:
		return nil, engine.Refuse("a D graph has at least 4 nodes; D%s would be A%s: take that", strconv.Itoa(n), strconv.Itoa(n))
	case n < least:
		return nil, engine.Refuse("an E graph has at least 4 nodes (E4 is A4, E5 is D5)")
	}
	g := newGraph(n)
	g.Family = family
	first := 1 // the path's first node has index first-1 or 1
	if family != familyA {
		first = 0
	}
	for i := range n {
		g.names[i] = nodeName(first + i)
	}
	start := 1 - first // index of V1
	for i := start; i+1 < n; i++ {
		g.join(i, i+1)
	}
	if family != familyA {
		branch := map[string]int{familyD: 2, familyE: 3}[family]
		g.join(0, branch)
	}
	return g, nil
}

func newGraph(n int) *Graph {
	g := &Graph{names: make([]string, n), neighbours: make([][]int, n)}
	g.theory = sync.OnceValue(func() *Theory { return newTheory(g) })
	return g
}

func nodeName(number int) string { return "V" + strconv.Itoa(number) }

// join adds an edge.
func (g *Graph) join(i, j int) {
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

// Theory is what is known of the graph; it is worked out once.
func (g *Graph) Theory() *Theory { return g.theory() }

// Index finds a node by its name, in either case.
func (g *Graph) Index(name string) (int, bool) {
	i := slices.IndexFunc(g.names, func(n string) bool { return strings.EqualFold(n, name) })
	return i, i >= 0
}

// String writes the edges as ParseEdges reads them; a single node stands alone.
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

// Greatest number of a node in an edge list.
const greatestNumber = 999

// ParseEdges makes a graph of a list of edges such as "V1-V2 V2-V3" or "1-2, 2-3": nodes
// are numbered from 0 to 999, and are put in the order of their numbers.
func ParseEdges(text string) (*Graph, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;", r) })
	var edges [][2]int
	var numbers []int
	for _, word := range words {
		ends, err := parseEdge(word, len(words) == 1)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, ends...)
		if len(ends) == 2 {
			edges = append(edges, [2]int{ends[0], ends[1]})
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	switch {
	case len(words) == 0:
		return nil, engine.Refuse("the list of edges is empty: write it as 1-2 2-3 2-4")
	case len(numbers) > MostNodes:
		return nil, engine.Refuse("a graph has at most %s nodes; these edges have %s", strconv.Itoa(MostNodes), strconv.Itoa(len(numbers)))
	}
	g := newGraph(len(numbers))
	for i, number := range numbers {
		g.names[i] = nodeName(number)
	}
	for _, e := range edges {
		i, _ := slices.BinarySearch(numbers, e[0])
		j, _ := slices.BinarySearch(numbers, e[1])
		if g.Adjacent(i, j) {
			return nil, engine.Refuse("the edge %s-%s is given twice: give each once", g.names[i], g.names[j])
		}
		g.join(i, j)
	}
	if apart, found := g.unreached(); found {
		return nil, engine.Refuse("%s cannot be reached from %s: the graph must be connected", g.names[apart], g.names[0])
	}
	return g, nil
}

// parseEdge reads an edge; a lone node stands for the graph that has no edges.
func parseEdge(word string, lone bool) ([]int, error) {
	ends := strings.Split(word, "-")
	if len(ends) != 2 && (!lone || len(ends) != 1) {
		return nil, engine.Refuse("%q is not an edge: write two nodes with a hyphen, such as 1-2", shorten(word))
	}
	var numbers []int
	for _, end := range ends {
		digits := strings.TrimLeft(end, "Vv")
		number, err := strconv.Atoi(digits)
		if err != nil || number < 0 || number > greatestNumber || len(end)-len(digits) > 1 {
			return nil, engine.Refuse("%q is not an edge: nodes are numbers from 0 to %s, as in 1-2", shorten(word), strconv.Itoa(greatestNumber))
		}
		numbers = append(numbers, number)
	}
	if len(numbers) == 2 && numbers[0] == numbers[1] {
		return nil, engine.Refuse("%s joins a node to itself: give edges between different nodes", shorten(word))
	}
	return numbers, nil
}

// unreached finds a node that no path joins to the first.
func (g *Graph) unreached() (node int, found bool) {
	for i, d := range g.Distances(0) {
		if d < 0 {
			return i, true
		}
	}
	return 0, false
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

// Most characters of what a person typed that a refusal repeats.
const mostQuoted = 24

func shorten(word string) string {
	letters := []rune(word)
	if len(letters) <= mostQuoted {
		return word
	}
	return string(letters[:mostQuoted]) + "…"
}
