package gordon

import (
	"context"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

func solveSolitaire(ctx context.Context, p *Position) engine.Answer {
	data := solution{Winning: []string{}, Proved: true}
	switch {
	case p.p.Empty():
		return engine.Answer{Data: data, Text: engine.T("All places are visited. The sequencing is %s.", clip(sequence(p)))}
	case p.stuck():
		return engine.Answer{Data: data, Text: engine.T("No m leads to a place that is left. Undo some moves, and ask again.")}
	}
	random := search.Rand(1)
	path, v := sequencing(ctx, p, &random)
	switch v {
	case solver.Won:
		data.Way = tokens(p, path)
		data.Winning = data.Way[:1]
		return engine.Answer{Data: data, Text: engine.T("**It can be done**: %s.", clip(strings.Join(data.Way, " ")))}
	case solver.Lost:
		return engine.Answer{Data: data, Text: engine.T("**It cannot be done** from here: proved.")}
	default:
		data.Proved = false
		return engine.Answer{Data: data, Text: engine.T("**Not proved.** In the time there was, neither a solution nor a proof that there is none was found.")}
	}
}

// sequencing returns moves that visit all places left, on groups that fit a board.
func sequencing(ctx context.Context, p *Position, random *search.Rand) ([]Turn, solver.Verdict) {
	if p.group.Order() > solver.MaxOrder {
		return nil, solver.Unknown
	}
	board := solver.NewBoard(p.played)
	tokens, v := board.Sequence(ctx, board.Node(p.m, p.p, p.place), random)
	if v != solver.Won {
		return nil, v
	}
	return path(p, tokens), v
}
