package ade

import (
	"context"
	"encoding/json"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

type positionState struct {
	graph.State
	Mode         string               `json:"mode"`
	Values       []string             `json:"values"`
	Layer        int                  `json:"layer"`
	Trace        []layerState         `json:"trace"`
	Verdict      *theory.VerdictState `json:"verdict"`
	Conservation *conservationState   `json:"conservation"`
	Puzzle       *PuzzleState         `json:"puzzle"`
}

type layerState struct {
	Layer  int      `json:"layer"`
	Values []string `json:"values"`
	Fired  []string `json:"fired"`
	Total  string   `json:"total"`
}

type conservationState struct {
	Weights     []string `json:"weights"`
	Denominator string   `json:"denominator"`
	Totals      string   `json:"totals"`
	Fall        string   `json:"fall"`
	Holds       bool     `json:"holds"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	s := positionState{
		State: p.graph.State(), Mode: "play", Values: p.values.Strings(), Layer: len(p.trace),
		Trace: []layerState{}, Verdict: p.Verdict().State(p.graph), Puzzle: p.puzzle.State(),
	}
	if p.Editing() {
		s.Mode = "edit"
	}
	for i, l := range p.trace {
		s.Trace = append(s.Trace, layerState{i + 1, l.Values.Strings(), p.graph.Members(l.Fired), l.Total.String()})
	}
	if totals, fall, ok := p.conserved(); ok {
		t := p.theory()
		s.Conservation = &conservationState{graph.Values(t.Weights).Strings(), t.Denominator.String(), totals.String(), fall.String(), totals.Cmp(fall) == 0}
	}
	return json.Marshal(s)
}

var classifyTool = engine.Tool{
	Name: "classify", Help: engine.T("Any graph by its edges: finite, affine or indefinite, its name, and the proof"),
	Args: []engine.Arg{{
		Name: "edges", Help: engine.T("The edges, such as 1-2 2-3 2-4"), Kind: engine.Word, Required: true,
	}},
	Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		g, err := graph.Parse(o.Text("edges"))
		if err != nil {
			return engine.Answer{}, err
		}
		t := theory.New(g)
		return engine.Answer{Text: t.Words(), Data: t.State(), Scenes: []engine.Scene{newPosition(g, graph.Zeros(g.Len()))}}, nil
	},
}
