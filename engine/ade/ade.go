// Package ade implements the ADE concurrent game.
//
// The game is Thai Son Hoang's "ADE Concurrent Game", an applet with an editing and a playing
// mode. Each node of a graph holds an integer of any size. All positive nodes fire at once, by the
// rule in package graph. A run is over when no node is positive. The graphs with n nodes are A_n
// (the path V1 ... Vn), D_n (the path V1 ... V(n-1), with V0 joined to V2) and E_n (the same
// path, with V0 joined to V3). Any other connected simple graph can be given by its edges,
// and in the other notations that [graph.Parse] reads.
// Values are listed in the order of the nodes; V0, if present, comes first.
//
// A table is played in one of three modes: alone (edit, fire, look), as a puzzle (find values
// with a given property), or by two players, who take turns to fire any non-empty set of the
// positive nodes. The player who fires last wins.
//
// The JSON form of a position, alone and in puzzles, is an object with these fields:
//
//	type, degree   "E", 6; type is "" for a graph given by edges
//	class, name    "finite", "affine" or "indefinite"; "E6", "~E8" (affine E8), or ""
//	nodes, edges   ["V0", ...] and [["V0", "V3"], ...]
//	mode           "edit" or "play"
//	values         decimal integers, as strings, in the order of the nodes
//	layer          number of layers fired
//	trace          list of {layer, values (before it fires), fired, total}
//	verdict        what exhaust found; null unless exhaust was the last move
//	conservation   on a finite type, while playing: {weights, denominator, totals, fall, holds}:
//	               denominator times the sum of totals is weights.(start - values)
//	puzzle         null, or {task, text, most, layers, end, date}
//
// In the game for two the fields are
//
//	type, degree, class, name, nodes, edges, values    the same
//	turn           "first" or "second"; "" after the end
//	shots          number of moves made
//	last           the nodes that fired last
//	winner         "first" or "second"; "" before the end
//
// Package graph holds the graphs, the values, the firing rule and their notation; package
// theory decides whether a run ends, and proves it; package duel is the game for two. This package
// holds the single player's [Position], its trace and views, and the [Puzzle].
package ade

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

// Game is the ADE concurrent game.
var Game = engine.Scripted(engine.Game{
	ID:        "ade",
	Title:     engine.T("ADE"),
	Help:      engine.T("Fire the positive nodes of a graph, and see whether the run ever ends"),
	Rules:     1,
	Options:   arguments,
	Prepare:   prepare,
	Complete:  complete,
	Next:      next,
	Starts:    starts,
	Daily:     "mode:daily",
	Sides:     engine.Sides{Option: "turn", Help: engine.T("Who you are in the game for two: First fires first"), List: duel.Sides},
	Seats:     seats,
	Class:     class,
	Verbs:     verbs,
	Views:     views,
	Tools:     []engine.Tool{rulesTool, classifyTool},
	Opponents: engine.Opponents{Levels: levels, Default: "normal", Hint: "max"},
	Controls:  controls,
	New:       New,
}, graphs)

// The modes of a table.
const (
	modeAlone  = "alone"
	modeDuel   = "duel"
	modePuzzle = "puzzle"
	modeDaily  = "daily"
)

// Names of options that are used in several places.
const (
	optionType   = "type"
	optionDegree = "degree"
	optionValues = "values"
	optionEdges  = "edges"
	optionFree   = "free"
	optionMode   = "mode"
	optionTask   = "task"
)

const defaultDegree = 6

var families = []string{graph.FamilyA, graph.FamilyD, graph.FamilyE}

var graphArguments = []engine.Arg{
	{
		Name: optionType, Help: engine.T("The graph: A, D or E; default A"),
		Kind: engine.Pick, Default: graph.FamilyA,
		Choices: []engine.Named{
			{ID: graph.FamilyA, Title: engine.T("A: a path")},
			{ID: graph.FamilyD, Title: engine.T("D: a path, and V0 beside V2")},
			{ID: graph.FamilyE, Title: engine.T("E: a path, and V0 beside V3")},
		},
	},
	{
		Name: optionDegree, Help: engine.T("Number of nodes, 1 to 64; default 6"),
		Kind: engine.Integer, Min: 1, Max: graph.MostNodes, Default: defaultDegree,
	},
	{Name: optionValues, Help: engine.T("The numbers on the nodes in order, such as 1 0 0 2; or all 1"), Kind: engine.Word},
	{Name: optionEdges, Help: engine.T("Any other graph: edges 1-2 2-3 2-4, a name D4~, a matrix, DOT, graph6"), Kind: engine.Word},
	{Name: optionFree, Help: engine.T("Free editing: negative values may be set"), Kind: engine.Boolean, Default: false},
}

