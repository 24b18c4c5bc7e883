package ade

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
)

func showHelp(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	var text engine.Text
	switch p := position.(type) {
	case *duel.Position:
		text = p.Help()
	case *Position:
		text = p.help()
	default:
		text = introduction()
	}
	return engine.Answer{Text: text}, nil
}

func introduction() engine.Text {
	return engine.List("\n\n", []engine.Text{
		engine.T("**ADE.** Put numbers on the nodes of a graph, fire, and see whether the run ever ends. %s opens a table: type A, D or E with its degree, or any graph by its edges. %s is a puzzle, %s a game for two.",
			engine.Command("ade new"), engine.Command("ade puzzle"), engine.Command("ade play")),
		firing, exhausting,
	})
}

func (p *Position) help() engine.Text {
	var parts []engine.Text
	if p.puzzle != nil {
		parts = append(parts, engine.T("**The puzzle.** %s. %s gives one step of a solution.", p.puzzle.Words(), engine.Command("ade hint")))
	}
	parts = append(parts, firing)
	switch {
	case p.Editing():
		parts = append(parts, p.helpEditing())
	case p.ended():
		parts = append(parts, engine.T("**The run has ended.** Undo takes back one layer at a time. Edit goes back to editing."), looking)
	default:
		parts = append(parts, engine.T("**Now playing.** Fire fires one layer, %s five. Undo takes back one layer at a time. Edit goes back to editing.", engine.Command("ade fire 5")), looking)
	}
	return engine.List("\n\n", append(parts, exhausting))
}

// Paragraphs that all modes for one player share.
var (
	firing     = engine.T("**Firing.** All positive nodes fire at the same time: each turns its value negative and adds it to each neighbour. Zero does not fire. The run is over when no node is positive.")
	looking    = engine.T("Graph shows the firing sequence graph, %s the totals of the layers, %s an animation, %s all values.", engine.Command("ade view name:totals"), engine.Command("ade view name:film"), engine.Command("ade trace"))
	exhausting = engine.T("Exhaust decides by theorems whether the run ever ends. If so it fires to the end; if the values repeat, one period; otherwise nothing, and it says why. %s gives the whole proof.", engine.Command("ade verdict"))
)

func (p *Position) helpEditing() engine.Text {
	return engine.List("\n\n", []engine.Text{
		engine.T("**Now editing.** %s sets one value, %s all in the order %s, %s the same everywhere; %s takes negative ones too.",
			engine.Command("ade set V3 5"), engine.Command("ade set 1 0 0 2"), p.graph.Range(), engine.Command("ade set all 1"), engine.Command("ade free V3 -5")),
		engine.T("Fire leaves editing: it fires one layer, %s five.", engine.Command("ade fire 5")),
	})
}
