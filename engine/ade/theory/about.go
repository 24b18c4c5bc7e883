package theory

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Words describes what is known of the graph.
func (t *Theory) Words() engine.Text {
	g := t.Graph
	head := engine.T("%s, %s", graph.Nodes(g.Len()), engine.Count(len(g.Edges()), "1 edge", "%s edges"))
	name := t.Type.Name()
	switch t.Type.Class {
	case graph.Finite:
		return engine.T("%s: **finite**, %s. Every run ends: %s falls by exactly each layer's total.", head, name, Over(Sum(g, t.Weights), t.Denominator))
	case graph.Affine:
		return engine.T("%s: **%s**. %s never changes: a run ends where that is negative, and never ends where it is positive.", head, name, Sum(g, t.Marks))
	case graph.Indefinite:
	}
	if name.Empty() {
		name = engine.T("without a name of its own")
	}
	return engine.T("%s: **indefinite**, %s. Where %s is positive a run never ends, and grows by a factor of %s at least in each layer.",
		head, name, Sum(g, t.Growths[0].Weights), factor(t.Growths[0].Rate))
}
