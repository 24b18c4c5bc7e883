package hex

import (
	"maps"
	"slices"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/hex/puzzles"
)

// Options of a puzzle, and values of [optionPuzzle].
const (
	optionPuzzle = "puzzle"
	optionLevel  = "grade"
	optionNumber = "number"
	optionWhich  = "which"

	puzzleDaily  = "daily"
	puzzleRandom = "random"
)

var puzzleLevels = []engine.Named{
	{ID: puzzles.Easy, Title: engine.T("Easy")},
	{ID: puzzles.Medium, Title: engine.T("Medium")},
	{ID: puzzles.Hard, Title: engine.T("Hard")},
}

var puzzleKinds = []engine.Named{
	{ID: puzzleDaily, Title: engine.T("The puzzle of the day, the same for all")},
	{ID: puzzleRandom, Title: engine.T("Any puzzle")},
}

var levelArgument = engine.Arg{
	Name: optionLevel, Help: engine.T("How hard the puzzle is; default any"),
	Kind: engine.Pick, Choices: puzzleLevels,
}

var puzzleArguments = []engine.Arg{
	{
		Name: optionPuzzle, Help: engine.T("A puzzle for you alone instead of a game: Red to move and win"),
		Kind: engine.Pick, Choices: puzzleKinds,
	},
	levelArgument,
	{
		Name: optionNumber, Help: engine.T("The puzzle of that number"),
		Kind: engine.Integer, Min: 1, Max: puzzles.Count(),
	},
	daily.DateArg(engine.T("The puzzle of that day, such as 2026-01-02")),
}

var puzzleStart = engine.Start{
	Name: "puzzle", Help: engine.T("Red to move and win: find the only winning move"), Solo: true,
	Args: []engine.Arg{
		{
			Name: optionWhich, Help: engine.T("The puzzle of the day, or any; default today's"),
			Kind: engine.Pick, Choices: puzzleKinds, Default: puzzleDaily,
		},
		levelArgument,
	},
	Options: func(o engine.Options) map[string]any {
		raw := map[string]any{optionPuzzle: o.Text(optionWhich)}
		if level := o.Text(optionLevel); level != "" {
			raw[optionLevel] = level
		}
		return raw
	},
}

func wantsPuzzle(o engine.Options) bool {
	return slices.ContainsFunc(puzzleArguments, func(a engine.Arg) bool { _, given := o[a.Name]; return given })
}

func seats(o engine.Options) int {
	if wantsPuzzle(o) {
		return 1
	}
	return 2
}

// prepare selects a puzzle: today's in UTC, or a random one.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	if !wantsPuzzle(o) {
		return o, nil
	}
	if err := agree(o); err != nil {
		return nil, err
	}
	_, numbered := o[optionNumber]
	_, dated := o[daily.DateOption]
	switch {
	case numbered || dated:
	case o.Text(optionPuzzle) == puzzleDaily:
		o[daily.DateOption] = daily.Date(env, o)
	default:
		choice := puzzles.Of(o.Text(optionLevel))
		o[optionNumber] = choice[env.Rand.IntN(len(choice))].Number
	}
	return o, nil
}

// next returns a puzzle of the same level: the next number after a numbered one, else a random one.
func next(asked engine.Options) (engine.Options, bool) {
	if !wantsPuzzle(asked) {
		return nil, false
	}
	o := maps.Clone(asked)
	number, numbered := o[optionNumber].(int)
	if !numbered {
		delete(o, daily.DateOption)
		o[optionPuzzle] = puzzleRandom
		return o, true
	}
	choice := puzzles.Of(o.Text(optionLevel))
	later := slices.IndexFunc(choice, func(p puzzles.Puzzle) bool { return p.Number > number })
	o[optionNumber] = choice[max(later, 0)].Number // the first follows the last
	return o, true
}

// agree refuses options that a puzzle cannot have. Board options count if they differ from the
// defaults, except the swap, whose default depends on the table. Options that were prepared before
// pass.
func agree(o engine.Options) error {
	for _, a := range arguments {
		if value, given := o[a.Name]; given && a.DefaultAlone == nil && value != a.Default {
			return engine.Refuse("a puzzle has its own board: leave out `%s`", a.Name)
		}
	}
	number, numbered := o[optionNumber].(int)
	_, dated := o[daily.DateOption]
	kind, level := o.Text(optionPuzzle), o.Text(optionLevel)
	switch {
	case numbered && (dated || kind == puzzleDaily), dated && kind == puzzleRandom:
		return engine.Refuse("choose the puzzle in one way only: by number, by date, or any")
	case numbered && level != "" && puzzles.All()[number-1].Level != level:
		return engine.Refuse("puzzle %s is %s: leave out the grade or the number", strconv.Itoa(number), puzzles.All()[number-1].Level)
	}
	return nil
}

// puzzleOf returns the puzzle that prepared options select.
func puzzleOf(o engine.Options) (puzzles.Puzzle, error) {
	if number, given := o[optionNumber].(int); given {
		if number < 1 || number > len(puzzles.All()) {
			return puzzles.Puzzle{}, engine.Refuse("number must be a whole number from 1 to %s", strconv.Itoa(len(puzzles.All())))
		}
		return puzzles.All()[number-1], nil
	}
	day, err := daily.Day(o.Text(daily.DateOption))
	if err != nil {
		return puzzles.Puzzle{}, err
	}
	choice := puzzles.Of(o.Text(optionLevel))
	if len(choice) == 0 {
		return puzzles.Puzzle{}, engine.Refuse("grade must be one of: %s, %s, %s", puzzles.Easy, puzzles.Medium, puzzles.Hard)
	}
	return puzzles.OfDay(day, choice), nil
}
