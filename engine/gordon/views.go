package gordon

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
)

// solveTime is how long view "solve" may think: with it all groups of order up to 17 are
// solved from the opening on an idle core.
const solveTime = 20 * time.Second

var views = []engine.View{
	{
		Name: "solve", Help: engine.T("Who wins with best play, and with which moves; after a game, which turn lost it"),
		Command: true, Button: engine.T("Review"), AfterEnd: true, Think: solveTime, Show: showSolve,
	},
	{
		Name: "table", Help: engine.T("The table of the group that is played, what is known of it, and its file"),
		Command: true, Show: showTable,
	},
}

func showTable(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	return position.(*Position).group.answer(), nil
}

// answer shows all of a group.
func (g *Group) answer() engine.Answer {
	return engine.Answer{
		Text: g.about(), Data: g.facts(), Scenes: []any{g},
		Files: []engine.File{{Name: g.fileName(), Data: g.Grp()}},
	}
}

// fileName is that of a group file: letters and digits of the name.
func (g *Group) fileName() string {
	name := []rune{}
	for _, r := range g.name {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
			name = append(name, r)
		case r == '^' || r == ':':
			name = append(name, '-')
		}
	}
	if len(name) == 0 {
		return "group.grp"
	}
	return string(name) + ".grp"
}

var groupsTool = engine.Tool{
	Name: "groups", Help: engine.T("The groups there are, and who wins; or all about one group or table"),
	Args: []engine.Arg{
		{
			Name: "group", Help: engine.T("Tell more about a group such as D10, or about the text of a table"),
			Kind: engine.Word, Min: 1, Max: maxPasted, Suggest: suggestGroups,
		},
		{Name: "file", Help: engine.T("Tell about a table of your own, and whether it is a group"), Kind: engine.Upload, Max: maxFile},
	},
	Run: func(_ context.Context, _ engine.Env, o engine.Options, _ func(engine.Answer)) (engine.Answer, error) {
		_, file := o.File("file")
		if o.Text("group") == "" && !file {
			text, data := known()
			return engine.Answer{Text: text, Data: data}, nil
		}
		t, err := chosenTable(o)
		if err != nil {
			return engine.Answer{}, err
		}
		answer := t.answer()
		answer.Text = t.about()
		return answer, nil
	},
}
