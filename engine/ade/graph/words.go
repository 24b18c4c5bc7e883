package graph

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Title is the graph's name in words; a graph without one is described by its nodes.
func (g *Graph) Title() engine.Text {
	if g.Family != "" {
		return engine.T("%s", g.Family+strconv.Itoa(g.Len()))
	}
	if name := g.Type().Name(); !name.Empty() {
		return name
	}
	return engine.T("a graph of %s nodes", strconv.Itoa(g.Len()))
}

// Range names the nodes briefly, in order: "V1 V2 … V6".
func (g *Graph) Range() string {
	if n := g.Len(); n > 4 {
		return g.names[0] + " " + g.names[1] + " … " + g.names[n-1]
	}
	return strings.Join(g.names, " ")
}

// Members are the names of a set's nodes, never nil.
func (g *Graph) Members(set Set) []string {
	list := []string{}
	for i, name := range g.names {
		if set.Has(i) {
			list = append(list, name)
		}
	}
	return list
}

// mostRead is how many characters of values are read out, and longNumber of each.
const (
	mostRead   = 400
	longNumber = 12
)

// Describe lists the values by node; where that is too long, it counts.
func (g *Graph) Describe(v Values) engine.Text {
	words := make([]string, len(v))
	for i, x := range v {
		words[i] = g.names[i] + " " + Short(x, longNumber)
	}
	if list := strings.Join(words, ", "); len(list) <= mostRead {
		return engine.T("%s", list)
	}
	n, total := v.Positive().Count(), Short(v.Total(), longNumber)
	if n == 1 {
		return engine.T("1 of %s nodes is positive, with a total of %s", strconv.Itoa(len(v)), total)
	}
	return engine.T("%s of %s nodes are positive, with a total of %s", strconv.Itoa(n), strconv.Itoa(len(v)), total)
}

// Table writes values in columns below the names of the nodes, a line for each.
func (g *Graph) Table(rows ...Values) string {
	cells := [][]string{g.names}
	for _, v := range rows {
		cells = append(cells, v.Strings())
	}
	return Columns(cells)
}

// Columns puts rows of cells below each other, flush right.
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

// Nodes counts nodes in words.
func Nodes(n int) engine.Text { return engine.Count(n, "1 node", "%s nodes") }

// Layers counts layers in words.
func Layers(n int) engine.Text { return engine.Count(n, "1 layer", "%s layers") }
