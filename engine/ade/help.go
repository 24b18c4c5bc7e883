package ade

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

func showHelp(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	text := engine.Text{}
	switch p := position.(type) {
	case *duel.Position:
		text = p.Help()
	case *Position:
		text = p.help()
	}
	return engine.Answer{Text: text}, nil
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
				p.graph.Range()),
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
