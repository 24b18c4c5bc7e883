// Package ade implements the ADE concurrent game.
//
// The game is Thai Son Hoang's "ADE Concurrent Game", an applet with an editing and a
// playing mode. Each node of a graph holds an integer of any size. Fire: all positive
// nodes fire at the same time, and
//
//	v'_i = -|v_i| + the sum over the neighbours j of max(v_j, 0)
//
// Zero does not fire. The run is over when no node is positive. The graphs are A_n (the
// path V1 ... Vn), D_n (the path V1 ... V(n-1), and V0 joined to V2), E_n (the same with V0
// joined to V3), n being the number of all nodes; or any connected simple graph given by
// its edges. Values are listed in the order of nodes, V0 first where there is one.
//
// A table is played in one of three modes: alone (edit, fire, look), as a puzzle (find
// values that do what is asked), or by two, who take turns to fire any non-empty set of
// the positive nodes until nobody can: who fires last wins.
//
// Whether a run ends is decided by theorems on the graph's Cartan matrix, exactly, and
// with certificates; see [Graph.Decide].
//
// A position's JSON form is, alone and in puzzles, an object of
//
//	type, degree   "E", 6; type is "" for a graph given by edges
//	class, name    "finite", "affine" or "indefinite"; "E6", "~E8" (affine E8), or ""
//	nodes, edges   ["V0", ...] and [["V0", "V3"], ...]
//	mode           "edit" or "play"
//	values         integers in decimal, as texts, in the order of nodes
//	layer          number of layers fired
//	trace          a list of {layer, values (before it fires), fired, total}
//	verdict        what exhaust found, null unless it was the last move
//	conservation   on a finite type, while playing: {weights, denominator, totals, fall, holds}:
//	               denominator times the sum of totals is weights.(start - values)
//	puzzle         null, or {task, text, most, layers, end, date}
//
// and in the game for two
//
//	type, degree, class, name, nodes, edges, values    the same
//	turn           "first" or "second", "" after the end
//	shots          number of moves made
//	last           the nodes that fired last
//	winner         "first" or "second", "" before the end
//
// Package ade does not prove anything by counting layers: where no theorem decides, it
// says so.
package ade

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// Game is the ADE concurrent game.
var Game = engine.Game{
	ID:           "ade",
	Title:        engine.T("ADE"),
	Help:         engine.T("Fire the positive nodes of a graph, and see whether it ever ends"),
	Rules:        1,
	Options:      arguments,
	Prepare:      prepare,
	Starts:       starts,
	Sides:        sides,
	Side:         engine.Side{Name: "turn", Help: engine.T("Who you are in the game for two: First fires first")},
	Seats:        seats,
	Verbs:        verbs,
	Views:        views,
	Tools:        []engine.Tool{classifyTool},
	Formats:      []engine.Format{script, targa},
	Levels:       levels,
	DefaultLevel: "normal",
	HintLevel:    "hard",
	New:          New,
}

// sides are who plays the game for two, in the order of the first moves.
var sides = []engine.Named{{ID: "first", Title: engine.T("First")}, {ID: "second", Title: engine.T("Second")}}

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
	optionSeed   = "seed"
	optionDate   = "date"
)

const (
	defaultDegree = 6
	mostSeed      = 999_999_999
)

var graphArguments = []engine.Arg{
	{
		Name: optionType, Help: engine.T("The graph: A, D or E; A if you say nothing"),
		Kind: engine.Pick, Default: familyA,
		Choices: []engine.Named{
			{ID: familyA, Title: engine.T("A: a path")},
			{ID: familyD, Title: engine.T("D: a path, and V0 beside V2")},
			{ID: familyE, Title: engine.T("E: a path, and V0 beside V3")},
		},
	},
	{
		Name: optionDegree, Help: engine.T("Number of nodes, 1 to 64; 6 if you say nothing"),
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
		Name: optionTask, Help: engine.T("What the puzzle asks for; chance decides if you say nothing"),
		Kind: engine.Pick,
		Choices: []engine.Named{
			{ID: string(TaskLayers), Title: engine.T("End after exactly so many layers")},
			{ID: string(TaskEnd), Title: engine.T("End in given values")},
			{ID: string(TaskFixed), Title: engine.T("Stay as they are")},
		},
	},
	{
		Name: optionSeed, Help: engine.T("The puzzle's number; chance decides if you say nothing"),
		Kind: engine.Integer, Min: 0, Max: mostSeed,
	},
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
}), append(append([]engine.Arg{}, puzzleArguments...), engine.Arg{
	Name: optionDate, Help: engine.T("The day of a puzzle of the day, such as 2026-01-02; today if you say nothing"),
	Kind: engine.Word, Min: len(dateLayout), Max: len(dateLayout),
})...)

