package ade

import "github.com/sixfold-bot/sixfold/engine"

// targa is the sequence graph as the applet saved it; before anything has fired, and in
// the game for two, it is the graph with its values.
var targa = engine.Format{
	ID: "tga", Title: engine.T("TGA: the firing sequence graph as a picture"),
	Encode: func(r engine.Record) (engine.Answer, error) {
		position, err := New(r.Options)
		if err != nil {
			return engine.Answer{}, err
		}
		for _, move := range r.Moves {
			if _, err := position.Play(move); err != nil {
				return engine.Answer{}, err
			}
		}
		p, unfired := fired(position)
		if unfired != nil {
			return engine.Answer{Text: engine.T("The graph with its values."), Scenes: []any{engine.Drawing{Name: "ade.tga", Scene: position}}}, nil
		}
		s := NewSequence(p, defaultRings)
		text := engine.T("**%s**: the firing sequence graph.", p.graph.Title())
		return engine.Answer{Text: text, Scenes: []any{engine.Drawing{Name: "ade.tga", Scene: s}}}, nil
	},
}