var puzzleArguments = []engine.Arg{
	{
		Name: optionTask, Help: engine.T("What the puzzle asks for; default random"),
		Kind: engine.Pick,
		Choices: []engine.Named{
			{ID: string(TaskLayers), Title: engine.T("End after exactly so many layers")},
			{ID: string(TaskEnd), Title: engine.T("End in given values")},
			{ID: string(TaskFixed), Title: engine.T("Stay as they are")},
		},
	},
	daily.SeedArg(engine.T("The puzzle's number; default random")),
}

var modeArgument = engine.Arg{
	Name: optionMode, Help: engine.T("What to play: alone, for two, or a puzzle"),
	Kind: engine.Pick, Default: modeAlone,
	Choices: []engine.Named{
		{ID: modeAlone, Title: engine.T("Alone: edit, fire, look")},
		{ID: modeDuel, Title: engine.T("For two: whoever fires last wins")},
		{ID: modePuzzle, Title: engine.T("A puzzle")},
		{ID: modeDaily, Title: engine.T("The puzzle of the day")},
	},
}

var arguments = slices.Concat(graphArguments, []engine.Arg{modeArgument}, puzzleArguments,
	[]engine.Arg{daily.DateArg(engine.T("The day of a puzzle of the day, such as 2026-01-02; default today"))})

// The verbs.
const (
	setVerb     = "set"
	freeVerb    = "free"
	fireVerb    = duel.Verb
	exhaustVerb = "exhaust"
	editVerb    = "edit"
	loadVerb    = "load"
)

var controls = engine.Controls{
	Offers: []engine.Action{
		{Label: engine.T("Puzzle of the day"), Emoji: "📅", Line: "puzzle daily:true"},
		{Label: engine.T("A puzzle"), Emoji: "🧩", Line: "puzzle"},
		{Label: engine.T("A graph to explore"), Emoji: "🕸️", Line: "new"},
	},
	Buttons: map[string]engine.Button{
		fireVerb:    {Label: engine.T("Fire"), Emoji: "🔥"},
		exhaustVerb: {Label: engine.T("Exhaust"), Emoji: "⏩"},
		editVerb:    {Label: engine.T("Edit"), Emoji: "✏️"},
		setVerb:     {Label: engine.T("Set"), Emoji: "🔢"},
		loadVerb:    {Label: engine.T("Load"), Emoji: "📂"},
		"graph":     {Label: engine.T("Graph"), Emoji: "🕸️"},
		"trace":     {Label: engine.T("Trace"), Emoji: "📜"},
		"help":      {Label: engine.T("Help"), Emoji: "❓"},
	},
}

var verbs = []engine.Verb{
	{
		Name: fireVerb, Help: engine.T("Fire all positive nodes, or so many layers; for two: the nodes you name"), Undo: undo,
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("For two: which nodes, such as V1 V3. Alone: how many layers"),
			Kind: engine.Word, Max: 1000, Suggest: suggestFire, // as a long text it takes all nodes that are typed
		}},
	},
	{
		Name: exhaustVerb, Help: engine.T("Decide whether the run ends; then fire to its end, or one period"), Undo: undo, Idle: idle,
	},
	{
		Name: editVerb, Help: engine.T("Back to editing: the trace and the values are cleared"), AfterEnd: true, Empties: true,
	},
	{
		Name: setVerb, Help: engine.T("Set one value (V3 5), some (V1 1 V3 5), or all (1 0 0 2; all 1)"), Prepares: true,
		Args: setArguments(engine.T("V3 5, or all values in order")),
	},
	{
		Name: freeVerb, Help: engine.T("Set values as by set, negative ones too: V3 -5"),
		Args: setArguments(engine.T("V3 -5, or all values in order")),
	},
	{
		Name: loadVerb, Help: engine.T("Another graph in place of this one: the trace and the values are cleared"), AfterEnd: true, Empties: true,
		Args: []engine.Arg{{
			Name: "graph", Help: engine.T("Type and degree, such as E 8; or edges 1-2 2-3, a name D4~, a matrix"), Kind: engine.Word, Required: true,
		}},
	},
}

func setArguments(help engine.Text) []engine.Arg {
	return []engine.Arg{{Name: "what", Help: help, Kind: engine.Word, Required: true, Suggest: suggestSet}}
}

// playArguments are the graph's arguments with the bound on nodes of the game for two.
var playArguments = func() []engine.Arg {
	list := slices.Clone(graphArguments)
	list[1].Help, list[1].Max = engine.T("Number of nodes, 1 to 10; default 6"), duel.MostNodes
	return list
}()

