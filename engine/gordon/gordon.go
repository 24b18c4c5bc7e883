// Package gordon implements the Gordon game on finite groups of order 1 to 128.
//
// The rules follow "The Gordon Game" (Unused Cycles, 3 August 2008), after D. Joyner, "Adventures
// in Group Theory". M and P are two copies of a group. Player one, who has seat 0, takes any m from
// M and any p from P. Then the players take turns, player two first: a turn takes an m from M and
// p' = m·p from P, where p is the place taken last. A player who cannot move loses.
//
// A move is written as its token, "m=3", or as the place to which it leads, "p=5": each determines
// the other. A bare name is an m. The opening names both: "m=0 p=3", or "0 3". Elements have
// several spellings, see [group.Group.Find]: r2, the spelling in records, is also r² and r^2.
//
// The variants are "standard"; "identity", where player one makes the first move from the place of
// the identity; "right", where p' = p·m; "misere", where a player who cannot move wins; and
// "solitaire" for one player, which also begins at the identity and is solved when all places are
// visited: the tokens taken are then a sequencing of the group (B. Gordon, "Sequences in groups
// with distinct partial products", 1961).
//
// Groups come from the catalogue of package [group] or from a table. Package [solver] proves who
// wins.
//
// The JSON form of a position is an object with these fields:
//
//	group    its name ("" if unknown), order, and elements
//	variant  as above
//	m, p     the elements left in M and in P
//	place    the place taken last, "" before the opening
//	history  the turns, [["1","2"],…], each as the m and the p taken
//	legal    the legal moves in the same form; none after the end
//	player   the player to move, 1 or 2; 0 after the end
//
// [Start] and [Position] implement the rules, notation.go parses moves, views.go answers questions
// about a position, analysis.go proves moves, and player.go chooses one.
//
// Package gordon has no pictures and no clock: its players think until their context ends.
package gordon

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// DefaultGroup is the group of a game that names none.
const DefaultGroup = "Z7"

// Variants of the rules, as options name them.
const (
	Standard  = "standard"
	Identity  = "identity"
	Right     = "right"
	Misere    = "misere"
	Solitaire = "solitaire"
)

var sides = []engine.Named{{ID: "first", Title: engine.T("Player one")}, {ID: "second", Title: engine.T("Player two")}}

// Game is the Gordon game.
var Game = engine.Game{
	ID:        "gordon",
	Title:     engine.T("Gordon"),
	Help:      engine.T("Walk through a finite group by its own multiplication; who cannot move loses"),
	Rules:     1,
	Options:   arguments,
	Prepare:   prepare,
	Sides:     engine.Sides{Option: "seat", Help: engine.T("Your seat: player one makes the opening"), List: sides},
	Seats:     seats,
	Verbs:     verbs,
	Views:     views,
	Tools:     []engine.Tool{rulesTool, groupsTool},
	Opponents: engine.Opponents{Levels: levels, Default: "normal", Hint: "max"},
	Controls: engine.Controls{
		Offers: []engine.Action{{Label: engine.T("Solitaire"), Emoji: "👤", Line: "new variant:solitaire"}},
		Buttons: map[string]engine.Button{
			engine.MoveVerb: {Label: engine.T("Move"), Emoji: "👆"},
			"solve":         {Label: engine.T("Review"), Emoji: "🔎"},
		},
	},
	New: New,
}

var verbs = []engine.Verb{{
	Name: engine.MoveVerb, Help: engine.T("Take a step, m, and the place to which it leads"),
	Args: []engine.Arg{
		{
			Name: "token", Help: engine.T("m=3 or 3 takes that m; p=5 goes to that place"),
			Kind: engine.Word, Required: true, Max: 4 * group.MaxName, Suggest: suggestTokens,
		},
		{
			Name: "place", Help: engine.T("Only in the opening: the first place, p=3"),
			Kind: engine.Word, Max: 4 * group.MaxName, Suggest: suggestPlaces,
		},
	},
}}
