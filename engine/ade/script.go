package ade

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
)

// graphs reads a graph alone, for a table with zeros.
var graphs = engine.Format{
	Reads: engine.T("a graph"),
	Decode: func(_ context.Context, data []byte) (engine.Record, error) {
		o, err := engine.ParseOptions(arguments, nil, true)
		if err == nil {
			err = readGraph(o, string(data))
		}
		if why, refused := engine.Why(err); refused {
			err = engine.Refuse("a game should begin with `# ADE`, and as a graph this cannot be read: %s", why)
		}
		return engine.Record{Options: o, Outcome: engine.Outcome{Winner: engine.NoSeat}}, err
	},
}
