package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// matrices are what graphs with single edges have between nodes apart, and between neighbours, by
// what stands on the diagonal.
var matrices = map[int]struct {
	words      engine.Text
	apart, one int
}{
	0:  {engine.T("matrix of neighbours"), 0, 1},
	2:  {engine.T("Cartan matrix"), 0, -1},
	-2: {engine.T("matrix of intersections"), 0, 1},
	1:  {engine.T("Coxeter matrix"), 2, 3},
}

// matrix reads a square matrix. Its nodes are V1 to Vn.
func matrix(text string) (*Graph, error) {
	list := digitRows(rows(text))
	n := len(list)
	if n < 2 || slices.ContainsFunc(list, func(row []int) bool { return len(row) != n }) {
		return nil, nil //nolint:nilnil // not in this notation
	}
	m, known := matrices[list[0][0]]
	for i, row := range list {
		known = known && row[i] == list[0][0]
	}
	if !known {
		return nil, nil //nolint:nilnil // not in this notation
	}
	d := newDraft()
	for i := range list {
		d.node(strconv.Itoa(i + 1))
		for j := range i {
			switch entry, mirrored := list[i][j], list[j][i]; {
			case entry != m.apart && entry != m.one, mirrored != m.apart && mirrored != m.one:
				return nil, engine.Refuse("a %s has %s or %s outside its diagonal, as all edges here are single; row %s, column %s and its mirror have %s and %s",
					m.words, strconv.Itoa(m.apart), strconv.Itoa(m.one), strconv.Itoa(i+1), strconv.Itoa(j+1), strconv.Itoa(entry), strconv.Itoa(mirrored))
			case entry != mirrored:
				return nil, engine.Refuse("a %s is symmetric; row %s, column %s and its mirror have %s and %s",
					m.words, strconv.Itoa(i+1), strconv.Itoa(j+1), strconv.Itoa(entry), strconv.Itoa(mirrored))
			case entry == m.one:
				d.edge(strconv.Itoa(j+1), strconv.Itoa(i+1))
			}
		}
	}
	return d.graph()
}

// digitRows returns rows of numbers, nil if there is another word. The digits of a row may stand
// together: 010.
func digitRows(list [][]string) [][]int {
	numbers := make([][]int, len(list))
	for i, row := range list {
		if len(row) == 1 && len(row[0]) == len(list) {
			row = strings.Split(row[0], "")
		}
		for _, word := range row {
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil
			}
			numbers[i] = append(numbers[i], n)
		}
	}
	return numbers
}
