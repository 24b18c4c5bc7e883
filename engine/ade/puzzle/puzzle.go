// Package puzzle poses puzzles about runs of the ADE concurrent game: find values from
// which a run ends after so many layers, or in given values, or stays as it is.
//
// [New] makes the puzzle of a number, and [Daily] that of a day; both are the same for
// everybody. [Puzzle.Solved] judges a [Run].
package puzzle

import (
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
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
	Graph  *graph.Graph
	Most   int64
	Layers int          // of TaskLayers
	End    graph.Values // of TaskEnd
	// Solution is one start that solves it; there may be more.
	Solution graph.Values
	// Date is the day whose puzzle it is, "2026-01-02", or "".
	Date string
}

// Allows refuses values out of bounds.
func (z *Puzzle) Allows(v graph.Values) error {
	for i, x := range v {
		if x.Sign() < 0 || !x.IsInt64() || x.Int64() > z.Most {
			return engine.Refuse("%s is out of bounds: values run from 0 to %s in this puzzle", z.Graph.Node(i), strconv.FormatInt(z.Most, 10))
		}
	}
	return nil
}

// Run is what somebody has fired so far.
type Run struct {
	Start, Now graph.Values
	Layers     int // fired
}

// Ended reports whether the run is over: something has fired, and nothing is positive.
func (r Run) Ended() bool { return r.Layers > 0 && r.Now.Positive() == 0 }

// Solved reports whether a run does what is asked.
func (z *Puzzle) Solved(r Run) bool {
	switch z.Task {
	case TaskLayers:
		return r.Ended() && r.Layers == z.Layers
	case TaskEnd:
		return r.Ended() && r.Now.Equal(z.End)
	case TaskFixed:
		return r.Layers > 0 && z.Graph.Fire(r.Start).Equal(r.Start)
	}
	return false
}

// Words say what is to be found.
func (z *Puzzle) Words() engine.Text {
	most := strconv.FormatInt(z.Most, 10)
	name := z.Graph.Title()
	switch z.Task {
	case TaskLayers:
		return engine.T("Find values from 0 to %s on %s that end after exactly %s", most, name, graph.Layers(z.Layers))
	case TaskEnd:
		return engine.T("Find values from 0 to %s on %s that end in %s", most, name, theory.List(z.End))
	default:
		return engine.T("Find values from 0 to %s on %s, not all 0, that stay as they are when they fire", most, name)
	}
}

// Goal says in a few words what a run must do. Values in which it is to end stand beside the
// names of the nodes, behind an arrow.
func (z *Puzzle) Goal() engine.Text {
	switch z.Task {
	case TaskLayers:
		return engine.T("Goal: ends after exactly %s", graph.Layers(z.Layers))
	case TaskEnd:
		return engine.T("Goal: ends in the values behind →")
	default:
		return engine.T("Goal: stays as it is, not all 0")
	}
}

// Progress says in a few words how near a run is to the goal: before it, which values may be
// set.
func (z *Puzzle) Progress(r Run) engine.Text {
	switch {
	case z.Solved(r):
		return engine.T("Solved")
	case r.Layers == 0:
		return engine.T("values 0 to %s", strconv.FormatInt(z.Most, 10))
	case r.Ended():
		return engine.T("ended after %s", strconv.Itoa(r.Layers))
	case z.Task == TaskLayers:
		return engine.T("%s of %s so far", strconv.Itoa(r.Layers), strconv.Itoa(z.Layers))
	default:
		return engine.T("not yet")
	}
}

// Missed says what a run that is over has not done.
func (z *Puzzle) Missed(r Run) engine.Text {
	if z.Task == TaskLayers {
		return engine.T("It ended after %s, not %s: edit, and try again", graph.Layers(r.Layers), strconv.Itoa(z.Layers))
	}
	return engine.T("It ended elsewhere: edit, and try again")
}

// Reason says how a run has solved it.
func (z *Puzzle) Reason(r Run) engine.Text {
	start := theory.List(r.Start)
	switch z.Task {
	case TaskLayers:
		return engine.T("%s end after exactly %s", start, graph.Layers(z.Layers))
	case TaskEnd:
		return engine.T("%s end in %s", start, theory.List(z.End))
	default:
		return engine.T("%s fire and stay as they are", start)
	}
}

// State is the JSON form of a puzzle.
type State struct {
	Task   Task     `json:"task"`
	Text   string   `json:"text"`
	Most   int64    `json:"most"`
	Layers int      `json:"layers"`
	End    []string `json:"end"`
	Date   string   `json:"date"`
}

// State is the puzzle for programs; nil of nil.
func (z *Puzzle) State() *State {
	if z == nil {
		return nil
	}
	s := &State{Task: z.Task, Text: z.Words().String(), Most: z.Most, End: []string{}, Date: z.Date}
	if z.Task == TaskLayers {
		s.Layers = z.Layers
	}
	if z.Task == TaskEnd {
		s.End = z.End.Strings()
	}
	return s
}
