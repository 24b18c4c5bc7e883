package ade

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// mostNodeMenus is how many menus of a form list nodes; one more lists values.
const mostNodeMenus = 2

// Picking implements [engine.Picker]: a form to choose nodes and a value for them, or a graph.
func (p *Position) Picking(verb, _ string) engine.Picking {
	switch {
	case verb == loadVerb && p.puzzle == nil:
		return engine.Picking{Form: loadForm}
	case verb == setVerb && p.Editing() && p.graph.Len() <= mostNodeMenus*engine.MostOffers:
		return engine.Picking{Form: p.setForm}
	}
	return engine.Picking{}
}

func (p *Position) setForm() engine.Form {
	nodes := slices.Collect(slices.Chunk(p.graph.Nodes(), engine.MostOffers))
	var menus []engine.Menu
	for _, names := range nodes {
		menu := engine.MenuOf(engine.T("Nodes"), names, p.has)
		menu.Several = true
		if len(nodes) > 1 {
			menu.Title = engine.T("Nodes from %s to %s", names[0], names[len(names)-1])
		}
		menus = append(menus, menu)
	}
	var values []string
	for n := range engine.MostOffers {
		values = append(values, strconv.Itoa(n))
	}
	return engine.Form{Says: p.title(), Menus: append(menus, engine.MenuOf(engine.T("Value"), values, nil)), Arguments: setting}
}

func (p *Position) has(node string) engine.Text {
	i, _ := p.graph.Index(node)
	return engine.T("has %s", graph.Short(p.values[i], shortNumber))
}

// setting returns the arguments that set the chosen nodes to a value: "V1 5 V3 5".
func setting(picked [][]string) (string, error) {
	last := len(picked) - 1
	nodes := slices.Concat(picked[:max(0, last)]...)
	if len(nodes) == 0 || len(picked[last]) != 1 {
		return "", engine.Refuse("choose the nodes and the value that they get, or type them, such as %s", "V3 5")
	}
	var words []string
	for _, node := range nodes {
		words = append(words, node, picked[last][0])
	}
	return strings.Join(words, " "), nil
}

func loadForm() engine.Form {
	types, degrees := engine.Menu{Title: engine.T("Type")}, []string{}
	for _, c := range graphArguments[0].Choices {
		types.Offers = append(types.Offers, engine.Offer{ID: c.ID, Title: c.Title})
	}
	for n := range engine.MostOffers {
		degrees = append(degrees, strconv.Itoa(n+1))
	}
	return engine.Form{
		Menus: []engine.Menu{types, engine.MenuOf(engine.T("Degree: the number of nodes"), degrees, nil)},
		Arguments: func(picked [][]string) (string, error) {
			if typed := slices.Concat(picked...); len(typed) == 2 {
				return strings.Join(typed, " "), nil
			}
			return "", engine.Refuse("choose the type and the degree, or type them, such as %s", "E 8")
		},
	}
}

// suggestFire suggests numbers of layers, or sets of nodes in the game for two.
func suggestFire(p engine.Position, typed string) []engine.Named {
	words := []string{"1", "2", "5", "10", "20", "50", "100"}
	if d, ok := p.(*duel.Position); ok {
		words = engine.Map(d.Moves(), func(move string) string { return strings.TrimPrefix(move, fireVerb+" ") })
	}
	return engine.Suggest(words, typed)
}

func suggestSet(p engine.Position, typed string) []engine.Named {
	alone, ok := p.(*Position)
	if !ok {
		return nil
	}
	var words []string
	for _, name := range alone.graph.Nodes() {
		for n := range 3 {
			words = append(words, name+" "+strconv.Itoa(n))
		}
	}
	return engine.Suggest(append(words, "all 1", "all 0"), typed)
}
