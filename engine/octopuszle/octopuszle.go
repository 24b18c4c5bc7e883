// Package octopuszle implements the Octopuszle: 256 squares, one for each set of the 8 directions,
// in fixed orientation, fill a board of 16 x 16. Orthogonal lines must meet across sides, diagonals
// must continue in the diagonal neighbour, and no line may leave the board. Two diagonals that
// cross at a corner are independent.
//
// The puzzle is from E. van Zon, "Programmer's Introduction" to I Ching Connexion 2.3.2 (1997),
// which asks for a solution with the diagonals of a given one; see [Solver].
//
// A square is the set of its lines, [Lines], 0 to 255: bit i is direction i, clockwise from the
// north. Places are numbered row by row from 0; their names are a1 and so on.
//
// A table is the small variant of the puzzle, 16 squares with orthogonal lines on a board of 4 x 4,
// with 652 solutions, all known; or the 16 x 16 with given diagonals, those of the solution of a seed.
// There a cell and the orthogonal lines, 0 to 15, name a square. The JSON form of a position is an
// object with these fields:
//
//	board      rows from the top, each of numbers: the orthogonal lines of squares, 0 to 15, or -1
//	diagonals  the same of the diagonals that are given, from the north-east on; on 16 x 16
//	left       the squares that are not placed; on 4 x 4
//	solutions  how many of the 652 contain all placed squares; on 4 x 4
//	solved     whether the board is solved
//
// Package octopuszle has no pictures.
package octopuszle

import (
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
)

// Game is the Octopuszle.
var Game = engine.Scripted(engine.Game{
	ID:        "octopuszle",
	Title:     engine.T("Octopuszle"),
	Help:      engine.T("256 squares with lines in 8 directions that must meet; and a small relative"),
	Rules:     2,
	RulesOf:   versionOf,
	Options:   arguments,
	Prepare:   prepare,
	Next:      next,
	Seats:     func(engine.Options) int { return 1 },
	Verbs:     verbs,
	Views:     views,
	Tools:     tools,
	Opponents: engine.Opponents{Levels: levels, Default: "solver", Hint: "solver"},
	Controls: engine.Controls{
		Offers: []engine.Action{
			{Label: engine.T("A puzzle"), Emoji: "🧩", Line: "new started:6"},
			{Label: engine.T("An empty board"), Emoji: "⬜", Line: "new"},
			{Label: engine.T("16 x 16 by hand"), Emoji: "🐙", Line: "new size:16"},
			{Label: engine.T("Solve"), Emoji: "✨", Line: "solve"},
		},
		Buttons: map[string]engine.Button{
			placeVerb:  {Label: engine.T("Place"), Emoji: "👆"},
			removeVerb: {Label: engine.T("Remove"), Emoji: "➖"},
			"check":    {Label: engine.T("Check"), Emoji: "🔎"},
		},
	},
	New: New,
}, engine.Format{})

const (
	optionSize    = "size"
	optionStarted = "started"
	large         = "16" // the size
	placeVerb     = "place"
	removeVerb    = "remove"
)

var (
	sizeArgument = engine.Arg{
		Name: optionSize, Help: engine.T("How many squares: the little relative, or all of them with their diagonals given"), Kind: engine.Pick, Default: "4",
		Choices: []engine.Named{{ID: "4", Title: engine.T("4 x 4")}, {ID: large, Title: engine.T("16 x 16")}},
	}
	startedArgument = engine.Arg{
		Name: optionStarted, Help: engine.T("Squares on the board at the start, 0 to 15; on 16 x 16 times 16; default none"),
		Kind: engine.Integer, Min: 0, Max: SmallSquares - 1, Default: 0,
	}
	seedArgument = daily.SeedArg(engine.T("A number, by which it can be had again; default random"))
	cellArgument = engine.Arg{
		Name: "cell", Help: engine.T("A cell, such as c4: the letter is the column"), Kind: engine.Word, Required: true, Suggest: suggestCell,
	}
)

var arguments = []engine.Arg{sizeArgument, startedArgument, seedArgument}

var verbs = []engine.Verb{
	{
		Name: placeVerb, Help: engine.T("Place a square, by its straight lines"),
		Args: []engine.Arg{
			{
				Name: "square", Help: engine.T("The square, 0 to 15: 1 for a line to the north, 2 east, 4 south, 8 west, added up"),
				Kind: engine.Integer, Min: 0, Max: SmallSquares - 1, Required: true,
			},
			cellArgument,
		},
	},
	{
		Name: removeVerb, Help: engine.T("Take a square off the board"),
		Args: []engine.Arg{cellArgument},
	},
}

// levels has one player, the solver, which gives hints.
var levels = []engine.Level{{
	ID: "solver", Title: engine.T("Solver"), Think: time.Second,
	New: func(uint64) engine.Player { return new(player) },
}}

// versionOf implements [engine.Game].RulesOf: the 16 x 16 came later.
func versionOf(o engine.Options) int {
	if o.Text(optionSize) == large {
		return 2
	}
	return 1
}

// prepare sets the seed of a table that starts with squares or diagonals.
func prepare(env engine.Env, o engine.Options) (engine.Options, error) {
	if o.Int(optionStarted) > 0 || o.Text(optionSize) == large {
		o[daily.SeedOption] = daily.Seed(env, o)
	}
	return o, nil
}

// next returns the options of another puzzle with as many squares; after a numbered one, of the
// next number.
func next(asked engine.Options) (engine.Options, bool) {
	if asked.Int(optionStarted) == 0 {
		return nil, false
	}
	return daily.Another(asked), true
}
