package graph

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sixfold-bot/sixfold/engine"
)

// node is the name of a node, and its number.
type node struct {
	name   string
	number int
}

const (
	greatestNumber = 999
	mostName       = 12 // characters
	// A picture of more than few nodes has room for names such as V999 alone.
	few, mostNameOfMany = 16, 4
)

// key is the same for names that differ in their capitals alone.
func (n node) key() string { return strings.ToLower(strings.ToUpper(n.name)) }

func numberNode(n int) node { return node{"V" + strconv.Itoa(n), n} }

// newNode reads a name: 3, v3 and V_3 are V3, and a word stays as it is.
func newNode(word string) (node, error) {
	digits := word
	if strings.HasPrefix(strings.ToUpper(word), "V") {
		digits = strings.TrimPrefix(word[1:], "_")
	}
	switch n, err := strconv.Atoi(digits); {
	case err == nil && n > greatestNumber, err != nil && strings.Trim(word, "0123456789") == "":
		return node{}, engine.Refuse("%q is no node: nodes are words, or numbers from 0 to %s", Quote(word), strconv.Itoa(greatestNumber))
	case err == nil:
		return numberNode(n), nil
	case utf8.RuneCountInString(word) > mostName:
		return node{}, engine.Refuse("the name %q is too long: those of nodes have at most %s characters", Quote(word), strconv.Itoa(mostName))
	case strings.EqualFold(word, "all"):
		return node{}, engine.Refuse("a node cannot be called %q, since that sets all of them", word)
	}
	return node{word, -1}, nil
}

// compareNodes orders nodes by number, then words by the alphabet, and by a number at their end.
func compareNodes(a, b node) int {
	if a.number >= 0 || b.number >= 0 {
		return cmp.Compare(uint(a.number), uint(b.number)) //nolint:gosec // -1 is beyond all numbers
	}
	stem, other := strings.TrimRight(a.key(), "0123456789"), strings.TrimRight(b.key(), "0123456789")
	return cmp.Or(cmp.Compare(stem, other), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
}

// draft is a graph as it is read. Its first error stays.
type draft struct {
	nodes map[string]node // by their keys
	edges [][2]string     // keys, in the order and direction in which they are given
	given map[[2]string]bool
	// lists: the edges are of lists of neighbours, where any may be given from both sides.
	lists bool
	err   error
}

func newDraft() *draft { return &draft{nodes: map[string]node{}, given: map[[2]string]bool{}} }

// node adds a node, and returns its key.
func (d *draft) node(word string) string {
	n, err := newNode(word)
	key := n.key()
	switch known, found := d.nodes[key]; {
	case d.err != nil:
	case err != nil:
		d.err = err
	case found && known != n:
		d.err = engine.Refuse("%s and %s differ in their capitals alone: give the nodes different names", known.name, n.name)
	case !found && len(d.nodes) == MostNodes:
		d.err = engine.Refuse("a graph has at most %s nodes; this one has more", strconv.Itoa(MostNodes))
	default:
		d.nodes[key] = n
	}
	return key
}

func (d *draft) edge(from, to string) {
	e := [2]string{d.node(from), d.node(to)}
	switch {
	case d.err != nil:
	case e[0] == e[1]:
		d.err = engine.Refuse("%s is joined to itself, in a loop: give edges between different nodes", d.nodes[e[0]].name)
	case d.given[e]:
		d.err = engine.Refuse("the edge %s is given twice: graphs here have no double edges, so give each once", d.called(e))
	default:
		d.edges, d.given[e] = append(d.edges, e), true
	}
}

func (d *draft) called(e [2]string) string { return d.nodes[e[0]].name + "-" + d.nodes[e[1]].name }

// graph returns the graph. Edges are given once each, or all of them in both directions: a single
// one that is may be meant as a double edge.
func (d *draft) graph() (*Graph, error) {
	switch {
	case d.err != nil:
		return nil, d.err
	case len(d.nodes) == 0:
		return nil, engine.Refuse("this graph is empty: write its edges, as 1-2 2-3 2-4")
	}
	nodes := slices.SortedFunc(maps.Values(d.nodes), compareNodes)
	index := map[string]int{}
	for i, n := range nodes {
		index[n.key()] = i
		if len(nodes) > few && utf8.RuneCountInString(n.name) > mostNameOfMany {
			return nil, engine.Refuse("the picture of so many nodes has no room for the name %q: in graphs of more than %s nodes, names have at most %s characters",
				n.name, strconv.Itoa(few), strconv.Itoa(mostNameOfMany))
		}
		if n.number < 0 {
			nodes[i].number = 2 * (greatestNumber + i)
		}
	}
	if len(nodes) == 1 && nodes[0].number > greatestNumber {
		return nil, engine.Refuse("%s is the only node, which has a number here: write 1", nodes[0].name)
	}
	g := newGraph(nodes)
	for _, e := range d.edges {
		if i, j := index[e[0]], index[e[1]]; !g.Adjacent(i, j) {
			g.join(i, j)
		}
	}
	if both := len(d.edges) != g.edges; both && !d.lists && len(d.edges) != 2*g.edges {
		once := slices.IndexFunc(d.edges, func(e [2]string) bool { return !d.given[[2]string{e[1], e[0]}] })
		twice := slices.IndexFunc(d.edges, func(e [2]string) bool { return d.given[[2]string{e[1], e[0]}] })
		return nil, engine.Refuse("the edge %s is given twice, in both directions, but %s in one: give each once, as graphs here have no double edges",
			d.called(d.edges[twice]), d.called(d.edges[once]))
	}
	if apart := slices.Index(g.Distances(0), -1); apart >= 0 {
		return nil, engine.Refuse("the graph must be connected, and %s cannot be reached from %s", g.names[apart], g.names[0])
	}
	return g, nil
}