// playArguments are those of a graph small enough for two.
var playArguments = func() []engine.Arg {
	list := slices.Clone(graphArguments)
	list[1].Help, list[1].Max = engine.T("Number of nodes, 1 to 10; 6 if you say nothing"), MostDuelNodes
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

var verbs = []engine.Verb{
	{
		Name: fireVerb, Help: engine.T("Fire all positive nodes, or so many layers; for two: the nodes you name"), Button: engine.T("Fire"),
		Args: []engine.Arg{{
			Name: "what", Help: engine.T("Alone: how many layers. For two: which nodes"),
			Kind: engine.Word, Suggest: suggestFire,
		}},
	},
	{
		Name: exhaustVerb, Help: engine.T("Decide whether it ends; then fire to the end, or once round"), Button: engine.T("Exhaust"),
	},
	{
		Name: editVerb, Help: engine.T("Back to editing: the trace and the values are cleared"), Button: engine.T("Edit"), AfterEnd: true,
	},
	{
		Name: setVerb, Help: engine.T("Set one value (V3 5), some (V1 1 V3 5), or all (1 0 0 2; all 1)"), Button: engine.T("Set"),
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

// seats are two in the game for two.
func seats(o engine.Options) int {
	if o.Text(optionMode) == modeDuel {
		return 2
	}
	return 1
}

// prepare gives a puzzle its number, or its day.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	switch _, given := o[optionSeed]; {
	case o.Text(optionMode) == modePuzzle && !given:
		o[optionSeed] = env.Rand.IntN(mostSeed + 1)
	case o.Text(optionMode) == modeDaily && o.Text(optionDate) == "":
		o[optionDate] = env.Now.UTC().Format(dateLayout)
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
	if date := o.Text(optionDate); o.Text(optionMode) == modeDaily && date != "" {
		z, err = dailyPuzzle(date)
	} else {
		task := Task(o.Text(optionTask))
		if _, known := fields[task]; task != "" && !known {
			return nil, engine.Refuse("task must be one of: %s", strings.Join([]string{string(TaskLayers), string(TaskEnd), string(TaskFixed)}, ", "))
		}
		z, err = newPuzzle(task, uint64(o.Int(optionSeed)))
	}
	if err != nil {
		return nil, err
	}
	return &Position{graph: z.Graph, puzzle: z, values: zeros(z.Graph.Len())}, nil
}

// suggestFire offers numbers of layers, or sets of nodes.
func suggestFire(p engine.Position, typed string) []engine.Named {
	var words []string
	switch p := p.(type) {
	case *Duel:
		for _, move := range p.Moves() {
			words = append(words, strings.TrimPrefix(move, fireVerb+" "))
		}
	default:
		words = []string{"1", "2", "5", "10", "20", "50", "100"}
	}
	return matching(words, typed)
}

// suggestSet offers a value for each node, and one for all.
func suggestSet(p engine.Position, typed string) []engine.Named {
	alone, ok := p.(*Position)
	if !ok {
		return nil
	}
	var words []string
	for _, name := range alone.graph.names {
		for n := range 3 {
			words = append(words, name+" "+strconv.Itoa(n))
		}
	}
	return matching(append(words, "all 1", "all 0"), typed)
}

// matching lists the words that begin with what was typed.
func matching(words []string, typed string) []engine.Named {
	const most = 25
	var list []engine.Named
	for _, word := range words {
		if len(list) < most && strings.HasPrefix(strings.ToLower(word), strings.ToLower(typed)) {
			list = append(list, engine.Named{ID: word, Title: engine.T("%s", word)})
		}
	}
	return list
}
