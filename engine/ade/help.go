package ade

import (
	"context"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

func showHelp(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	text := engine.Text{}
	switch p := position.(type) {
	case *Duel:
		text = p.help()
	case *Position:
		text = p.help()
	}
	return engine.Answer{Text: text}, nil
}

func (d *Duel) help() engine.Text {
	return engine.T("%s\n\n%s",
		engine.T("**The game for two.** In turn, fire any of the positive nodes, one at least: `/ade fire V1 V3`, or Fire for all of them. Who fires last wins."),
		engine.T("A node that fires turns its value negative, and each neighbour gets that value added. `/ade verdict` tells who wins, `/ade hint` a good move. Nodes: %s.", d.graph.nodeRange()))
}

func (p *Position) help() engine.Text {
	var parts []engine.Text
	if p.puzzle != nil {
		parts = append(parts, engine.T("**The puzzle.** %s. `/ade hint` tells one step of a solution.", p.puzzle.Words()))
	}
	parts = append(parts, engine.T("**Firing.** All positive nodes fire at the same time: each turns its value negative, and each neighbour gets that value added. Zero does not fire. It is over when nothing is positive."))
	if p.Editing() {
		parts = append(parts,
			engine.T("**Editing, now.** `/ade set V3 5` sets one value, `/ade set 1 0 0 2` all in the order %s, `/ade set all 1` the same everywhere; `/ade free V3 -5` takes negative ones too.",
				p.graph.nodeRange()),
			engine.T("Fire leaves editing: it fires one layer, `/ade fire 5` five of them."))
	} else {
		now := engine.T("**Playing, now.** Fire fires a layer, `/ade fire 5` five of them. Undo takes the last move back, to any depth. Edit goes back to editing.")
		if p.ended() {
			now = engine.T("**It has ended.** Undo takes the last move back, to any depth. Edit goes back to editing.")
		}
		parts = append(parts, now,
			engine.T("Graph shows the firing sequence graph, `/ade totals` the totals, `/ade film` a moving picture, `/ade trace` all values."))
	}
	parts = append(parts, engine.T("Exhaust decides by theorems whether it ever ends: then it fires to the end, or once round where it repeats, and else not at all, and says why. `/ade verdict` gives the whole proof."))
	text := parts[0]
	for _, part := range parts[1:] {
		text = engine.T("%s\n\n%s", text, part)
	}
	return text
}

// classifyTool tells what is known of any graph.
var classifyTool = engine.Tool{
	Name: "classify", Help: engine.T("Any graph by its edges: finite, affine or indefinite, its name, and the proof"),
	Args: []engine.Arg{{
		Name: "edges", Help: engine.T("The edges, such as 1-2 2-3 2-4"), Kind: engine.Word, Required: true,
	}},
	Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		g, err := ParseEdges(o.Text("edges"))
		if err != nil {
			return engine.Answer{}, err
		}
		return engine.Answer{Text: g.about(), Data: g.theoryState(), Scenes: []any{&Position{graph: g, values: zeros(g.Len())}}}, nil
	},
}

// theoryState is the machine-readable form of what is known of a graph.
type theoryState struct {
	graphState
	Weights     []string `json:"weights"` // x with C x = denominator, of finite types; d with C d = 0, of affine ones; x > 0 with C x < 0, of others
	Denominator string   `json:"denominator"`
	Rate        string   `json:"rate"`
}

func (g *Graph) theoryState() theoryState {
	t := g.Theory()
	s := theoryState{graphState: g.state()}
	switch t.Class {
	case Finite:
		s.Weights, s.Denominator = Values(t.Weights).Strings(), t.Denominator.String()
	case Affine:
		s.Weights = Values(t.Marks).Strings()
	case Indefinite:
		s.Weights, s.Rate = Values(t.Growths[0].Weights).Strings(), t.Growths[0].Rate.String()
	}
	return s
}

// about says what is known of a graph.
func (g *Graph) about() engine.Text {
	t := g.Theory()
	head := engine.T("%s, %s edges", nodes(g.Len()), strconv.Itoa(len(g.Edges())))
	if len(g.Edges()) == 1 {
		head = engine.T("%s, 1 edge", nodes(g.Len()))
	}
	name := t.Name()
	switch t.Class {
	case Finite:
		return engine.T("%s: **finite**, %s. Every run ends: %s falls by exactly each layer's total.", head, name, over(g.sum(t.Weights), t.Denominator))
	case Affine:
		return engine.T("%s: **%s**. %s never changes: a run ends where that is negative, and never ends where it is positive.", head, name, g.sum(t.Marks))
	case Indefinite:
	}
	if name.Empty() {
		name = engine.T("without a name of its own")
	}
	return engine.T("%s: **indefinite**, %s. Where %s is positive a run never ends, and grows by a factor of %s at least in each layer.",
		head, name, g.sum(t.Growths[0].Weights), factor(t.Growths[0].Rate))
}
