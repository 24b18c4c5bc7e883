package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

const greatestNumber = 999

// Parse reads a graph from a list of edges such as "V1-V2 V2-V3" or "1-2, 2-3". Nodes are
// numbered from 0 to 999 and sorted by number.
func Parse(text string) (*Graph, error) {
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
	if apart := slices.Index(g.Distances(0), -1); apart >= 0 {
		return nil, engine.Refuse("%s cannot be reached from %s: the graph must be connected", g.names[apart], g.names[0])
	}
	return g, nil
}

// parseEdge reads an edge. A lone node is allowed for the graph without edges.
func parseEdge(word string, lone bool) ([]int, error) {
	ends := strings.Split(word, "-")
	if len(ends) != 2 && (!lone || len(ends) != 1) {
		return nil, engine.Refuse("%q is not an edge: write two nodes with a hyphen, such as 1-2", Quote(word))
	}
	var numbers []int
	for _, end := range ends {
		digits := strings.TrimLeft(end, "Vv")
		number, err := strconv.Atoi(digits)
		if err != nil || number < 0 || number > greatestNumber || len(end)-len(digits) > 1 {
			return nil, engine.Refuse("%q is not an edge: nodes are numbers from 0 to %s, as in 1-2", Quote(word), strconv.Itoa(greatestNumber))
		}
		numbers = append(numbers, number)
	}
	if len(numbers) == 2 && numbers[0] == numbers[1] {
		return nil, engine.Refuse("%s joins a node to itself: give edges between different nodes", Quote(word))
	}
	return numbers, nil
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
