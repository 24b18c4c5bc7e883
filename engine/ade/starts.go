package ade

import (
	"maps"
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

// playArguments are the graph's arguments with the bound on nodes of the game for two.
var playArguments = func() []engine.Arg {
	list := slices.Clone(graphArguments)
	list[1].Help, list[1].Max = engine.T("Number of nodes, 1 to 10; default 6"), duel.MostNodes
	return list
}()

var starts = []engine.Start{
	{
		Name: "play", Help: engine.T("For two: take turns to fire any of the positive nodes; whoever fires last wins"),
		Args: playArguments,
		Options: func(o engine.Options) map[string]any {
			raw := map[string]any{optionMode: modeDuel}
			maps.Copy(raw, o)
			return raw
		},
	},
	{
		Name: "puzzle", Help: engine.T("A puzzle: find values that do what is asked"), Solo: true,
		Args: append([]engine.Arg{{
			Name: "daily", Help: engine.T("The puzzle of the day, the same for everybody"),
			Kind: engine.Boolean, Default: false,
		}}, puzzleArguments...),
		Options: func(o engine.Options) map[string]any {
			if o.Bool("daily") {
				return map[string]any{optionMode: modeDaily}
			}
			raw := map[string]any{optionMode: modePuzzle}
			for _, a := range puzzleArguments {
				if value, given := o[a.Name]; given {
					raw[a.Name] = value
				}
			}
			return raw
		},
	},
}
