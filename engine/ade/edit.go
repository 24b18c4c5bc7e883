package ade

import (
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// playSet sets all values or some.
func (p *Position) playSet(verb, text string) (string, error) {
	switch {
	case p.Outcome().Status != engine.Open:
		return "", p.over()
	case !p.Editing():
		return "", engine.Refuse("values are set in editing: go back by edit first")
	}
	values, canonical, err := p.graph.assign(p.values, text, p.free || verb == freeVerb)
	if err != nil {
		return "", err
	}
	if p.puzzle != nil {
		if err := p.puzzle.allows(values); err != nil {
			return "", err
		}
	}
	p.values, p.verdict = values, nil
	return verb + " " + canonical, nil
}

// assign reads "V3 5 V4 0", "1 0 0 2" or "all 1".
func (g *Graph) assign(v Values, text string, negative bool) (Values, string, error) {
	words := fieldsOf(text)
	if len(words) == 0 {
		return nil, "", syntax("say what to set: a node and its value, such as V3 5, or all %s values in order", strconv.Itoa(g.Len()))
	}
	if strings.EqualFold(words[0], "all") {
		if len(words) != 2 {
			return nil, "", syntax("write all and one value, such as all 1")
		}
		words = strings.Fields(strings.Repeat(words[1]+" ", g.Len()))
	}
	if strings.HasPrefix(strings.ToUpper(words[0]), "V") {
		return g.assignSome(v, words, negative)
	}
	values, err := g.parseValues(words, negative)
	if err != nil {
		return nil, "", err
	}
	return values, values.row(), nil
}

// row writes values in order, and once if they are all the same: they may be long.
func (v Values) row() string {
	if len(v) > 1 && v.uniform() {
		return "all " + v[0].String()
	}
	return strings.Join(v.Strings(), " ")
}

func (g *Graph) assignSome(v Values, words []string, negative bool) (Values, string, error) {
	values := append(Values{}, v...)
	var canonical []string
	for ; len(words) > 0; words = words[min(2, len(words)):] {
		i, known := g.Index(words[0])
		switch {
		case !known:
			return nil, "", engine.Refuse("there is no node %q; the nodes are %s", shorten(words[0]), g.nodeRange())
		case len(words) == 1:
			return nil, "", syntax("a value is missing after %s", g.names[i])
		}
		n, err := parseValue(words[1], negative)
		if err != nil {
			return nil, "", err
		}
		values[i] = n
		canonical = append(canonical, g.names[i], n.String())
	}
	return values, strings.Join(canonical, " "), nil
}

// playEdit clears the trace and the values; a puzzle's are put back as they were set.
func (p *Position) playEdit() error {
	if p.Editing() {
		return engine.Refuse("this is editing already: set values, or fire")
	}
	values := zeros(p.graph.Len())
	if p.puzzle != nil {
		values = p.start
	}
	*p = Position{graph: p.graph, free: p.free, puzzle: p.puzzle, values: values}
	return nil
}
