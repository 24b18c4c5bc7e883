package gordon

import (
	"context"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// solveTime bounds the time of view "solve". On an idle core it suffices to solve every group of
// order up to 17 from the opening.
const solveTime = 20 * time.Second

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

func showTable(_ context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	return show(group.Table{Group: position.(*Position).group}), nil
}

func showSolve(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position).reopened()
	switch {
	case p.variant == Solitaire:
		return solveSolitaire(ctx, p), nil
	case p.stuck():
		return review(ctx, p), nil
	default:
		return solve(ctx, p), nil
	}
}

var groupsTool = engine.Tool{
	Name: "groups", Help: engine.T("The groups there are, and who wins; or all about one group or table"),
	Args: []engine.Arg{
		{
			Name: "group", Help: engine.T("Tell more about a group such as D10, or about the text of a table"),
			Kind: engine.Word, Min: 1, Max: maxPasted, Suggest: suggestGroups,
		},
		{Name: "file", Help: engine.T("Tell about a table of your own, and whether it is a group"), Kind: engine.Upload, Max: group.MaxFile},
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
		return show(t), nil
	},
}
