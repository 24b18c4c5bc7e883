package ade

import (
	"context"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Moment is a frame of view "film": the graph before layer Layer, counted from 0, fires; or after
// the last one.
type Moment struct {
	*Position
	Layer int
}

// Frames and delays of a film, which lasts 15 seconds at most.
const (
	mostFrames = 60
	mostDelay  = 12 * time.Second // for all frames except the last
	frameDelay = 600 * time.Millisecond
	lastDelay  = 3 * time.Second
)

func showFilm(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p, err := fired(position)
	if err != nil {
		return engine.Answer{}, err
	}
	layers := min(len(p.trace), mostFrames-1)
	film := engine.Film{Delay: min(frameDelay, mostDelay/time.Duration(max(1, layers))), Hold: lastDelay, Words: p.filmWords(layers)}
	for layer := range layers + 1 {
		film.Frames = append(film.Frames, Moment{p, layer})
	}
	text := engine.T("**%s**: the run of %s.", p.graph.Title(), graph.Layers(len(p.trace)))
	if layers < len(p.trace) {
		text = engine.T("**%s**: the first %s of %s.", p.graph.Title(), strconv.Itoa(layers), graph.Layers(len(p.trace)))
	}
	return engine.Answer{Text: text, Scenes: []engine.Scene{film}}, nil
}

// targa is the sequence graph in the format that the applet saved; before anything has fired, and
// in the game for two, the graph with its values.
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
