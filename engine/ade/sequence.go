package ade

import (
	"context"
	"fmt"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Bounds of the sequence graph.
const (
	PageLayers = 8    // layers on a page of nodes and arrows,
	MapLayers  = 12   // and on one of a map
	mostRings  = 999  // accepted as an option
	leastWhole = 40   // layers in a file, if so many have fired
	mostWhole  = 200  // layers in a file
	mostCells  = 2800 // layers times nodes in a file, unless leastWhole is more
	mostNodes  = 12   // with arrows between them
	mostDegree = 3    // so many neighbours, on average, make arrows a tangle
)

// Sequence is the scene of view "graph" after the first layer: a page of the layers, or for a
// file all of them.
type Sequence struct {
	*Position
	// Rings is the largest value that makes a node larger; 0 sets no bound.
	Rings int
	// Page counts from 0; Pages is the number of pages.
	Page, Pages int

	size int // layers on a page
}

// IsMap reports whether the layers are a map of colours, a column for each node and a row for each
// layer, since arrows from node to node could not be followed.
func (s Sequence) IsMap() bool {
	n := s.graph.Len()
	return n > mostNodes || 2*len(s.graph.Edges()) >= mostDegree*n
}

// PageSize returns how many layers a page of a message has.
func (s Sequence) PageSize() int {
	if s.IsMap() {
		return MapLayers
	}
	return PageLayers
}

// Layers returns the range of the trace on the page. The last page is filled up with layers of
// the page before.
func (s Sequence) Layers() (first, end int) {
	end = min(len(s.trace), (s.Page+1)*s.size)
	return max(0, end-s.size), end
}

// IsWhole reports whether the scene is for a file, which may be larger than a message's picture.
func (s Sequence) IsWhole() bool { return s.size > MapLayers }

// Whole returns the graph on one page for a file; of a long run, a range around the layers shown.
func (s Sequence) Whole() Sequence {
	_, end := s.Layers()
	shown := max(0, end-1)
	s.size = max(leastWhole, min(mostWhole, mostCells/s.graph.Len()))
	s.Page, s.Pages = shown/s.size, s.pages()
	return s
}

func (s Sequence) pages() int { return max(1, (len(s.trace)+s.size-1)/s.size) }

func showGraph(_ context.Context, position engine.Position, o engine.Options) (engine.Answer, error) {
	p, err := alone(position)
	if err != nil {
		return engine.Answer{}, err
	}
	s := NewSequence(p, o.Int("rings"))
	if _, given := o["page"]; given {
		s.Page = o.Int("page") - 1
	}
	switch {
	case s.Page >= s.Pages:
		return engine.Answer{}, engine.Refuse("the last page of %s layers is %s", strconv.Itoa(s.size), strconv.Itoa(s.Pages))
	case o.Bool("save") && !p.Editing():
		text := engine.T("**%s**: the firing sequence graph, to keep.", p.graph.Title())
		return engine.Answer{Text: text, Scenes: []engine.Scene{engine.Drawing{Name: "ade.png", Scene: s.Whole()}}}, nil
	}
	text, told := engine.T("**%s**: %s fired.", p.graph.Title(), graph.Layers(len(p.trace))), p.Told()
	if p.ended() {
		text = engine.T("**%s**: ended after %s.", p.graph.Title(), graph.Layers(len(p.trace)))
	}
	if s.Pages > 1 {
		text = engine.T("%s Page %s of %s.", text, strconv.Itoa(s.Page+1), strconv.Itoa(s.Pages))
	}
	if checks := p.checks(); !checks.Empty() { // by the theorem that a verdict would repeat
		told = engine.Sentences(checks, p.missedWords())
	}
	text = engine.Sentences(text, told)
	var scene engine.Scene = s
	if p.Editing() {
		scene = p
	}
	return engine.Answer{Text: text, Data: p, Scenes: []engine.Scene{scene}, Actions: p.actions(s)}, nil
}

// NewSequence returns the last page of the trace.
func NewSequence(p *Position, rings int) Sequence {
	s := Sequence{Position: p, Rings: rings}
	s.size = s.PageSize()
	s.Pages = s.pages()
	s.Page = s.Pages - 1
	return s
}

// actions returns the buttons below the sequence graph. Those that fire or undo update the graph
// in place.
func (p *Position) actions(s Sequence) []engine.Action {
	again := "graph rings:" + strconv.Itoa(s.Rings)
	at := func(rings, page int) string { return fmt.Sprintf("graph rings:%d page:%d", rings, page+1) }
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
			engine.Action{Label: engine.T("Save"), Line: at(s.Rings, s.Page) + " save:true private:true"})
	}
	list = append(list,
		engine.Action{Label: engine.T("Help"), Line: "help about:graph"},
		engine.Action{Label: engine.T("Close"), Line: "show", Replace: true})
	if p.Editing() {
		return list
	}
	for _, n := range []int{3, 9, 0} {
		label := engine.T("Rings up to %s", strconv.Itoa(n))
		if n == 0 {
			label = engine.T("All rings")
		}
		list = append(list, engine.Action{Label: label, Line: at(n, s.Page), Replace: true, Disabled: n == s.Rings})
	}
	for _, n := range []int{s.Page - 1, s.Page + 1} {
		if n >= 0 && n < s.Pages {
			list = append(list, engine.Action{Label: engine.T("Page %s", strconv.Itoa(n+1)), Line: at(s.Rings, n), Replace: true})
		}
	}
	return list
}
