package ade

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
)

// targa is the sequence graph as the applet saved it; before anything has fired, and in
// the game for two, it is the graph with its values.
var targa = engine.Format{
	ID: "tga", Title: engine.T("TGA: the firing sequence graph as a picture"),
	Encode: func(ctx context.Context, r engine.Record) (engine.Answer, error) {
		position, err := engine.Replay(ctx, &engine.Game{ID: "ade", New: New}, r.Options, r.Moves)
		if err != nil {
			return engine.Answer{}, err
		}
		p, unfired := fired(position)
		if unfired != nil {
			return engine.Answer{Text: engine.T("The graph with its values."), Scenes: []engine.Scene{engine.Drawing{Name: "ade.tga", Scene: position}}}, nil
		}
		s := NewSequence(p, defaultRings).Whole()
		text := engine.T("**%s**: the firing sequence graph.", p.graph.Title())
		return engine.Answer{Text: text, Scenes: []engine.Scene{engine.Drawing{Name: "ade.tga", Scene: s}}}, nil
	},
}
