package ade

import (
	"context"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Bounds of the sequence graph.
const (
	PageLayers   = 40  // layers on a page
	mostRings    = 999 // that may be asked for
	defaultRings = 6
)

// Sequence is the scene of view "graph": the layers that have fired, a page of them.
type Sequence struct {
	*Position
	// Rings is how many rings a node has at most, 0 for as many as its value.
	Rings int
	// Page counts from 0; Pages is how many there are.
	Page, Pages int
}

func showGraph(_ context.Context, position engine.Position, o engine.Options) (engine.Answer, error) {
	p, err := alone(position)
	if err != nil {
		return engine.Answer{}, err
	}
	s := NewSequence(p, o.Int("rings"))
	if _, given := o["page"]; given {
		s.Page = o.Int("page") - 1
	}
	if s.Page >= s.Pages {
		if s.Pages == 1 {
			return engine.Answer{}, engine.Refuse("there is 1 page of %s layers", strconv.Itoa(PageLayers))
		}
		return engine.Answer{}, engine.Refuse("there are %s pages of %s layers", strconv.Itoa(s.Pages), strconv.Itoa(PageLayers))
	}
	text := engine.T("**%s**: %s fired.", p.graph.Title(), graph.Layers(len(p.trace)))
	if s.Pages > 1 {
		text = engine.T("%s Page %s of %s.", text, strconv.Itoa(s.Page+1), strconv.Itoa(s.Pages))
	}
	for _, more := range []engine.Text{p.checks(), p.Told()} {
		if !more.Empty() {
			text = engine.T("%s %s", text, more)
		}
	}
	return engine.Answer{Text: text, Data: p, Scenes: []engine.Scene{s}, Actions: p.actions(s)}, nil
}

// NewSequence is the last page of a trace.
func NewSequence(p *Position, rings int) Sequence {
	pages := max(1, (len(p.trace)+PageLayers-1)/PageLayers)
	return Sequence{Position: p, Rings: rings, Page: pages - 1, Pages: pages}
}

// actions are the buttons under the sequence graph, which grows when they are pressed.
func (p *Position) actions(s Sequence) []engine.Action {
	again := "graph rings:" + strconv.Itoa(s.Rings)
	var list []engine.Action
	grow := func(label engine.Text, line string) {
		list = append(list, engine.Action{Label: label, Line: engine.Then(line, again), Replace: true})
	}
	if p.Outcome().Status == engine.Open && p.values.Positive() != 0 {
		grow(engine.T("Fire"), fireVerb)
		grow(engine.T("Exhaust"), exhaustVerb)
	}
	if !p.Editing() {
		grow(engine.T("Undo"), "undo")
		list = append(list,
			engine.Action{Label: engine.T("Edit"), Line: editVerb, Replace: true},
			engine.Action{Label: engine.T("Save"), Line: "export format:" + targa.ID})
	}
	list = append(list, engine.Action{Label: engine.T("Help"), Line: "help"})
	for _, page := range []int{s.Page - 1, s.Page + 1} {
		if page >= 0 && page < s.Pages {
			number := strconv.Itoa(page + 1)
			list = append(list, engine.Action{Label: engine.T("Page %s", number), Line: again + " page:" + number, Replace: true})
		}
	}
	return list
}
