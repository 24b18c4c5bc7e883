// Package hex implements Hex, plain and weighted, on a rhombus of n×n cells or a
// parallelogram of n×m.
//
// Rules follow S. Larsen and J. Frederiksen, "Den korteste vej til algoritmer og
// spil" (IT University of Copenhagen, 2004). Cells are written a1 and so on: the
// letter is the column counted from the left, the number the row counted from the
// top. Red has seat 0 and moves first. Red joins top and bottom, Blue left and
// right, as the Hex world does today; with convention "source" it is the other way
// round. A draw cannot happen; see [Position.Outcome].
//
// This package has what tables need: [Game] with its options, [Position] with its moves,
// what is shown of it ([Sets], [Weights], [PathView], [Analysis], [Review], [SwapMap]), [Puzzle],
// and the notations of other programs, SGF and links of HexWorld. Beneath it are
//
//	board     the stones, which of them are joined, and chains from edge to edge
//	field     the board as searches walk it, wins by bridges, an exact solver
//	player    the levels, and searches for analyses and reviews
//	net       the network that evaluates positions
//	train     the command that trains it, by self-play from random weights
//	pattern   why a move was a mistake, where the board proves it
//	swapmap   what first moves are worth, and the command that computes it
//	puzzles   the collection, and the command that finds puzzles
//
// Where there are more rows than columns or the other way round, the player whose edges are
// closer together can always win, even by moving second: see [field.Field.Paired]. Such a
// board is a handicap, and has no swap, which would give the short way to who asks for it.
//
// The swap is swap-pieces: in place of Red's first stone Blue gets one at the
// mirrored cell (column and row exchanged), and each keeps their colour.
//
// On a weighted board, cells weigh more towards the middle and a chain is measured
// by its cost: each step costs the weights of both its ends, the edges of the board
// weigh 1. Whoever joins both edges wins; the cost is shown.
//
// A position's JSON form is an object of
//
//	size        number of rows
//	width       number of columns
//	weighted    whether chains are measured by weight
//	convention  "modern" or "source"
//	board       rows from the top, each a text with "." empty, "R" red, "B" blue
//	turn        "red" or "blue", "" after the end
//	ply         number of moves played
//	last        the stone placed last, "" on an empty board
//	can_swap    whether the mover may swap
//	swapped     whether the swap was used
//	winner      "red" or "blue", by the rules or because the other resigned, else ""
//	path        the winning chain from edge to edge, [] where there is none
//	cost        its stones, or its cost on a weighted board; 0 where there is none
//
// A puzzle has one player, Red, for whom exactly one move wins; its form also has
//
//	puzzle      {number, grade, date ("" unless of a day), tried (the cells that were
//	            tried in vain), solved, line (the winning move and how the game might go
//	            on; [] until solved or given up)}
//
// Resigning is no move: it is between players and the bot, which tells a position of it
// by [Position.Conclude].
package hex

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// Sizes of a board.
const (
	MinSize     = 3
	MaxSize     = 19
	defaultSize = 11
)

// The conventions, see option "convention".
const (
	modern = "modern"
	source = "source"
)

// optionWidth is absent where there are as many columns as rows.
const optionWidth = "width"

// Game is Hex.
var Game = engine.Game{
	ID:      "hex",
	Title:   engine.T("Hex"),
	Help:    engine.T("Join your two edges of the board with one chain of stones"),
	Rules:   1,
	Options: append(slices.Clone(arguments), puzzleArguments...),
	Prepare: prepare,
	Next:    next,
	Starts:  []engine.Start{puzzleStart},
	Daily:   "puzzle:daily",
	Sides: engine.Sides{
		Option: "colour", Help: engine.T("Your colour: Red moves first"),
		List: []engine.Named{{ID: "red", Title: engine.T("Red")}, {ID: "blue", Title: engine.T("Blue")}},
	},
	Seats:     seats,
	Classes:   classes,
	Class:     class,
	Verbs:     verbs,
	Views:     views,
	Tools:     []engine.Tool{rulesTool, swapMapTool},
	Formats:   []engine.Format{sgf, hexWorld},
	Opponents: engine.Opponents{Levels: player.Levels(), Default: "normal", Hint: "hard", HintAt: hintAt},
	Controls: engine.Controls{
		Offers: []engine.Action{
			{Label: engine.T("Puzzle of the day"), Emoji: "📅", Line: "puzzle"},
			{Label: engine.T("Any puzzle"), Emoji: "🎲", Line: "puzzle which:random"},
		},
		Buttons: map[string]engine.Button{
			engine.MoveVerb: {Label: engine.T("Move"), Emoji: "👆"},
			swapMove:        {Label: engine.T("Swap"), Emoji: "🔄"},
			reviewView.Name: {Label: engine.T("Review"), Emoji: "🔎"},
		},
	},
	New: New,
}

var arguments = []engine.Arg{
	{
		Name: "size", Help: engine.T("Rows and columns of the board, 3 to 19; default 11"),
		Kind: engine.Integer, Min: MinSize, Max: MaxSize, Default: defaultSize,
	},
	{
		Name: optionWidth, Help: engine.T("Columns, if not as many as rows: who has the shorter way can always win"),
		Kind: engine.Integer, Min: MinSize, Max: MaxSize,
	},
	{
		Name: "weighted", Help: engine.T("Cells weigh more towards the middle, and the winning chain has a cost"),
		Kind: engine.Boolean, Default: false,
	},
	{
		Name: "swap", Help: engine.T("The second player may take over the first stone; on between two people"),
		Kind: engine.Boolean, Default: true, DefaultAlone: false,
		DefaultFor: func(o engine.Options) any {
			if unequal(o) {
				return false
			}
			return nil
		},
	},
	{
		Name: "convention", Help: engine.T("Who joins what: Red top and bottom, as today, or the other way round"),
		Kind: engine.Pick, Default: modern,
		Choices: []engine.Named{
			{ID: modern, Title: engine.T("Red joins top and bottom")},
			{ID: source, Title: engine.T("Red joins left and right")},
		},
	},
}

var verbs = []engine.Verb{
	{
		Name: engine.MoveVerb, Help: engine.T("Place a stone"),
		Args: []engine.Arg{{
			Name: "cell", Help: engine.T("An empty cell, such as c3: column c, row 3"),
			Kind: engine.Word, Required: true,
		}},
	},
	{
		Name: swapMove, Help: engine.T("Take over the first stone: it becomes yours, mirrored in the long diagonal"),
	},
}
