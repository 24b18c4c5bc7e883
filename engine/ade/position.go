package ade

import (
	"context"
	"encoding/json"
	"math/big"
	"math/bits"
	"strconv"
	"sync"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// Layer is one firing: the values before it, the nodes that fire, and the sum of their values.
type Layer struct {
	Values graph.Values
	Fired  graph.Set
	Total  *big.Int
}

// Position is a graph whose values one player edits and fires, freely or to solve a puzzle. Its
// reading methods do not change it.
type Position struct {
	graph  *graph.Graph
	theory func() *theory.Theory // computed on first use
	free   bool                  // negative values may be set
	puzzle *Puzzle               // may be nil
	runs   int                   // ended by going back to editing
	values graph.Values
	start  graph.Values // before the first layer
	trace  []Layer
	size   int // of the trace, in machine words

	// exhausted is the verdict of the last move, nil unless that was exhaust. It is computed on first use: a
	// stored move holds its number of layers, so that replaying it decides nothing.
	exhausted func() *theory.Verdict
	decided   *decision // the last one; may be nil
	last      int       // layers fired by the last move
	work      int       // see [graph.Graph.Effort]
}

func newPosition(g *graph.Graph, values graph.Values) *Position {
	return &Position{graph: g, values: values, theory: sync.OnceValue(func() *theory.Theory { return theory.New(g) })}
}

// Graph returns the graph.
func (p *Position) Graph() *graph.Graph { return p.graph }

// Values returns the numbers on the nodes.
func (p *Position) Values() graph.Values { return p.values }

// After returns the numbers on the nodes after so many layers.
func (p *Position) After(layers int) graph.Values {
	if layers < len(p.trace) {
		return p.trace[layers].Values
	}
	return p.values
}

// Trace returns the layers that have fired, in order. The slice is shared.
func (p *Position) Trace() []Layer { return p.trace }

// Editing reports whether values can be set, that is before the first layer fires.
func (p *Position) Editing() bool { return len(p.trace) == 0 }

// Verdict returns what exhaust found, nil unless exhaust was the last move.
func (p *Position) Verdict() *theory.Verdict {
	if p.exhausted == nil {
		return nil
	}
	return p.withoutSpoilers(p.exhausted())
}

// withoutSpoilers returns the verdict without what gives a puzzle away: in an unsolved
// [TaskFixed] puzzle the coefficients of the invariant sum are the solution, so the reasons are
// left out.
func (p *Position) withoutSpoilers(v *theory.Verdict) *theory.Verdict {
	if p.puzzle == nil || p.puzzle.Task != TaskFixed || p.puzzle.Solved(p.run()) {
		return v
	}
	bare := *v
	bare.Reasons = nil
	return &bare
}

// Puzzle returns the puzzle to be solved, or nil.
func (p *Position) Puzzle() *Puzzle { return p.puzzle }

// Riddle implements [engine.Riddler]. Each run counts as a try.
func (p *Position) Riddle() (engine.Riddle, bool) {
	if p.puzzle == nil {
		return engine.Riddle{}, false
	}
	r := engine.Riddle{Name: engine.T("ADE puzzle on %s", p.graph.Title()), Day: p.puzzle.Date, Tries: p.runs}
	if r.Day != "" {
		r.Name = engine.T("ADE puzzle of %s", r.Day)
	}
	if !p.Editing() {
		r.Tries++
	}
	return r, true
}

// Answer implements [engine.Riddler].
func (p *Position) Answer() engine.Text {
	if p.puzzle == nil {
		return engine.Text{}
	}
	return engine.T("One answer is %s.", theory.List(p.puzzle.Solution))
}

// Work implements [engine.Laborious], in machine words handled, see [graph.Graph.Effort].
func (p *Position) Work() int { return p.work }

// Copy implements [engine.Laborious]. The data that both share is never changed.
func (p *Position) Copy() engine.Laborious { return p.scratch() }

// Size implements [engine.Laborious].
func (p *Position) Size() int {
	const word, header = bits.UintSize / 8, 64 // of a number, with its pointer
	return word*(p.size+p.values.Words()) + header*p.graph.Len()*(len(p.trace)+1)
}

func (p *Position) ended() bool { return !p.Editing() && p.values.Positive() == 0 }

// Progress describes in a few words the puzzle's goal, and how near the run is after the given
// number of layers.
func (p *Position) Progress(layers int) (goal, progress engine.Text) {
	return p.puzzle.Goal(), p.puzzle.Progress(Attempt{p.start, p.After(layers), layers})
}

func (p *Position) run() Attempt { return Attempt{p.start, p.values, len(p.trace)} }

// Turn implements [engine.Position].
func (p *Position) Turn() engine.Seat {
	if p.Outcome().Status != engine.Open {
		return engine.NoSeat
	}
	return 0
}

// Outcome implements [engine.Position]: a run is over when no node is positive, a puzzle when it
// is solved.
func (p *Position) Outcome() engine.Outcome {
	solved := engine.Outcome{Status: engine.Solved, Winner: engine.NoSeat}
	switch {
	case p.puzzle != nil && p.puzzle.Solved(p.run()):
		solved.Reason = p.puzzle.Reason(p.run())
	case p.puzzle == nil && p.ended():
		solved.Reason = engine.T("nothing is positive after %s", graph.Layers(len(p.trace)))
	default:
		return engine.Outcome{Status: engine.Open, Winner: engine.NoSeat}
	}
	return solved
}

// Terms implements [engine.Termed].
func (p *Position) Terms() engine.Terms {
	if p.puzzle != nil {
		return engine.PuzzleTerms.Beginning(engine.T("%s.", p.puzzle.Words()))
	}
	return engine.Terms{Done: engine.T("Ended")}
}

// Moves implements [engine.Picker]: fire and exhaust, edit and load (after the end too), and in
// editing mode 0 or 1 for each node, although any number may be set.
func (p *Position) Moves() []string {
	var moves []string
	if p.Outcome().Status == engine.Open && p.values.Positive() != 0 {
		moves = append(moves, fireVerb, exhaustVerb)
	}
	if p.Editing() {
		for _, name := range p.graph.Nodes() {
			moves = append(moves, setVerb+" "+name+" 1", setVerb+" "+name+" 0")
		}
	} else {
		moves = append(moves, editVerb)
	}
	if p.puzzle == nil {
		for _, family := range families {
			moves = append(moves, loadVerb+" "+family+" "+strconv.Itoa(defaultDegree))
		}
	}
	return moves
}

type positionState struct {
	graph.State
	Mode         string               `json:"mode"`
	Values       []string             `json:"values"`
	Layer        int                  `json:"layer"`
	Trace        []layerState         `json:"trace"`
	Verdict      *theory.VerdictState `json:"verdict"`
	Conservation *conservationState   `json:"conservation"`
	Puzzle       *PuzzleState         `json:"puzzle"`
}

type layerState struct {
	Layer  int      `json:"layer"`
	Values []string `json:"values"`
	Fired  []string `json:"fired"`
	Total  string   `json:"total"`
}

type conservationState struct {
	Weights     []string `json:"weights"`
	Denominator string   `json:"denominator"`
	Totals      string   `json:"totals"`
	Fall        string   `json:"fall"`
	Holds       bool     `json:"holds"`
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	s := positionState{
		State: p.graph.State(), Mode: "play", Values: p.values.Strings(), Layer: len(p.trace),
		Trace: []layerState{}, Verdict: p.Verdict().State(p.graph), Puzzle: p.puzzle.State(),
	}
	if p.Editing() {
		s.Mode = "edit"
	}
	for i, l := range p.trace {
		s.Trace = append(s.Trace, layerState{i + 1, l.Values.Strings(), p.graph.Members(l.Fired), l.Total.String()})
	}
	if totals, fall, ok := p.conserved(); ok {
		t := p.theory()
		s.Conservation = &conservationState{graph.Values(t.Weights).Strings(), t.Denominator.String(), totals.String(), fall.String(), totals.Cmp(fall) == 0}
	}
	return json.Marshal(s)
}

var classifyTool = engine.Tool{
	Name: "classify", Help: engine.T("Any graph by its edges: finite, affine or indefinite, its name, and the proof"),
	Args: []engine.Arg{{
		Name: "edges", Help: engine.T("Its edges, such as 1-2 2-3 2-4, its name, a matrix, DOT or graph6"), Kind: engine.Word, Required: true,
	}},
	Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		g, err := graph.Parse(o.Text("edges"))
		if err != nil {
			return engine.Answer{}, err
		}
		t := theory.New(g)
		return engine.Answer{Text: t.Words(), Data: t.State(), Scenes: []engine.Scene{newPosition(g, graph.Zeros(g.Len()))}}, nil
	},
}
