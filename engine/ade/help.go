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
		parts = append(parts, engine.T("**The puzzle.** %s. %s tells one step of a solution.", p.puzzle.Words(), engine.Command("ade hint")))
	}
	parts = append(parts, engine.T("**Firing.** All positive nodes fire at the same time: each turns its value negative, and each neighbour gets that value added. Zero does not fire. It is over when nothing is positive."))
	if p.Editing() {
		parts = append(parts,
			engine.T("**Editing, now.** %s sets one value, %s all in the order %s, %s the same everywhere; %s takes negative ones too.",
				engine.Command("ade set V3 5"), engine.Command("ade set 1 0 0 2"), p.graph.Range(), engine.Command("ade set all 1"), engine.Command("ade free V3 -5")),
			engine.T("Fire leaves editing: it fires one layer, %s five of them.", engine.Command("ade fire 5")))
	} else {
		now := engine.T("**Playing, now.** Fire fires a layer, %s five of them. Undo takes the last move back, to any depth. Edit goes back to editing.", engine.Command("ade fire 5"))
		if p.ended() {
			now = engine.T("**It has ended.** Undo takes the last move back, to any depth. Edit goes back to editing.")
		}
		parts = append(parts, now,
			engine.T("Graph shows the firing sequence graph, %s the totals, %s a moving picture, %s all values.", engine.Command("ade totals"), engine.Command("ade film"), engine.Command("ade trace")))
	}
	parts = append(parts, engine.T("Exhaust decides by theorems whether it ever ends: then it fires to the end, or once round where it repeats, and else not at all, and says why. %s gives the whole proof.", engine.Command("ade verdict")))
	text := parts[0]
	for _, part := range parts[1:] {
		text = engine.T("%s\n\n%s", text, part)
	}
	return text
}
