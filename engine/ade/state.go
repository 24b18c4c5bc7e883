package ade

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// graphState is the part of the JSON forms that tells the graph.
type graphState struct {
	Type   string      `json:"type"`
	Degree int         `json:"degree"`
	Class  Class       `json:"class"`
	Name   string      `json:"name"`
	Nodes  []string    `json:"nodes"`
	Edges  [][2]string `json:"edges"`
}

// state is the JSON form of a position, documented in the package comment.
type positionState struct {
	graphState
	Mode         string             `json:"mode"`
	Values       []string           `json:"values"`
	Layer        int                `json:"layer"`
	Trace        []layerState       `json:"trace"`
	Verdict      *verdictState      `json:"verdict"`
	Conservation *conservationState `json:"conservation"`
	Puzzle       *puzzleState       `json:"puzzle"`
}

type layerState struct {
	Layer  int      `json:"layer"`
	Values []string `json:"values"`
	Fired  []string `json:"fired"`
	Total  string   `json:"total"`
}

// verdictState is the JSON form of a verdict; layers, period and the like are 0 where
// they do not belong to the outcome. All but after count from the values decided.
type verdictState struct {
	Outcome      Ending             `json:"outcome"`
	Layers       int                `json:"layers"`
	From         int                `json:"from"`
	Period       int                `json:"period"`
	Growth       Pace               `json:"growth"`
	Ratio        string             `json:"measured_ratio"`
	Followed     int                `json:"followed"`
	After        int                `json:"after"` // layers fired before
	Text         string             `json:"text"`
	Certificates []certificateState `json:"certificates"`
}

type certificateState struct {
	Proof       Proof    `json:"proof"`
	At          int      `json:"at"`
	Period      int      `json:"period,omitempty"`
	Weights     []string `json:"weights,omitempty"`
	Denominator string   `json:"denominator,omitempty"`
	Number      string   `json:"number,omitempty"`
	Rate        string   `json:"rate,omitempty"`
	Increment   []string `json:"increment,omitempty"`
}

type conservationState struct {
	Weights     []string `json:"weights"`
	Denominator string   `json:"denominator"`
	Totals      string   `json:"totals"`
	Fall        string   `json:"fall"`
	Holds       bool     `json:"holds"`
}

type puzzleState struct {
	Task   Task     `json:"task"`
	Text   string   `json:"text"`
	Most   int64    `json:"most"`
	Layers int      `json:"layers"`
	End    []string `json:"end"`
	Date   string   `json:"date"`
}

type duelState struct {
	graphState
	Values []string `json:"values"`
	Turn   string   `json:"turn"`
	Shots  int      `json:"shots"`
	Last   []string `json:"last"`
	Winner string   `json:"winner"`
}

func (g *Graph) state() graphState {
	t := g.Theory()
	s := graphState{Type: g.Family, Degree: g.Len(), Class: t.Class, Name: t.id(), Nodes: g.names, Edges: [][2]string{}}
	for _, e := range g.Edges() {
		s.Edges = append(s.Edges, [2]string{g.names[e[0]], g.names[e[1]]})
	}
	return s
}

// members are the names of a set's nodes, never nil.
func (g *Graph) members(set Set) []string {
	list := []string{}
	for i, name := range g.names {
		if set.Has(i) {
			list = append(list, name)
		}
	}
	return list
}

// MarshalJSON implements [json.Marshaler].
func (p *Position) MarshalJSON() ([]byte, error) {
	s := positionState{
		graphState: p.graph.state(), Mode: "play", Values: p.values.Strings(), Layer: len(p.trace),
		Trace: []layerState{}, Verdict: p.verdict.state(p.graph), Puzzle: p.puzzle.state(),
	}
	if p.Editing() {
		s.Mode = "edit"
	}
	for i, l := range p.trace {
		s.Trace = append(s.Trace, layerState{i + 1, l.Values.Strings(), p.graph.members(l.Fired), l.Total.String()})
	}
	if totals, fall, ok := p.conserved(); ok {
		t := p.graph.Theory()
		s.Conservation = &conservationState{Values(t.Weights).Strings(), t.Denominator.String(), totals.String(), fall.String(), totals.Cmp(fall) == 0}
	}
	return json.Marshal(s)
}

func (v *Verdict) state(g *Graph) *verdictState {
	if v == nil {
		return nil
	}
	s := &verdictState{
		Outcome: v.Ending, Layers: max(0, v.Layers), From: v.From, Period: v.Period, Growth: v.Pace, Ratio: v.Ratio,
		Followed: v.Followed, After: v.After, Text: v.Words(g).String(), Certificates: []certificateState{},
	}
	for _, c := range v.Reasons {
		s.Certificates = append(s.Certificates, c.state())
	}
	return s
}

func (c Certificate) state() certificateState {
	s := certificateState{Proof: c.Proof, At: c.At, Period: c.Period, Denominator: decimal(c.Denominator), Number: decimal(c.Number)}
	if c.Weights != nil {
		s.Weights = Values(c.Weights).Strings()
	}
	if c.Increment != nil {
		s.Increment = c.Increment.Strings()
	}
	if c.Rate != nil {
		s.Rate = c.Rate.String()
	}
	return s
}

