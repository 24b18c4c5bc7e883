package duel

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

const mostValue = 12 // characters

// Picking implements [engine.Picker]: any set of positive nodes.
func (p *Position) Picking(verb, _ string) engine.Picking {
	positive := p.values.Positive()
	if verb != Verb || p.Turn() == engine.NoSeat || positive.Count() > engine.MostOffers {
		return engine.Picking{}
	}
	menu := engine.MenuOf(engine.T("Fire some nodes"), p.graph.Members(positive), p.detail)
	menu.Several = true
	return engine.Picking{Menu: menu, Form: func() engine.Form {
		return engine.Form{
			Says: p.standing(), Menus: []engine.Menu{{Title: engine.T("Nodes"), Offers: menu.Offers, Several: true}},
			Arguments: func(picked [][]string) (string, error) {
				if len(picked) != 1 || len(picked[0]) == 0 {
					return "", engine.Refuse("choose at least one node that can fire")
				}
				return strings.Join(picked[0], " "), nil
			},
		}
	}}
}

func (p *Position) detail(node string) engine.Text {
	i, _ := p.graph.Index(node)
	value := graph.Short(p.values[i], mostValue)
	around := engine.Map(p.graph.Neighbours(i), p.graph.Node)
	if len(around) == 0 {
		return engine.T("%s becomes -%s", value, value)
	}
	return engine.T("%s becomes -%s, and %s more for %s", value, value, value, strings.Join(around, " "))
}
