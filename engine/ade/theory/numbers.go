package theory

import (
	"math/big"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Bounds of numbers and lists in sentences.
const (
	LongNumber = 12 // characters of a number
	mostTerms  = 12 // of a sum or list
)

// Sum formats a weighted sum of the nodes' values.
func Sum(g *graph.Graph, weights []*big.Int) string {
	var terms []string
	for i, w := range weights {
		switch {
		case w.Sign() == 0:
		case w.IsInt64() && w.Int64() == 1:
			terms = append(terms, g.Node(i))
		default:
			terms = append(terms, graph.Short(w, LongNumber)+"·"+g.Node(i))
		}
	}
	return strings.Join(cut(terms), " + ")
}

// Over formats a sum over a denominator.
func Over(sum string, denominator *big.Int) string {
	if denominator.IsInt64() && denominator.Int64() == 1 {
		return sum
	}
	return "(" + sum + ")/" + denominator.String()
}

// List formats numbers in a row and leaves out the middle of a long one.
func List(numbers []*big.Int) string {
	words := engine.Map(numbers, func(n *big.Int) string { return graph.Short(n, LongNumber) })
	return strings.Join(cut(words), " ")
}

func cut(words []string) []string {
	if len(words) <= mostTerms {
		return words
	}
	short := append([]string{}, words[:mostTerms-2]...)
	return append(short, "…", words[len(words)-1])
}
