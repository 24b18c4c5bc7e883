// Package labyrinth implements the China Labyrinth, the puzzle of the I Ching Connexion.
//
// There are 64 hexagons, one for each set of sides with a door, in fixed orientation. In a
// transcendental solution every door meets a door, and a side without a door has no neighbour. In a
// compact solution, which fills a given shape, sides without doors may meet. The puzzle is
// M. Medema's; the search follows E. van Zon, "Programmer's Introduction" to I Ching Connexion
// 2.3.2 (1997, with C. Freeling), see package solver.
//
// Package board has the pieces, the cells and the rules of a solution; package solver has the
// searches. This package implements the game: a table is a board of 18×16 cells ([Board]) on which
// a user places pieces until all 64 are placed and no door is open ([Position]). See puzzle.go for
// puzzles, views.go for views of a table, suggest.go for hints, and tools.go for the tools that
// solve, compare and check without a table.
//
// The JSON form of a position is an object with these fields:
//
//	board    "18×16": columns and rows
//	pieces   the placed pieces: a list of {hexagram, cell, q, r, doors}
//	fixed    number of first pieces that belong to the puzzle
//	left     the hexagrams of the other pieces
//	open     the empty cells behind doors
//	day      the day of a daily puzzle, or ""
//	solved   whether the board is solved
//
// Package labyrinth has no pictures and does not cast hexagrams.
package labyrinth

import (
	"maps"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// The kinds of table.
const (
	puzzleEmpty   = "empty"
	puzzleStarted = "started"
	puzzleDaily   = "daily"
)

// Names of options that are used in several places.
const (
	optionPuzzle  = "puzzle"
	optionRemoved = "removed"
	optionPieces  = "pieces"
	optionColour  = "colour"
	optionNumbers = "numbers"
	optionFiles   = "files"
	optionFilm    = "film"
	optionSeconds = "seconds"
	optionFile    = "file"
	optionShape   = "shape"
	optionSearch  = "search"
	optionDetails = "details"
)

// The verbs.
const (
	placeVerb  = "place"
	layVerb    = "lay"
	removeVerb = "remove"
)

const (
	defaultRemoved = 20
	longestPieces  = 1000
)

// Game is the Connexion.
var Game = engine.Game{
	ID:        "connexion",
	Title:     engine.T("Connexion"),
	Help:      engine.T("The China Labyrinth: lay 64 hexagons so that every door meets a door"),
	Rules:     1,
	Options:   arguments,
	Prepare:   prepare,
	Next:      next,
	Starts:    starts,
	Daily:     "puzzle:daily",
	Seats:     func(engine.Options) int { return 1 },
	Verbs:     verbs,
	Views:     views,
	Tools:     tools,
	Formats:   []engine.Format{jsonFormat, svgFormat, piecesFormat},
	Opponents: engine.Opponents{Levels: levels, Default: "solver", Hint: "solver"},
	Notes:     "iching",
	Controls: engine.Controls{
		Offers: []engine.Action{
			{Label: engine.T("Puzzle of the day"), Emoji: "📅", Line: "daily"},
			{Label: engine.T("A puzzle"), Emoji: "🧩", Line: "puzzle"},
			{Label: engine.T("An empty board"), Emoji: "⬜", Line: "new"},
			{Label: engine.T("Solve"), Emoji: "💡", Line: "solve"},
		},
		Buttons: map[string]engine.Button{
			placeVerb:  {Label: engine.T("Place"), Emoji: "👆"},
			removeVerb: {Label: engine.T("Remove"), Emoji: "➖"},
			"check":    {Label: engine.T("Check"), Emoji: "🔎"},
			"complete": {Label: engine.T("Complete"), Emoji: "✨"},
			"left":     {Label: engine.T("Left"), Emoji: "🧩"},
		},
	},
	New: New,
}

var (
	removedArgument = engine.Arg{
		Name: optionRemoved, Help: engine.T("How many pieces are missing, 1 to 63; default 20"),
		Kind: engine.Integer, Min: 1, Max: board.Pieces - 1, Default: defaultRemoved,
	}
	seedArgument   = daily.SeedArg(engine.T("A number, by which it can be had again; default random"))
	dateArgument   = daily.DateArg(engine.T("The day of a daily puzzle, such as 2026-01-02; default today"))
	colourArgument = engine.Arg{
		Name: optionColour, Help: engine.T("The colour of the hexagons; default blue"),
		Kind: engine.Pick, Choices: Colours[:],
	}
)

var arguments = []engine.Arg{
	{
		Name: optionPuzzle, Help: engine.T("The board at the start: empty, a puzzle with missing pieces, or that of the day"),
		Kind: engine.Pick, Default: puzzleEmpty,
		Choices: []engine.Named{
			{ID: puzzleEmpty, Title: engine.T("An empty board")},
			{ID: puzzleStarted, Title: engine.T("A solution with missing pieces")},
			{ID: puzzleDaily, Title: engine.T("The puzzle of the day")},
		},
	},
	removedArgument, seedArgument, dateArgument,
	{
		Name: optionPieces, Help: engine.T("Pieces to begin with: 23@c5 1@d5, by hexagram and cell"),
		Kind: engine.Word, Min: 1, Max: longestPieces,
	},
	colourArgument,
}

var starts = []engine.Start{
	{
		Name: "puzzle", Help: engine.T("A solution with missing pieces: find where they go"), Solo: true,
		Args:    []engine.Arg{removedArgument, seedArgument, colourArgument},
		Options: func(o engine.Options) map[string]any { return with(o, puzzleStarted) },
	},
	{
		Name: "daily", Help: engine.T("The puzzle of the day, the same for everybody"), Solo: true,
		Args:    []engine.Arg{dateArgument, colourArgument},
		Options: func(o engine.Options) map[string]any { return with(o, puzzleDaily) },
	},
}

func with(o engine.Options, puzzle string) map[string]any {
	raw := map[string]any{optionPuzzle: puzzle}
	maps.Copy(raw, o)
	return raw
}

var cellArgument = engine.Arg{
	Name: "cell", Help: engine.T("A cell, such as c5: column c, row 5"), Kind: engine.Word, Required: true,
}

var verbs = []engine.Verb{
	{
		Name: placeVerb, Help: engine.T("Place a piece, by the number of its hexagram"),
		Args: []engine.Arg{
			{
				Name: "piece", Help: engine.T("The number of its hexagram, 1 to 64"),
				Kind: engine.Integer, Min: 1, Max: board.Pieces, Required: true,
			},
			suggesting(cellArgument, suggestOpen),
		},
	},
	{
		Name: layVerb, Help: engine.T("Place many pieces at once"),
		Args: []engine.Arg{{
			Name: optionPieces, Help: engine.T("By hexagram and cell: 23@c5 1@d5"), Kind: engine.Word, Required: true, Min: 1, Max: longestPieces,
			Suggest: func(engine.Position, string) []engine.Named { return nil },
		}},
	},
	{
		Name: removeVerb, Help: engine.T("Take a piece off the board"),
		Args: []engine.Arg{suggesting(cellArgument, suggestLaid)},
	},
}

func suggesting(a engine.Arg, suggest func(engine.Position, string) []engine.Named) engine.Arg {
	a.Suggest = suggest
	return a
}

// levels has one player, the solver, which gives hints.
var levels = []engine.Level{{
	ID: "solver", Title: engine.T("Solver"), Think: 5 * time.Second,
	New: func(seed uint64) engine.Player { return &player{seed} },
}}
