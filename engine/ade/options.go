package ade

import (
	"slices"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

// The modes of a table.
const (
	modeAlone  = "alone"
	modeDuel   = "duel"
	modePuzzle = "puzzle"
	modeDaily  = "daily"
)

// Options that more than one place names.
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

var graphArguments = []engine.Arg{
	{
		Name: optionType, Help: engine.T("The graph: A, D or E; default A"),
		Kind: engine.Pick, Default: familyA,
		Choices: []engine.Named{
			{ID: familyA, Title: engine.T("A: a path")},
			{ID: familyD, Title: engine.T("D: a path, and V0 beside V2")},
			{ID: familyE, Title: engine.T("E: a path, and V0 beside V3")},
		},
	},
	{
		Name: optionDegree, Help: engine.T("Number of nodes, 1 to 64; default 6"),
		Kind: engine.Integer, Min: 1, Max: MostNodes, Default: defaultDegree,
	},
	{
		Name: optionValues, Help: engine.T("The numbers on the nodes in order, such as 1 0 0 2; or all 1"),
		Kind: engine.Word,
	},
	{
		Name: optionEdges, Help: engine.T("Any other graph, by its edges: 1-2 2-3 2-4"),
		Kind: engine.Word,
	},
	{
		Name: optionFree, Help: engine.T("Free editing: negative values may be set"),
		Kind: engine.Boolean, Default: false,
	},
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

var arguments = append(append(append([]engine.Arg{}, graphArguments...), engine.Arg{
	Name: optionMode, Help: engine.T("What to play: alone, for two, or a puzzle"),
	Kind: engine.Pick, Default: modeAlone,
	Choices: []engine.Named{
		{ID: modeAlone, Title: engine.T("Alone: edit, fire, look")},
		{ID: modeDuel, Title: engine.T("For two: who fires last wins")},
		{ID: modePuzzle, Title: engine.T("A puzzle")},
		{ID: modeDaily, Title: engine.T("The puzzle of the day")},
	},
}), append(append([]engine.Arg{}, puzzleArguments...),
	daily.DateArg(engine.T("The day of a puzzle of the day, such as 2026-01-02; default today")))...)

// playArguments are those of a graph small enough for two.
var playArguments = func() []engine.Arg {
	list := slices.Clone(graphArguments)
	list[1].Help, list[1].Max = engine.T("Number of nodes, 1 to 10; default 6"), MostDuelNodes
	return list
}()

// starts are `/ade play` and `/ade puzzle`.
var starts = []engine.Start{
	{
		Name: "play", Help: engine.T("A game for two: fire any of the positive nodes in turn; who fires last wins"),
		Args: playArguments,
		Options: func(o engine.Options) map[string]any {
			raw := map[string]any{optionMode: modeDuel}
			for name, value := range o {
				raw[name] = value
			}
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
			for _, a := range puzzleArguments {
				if value, given := o[a.Name]; given {
					raw[a.Name] = value
				}
			}
			return raw
		},
	},
}

// seats are two in the game for two.
func seats(o engine.Options) int {
	if o.Text(optionMode) == modeDuel {
		return 2
	}
	return 1
}

// prepare gives a puzzle its number, or its day.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	switch o.Text(optionMode) {
	case modePuzzle:
		o[daily.SeedOption] = daily.Seed(env, o)
	case modeDaily:
		o[daily.DateOption] = daily.Date(env, o)
	}
	return o, nil
}

// New makes the position that the options of [Game] describe: a *[Position] in editing,
// or a *[Duel].
func New(o engine.Options) (engine.Position, error) {
	switch mode := o.Text(optionMode); mode {
	case modePuzzle, modeDaily:
		return newPuzzlePosition(o)
	case modeAlone, modeDuel, "":
	default:
		return nil, engine.Refuse("mode must be one of: %s", strings.Join([]string{modeAlone, modeDuel, modePuzzle, modeDaily}, ", "))
	}
	g, err := graphOf(o)
	if err != nil {
		return nil, err
	}
	values := zeros(g.Len())
	if text := o.Text(optionValues); strings.TrimSpace(text) != "" {
		if values, _, err = g.assign(values, text, o.Bool(optionFree)); err != nil {
			why, _ := engine.Why(err)
			return nil, &engine.Refusal{Why: why}
		}
	} else if o.Text(optionMode) == modeDuel {
		values = Values(column(g.Len(), 1).column(0))
	}
	if o.Text(optionMode) == modeDuel {
		d, err := newDuel(g, values)
		if err != nil {
			return nil, err
		}
		return d, nil
	}
	return &Position{graph: g, free: o.Bool(optionFree), values: values}, nil
}

// graphOf is the graph of the options.
func graphOf(o engine.Options) (*Graph, error) {
	if edges := o.Text(optionEdges); strings.TrimSpace(edges) != "" {
		return ParseEdges(edges)
	}
	family, degree := o.Text(optionType), defaultDegree
	if family == "" {
		family = familyA
	}
	if _, given := o[optionDegree]; given {
		degree = o.Int(optionDegree)
	}
	return NewGraph(family, degree)
}

func newPuzzlePosition(o engine.Options) (engine.Position, error) {
	var z *Puzzle
	var err error
	if date := o.Text(daily.DateOption); o.Text(optionMode) == modeDaily && date != "" {
		z, err = dailyPuzzle(date)
	} else {
		task := Task(o.Text(optionTask))
		if _, known := fields[task]; task != "" && !known {
			return nil, engine.Refuse("task must be one of: %s", strings.Join([]string{string(TaskLayers), string(TaskEnd), string(TaskFixed)}, ", "))
		}
		z, err = newPuzzle(task, uint64(o.Int(daily.SeedOption)))
	}
	if err != nil {
		return nil, err
	}
	return &Position{graph: z.Graph, puzzle: z, values: zeros(z.Graph.Len())}, nil
}
