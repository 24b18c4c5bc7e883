package ade

import (
	"math/big"
	"math/rand/v2"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

// Task is what a puzzle asks for.
type Task string

// The tasks.
const (
	// TaskLayers asks for a start that ends after a given number of layers.
	TaskLayers Task = "layers"
	// TaskEnd asks for a start that ends in given values.
	TaskEnd Task = "end"
	// TaskFixed asks for values that stay the same although nodes fire.
	TaskFixed Task = "fixed"
)

// Puzzle asks for start values from 0 to Most on a graph: a run from them ends after a given
// number of layers, ends in given values, or leaves the values the same. It is read-only.
// [NewPuzzle] makes the puzzle of a seed and [DailyPuzzle] that of a day; both are deterministic.
// [Puzzle.Solved] judges an [Attempt].
type Puzzle struct {
	Task   Task
	Graph  *graph.Graph
	Most   int64
	Layers int          // for TaskLayers
	End    graph.Values // for TaskEnd
	// Solution is one of the starts that solve the puzzle.
	Solution graph.Values
	// Date is the day of a daily puzzle, "2026-01-02", else "".
	Date string
}

// Allows returns a refusal if a value is out of bounds.
func (z *Puzzle) Allows(v graph.Values) error {
	for i, x := range v {
		if x.Sign() < 0 || !x.IsInt64() || x.Int64() > z.Most {
			return engine.Refuse("%s is out of bounds: values run from 0 to %s in this puzzle", z.Graph.Node(i), strconv.FormatInt(z.Most, 10))
		}
	}
	return nil
}

// Attempt is a run so far.
type Attempt struct {
	Start, Now graph.Values
	Layers     int
}

// Ended reports whether the run is over: something has fired, and nothing is positive.
func (r Attempt) Ended() bool { return r.Layers > 0 && r.Now.Positive() == 0 }

// Solved reports whether the run does what the puzzle asks for.
func (z *Puzzle) Solved(r Attempt) bool {
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

// Words describes the puzzle.
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

// Goal describes in a few words what a run must do. The values of [TaskEnd] are not in it: the
// picture shows them beside the names of the nodes, behind an arrow.
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

// Progress describes in a few words how near a run is to the goal; before the run, which values
// may be set.
func (z *Puzzle) Progress(r Attempt) engine.Text {
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

// Missed says why a run that is over does not solve the puzzle.
func (z *Puzzle) Missed(r Attempt) engine.Text {
	if z.Task == TaskLayers {
		return engine.T("It ended after %s, not %s: edit, and try again", graph.Layers(r.Layers), strconv.Itoa(z.Layers))
	}
	return engine.T("It ended elsewhere: edit, and try again")
}

// Reason says how a run solves the puzzle.
func (z *Puzzle) Reason(r Attempt) engine.Text {
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

// PuzzleState is the JSON form of a puzzle.
type PuzzleState struct {
	Task   Task     `json:"task"`
	Text   string   `json:"text"`
	Most   int64    `json:"most"`
	Layers int      `json:"layers"`
	End    []string `json:"end"`
	Date   string   `json:"date"`
}

// State returns the JSON form of the puzzle, nil for a nil puzzle.
func (z *Puzzle) State() *PuzzleState {
	if z == nil {
		return nil
	}
	return &PuzzleState{Task: z.Task, Text: z.Words().String(), Most: z.Most, Layers: z.Layers, End: z.End.Strings(), Date: z.Date}
}

// field is a graph for puzzles, as [graph.Parse] reads it, with the greatest value.
type field struct {
	graph string
	most  int64
}

// The fields of each task. With such values few numbers of layers are possible: 1 to 5 on A3, 5
// to 10 on D4, 11 to 18 on E6, 17 to 28 on E7.
var fields = map[Task][]field{
	TaskLayers: {
		{"A3", 3}, {"A4", 3}, {"A5", 2}, {"D4", 3}, {"D5", 2}, {"E6", 2}, {"E7", 2},
	},
	TaskEnd: {
		{"A3", 4}, {"A4", 3}, {"A5", 2}, {"D4", 3}, {"D5", 2}, {"E6", 1},
	},
	TaskFixed: {
		{"E9", 9},
		{"0-1 0-2 0-3 0-4", 9},             // affine D4
		{"1-2 2-3 3-4 4-5 3-6 6-7", 9},     // affine E6
		{"0-4 1-2 2-3 3-4 4-5 5-6 6-7", 9}, // affine E7
		{"1-3 2-3 3-4 4-5 5-6 6-7 6-8", 9}, // affine D7
	},
}

// tasks is the list from which a seed picks a task. TaskFixed is half as likely as each other
// task.
var tasks = []Task{TaskLayers, TaskEnd, TaskLayers, TaskEnd, TaskFixed}

// samples is how many starts pose draws to find a rare one.
const samples = 60

// NewPuzzle makes the puzzle of a task and a seed; if task is "", the seed picks it.
func NewPuzzle(task Task, seed uint64) (*Puzzle, error) {
	r := rand.New(rand.NewPCG(seed, 9))
	if picked := tasks[r.IntN(len(tasks))]; task == "" {
		task = picked
	}
	f := fields[task][r.IntN(len(fields[task]))]
	g, err := graph.Parse(f.graph)
	if err != nil {
		return nil, err
	}
	z := &Puzzle{Task: task, Graph: g, Most: f.most}
	if task == TaskFixed {
		z.Solution = theory.New(g).Marks
		return z, nil
	}
	z.pose(r)
	return z, nil
}

// pose runs from some random starts and asks for the result of the rarest one: its number of
// layers, or its end values.
func (z *Puzzle) pose(r *rand.Rand) {
	starts := make([]graph.Values, samples)
	layers := make([]int, samples)
	often := map[int]int{}
	known := theory.New(z.Graph)
	for i := range starts {
		starts[i] = z.start(r)
		layers[i] = known.Decide(starts[i]).Layers
		often[layers[i]]++
	}
	best := 0
	for i := range starts {
		if often[layers[i]] < often[layers[best]] {
			best = i
		}
	}
	z.Solution = starts[best]
	if z.Task == TaskLayers {
		z.Layers = layers[best]
		return
	}
	z.End = z.Solution
	for range layers[best] {
		z.End = z.Graph.Fire(z.End)
	}
}

// start draws random values, not all zero.
func (z *Puzzle) start(r *rand.Rand) graph.Values {
	for {
		v := make(graph.Values, z.Graph.Len())
		for i := range v {
			v[i] = big.NewInt(r.Int64N(z.Most + 1))
		}
		if v.Positive() != 0 {
			return v
		}
	}
}

// DailyPuzzle makes the puzzle of a day.
func DailyPuzzle(date string) (*Puzzle, error) {
	seed, err := daily.DaySeed("ade ", date)
	if err != nil {
		return nil, err
	}
	z, err := NewPuzzle("", seed)
	if err != nil {
		return nil, err
	}
	z.Date = date
	return z, nil
}
