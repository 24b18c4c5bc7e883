// Package atom4 implements Atom-4, a game of colours on a triangular grid.
//
// Rules follow the manual page atom4(6) and, where it leaves a question, the
// behaviour of the program itself, version 4.1, by Hwei Sheng Teoh (2002-2003).
// White is its player 1, who places red, green and blue pieces and wants a row of
// four white ones; Black is its player 2, who places yellow, cyan and purple and
// wants four black ones. White has seat 0. Each ply plays the next colour of the
// wheel R Y G C B P, so who begins a round depends on the round.
//
// The board has 16 by 16 vertices, odd rows (counted from 0) half a step further to
// the right. Vertices are written as cells of Hex are: a letter a to p for the column
// from the left, a number 1 to 16 for the row from the top, so h8 is in row 7 and
// column 7, counted from 0. Colours are the letters K (black), R, Y, G, C, B, P and
// W (white).
//
// A position's JSON form is an object of
//
//	round   the number of the round, from 1
//	rounds  how many the match has, 0 where there is no limit
//	board   16 rows from the top, each a text of 16 letters, "." being empty
//	first   the number of the match's first round
//	piece   the colour to be placed next, "" after the end of a round
//	player  who places it: 1 White, 2 Black, 0 after the end of a round
//	ply     number of pieces placed in this round
//	score   rounds won by White and by Black
//	last    null at the start of a round; else the vertex played last and the pieces
//	        that it changed, {"cell":"i7","changed":[["h8","G","Y"]]}, each with
//	        its colour before and after
//	row     the pieces of the winning row or rows, [] before
//
// Package atom4 does not judge who wins a match: it keeps the score. The board and its
// colours are package grid; how good a position is for its mover says an evaluator.
package atom4

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// Rounds differ by where the wheel stands; after wheelRounds of them it has turned.
const (
	wheelRounds = len(grid.Wheel)
	mostRounds  = 99 // in a match with a limit
)

// Game is Atom-4.
var Game = engine.Game{
	ID:      "atom4",
	Title:   engine.T("Atom-4"),
	Help:    engine.T("Mix colours on a triangular grid until four white or four black pieces stand in a row"),
	Rules:   1,
	Options: arguments,
	Sides: engine.Sides{
		Option: "seat", Help: engine.T("Your seat: White begins rounds 1, 3 and 5, Black rounds 2, 4 and 6"),
		List: []engine.Named{{ID: "first", Title: engine.T("White")}, {ID: "second", Title: engine.T("Black")}},
	},
	Seats:     func(engine.Options) int { return 2 },
	Class:     class,
	Verbs:     verbs,
	Views:     views,
	Tools:     []engine.Tool{rulesTool, lessonTool},
	Opponents: engine.Opponents{Levels: levels, Default: defaultLevel, Hint: hintLevel, Scale: depths},
	Controls: engine.Controls{
		Offers: []engine.Action{{Label: engine.T("A lesson"), Emoji: "🎓", Line: "lesson"}},
		Buttons: map[string]engine.Button{
			engine.MoveVerb: {Label: engine.T("Move"), Emoji: "👆"},
			nextMove:        {Label: engine.T("Next round"), Emoji: "▶️"},
			"preview":       {Label: engine.T("Preview"), Emoji: "👁️"},
		},
	},
	New: New,
}

// class refuses what cannot be rated: a round of a match says little of who wins that.
func class(o engine.Options) (engine.Named, error) {
	if o.Int("rounds") > 1 {
		return engine.Named{}, engine.Refuse("a match of several rounds is not rated; leave `rounds` out for a game of one")
	}
	return engine.Named{}, nil
}

var arguments = []engine.Arg{
	{
		Name: "round", Help: engine.T("The first round, 1 to 6: it decides the first colour and who begins"),
		Kind: engine.Integer, Min: 1, Max: wheelRounds, Default: 1,
	},
	{
		Name: "rounds", Help: engine.T("How many rounds the match has; default no limit"),
		Kind: engine.Integer, Min: 1, Max: mostRounds,
	},
}

var verbs = []engine.Verb{
	{
		Name: engine.MoveVerb, Help: engine.T("Place the next piece"),
		Args: []engine.Arg{{
			Name: "cell", Help: engine.T("An empty vertex beside two neighbouring pieces, such as i7"),
			Kind: engine.Word, Required: true, Suggest: suggestCells,
		}},
	},
	{
		Name: nextMove, Help: engine.T("Begin the next round of the match after the end of one"), AfterEnd: true,
	},
}
