package ade

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/duel"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

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
		{ID: modeDuel, Title: engine.T("For two: whoever fires last wins")},
		{ID: modePuzzle, Title: engine.T("A puzzle")},
		{ID: modeDaily, Title: engine.T("The puzzle of the day")},
	},
}), append(append([]engine.Arg{}, puzzleArguments...),
	daily.DateArg(engine.T("The day of a puzzle of the day, such as 2026-01-02; default today")))...)

// The verbs.
const (
	setVerb     = "set"
	freeVerb    = "free"
	fireVerb    = duel.Verb
	exhaustVerb = "exhaust"
	editVerb    = "edit"
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
			Kind: engine.Word, Suggest: suggestFire,
		}},
	},
	{
		Name: exhaustVerb, Help: engine.T("Decide whether the run ends; then fire to its end, or one period"), Undo: undo,
	},
	{
		Name: editVerb, Help: engine.T("Back to editing: the trace and the values are cleared"), AfterEnd: true, Empties: true,
	},
	{
		Name: setVerb, Help: engine.T("Set one value (V3 5), some (V1 1 V3 5), or all (1 0 0 2; all 1)"),
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("V3 5, or all values in order"), Kind: engine.Word, Required: true, Suggest: suggestSet,
		}},
	},
	{
		Name: freeVerb, Help: engine.T("Set values as by set, negative ones too: V3 -5"),
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("V3 -5, or all values in order"), Kind: engine.Word, Required: true, Suggest: suggestSet,
		}},
	},
}
