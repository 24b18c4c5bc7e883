// Package gordon implements the Gordon game on finite groups of order 1 to 128.
//
// Rules follow "The Gordon Game" (Unused Cycles, 3 August 2008), after D. Joyner,
// "Adventures in Group Theory". M and P are two copies of a group. Player one, who has
// seat 0, takes any p from P and any m from M. From then on the players in turn, player
// two first, take an m from M and p' = m·p from P, where p is the place taken last; who
// cannot do so loses.
//
// A move is written by its token, "m=3", or by the place to which it leads, "p=5": each
// determines the other. A bare name is an m. The opening names both: "m=0 p=3", or "0 3".
// Elements are found in many spellings, see [group.Group.Find]: r2, as records have it, r² and
// r^2 are one.
//
// Variants are "standard"; "identity", where the game begins on the place of the identity
// and player one makes the first move from there; "right", where p' = p·m; "misere",
// where who cannot move wins; and "solitaire" for one, which begins at the identity too
// and is solved when all places are visited: the tokens taken are then a sequencing of
// the group (B. Gordon, "Sequences in groups with distinct partial products", 1961).
//
// Groups are those of package [group]: of its catalogue, or read from a table. Package
// [solver] proves who wins.
//
// A position's JSON form is an object of
//
//	group    its name ("" where none is certain), order, and elements
//	variant  as above
//	m, p     the elements that are left in M and in P
//	place    the place taken last, "" before the opening
//	history  the turns, [["1","2"],…], each the m and the p that were taken
//	legal    the moves, written likewise; none after the end
//	player   who moves: 1 or 2, 0 after the end
//
// To read on: [Start] and [Position] are the rules; notation.go reads moves, views.go
// answers questions about a position, analysis.go says which moves are proved to win, and
// player.go chooses one.
//
// Package gordon draws nothing and has no clock: its players think until their context
// ends.
package gordon

import (
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// DefaultGroup is the group that is played if none is named.
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
