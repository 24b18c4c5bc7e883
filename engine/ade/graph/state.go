package graph

// State is the part of JSON forms that describes the graph.
type State struct {
	Type   string      `json:"type"`
	Degree int         `json:"degree"`
	Class  Class       `json:"class"`
	Name   string      `json:"name"`
	Nodes  []string    `json:"nodes"`
	Edges  [][2]string `json:"edges"`
}

// State describes the graph.
func (g *Graph) State() State {
	t := g.Type()
	s := State{Type: g.Family, Degree: g.Len(), Class: t.Class, Name: t.ID(), Nodes: g.names, Edges: [][2]string{}}
	for _, e := range g.Edges() {
		s.Edges = append(s.Edges, [2]string{g.names[e[0]], g.names[e[1]]})
	}
	return s
}
