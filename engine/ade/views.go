package ade

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

var views = []engine.View{
	{
		Name: "graph", Help: engine.T("The firing sequence graph: which nodes fire in which layer"), Command: true,
		Args: []engine.Arg{
			{
				Name: "rings", Help: engine.T("Most rings around a node, 0 for no limit; default 6"),
				Kind: engine.Integer, Min: 0, Max: mostRings, Default: defaultRings,
			},
			{
				Name: "page", Help: engine.T("Which 6 layers, from 1; default the last ones"),
				Kind: engine.Integer, Min: 1, Max: MostLayers / PageLayers,
			},
		},
		Offer: hasFired, Show: showGraph,
	},
	{
		Name: "trace", Help: engine.T("All states as text: the newest lines, and the whole as a file"), Command: true,
		Offer: hasFired, Show: showTrace,
	},
	{
		Name: "totals", Help: engine.T("The layers' totals as bars"),
		Show: showTotals,
	},
	{
		Name: "film", Help: engine.T("The run as a moving picture"),
		Show: showFilm,
	},
	{
		Name: "verdict", Help: engine.T("Whether it ends, and why that is certain; for two: who wins"), Command: true,
		Advice: true, Think: 2 * time.Second, Show: showVerdict,
	},
	{
		Name: "help", Help: engine.T("What can be done now"), Command: true, Private: true, Anywhere: true,
		Offer: hasValues, Show: showHelp,
	},
}

// alone returns the single player's position, or a refusal in the game for two.
func alone(position engine.Position) (*Position, error) {
	p, ok := position.(*Position)
	if !ok {
		return nil, engine.Refuse("in the game for two there are no layers to look at")
	}
	return p, nil
}

func hasFired(position engine.Position) bool {
	_, err := fired(position)
	return err == nil
}

// hasValues reports whether a single player has set values or fired. Before that the rules are
// the better help.
func hasValues(position engine.Position) bool {
	p, err := alone(position)
	return err == nil && (!p.Editing() || p.Values().Positive() != 0)
}

// fired returns the single player's position, or a refusal if nothing has fired.
func fired(position engine.Position) (*Position, error) {
	p, err := alone(position)
	if err != nil {
		return nil, err
	}
	if p.Editing() {
		return nil, engine.Refuse("nothing has fired yet: set values, and fire")
	}
	return p, nil
}

func showVerdict(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	if d, ok := position.(*duel.Position); ok {
		return d.Verdict(ctx, mostStates)
	}
	p, err := alone(position)
	if err != nil {
		return engine.Answer{}, err
	}
	v := p.withoutSpoilers(p.decide())
	return engine.Answer{Text: engine.T("**%s**: %s", p.graph.Title(), v.Words(p.graph)), Data: v.State(p.graph)}, nil
}
