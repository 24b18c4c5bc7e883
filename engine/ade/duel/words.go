package duel

import (
	"context"
	"strconv"

	"github.com/sixfold-bot/sixfold/engine"
)

// Describe implements [engine.Scene]: whose turn it is, what can fire, and the graph node by
// node.
func (p *Position) Describe() engine.Text {
	said := engine.Sentences(engine.T("ADE for two on %s.", p.graph.Title()), p.standing())
	if last := p.Last(); last != 0 {
		said = engine.T("%s Fired last: %s.", said, p.graph.Told(last))
	}
	if p.Turn() != engine.NoSeat {
		said = engine.T("%s Can fire: %s.", said, p.graph.Told(p.values.Positive()))
	}
	return engine.Fit(engine.MostDescribed, engine.Map(p.graph.Ways(p.values), func(read engine.Text) engine.Text {
		return engine.Sentences(said, read)
	})...)
}

func (p *Position) standing() engine.Text {
	switch o := p.Outcome(); {
	case p.Turn() != engine.NoSeat:
		return p.Turn().Say(engine.T("First to move."), engine.T("Second to move."))
	case o.Winner != engine.NoSeat:
		return o.Winner.Say(engine.T("First wins: %s.", o.Reason), engine.T("Second wins: %s.", o.Reason))
	default:
		return engine.T("It is over: %s.", o.Reason)
	}
}

// String implements [engine.Position].
func (p *Position) String() string { return p.graph.Table(p.values) }

// Help explains the possible actions.
func (p *Position) Help() engine.Text {
	return engine.T("%s\n\n%s",
		engine.T("**The game for two.** Take turns to fire one or more of the positive nodes: %s, or the button Fire for all of them. Whoever fires last wins.", engine.Command("ade fire V1 V3")),
		engine.T("A node that fires turns its value negative and adds it to each neighbour. %s says who wins, %s suggests a move. Nodes: %s.", engine.Command("ade verdict"), engine.Command("ade hint"), p.graph.Range()))
}

// verdict is the JSON form of [Position.Verdict].
type verdict struct {
	Decided bool   `json:"decided"`
	Wins    bool   `json:"wins"` // the mover
	Move    string `json:"move"`
	States  int    `json:"states"`
}

// Verdict says who wins with best play, if a search within the bound on states decides it.
func (p *Position) Verdict(ctx context.Context, states int) (engine.Answer, error) {
	if p.Turn() == engine.NoSeat {
		return engine.Answer{Text: engine.T("It is over: %s.", p.Outcome().Reason), Data: verdict{Decided: true}}, nil
	}
	pl := NewPlayer(states, 1)
	choice, err := pl.Choose(ctx, p)
	if err != nil {
		return engine.Answer{}, err
	}
	if pl.solver == nil {
		return engine.Answer{Text: engine.T("Who wins is not decided: the values are too large to search."), Data: verdict{}}, nil
	}
	data := verdict{Decided: choice.Proved, Wins: choice.Proved && choice.Value == 1, States: len(pl.solver.known)}
	mover, searched := Sides[p.Turn()].Title, strconv.Itoa(data.States)
	switch {
	case !data.Decided:
		return engine.Answer{Text: engine.T("Who wins is not decided: the search was stopped after %s states.", searched), Data: data}, nil
	case data.Wins:
		data.Move = choice.Move
		return engine.Answer{Text: engine.T("%s, to move, wins against any play, by ||%s||: proved by a search of %s states.", mover, choice.Move, searched), Data: data}, nil
	}
	return engine.Answer{Text: engine.T("%s, to move, loses against best play: proved by a search of %s states.", mover, searched), Data: data}, nil
}