var starts = []engine.Start{
	{
		Name: "play", Help: engine.T("For two: take turns to fire any of the positive nodes; whoever fires last wins"),
		Args: playArguments,
		Options: func(o engine.Options) map[string]any {
			raw := map[string]any{optionMode: modeDuel}
			maps.Copy(raw, o)
			return raw
		},
	},
	{
		Name: "puzzle", Help: engine.T("A puzzle: find values that do what is asked"), Solo: true,
		Args: append([]engine.Arg{{
			Name: "daily", Help: engine.T("The puzzle of the day, the same for everybody"),
			Kind: engine.Boolean, Default: false,
		}}, puzzleArguments...),
		Options: func(o engine.Options) map[string]any {
			if o.Bool("daily") {
				return map[string]any{optionMode: modeDaily}
			}
			raw := map[string]any{optionMode: modePuzzle}
			maps.Copy(raw, o)
			delete(raw, "daily")
			return raw
		},
	},
}

func seats(o engine.Options) int {
	if o.Text(optionMode) == modeDuel {
		return 2
	}
	return 1
}

// open are the graphs on which it is not known who wins the game for two from 1 on every node. On all
// smaller ones First does, as a search of 3 million states shows.
var open = []string{"A9", "A10", "D8", "D9", "D10", "E7", "E8"}

// class refuses to rate games whose winner is known or, by values of one's own, could be chosen.
func class(o engine.Options) (engine.Named, error) {
	if strings.TrimSpace(o.Text(optionValues)) != "" {
		return engine.Named{}, engine.Refuse("with values of one's own a side can be given a won game, so that no such game is rated; leave `values` out")
	}
	if g, err := graphOf(o); err != nil || !slices.Contains(open, g.Type().ID()) {
		return engine.Named{}, engine.Refuse("it is known who wins on that graph, so that no game there is rated; choose one of %s, such as `type:E degree:8`", strings.Join(open, ", "))
	}
	return engine.Named{}, nil
}

// prepare sets the seed of a puzzle, or the date of a daily puzzle, and writes a graph in one way.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	if err := readGraph(o, o.Text(optionEdges)); err != nil {
		return nil, err
	}
	switch o.Text(optionMode) {
	case modePuzzle:
		o[daily.SeedOption] = daily.Seed(env, o)
	case modeDaily:
		o[daily.DateOption] = daily.Date(env, o)
	}
	return o, nil
}

// readGraph sets the options that describe a graph, if there is one, in the only way in which they
// are stored.
func readGraph(o engine.Options, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	g, err := graph.Parse(text)
	switch delete(o, optionEdges); {
	case err != nil:
		return err
	case g.Family == "":
		o[optionEdges] = g.String()
	default:
		o[optionType], o[optionDegree] = g.Family, g.Len()
	}
	return nil
}

// next returns the options of another puzzle with the same task; after a numbered one, of the
// next number.
func next(asked engine.Options) (engine.Options, bool) {
	if mode := asked.Text(optionMode); mode != modePuzzle && mode != modeDaily {
		return nil, false
	}
	o := daily.Another(asked)
	o[optionMode] = modePuzzle
	return o, true
}

// New makes the position that the options of [Game] describe: a *[Position] in editing mode, or a
// [duel.Position].
func New(o engine.Options) (engine.Position, error) {
	if mode := o.Text(optionMode); mode == modePuzzle || mode == modeDaily {
		return newPuzzlePosition(o)
	}
	g, err := graphOf(o)
	if err != nil {
		return nil, err
	}
	values := graph.Zeros(g.Len())
	if text := o.Text(optionValues); strings.TrimSpace(text) != "" {
		if values, _, err = graph.Assign(g, values, text, o.Bool(optionFree)); err != nil {
			why, _ := engine.Why(err)
			return nil, &engine.Refusal{Why: why}
		}
	} else if o.Text(optionMode) == modeDuel {
		values = slices.Repeat(graph.Values{big.NewInt(1)}, g.Len())
	}
	if o.Text(optionMode) == modeDuel {
		d, err := duel.New(g, values)
		if err != nil {
			return nil, err
		}
		return d, nil
	}
	p := newPosition(g, values)
	p.free = o.Bool(optionFree)
	return p, nil
}

func graphOf(o engine.Options) (*graph.Graph, error) {
	if edges := o.Text(optionEdges); strings.TrimSpace(edges) != "" {
		return graph.Parse(edges)
	}
	return graph.New(cmp.Or(o.Text(optionType), graph.FamilyA), cmp.Or(o.Int(optionDegree), defaultDegree))
}

func newPuzzlePosition(o engine.Options) (engine.Position, error) {
	var z *Puzzle
	var err error
	if date := o.Text(daily.DateOption); o.Text(optionMode) == modeDaily && date != "" {
		z, err = DailyPuzzle(date)
	} else {
		z, err = NewPuzzle(Task(o.Text(optionTask)), uint64(o.Int(daily.SeedOption)))
	}
	if err != nil {
		return nil, err
	}
	p := newPosition(z.Graph, graph.Zeros(z.Graph.Len()))
	p.puzzle = z
	return p, nil
}
