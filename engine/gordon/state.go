package gordon

import (
	"encoding/json"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

type state struct {
	Group   groupState  `json:"group"`
	Variant string      `json:"variant"`
	M       []string    `json:"m"`
	P       []string    `json:"p"`
	Place   string      `json:"place"`
	History [][2]string `json:"history"`
	Legal   [][2]string `json:"legal"`
	Player  int         `json:"player"`
}

type groupState struct {
	Name     string   `json:"name"`
	Order    int      `json:"order"`
	Elements []string `json:"elements"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	g := p.group
	s := state{
		Group: groupState{g.Name(), g.Order(), g.Elements()}, Variant: p.variant,
		M: names(g, p.m.Elements()), P: names(g, p.p.Elements()),
		History: pairs(g, p.history), Legal: pairs(g, p.Legal()), Player: int(p.Turn()) + 1,
	}
	if p.placed {
		s.Place = g.Element(p.place)
	}
	return json.Marshal(s)
}

// names returns the names of elements.
func names(g *group.Group, elements []group.Element) []string {
	return engine.Map(elements, g.Element)
}

// pairs returns the names of the m and the place of each turn.
func pairs(g *group.Group, turns []Turn) [][2]string {
	return engine.Map(turns, func(t Turn) [2]string { return [2]string{g.Element(t.M), g.Element(t.P)} })
}
