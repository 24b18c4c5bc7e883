package ade

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Task is what a puzzle asks for.
type Task string

// The tasks.
const (
	// TaskLayers: a start that ends after exactly so many layers.
	TaskLayers Task = "layers"
	// TaskEnd: a start that ends in given values.
	TaskEnd Task = "end"
	// TaskFixed: values that stay as they are though nodes fire.
	TaskFixed Task = "fixed"
)

// Puzzle is a graph on which to find a start of values from 0 to Most. It is read-only.
type Puzzle struct {
	Task   Task
	Graph  *Graph
	Most   int64
	Layers int    // of TaskLayers
	End    Values // of TaskEnd
	// Solution is one start that solves it; there may be more.
	Solution Values
	// Date is the day whose puzzle it is, "2026-01-02", or "".
	Date string
}

// allows refuses values out of bounds.
func (z *Puzzle) allows(v Values) error {
	for i, x := range v {
		if x.Sign() < 0 || !x.IsInt64() || x.Int64() > z.Most {
			return engine.Refuse("%s is out of bounds: values run from 0 to %s in this puzzle", z.Graph.names[i], strconv.FormatInt(z.Most, 10))
		}
	}
	return nil
}

// solved reports whether a run has done what is asked.
func (z *Puzzle) solved(p *Position) bool {
	switch z.Task {
	case TaskLayers:
		return p.ended() && len(p.trace) == z.Layers
	case TaskEnd:
		return p.ended() && p.values.Equal(z.End)
	case TaskFixed:
		return !p.Editing() && p.graph.Fire(p.start).Equal(p.start)
	}
	return false
}

// Words say what is to be found.
func (z *Puzzle) Words() engine.Text {
	most := strconv.FormatInt(z.Most, 10)
	name := z.Graph.title()
	switch z.Task {
	case TaskLayers:
		return engine.T("Find values from 0 to %s on %s that end after exactly %s", most, name, Layers(z.Layers))
	case TaskEnd:
		return engine.T("Find values from 0 to %s on %s that end in %s", most, name, list(z.End))
	default:
		return engine.T("Find values from 0 to %s on %s, not all 0, that stay as they are when they fire", most, name)
	}
}

// missed says what a run that is over has not done.
func (z *Puzzle) missed(p *Position) engine.Text {
	if z.Task == TaskLayers {
		return engine.T("It ended after %s, not %s: edit, and try again", Layers(len(p.trace)), strconv.Itoa(z.Layers))
	}
	return engine.T("It ended elsewhere: edit, and try again")
}

func (z *Puzzle) solvedWords(p *Position) engine.Text {
	start := list(p.start)
	switch z.Task {
	case TaskLayers:
		return engine.T("%s end after exactly %s", start, Layers(z.Layers))
	case TaskEnd:
		return engine.T("%s end in %s", start, list(z.End))
	default:
		return engine.T("%s fire and stay as they are", start)
	}
}

// hint is the next move on a way to the known solution: back to editing, the next value
// that differs, or to fire.
func (z *Puzzle) hint(p *Position) string {
	start := p.values
	if !p.Editing() {
		start = p.start
	}
	for i, x := range z.Solution {
		if start[i].Cmp(x) == 0 {
			continue
		}
		if !p.Editing() {
			return editVerb
		}
		return setVerb + " " + z.Graph.names[i] + " " + x.String()
	}
	return exhaustVerb
}
