package gordon

import (
	"cmp"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// maxPasted bounds the characters of a table in a command's argument.
const maxPasted = 6000

var arguments = []engine.Arg{
	{
		Name: "group", Help: engine.T("A group such as Z7, C4xC2, D5, A4, Q8, Z2^3, or the text of a table; default Z7"),
		Kind: engine.Word, Min: 1, Max: maxPasted, Suggest: suggestGroups,
	},
	{
		Name: "file", Help: engine.T("A table of your own: names ended by !, then a row of products for each"),
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
// warnings are shown again.
func prepare(_ engine.Env, o engine.Options) (engine.Options, error) {
	if _, both := o.File("file"); both || !group.IsTable(o.Text("group")) {
		return o, nil
	}
	t, err := chosenTable(o)
	if err != nil {
		return nil, err
	}
	o["file"] = engine.File{Name: t.FileName(), Data: group.Unfold(o.Text("group"))}
	delete(o, "group")
	return o, nil
}

func seats(o engine.Options) int {
	if o.Text("variant") == Solitaire {
		return 1
	}
	return 2
}

// New makes the start of the game that the options of [Game] describe.
func New(o engine.Options) (engine.Position, error) {
	t, err := chosenTable(o)
	if err != nil {
		return nil, err
	}
	p, err := Start(t.Group, cmp.Or(o.Text("variant"), Standard))
	if err != nil {
		return nil, err
	}
	if _, file := o.File("file"); file || group.IsTable(o.Text("group")) {
		p.file = &t
	}
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
		return group.ReadTable(file.Data)
	case group.IsTable(name):
		return group.ReadTable(group.Unfold(name))
	case name == "":
		name = DefaultGroup
	}
	g, err := group.Parse(name)
	return group.Table{Group: g}, err
}
