package gordon

import (
	"context"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// solution is the machine-readable form of view "solve".
type solution struct {
	// Winner is 1 or 2: who wins, or by a guess would win, with best play; 0 in a
	// solitaire.
	Winner int `json:"winner"`
	// Winning lists the m that win for the mover, or that begin a way through all places.
	Winning []string `json:"winning"`
	// Proved: nothing is guessed, and Winning is complete.
	Proved bool `json:"proved"`
	// Open lists the m of which nothing is proved.
	Open []string `json:"open,omitempty"`
	// Way is a way through all places, as m, in a solitaire.
	Way []string `json:"way,omitempty"`
	// Lost is, after the end, the turn that lost the game.
	Lost *mistake `json:"lost,omitempty"`
}

// mistake is a turn after which a won game was lost.
type mistake struct {
	Turn    int       `json:"turn"` // from 1
	Player  int       `json:"player"`
	Move    [2]string `json:"move"`
	Instead []string  `json:"instead"` // the m that would have won
}

func showSolve(ctx context.Context, position engine.Position, _ engine.Options) (engine.Answer, error) {
	p := position.(*Position)
	switch {
	case p.variant == Solitaire:
		return p.solveSolitaire(ctx), nil
	case p.stuck():
		return p.review(ctx), nil
	default:
		return p.solve(ctx), nil
	}
}

// solve tells who wins an open game, and by which moves.
func (p *Position) solve(ctx context.Context) engine.Answer {
	s := newSolver(p)
	var g guess
	if s.tokens(p) > surelyProved {
		g = s.guess(ctx, p, playouts, 1)
	}
	st := s.investigate(ctx, p, true)
	data := solution{Winning: p.tokensOf(st.winning()), Open: p.tokensOf(st.open()), Proved: st.whole}
	winner := p.mover()
	switch st.verdict {
	case lost:
		winner = winner.Other()
	case unknown:
		if g.line == nil {
			g = s.guess(ctx, p, playouts, 1)
		}
		if g.value < 0.5 {
			winner = winner.Other()
		}
	case won:
	}
	data.Winner = int(winner) + 1
	return engine.Answer{Text: p.aboutStudy(st, winner, data), Data: data}
}

// tokensOf lists the m of moves; never nil, so that JSON has a list.
func (p *Position) tokensOf(turns []Turn) []string {
	names := make([]string, 0, len(turns))
	for _, t := range turns {
		names = append(names, p.group.names[t.M])
	}
	return names
}

func (p *Position) aboutStudy(st study, winner engine.Seat, data solution) engine.Text {
	who, winning := capitalName(winner), strings.Join(data.Winning, ", ")
	switch {
	case st.verdict == unknown:
		return engine.T("**Not proved.** %s seems to win, but the time was too short to be sure. %s", who, p.aboutOpen(data))
	case st.verdict == lost:
		return engine.T("**%s wins**, whatever %s plays: proved.", who, playerName(winner.Other()))
	case !st.whole:
		return engine.T("**%s wins**: proved for m = %s. %s", who, winning, p.aboutOpen(data))
	case len(data.Winning) == len(st.moves):
		return engine.T("**%s wins** with every move: proved.", who)
	case p.opening():
		return engine.T("**%s wins** with m = %s, from any place, and with no other m: proved.", who, winning)
	default:
		return engine.T("**%s wins** with m = %s, and with no other: proved.", who, winning)
	}
}

// aboutOpen tells how much is not known.
func (p *Position) aboutOpen(data solution) engine.Text {
	if len(data.Open) == 1 {
		return engine.T("Nothing is proved of m = %s.", data.Open[0])
	}
	return engine.T("Nothing is proved of %s further moves: m = %s.", number(len(data.Open)), clip(strings.Join(data.Open, ", ")))
}

func capitalName(s engine.Seat) engine.Text { return sides[s].Title }

// review tells which turn lost a game that is over: the last one at which the loser
// could have won.
func (p *Position) review(ctx context.Context) engine.Answer {
	winner := p.Outcome().Winner
	data := solution{Winner: int(winner) + 1, Winning: []string{}, Proved: true}
	for n := len(p.history) - 1; n >= 0; n-- {
		if engine.Seat(n%2) == winner {
			continue
		}
		before := p.at(n)
		st := newSolver(before).investigate(ctx, before, true)
		switch st.verdict {
		case unknown:
			data.Proved = false
			return engine.Answer{Data: data, Text: engine.T(
				"**%s won.** Which turn lost it is **not proved**: before turn %s the time was too short. From turn %s on %s was lost.",
				capitalName(winner), number(n+1), number(n+2), playerName(winner.Other()))}
		case won:
			data.Proved = st.whole
			data.Lost = &mistake{n + 1, n%2 + 1, p.group.pairs(p.history[n : n+1])[0], p.tokensOf(st.winning())}
			return engine.Answer{Data: data, Text: p.aboutMistake(winner, *data.Lost)}
		case lost:
		}
	}
	return engine.Answer{Data: data, Text: engine.T(
		"**%s won**, and %s had no chance: all their positions were lost, whatever they played.",
		capitalName(winner), playerName(winner.Other()))}
}

func (p *Position) aboutMistake(winner engine.Seat, m mistake) engine.Text {
	return engine.T("**%s won.** Turn %s lost it: %s took m = %s, while m = %s would have won.",
		capitalName(winner), number(m.Turn), playerName(winner.Other()), m.Move[0], clip(strings.Join(m.Instead, ", ")))
}

// at is the game after its first n turns.
func (p *Position) at(n int) *Position {
	start, err := Start(p.group, p.variant)
	if err != nil {
		return p // what is being played could be started
	}
	for _, t := range p.history[:n] {
		start.take(t)
	}
	return start
}

// solveSolitaire looks for a way through all places.
func (p *Position) solveSolitaire(ctx context.Context) engine.Answer {
	if p.p == 0 {
		return engine.Answer{
			Data: solution{Winning: []string{}, Proved: true},
			Text: engine.T("All places are visited. The sequencing is %s.", clip(p.sequence())),
		}
	}
	if p.stuck() {
		return engine.Answer{
			Data: solution{Winning: []string{}, Proved: true},
			Text: engine.T("No m leads on. Take moves back with `/gordon undo`, and ask again."),
		}
	}
	random := search.Rand(1)
	way, v := p.sequencing(ctx, &random)
	data := solution{Winning: []string{}, Proved: v != unknown, Way: p.tokensOf(way)}
	switch v {
	case won:
		data.Winning = data.Way[:1]
		return engine.Answer{Data: data, Text: engine.T("**It can be done**: %s.", clip(strings.Join(data.Way, " ")))}
	case lost:
		return engine.Answer{Data: data, Text: engine.T("**It cannot be done** from here: proved.")}
	default:
		return engine.Answer{Data: data, Text: engine.T("**Not proved.** I have found no way in time, and no reason why there should be none.")}
	}
}
