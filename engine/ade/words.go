package ade

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// Describe implements [engine.Position].
func (p *Position) Describe() engine.Text {
	head := engine.T("%s, editing", p.graph.Title())
	if !p.Editing() {
		head = engine.T("%s after %s", p.graph.Title(), graph.Layers(len(p.trace)))
	}
	text := engine.T("%s: %s.", head, p.graph.Describe(p.values))
	for _, more := range []engine.Text{p.asked(), p.found()} {
		if !more.Empty() {
			text = engine.T("%s %s", text, more)
		}
	}
	return text
}

// Told implements [engine.Teller]: after exhaust, what it has found out and why.
func (p *Position) Told() engine.Text {
	v := p.Verdict()
	if v == nil {
		return p.missed()
	}
	if more := p.missed(); !more.Empty() {
		return engine.T("%s %s", v.Words(p.graph), more)
	}
	return v.Words(p.graph)
}

// missed says what a run of a puzzle that is over has not done.
func (p *Position) missed() engine.Text {
	if p.puzzle == nil || !p.ended() || p.puzzle.Solved(p.run()) {
		return engine.Text{}
	}
	return engine.T("%s.", p.puzzle.Missed(p.run()))
}

// Task says what a puzzle asks for, and what a run that is over has missed.
func (p *Position) Task() engine.Text { return p.asked() }

// asked says what a puzzle is about.
func (p *Position) asked() engine.Text {
	if p.puzzle == nil {
		return engine.Text{}
	}
	if missed := p.missed(); !missed.Empty() {
		return engine.T("%s. %s", p.puzzle.Words(), missed)
	}
	return engine.T("%s.", p.puzzle.Words())
}

// mostRead is how many characters of a verdict are read out.
const mostRead = 400

// found says what exhaust has found: all of it if that is short enough to be read out.
func (p *Position) found() engine.Text {
	v := p.Verdict()
	if v == nil {
		return engine.Text{}
	}
	if words := v.Words(p.graph); len(words.String()) <= mostRead {
		return words
	}
	return engine.T("%s.", v.Short())
}

// mostRows bounds the board as text.
const mostRows = 40

// String implements [engine.Position]: the newest values of the trace and the present
// ones, one line each below the names of the nodes.
func (p *Position) String() string {
	rows := []graph.Values{}
	for _, l := range p.trace[max(0, len(p.trace)-mostRows):] {
		rows = append(rows, l.Values)
	}
	return p.graph.Table(append(rows, p.values)...)
}
