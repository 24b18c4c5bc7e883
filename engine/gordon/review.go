package gordon

import (
	"context"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

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
			data.Proved = found.whole
			data.Lost = &mistake{n + 1, n%2 + 1, pairs(p.group, p.history[n:n+1])[0], tokens(p, found.with(solver.Won))}
			return engine.Answer{Data: data, Text: aboutMistake(winner, *data.Lost), Actions: engine.Turning(n + 1)}
		case solver.Lost:
		}
	}
	return engine.Answer{Data: data, Text: engine.T(
		"**%s won**, and %s had no chance: every position was lost, whatever the move.",
		sides[winner].Title, playerName(winner.Other()))}
}

func aboutMistake(winner engine.Seat, m mistake) engine.Text {
	return engine.T("**%s won.** Turn %s lost it: %s took m = %s, while m = %s would have won.",
		sides[winner].Title, strconv.Itoa(m.Turn), playerName(winner.Other()), m.Move[0], clip(strings.Join(m.Instead, ", ")))
}

func at(p *Position, n int) *Position {
	start, err := Start(p.group, p.variant)
	if err != nil {
		return p // unreachable: p was started with the same arguments
	}
	for _, t := range p.history[:n] {
		start.take(t)
	}
	return start
}
