package graph

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Title returns the graph's name; a graph without one is called by its number of nodes.
func (g *Graph) Title() engine.Text {
	if g.Family != "" {
		return engine.T("%s", g.Family+strconv.Itoa(g.Len()))
	}
	if name := g.Type().Name(); !name.Empty() {
		return name
	}
	return engine.T("a graph of %s nodes", strconv.Itoa(g.Len()))
}

// Range lists the names of the nodes briefly: "V1 V2 … V6".
func (g *Graph) Range() string {
	if n := g.Len(); n > 4 {
		return g.names[0] + " " + g.names[1] + " … " + g.names[n-1]
	}
	return strings.Join(g.names, " ")
}

// Members returns the names of the nodes of a set, never nil.
func (g *Graph) Members(set Set) []string {
	list := []string{}
	for i, name := range g.names {
		if set.Has(i) {
			list = append(list, name)
		}
	}
	return list
}

// Told describes a set: "V1 V3", "all nodes", "all but V2", or the number of nodes if they are
// many.
func (g *Graph) Told(set Set) engine.Text {
	others := (Set(1)<<g.Len() - 1) &^ set
	switch {
	case set == 0:
		return engine.T("none")
	case g.Len() > 1 && others == 0:
		return engine.T("all nodes")
	case g.Len() == 1, set.Count() <= mostListed && set.Count() <= 3*others.Count():
		return engine.T("%s", strings.Join(g.Members(set), " "))
	case others.Count() <= mostListed:
		return engine.T("all but %s", strings.Join(g.Members(others), " "))
	default:
		return engine.T("%s of %s nodes", strconv.Itoa(set.Count()), strconv.Itoa(g.Len()))
	}
}

const (
	mostListed = 20 // names of a set
	fewNodes   = 10 // that are listed one by one even if most values are 0
	leastRun   = 4  // consecutive nodes that are named by their ends
	// Greatest numbers of characters of a value in a description, by the room left.
	longNumber  = 40
	shortNumber = 12
	tinyNumber  = 6
)

// Ways returns descriptions of values and edges, longest first. The last one is short for any
// graph.
func (g *Graph) Ways(v Values) []engine.Text {
	beside := make([]engine.Text, len(v))
	long, short, tiny, shown := make([]string, len(v)), make([]string, len(v)), make([]string, len(v)), []string{}
	for i, x := range v {
		long[i], short[i], tiny[i] = g.pair(i, x, longNumber), g.pair(i, x, shortNumber), g.pair(i, x, tinyNumber)
		if beside[i] = engine.T("%s", long[i]); len(g.neighbours[i]) > 0 {
			beside[i] = engine.T("%s to %s", long[i], strings.Join(engine.Map(g.neighbours[i], g.Node), " "))
		}
		if x.Sign() != 0 {
			shown = append(shown, short[i])
		}
	}
	edges := engine.Text{}
	if n := len(g.Edges()); 3*n <= engine.MostDescribed {
		edges = engine.T("Edges: %s.", g.Paths())
	}
	listed := engine.T("The values: %s.", strings.Join(short, ", "))
	var ways []engine.Text
	if n := len(shown); 2*n > len(v) || len(v) <= fewNodes {
		ways = []engine.Text{
			engine.T("The nodes, each with its value and its neighbours: %s.", engine.List("; ", beside)),
			engine.Sentences(engine.T("The values: %s.", strings.Join(long, ", ")), edges),
		}
	} else {
		listed = engine.T("All values are 0.")
		if n > 0 {
			listed = engine.T("The values: %s, all others 0.", strings.Join(shown, ", "))
		}
	}
	return append(ways, engine.Sentences(listed, edges), listed, engine.T("About the values: %s.", strings.Join(tiny, ", ")), g.sum(v))
}

func (g *Graph) pair(i int, x *big.Int, most int) string { return g.names[i] + " " + Short(x, most) }

// Paths formats the edges as paths, each edge once: "V1-V2-V3, V2-V4". A run of consecutive
// numbers is written by its ends: "V1 to V64".
func (g *Graph) Paths() engine.Text {
	if g.Len() == 1 {
		return engine.T("none")
	}
	left := map[[2]int]bool{}
	for _, e := range g.Edges() {
		left[e] = true
	}
	var paths []engine.Text
	for _, begins := range []bool{true, false} { // first from where a run of numbers begins
		for i := range g.names {
			for begins == g.beginsRun(i) && g.unwalked(left, i) >= 0 {
				paths = append(paths, g.path(g.walk(left, i)))
			}
		}
	}
	return engine.List(", ", paths)
}

// beginsRun reports whether the node with the next number is a neighbour, and the one with the
// number before is not.
func (g *Graph) beginsRun(i int) bool {
	next := slices.ContainsFunc(g.neighbours[i], func(j int) bool { return g.numbers[j] == g.numbers[i]+1 })
	return next && !slices.ContainsFunc(g.neighbours[i], func(j int) bool { return g.numbers[j] == g.numbers[i]-1 })
}

// unwalked returns a neighbour along an edge that is left, the one with the next number if
// possible; -1 if there is none.
func (g *Graph) unwalked(left map[[2]int]bool, i int) int {
	found := -1
	for _, j := range g.neighbours[i] {
		if left[[2]int{min(i, j), max(i, j)}] && (found < 0 || g.numbers[j] == g.numbers[i]+1) {
			found = j
		}
	}
	return found
}

// walk follows the edges that are left as far as possible and removes them.
func (g *Graph) walk(left map[[2]int]bool, from int) []int {
	path := []int{from}
	for at := from; ; {
		next := g.unwalked(left, at)
		if next < 0 {
			return path
		}
		delete(left, [2]int{min(at, next), max(at, next)})
		path = append(path, next)
		at = next
	}
}

func (g *Graph) path(nodes []int) engine.Text {
	var parts []engine.Text
	for i := 0; i < len(nodes); i++ {
		first, end := g.names[nodes[i]], i
		for end+1 < len(nodes) && g.numbers[nodes[end+1]] == g.numbers[nodes[end]]+1 {
			end++
		}
		if end-i < leastRun-1 {
			parts = append(parts, engine.T("%s", first))
			continue
		}
		parts = append(parts, engine.T("%s to %s", first, g.names[nodes[end]]))
		i = end
	}
	return engine.List("-", parts)
}

// sum describes the number of positive values and their total.
func (g *Graph) sum(v Values) engine.Text {
	n, total := v.Positive().Count(), Short(v.Total(), shortNumber)
	if n == 1 {
		return engine.T("1 of %s nodes is positive, with a total of %s.", strconv.Itoa(len(v)), total)
	}
	return engine.T("%s of %s nodes are positive, with a total of %s.", strconv.Itoa(n), strconv.Itoa(len(v)), total)
}

// Table formats values in columns below the names of the nodes, a line for each row.
func (g *Graph) Table(rows ...Values) string {
	return Columns(slices.Concat([][]string{g.names}, engine.Map(rows, Values.Strings)))
}

// Columns formats rows of cells in columns, flush right.
func Columns(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			b.WriteString(strings.Repeat(" ", width[i]-len(cell)+min(i, 1)) + cell)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Nodes formats a number of nodes.
func Nodes(n int) engine.Text { return engine.Count(n, "1 node", "%s nodes") }

// Layers formats a number of layers.
func Layers(n int) engine.Text { return engine.Count(n, "1 layer", "%s layers") }
