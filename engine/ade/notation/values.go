package notation

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Assign sets some values or all by a text such as "V3 5 V4 0", "1 0 0 2" or "all 1", and
// returns them with the text's canonical form. Negative allows values below 0. It refuses
// with a [*engine.Refusal], or with a [*engine.MoveError] without Input what cannot be read.
func Assign(g *graph.Graph, v graph.Values, text string, negative bool) (graph.Values, string, error) {
	words := Fields(text)
	if len(words) == 0 {
		return nil, "", Syntax("say what to set: a node and its value, such as V3 5, or all %s values in order", strconv.Itoa(g.Len()))
	}
	if strings.EqualFold(words[0], "all") {
		if len(words) != 2 {
			return nil, "", Syntax("write all and one value, such as all 1")
		}
		words = slices.Repeat(words[1:], g.Len())
	}
	if strings.HasPrefix(strings.ToUpper(words[0]), "V") {
		return assignSome(g, v, words, negative)
	}
	values, err := parseValues(g, words, negative)
	if err != nil {
		return nil, "", err
	}
	return values, row(values), nil
}

// row writes values in order, and once if they are all the same: they may be long.
func row(v graph.Values) string {
	if len(v) > 1 && v.Uniform() {
		return "all " + v[0].String()
	}
	return strings.Join(v.Strings(), " ")
}

func assignSome(g *graph.Graph, v graph.Values, words []string, negative bool) (graph.Values, string, error) {
	values := append(graph.Values{}, v...)
	var canonical []string
	for ; len(words) > 0; words = words[min(2, len(words)):] {
		i, known := g.Index(words[0])
		switch {
		case !known:
			return nil, "", engine.Refuse("there is no node %q; the nodes are %s", graph.Quote(words[0]), g.Range())
		case len(words) == 1:
			return nil, "", Syntax("a value is missing after %s", g.Node(i))
		}
		n, err := parseValue(words[1], negative)
		if err != nil {
			return nil, "", err
		}
		values[i] = n
		canonical = append(canonical, g.Node(i), n.String())
	}
	return values, strings.Join(canonical, " "), nil
}

// parseValues reads a value for each node.
func parseValues(g *graph.Graph, words []string, negative bool) (graph.Values, error) {
	if len(words) != g.Len() {
		given := engine.Count(len(words), "1 value is given", "%s values are given")
		return nil, engine.Refuse("the graph has %s (%s), and %s: give one for each", graph.Nodes(g.Len()), g.Range(), given)
	}
	v := make(graph.Values, len(words))
	for i, word := range words {
		var err error
		if v[i], err = parseValue(word, negative); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func parseValue(word string, negative bool) (*big.Int, error) {
	n, err := parseNumber(word)
	if err != nil {
		return nil, err
	}
	if n.Sign() < 0 && !negative {
		return nil, engine.Refuse("a game begins with values from 0; for negative ones edit freely: %s", engine.Command("ade free"))
	}
	return n, nil
}
