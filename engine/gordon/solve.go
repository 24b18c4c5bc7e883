package gordon

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
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

// solveTime bounds the time of view "solve". On an idle core it suffices to solve every group of
// order up to 17 from the opening.
const solveTime = 20 * time.Second

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

func solve(ctx context.Context, p *Position) engine.Answer {
	a := newAnalyst(p)
	var e estimate
	if a.tokens > surelyProved {
		e = a.estimate(ctx, p, playouts, 1)
	}
	found := a.analyse(ctx, p, true)
	if found.verdict == solver.Unknown && e.line == nil {
		e = a.estimate(ctx, p, playouts, 1)
	}
	winner := p.mover()
	known := p.opening() && (p.variant == Standard || p.variant == Right) && knownWinner(p.group) > 0
	if known {
		winner = engine.Seat(knownWinner(p.group) - 1)
	} else if found.verdict == solver.Lost || found.verdict == solver.Unknown && e.value < 0.5 {
		winner = winner.Other()
	}
	data := solution{
		Winner: int(winner) + 1, Proved: found.whole(),
		Winning: tokens(p, found.with(solver.Won)), Open: tokens(p, found.with(solver.Unknown)),
	}
	said := aboutAnalysis(p, found, winner, data)
	if known && found.verdict == solver.Unknown {
		said = engine.T("**%s wins** with best play, as longer searches have proved; there was not enough time to find with which moves.", sides[winner].Title)
	}
	return engine.Answer{Text: said, Data: data}
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
	case !found.whole():
		return engine.T("**%s wins**: proved for m = %s. %s", who, winning, aboutOpen(data))
	case len(data.Winning) == len(found.moves):
		return engine.T("**%s wins** with every move: proved.", who)
	case p.opening():
		n := len(found.moves)
		return engine.T("**%s wins** with m = %s, from any place, and with no other m: %s of %s openings, proved.",
			who, winning, strconv.Itoa(len(data.Winning)*n), strconv.Itoa(n*n))
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

// mistake is the turn that lost a won game.
type mistake struct {
	Turn    int       `json:"turn"` // from 1
	Player  int       `json:"player"`
	Move    [2]string `json:"move"`
	Instead []string  `json:"instead"` // the m that would have won
}

// review finds the turn that lost a finished game: the last one at which the loser could have
// won.
func review(ctx context.Context, p *Position) engine.Answer {
	winner := p.Outcome().Winner
	data := solution{Winner: int(winner) + 1, Winning: []string{}, Proved: true}
	for n := len(p.history) - 1; n >= 0; n-- {
		if engine.Seat(n%2) == winner {
			continue
		}
		before := at(p, n)
		found := newAnalyst(before).analyse(ctx, before, true)
		switch found.verdict {
		case solver.Unknown:
			data.Proved = false
			return engine.Answer{Data: data, Text: engine.T(
				"**%s won.** Which turn lost it is **not proved**: there was not enough time to go back beyond turn %s. From turn %s on %s was lost.",
				sides[winner].Title, strconv.Itoa(n+1), strconv.Itoa(n+2), playerName(winner.Other()))}
		case solver.Won:
			data.Proved = found.whole()
			m := mistake{n + 1, n%2 + 1, pairs(p.group, p.history[n:n+1])[0], tokens(p, found.with(solver.Won))}
			data.Lost = &m
			return engine.Answer{Data: data, Actions: engine.Turning(m.Turn), Text: engine.T(
				"**%s won.** Turn %s lost it: %s took m = %s, while m = %s would have won.",
				sides[winner].Title, strconv.Itoa(m.Turn), playerName(winner.Other()), m.Move[0], clip(strings.Join(m.Instead, ", ")))}
		case solver.Lost:
		}
	}
	return engine.Answer{Data: data, Text: engine.T(
		"**%s won**, and %s had no chance: every position was lost, whatever the move.",
		sides[winner].Title, playerName(winner.Other()))}
}

func at(p *Position, n int) *Position {
	before := start(p.group, p.variant)
	for _, t := range p.history[:n] {
		before.take(t)
	}
	return before
}

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
	tokens, v := board.Sequence(ctx, p.solverPlace(), random)
	if v != solver.Won {
		return nil, v
	}
	return path(p, tokens), v
}
