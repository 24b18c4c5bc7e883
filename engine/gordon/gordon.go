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
package gordon

import (
	"cmp"
	"strconv"

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
var Game = engine.Scripted(engine.Game{
	ID:        "gordon",
	Title:     engine.T("Gordon"),
	Help:      engine.T("Walk through a finite group by its own multiplication; who cannot move loses"),
	Rules:     1,
	Options:   arguments,
	Prepare:   prepare,
	Sides:     engine.Sides{Option: "seat", Help: engine.T("Your seat: player one makes the opening"), List: sides},
	Seats:     seats,
	Class:     rated,
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
}, engine.Format{})

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

var views = []engine.View{
	{
		Name: "solve", Help: engine.T("Who wins with best play, and with which moves; after a game, which turn lost it"),
		Command: true, AfterEnd: true, Advice: true, Think: solveTime, Show: showSolve,
	},
	{
		Name: "table", Help: engine.T("The multiplication table of the group, what is known of it, and its file"),
		Command: true, Show: showTable,
	},
}

// maxPasted bounds the characters of a table in a command's argument.
const maxPasted = 6000

var arguments = []engine.Arg{
	{
		Name: "group", Help: engine.T("A group such as Z7, C4xC2, A4, SL(2,3), C7:C3, SmallGroup(16,6), or a table's text; default Z7"),
		Kind: engine.Word, Min: 1, Max: maxPasted, Suggest: suggestGroups,
	},
	{
		Name: "file", Help: engine.T("A multiplication table: as GAP, Sage, CSV, Markdown or TeX have it, or a .grp file"),
		Kind: engine.Upload, Max: group.MaxFile,
	},
	{
		Name: "variant", Help: engine.T("Other rules; default the usual ones"), Kind: engine.Pick, Default: Standard,
		Choices: []engine.Named{
			{ID: Standard, Title: engine.T("The usual rules")},
			{ID: Identity, Title: engine.T("Begin at the identity")},
			{ID: Right, Title: engine.T("Right-handed: the new place is p·m")},
			{ID: Misere, Title: engine.T("Misère: who cannot move wins")},
			{ID: Solitaire, Title: engine.T("Solitaire: visit all places alone")},
		},
	},
}

// prepare converts a pasted table to a file. The file keeps the text unchanged, so that its
// warnings are shown again. It is named .grp if it is a group file, which older copies of the bot
// can read, too.
func prepare(_ engine.Env, o engine.Options) (engine.Options, error) {
	if _, both := o.File("file"); both || !group.IsTable(o.Text("group")) {
		return o, nil
	}
	t, err := chosenTable(o)
	if err != nil {
		return nil, err
	}
	f := engine.File{Name: t.FileName(), Data: group.Unfold(o.Text("group"))}
	if _, err := group.ReadTable(f.Data); err != nil {
		f.Name = "table.txt"
	}
	o["file"] = f
	delete(o, "group")
	return o, nil
}

func seats(o engine.Options) int {
	if o.Text("variant") == Solitaire {
		return 1
	}
	return 2
}

// rated refuses to rate games whose winner is known, and variants in which nobody's strength was
// measured. The right-handed one is the usual game on the inverses.
func rated(o engine.Options) (engine.Named, error) {
	if variant := cmp.Or(o.Text("variant"), Standard); variant != Standard && variant != Right {
		return engine.Named{}, engine.Refuse("of Gordon the usual rules are rated, no variant; leave `variant` out")
	}
	if t, err := chosenTable(o); err != nil || t.Group.Order() <= knownTo {
		return engine.Named{}, engine.Refuse("it is known who wins on every group of up to %s elements, so that no game on them is rated; choose a larger one, such as `group:C24` or `group:S4`", strconv.Itoa(knownTo))
	}
	return engine.Named{}, nil
}

// New makes the start of the game that the options of [Game] describe.
func New(o engine.Options) (engine.Position, error) {
	t, err := chosenTable(o)
	if err != nil {
		return nil, err
	}
	p := start(t.Group, cmp.Or(o.Text("variant"), Standard))
	if p.p.Empty() {
		return nil, engine.Refuse("a group of one element leaves nothing to play: choose a larger one, such as %s", DefaultGroup)
	}
	_, file := o.File("file")
	p.own, p.remarks = file || group.IsTable(o.Text("group")), t.Warnings
	return p, nil
}

// chosenTable returns the group that the options name, or the table that they hold.
func chosenTable(o engine.Options) (group.Table, error) {
	name := o.Text("group")
	file, given := o.File("file")
	switch {
	case given && name != "":
		return group.Table{}, engine.Refuse("give either the name of a group or a file, not both")
	case given:
		return group.ReadFile(file)
	case group.IsTable(name):
		return group.ReadPrinted(group.Unfold(name))
	case name == "":
		name = DefaultGroup
	}
	return group.ReadName(name)
}