func decimal(n *big.Int) string {
	if n == nil {
		return ""
	}
	return n.String()
}

func (z *Puzzle) state() *puzzleState {
	if z == nil {
		return nil
	}
	s := &puzzleState{Task: z.Task, Text: z.Words().String(), Most: z.Most, End: []string{}, Date: z.Date}
	if z.Task == TaskLayers {
		s.Layers = z.Layers
	}
	if z.Task == TaskEnd {
		s.End = z.End.Strings()
	}
	return s
}

// MarshalJSON implements [json.Marshaler].
func (d *Duel) MarshalJSON() ([]byte, error) {
	s := duelState{graphState: d.graph.state(), Values: d.values.Strings(), Shots: len(d.shots), Last: d.graph.members(d.Last())}
	if turn := d.Turn(); turn != engine.NoSeat {
		s.Turn = sides[turn].ID
	} else {
		s.Winner = sides[d.Outcome().Winner].ID
	}
	return json.Marshal(s)
}

// title is the graph's name in words; a graph without one is told by its nodes.
func (g *Graph) title() engine.Text {
	if g.Family != "" {
		return engine.T("%s", g.Family+strconv.Itoa(g.Len()))
	}
	if name := g.Theory().Name(); !name.Empty() {
		return name
	}
	return engine.T("a graph of %s nodes", strconv.Itoa(g.Len()))
}

// Title is the graph's name in words.
func (g *Graph) Title() engine.Text { return g.title() }

// Most characters of values that are read out.
const mostRead = 400

// read lists the values by node; where that is too long, it counts.
func (g *Graph) read(v Values) engine.Text {
	words := make([]string, len(v))
	length := 0
	for i, x := range v {
		words[i] = g.names[i] + " " + Short(x, longNumber)
		length += len(words[i]) + 2
	}
	if length <= mostRead {
		return engine.T("%s", strings.Join(words, ", "))
	}
	positive := v.Positive().count()
	if positive == 1 {
		return engine.T("1 of %s nodes is positive, with a total of %s", strconv.Itoa(len(v)), Short(v.Total(), longNumber))
	}
	return engine.T("%s of %s nodes are positive, with a total of %s",
		strconv.Itoa(positive), strconv.Itoa(len(v)), Short(v.Total(), longNumber))
}

// Describe implements [engine.Position].
func (p *Position) Describe() engine.Text {
	head := engine.T("%s, editing", p.graph.title())
	if !p.Editing() {
		head = engine.T("%s after %s", p.graph.title(), Layers(len(p.trace)))
	}
	text := engine.T("%s: %s.", head, p.graph.read(p.values))
	for _, more := range []engine.Text{p.asked(), p.found()} {
		if !more.Empty() {
			text = engine.T("%s %s", text, more)
		}
	}
	return text
}

// Told implements [engine.Teller]: after exhaust, what it has found out and why.
func (p *Position) Told() engine.Text {
	if p.verdict == nil {
		return p.missed()
	}
	if more := p.missed(); !more.Empty() {
		return engine.T("%s %s", p.verdict.Words(p.graph), more)
	}
	return p.verdict.Words(p.graph)
}

// missed says what a run of a puzzle that is over has not done.
func (p *Position) missed() engine.Text {
	if p.puzzle == nil || !p.ended() || p.puzzle.solved(p) {
		return engine.Text{}
	}
	return engine.T("%s.", p.puzzle.missed(p))
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

// found says what exhaust has found: all of it if that is short enough to be listened to.
func (p *Position) found() engine.Text {
	if p.verdict == nil {
		return engine.Text{}
	}
	if words := p.verdict.Words(p.graph); len(words.String()) <= mostRead {
		return words
	}
	return engine.T("%s.", p.verdict.Short())
}

// Describe implements [engine.Position].
func (d *Duel) Describe() engine.Text {
	text := engine.T("%s, for two: %s.", d.graph.title(), d.graph.read(d.values))
	if last := d.Last(); last != 0 {
		text = engine.T("%s Fired last: %s.", text, strings.Join(d.graph.members(last), " "))
	}
	switch d.Turn() {
	case 0:
		return engine.T("%s First to fire.", text)
	case 1:
		return engine.T("%s Second to fire.", text)
	case engine.NoSeat:
	}
	return engine.T("%s The game is over: %s.", text, d.Outcome().Reason)
}

// Most rows of the board as text.
const mostRows = 40

// String implements [engine.Position]: the newest values of the trace and the present
// ones, one line each below the names of the nodes.
func (p *Position) String() string {
	rows := []Values{}
	for _, l := range p.trace[max(0, len(p.trace)-mostRows):] {
		rows = append(rows, l.Values)
	}
	return p.graph.table(append(rows, p.values))
}

// String implements [engine.Position].
func (d *Duel) String() string { return d.graph.table([]Values{d.values}) }

// table writes values in columns.
func (g *Graph) table(rows []Values) string {
	cells := [][]string{g.names}
	for _, v := range rows {
		cells = append(cells, v.Strings())
	}
	return columns(cells)
}
