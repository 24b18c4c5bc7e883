package gordon

import (
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

// solution is the machine-readable form of view "solve".
type solution struct {
	// Winner is the player, 1 or 2, who wins with best play, possibly by estimate; 0 in a
	// solitaire.
	Winner int `json:"winner"`
	// Winning lists the m that win for the mover, or begin a path through all places.
	Winning []string `json:"winning"`
	// Proved reports whether nothing is estimated and Winning is complete.
	Proved bool `json:"proved"`
	// Open lists the m without a proof.
	Open []string `json:"open,omitempty"`
	// Way is a path through all places, as its m, in a solitaire.
	Way []string `json:"way,omitempty"`
	// Lost is the turn that lost a finished game.
	Lost *mistake `json:"lost,omitempty"`
}

func solve(ctx context.Context, p *Position) engine.Answer {
	a := newAnalyst(p)
	var e estimate
	if a.tokens(p) > surelyProved {
		e = a.estimate(ctx, p, playouts, 1)
	}
	found := a.analyse(ctx, p, true)
	if found.verdict == solver.Unknown && e.line == nil {
		e = a.estimate(ctx, p, playouts, 1)
	}
	winner := p.mover()
	if found.verdict == solver.Lost || found.verdict == solver.Unknown && e.value < 0.5 {
		winner = winner.Other()
	}
	data := solution{
		Winner: int(winner) + 1, Proved: found.whole,
		Winning: tokens(p, found.with(solver.Won)), Open: tokens(p, found.with(solver.Unknown)),
	}
	return engine.Answer{Text: aboutAnalysis(p, found, winner, data), Data: data}
}

// tokens returns the m of the turns.
func tokens(p *Position, turns []Turn) []string {
	return engine.Map(turns, func(t Turn) string { return p.group.Element(t.M) })
}

func aboutAnalysis(p *Position, found analysis, winner engine.Seat, data solution) engine.Text {
	who, winning := sides[winner].Title, strings.Join(data.Winning, ", ")
	switch {
	case found.verdict == solver.Unknown:
		return engine.T("**Not proved.** %s seems to win, but there was not enough time for a proof. %s", who, aboutOpen(data))
	case found.verdict == solver.Lost:
		return engine.T("**%s wins**, whatever %s plays: proved.", who, playerName(winner.Other()))
	case !found.whole:
		return engine.T("**%s wins**: proved for m = %s. %s", who, winning, aboutOpen(data))
	case len(data.Winning) == len(found.moves):
		return engine.T("**%s wins** with every move: proved.", who)
	case p.opening():
		return engine.T("**%s wins** with m = %s, from any place, and with no other m: proved.", who, winning)
	default:
		return engine.T("**%s wins** with m = %s, and with no other: proved.", who, winning)
	}
}

func aboutOpen(data solution) engine.Text {
	if len(data.Open) == 1 {
		return engine.T("Nothing is proved about m = %s.", data.Open[0])
	}
	return engine.T("Nothing is proved about %s further moves: m = %s.", strconv.Itoa(len(data.Open)), clip(strings.Join(data.Open, ", ")))
}
