// Package atom4 implements Atom-4, a game of colours on a triangular grid.
//
// The rules follow the manual page atom4(6), and where that is unclear the program itself, version
// 4.1, by Hwei Sheng Teoh (2002-2003). White is the program's player 1: White has seat 0, places
// red, green and blue pieces and needs a row of four white ones. Black is player 2, places yellow,
// cyan and purple pieces and needs a row of four black ones. Each ply places the next colour of
// the wheel R Y G C B P, so the number of the round decides who begins.
//
// The board has 16 by 16 vertices. Odd rows, counted from 0, lie half a step further to the right.
// Vertices are named like cells of Hex: a letter a to p for the column from the left and a number
// 1 to 16 for the row from the top. So h8 is in row 7 and column 7, counted from 0. The letters of
// the colours are K (black), R, Y, G, C, B, P and W (white).
//
// The JSON form of a position is an object with these fields:
//
//	round   the number of the round, from 1
//	rounds  rounds of the match, 0 without a limit
//	board   16 rows from the top, each a string of 16 letters; "." is an empty vertex
//	first   the number of the match's first round
//	piece   the colour to be placed next, "" after the end of a round
//	player  the player to move: 1 White, 2 Black, 0 after the end of a round
//	ply     number of pieces placed in this round
//	score   rounds won by White and by Black
//	last    the last move and the changed pieces with their colours before and after,
//	        {"cell":"i7","changed":[["h8","G","Y"]]}; null at the start of a round
//	row     the pieces of the winning row or rows, else []
//
// Package atom4 keeps the score of a match but does not decide who wins it. Package grid has the
// board and its colours.
package atom4

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/atom4/grid"
)

// The first colour depends on the round; after wheelRounds rounds it is the same again.
const (
	wheelRounds = len(grid.Wheel)
	mostRounds  = 99 // in a match with a limit
)

// Game is Atom-4.
var Game = engine.Scripted(engine.Game{
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
	Opponents: engine.Opponents{Levels: levels, Default: "normal", Hint: "max", Scale: depths},
	Controls: engine.Controls{
		Offers: []engine.Action{{Label: engine.T("A lesson"), Emoji: "🎓", Line: "lesson"}},
		Buttons: map[string]engine.Button{
			engine.MoveVerb: {Label: engine.T("Move"), Emoji: "👆"},
			nextMove:        {Label: engine.T("Next round"), Emoji: "▶️"},
			"preview":       {Label: engine.T("Preview"), Emoji: "👁️"},
		},
	},
	New: New,
}, engine.Format{})

// class refuses to rate matches of several rounds: their outcome is that of a round, which says
// little about the match.
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
