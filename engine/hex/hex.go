// Package hex implements Hex, plain and weighted, on a rhombus of n×n cells or a
// parallelogram of n×m.
//
// Rules follow S. Larsen and J. Frederiksen, "Den korteste vej til algoritmer og spil" (IT
// University of Copenhagen, 2004). Cells are written a1 and so on: the letter is the column counted
// from the left, the number the row counted from the top. Red has seat 0 and moves first. Red joins
// top and bottom, Blue left and right, as Hex players do today; with convention "source" it is the
// other way round. A draw cannot happen; see [Position.Outcome].
//
// This package has what tables need: [Game] with its options, [Position] with its moves, views of
// it ([Sets], [Weights], [PathView], [Analysis], [Review], [SwapMap]), [Puzzle], and the notations
// of other programs, SGF, HexWorld links and boards row by row. It builds on
//
//	board     stones, which of them are joined, and chains from edge to edge
//	field     the board for searches, wins by bridges, an exact solver
//	player    levels, and searches for analyses and reviews
//	net       the network that evaluates positions
//	train     the command that trains it, by self-play from random weights
//	pattern   reasons of mistakes that the board proves
//	swapmap   values of first moves, and the command that computes them
//	puzzles   the collection, and the command that finds puzzles
//
// With unequal sides the player whose edges are closer together can always win, even moving second:
// see [field.Field.Paired]. Such a board is a handicap. It has no swap, which would only hand the
// favoured side to the other player.
//
// The swap is swap-pieces: Red's first stone is replaced by a blue one at the mirrored cell (column
// and row exchanged), and the players keep their colours.
//
// On a weighted board, cells weigh more towards the middle and a chain has a cost: each step costs
// the weights of both its ends, and edges of the board weigh 1. Whoever joins both edges wins; the
// cost is only shown.
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
//	puzzle      {number, grade, date ("" unless daily), tried (the wrong cells that were
//	            tried), solved, line (the winning move and a continuation of the game;
//	            [] until solved or given up)}
//
// Resigning is not a move: it is handled by the bot, which passes it to a position by
// [Position.Conclude].
package hex

import (
	"slices"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/player"
)

// Sizes of a board.
const (
	MinSize     = 3
	MaxSize     = 25
	defaultSize = 11
)

// Values of option "convention".
const (
	modern = "modern"
	source = "source"
)

// optionWidth is absent on boards with equal sides.
const optionWidth = "width"

// Game is the descriptor of Hex.
var Game = engine.Game{
	ID:      "hex",
	Title:   engine.T("Hex"),
	Help:    engine.T("Join your two edges of the board with one chain of stones"),
	Rules:   setupRules,
	RulesOf: versionOf,
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
	Formats:   []engine.Format{sgfFile, hexWorld, rowsFormat, moveList},
	Import:    []engine.Arg{importSize},
	Opponents: engine.Opponents{Levels: player.Levels(), Default: "normal", Hint: "hard", HintAt: hintAt},
	Controls: engine.Controls{
		Offers: []engine.Action{
			{Label: engine.T("Puzzle of the day"), Emoji: "📅", Line: "puzzle"},
			{Label: engine.T("Any puzzle"), Emoji: "🎲", Line: "puzzle which:random"},
			{Label: engine.T("Weighted board"), Emoji: "⚖️", Line: "new weighted:true"},
			{Label: engine.T("14 by 14, Red left to right"), Emoji: "↔️", Line: "new convention:source size:14"},
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
		Name: "size", Help: engine.T("Rows and columns of the board, 3 to 25; default 11"),
		Kind: engine.Integer, Min: MinSize, Max: MaxSize, Default: defaultSize,
		DefaultFor: sideOfSetup(func(d diagram) any { return d.height }),
	},
	{
		Name: optionWidth, Help: engine.T("Columns, if not as many as rows: who has the shorter way can always win"),
		Kind: engine.Integer, Min: MinSize, Max: MaxSize,
		DefaultFor: sideOfSetup(func(d diagram) any { return d.width }),
	},
	{
		Name: "weighted", Help: engine.T("Cells weigh more towards the middle, and the winning chain has a cost"),
		Kind: engine.Boolean, Default: false,
	},
	{
		Name: "swap", Help: engine.T("The second player may take over the first stone; on between two people"),
		Kind: engine.Boolean, Default: true, DefaultAlone: false,
		DefaultFor: func(o engine.Options) any {
			if unequal(o) || o.Text(optionSetup) != "" {
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
	setupArgument,
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

// classes are board sizes. Weighted boards share them, since they are won like plain ones. Boards over 19
// by 19 have none: nobody has measured the levels there.
var classes = []engine.Named{
	{ID: player.Small, Title: engine.T("9 by 9")},
	{ID: player.Middle, Title: engine.T("10 by 10 to 12 by 12")},
	{ID: player.Large, Title: engine.T("13 by 13 and more")},
}

// The sizes of the first class and the largest of the others.
const (
	small     = 9
	maxMiddle = 12
	maxLarge  = 19
)

// class implements [engine.Game].Class. It refuses games that one side can always win: Red without
// the swap, the favoured colour on unequal sides, and on small boards whoever knows which openings
// win.
func class(o engine.Options) (engine.Named, error) {
	width, height, _ := sides(o) // options of a position
	switch {
	case o.Text(optionSetup) != "":
		return engine.Named{}, engine.Refuse("on a board that is set up one side may have won already, so that no game there is rated; leave `setup` out")
	case width != height:
		return engine.Named{}, engine.Refuse("on a board with unequal sides the shorter way can always win, so that no game there is rated; leave `width` out")
	case !o.Bool("swap"):
		return engine.Named{}, engine.Refuse("without the swap whoever moves first can always win, so that no such game is rated; leave `swap` on")
	case width < small:
		return engine.Named{}, engine.Refuse("on boards under 9 by 9 it is known who wins after each opening, so that no game there is rated; choose `size:9` or a larger board")
	case width > maxLarge:
		return engine.Named{}, engine.Refuse("on boards over 19 by 19 the bot's players were never measured, so that no game there is rated; choose `size:19` or a smaller board")
	case width == small:
		return classes[0], nil
	case width <= maxMiddle:
		return classes[1], nil
	}
	return classes[2], nil
}

func sides(o engine.Options) (width, height int, err error) {
	height = defaultSize
	if _, given := o["size"]; given {
		height = o.Int("size")
	}
	width = height
	if _, given := o[optionWidth]; given {
		width = o.Int(optionWidth)
	}
	for i, side := range [...]int{height, width} { // the first arguments
		if _, err := arguments[i].Parse(side); err != nil {
			return 0, 0, err
		}
	}
	if width != height && o.Bool("swap") {
		return 0, 0, engine.Refuse("there is no swap on a board with unequal sides: the player whose edges are closer together can win in any case")
	}
	return width, height, nil
}

func unequal(o engine.Options) bool {
	_, given := o[optionWidth]
	return given && o.Int(optionWidth) != o.Int("size")
}

func sized(width, height int) engine.Options {
	o := engine.Options{"size": height}
	if width != height {
		o[optionWidth] = width
	}
	return o
}
