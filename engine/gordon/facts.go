package gordon

import (
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// facts are what is known of a group, as data of view "table" and tool "groups".
type facts struct {
	Name     string         `json:"name"`
	Order    int            `json:"order"`
	Abelian  bool           `json:"abelian"`
	Identity string         `json:"identity"`
	Centre   []string       `json:"centre"`
	Orders   map[string]int `json:"element_orders"`
	// Winner is 1 or 2 where it is known who wins by the usual rules, else 0.
	Winner int `json:"winner"`
}

func (g *Group) facts() facts {
	f := facts{
		Name: g.name, Order: g.Order(), Abelian: g.Abelian(), Identity: g.names[g.identity],
		Centre: []string{}, Orders: map[string]int{}, Winner: knownWinner(g),
	}
	for _, a := range g.Centre() {
		f.Centre = append(f.Centre, g.names[a])
	}
	for order, n := range g.ElementOrders() {
		if n > 0 {
			f.Orders[number(order)] = n
		}
	}
	return f
}

// about tells the facts, and what is odd about the file.
func (t Table) about() engine.Text {
	text := t.Group.about()
	for _, warning := range t.Warnings {
		text = engine.T("%s %s", text, warning)
	}
	return text
}

// about tells the facts.
func (g *Group) about() engine.Text {
	f := g.facts()
	kind := engine.T("not abelian")
	if f.Abelian {
		kind = engine.T("abelian")
	}
	var orders []string
	for order, n := range g.ElementOrders() {
		if n > 0 {
			orders = append(orders, number(n)+" × "+number(order))
		}
	}
	name := engine.T("A group of order %s", number(f.Order))
	if g.name != "" {
		name = engine.T("%s, a group of order %s", g.name, number(f.Order))
	}
	text := engine.T("%s: %s, identity %s, centre of %s: %s. Elements by order: %s.",
		name, kind, f.Identity, number(len(f.Centre)), clip(strings.Join(f.Centre, " ")), strings.Join(orders, ", "))
	switch f.Winner {
	case 1:
		return engine.T("%s With best play player one wins.", text)
	case 2:
		return engine.T("%s With best play player two wins.", text)
	}
	return text
}
