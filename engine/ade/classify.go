package ade

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// classifyTool says what is known of any graph.
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
