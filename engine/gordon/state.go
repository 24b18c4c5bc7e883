package gordon

import "encoding/json"

// state is the JSON form of a position, documented in the package comment.
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
	s := state{
		Group: groupState{p.group.name, p.group.Order(), p.group.names}, Variant: p.variant,
		M: p.group.named(p.m), P: p.group.named(p.p),
		History: p.group.pairs(p.history), Legal: p.group.pairs(p.Legal()), Player: int(p.Turn()) + 1,
	}
	if p.placed {
		s.Place = p.group.names[p.place]
	}
	return json.Marshal(s)
}

// named lists the names of a set; never nil, so that JSON has a list.
func (g *Group) named(of set) []string {
	names := make([]string, 0, of.size())
	for _, a := range of.elements() {
		names = append(names, g.names[a])
	}
	return names
}

func (g *Group) pairs(turns []Turn) [][2]string {
	list := make([][2]string, len(turns))
	for i, t := range turns {
		list[i] = [2]string{g.names[t.M], g.names[t.P]}
	}
	return list
}
