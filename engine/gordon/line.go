package gordon

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
)

const longestLine = 6 // moves

// line returns a move and its proved continuation: the winner makes a winning move, the loser the
// one that leaves most replies.
func (a *analyst) line(ctx context.Context, p *Position, first Turn) []Turn {
	line := []Turn{first}
	for at := p.After(first); len(line) < longestLine && !at.stuck(); {
		found := a.analyse(ctx, at, false)
		next := Turn{}
		switch found.verdict {
		case solver.Won:
			next = found.with(solver.Won)[0]
		case solver.Lost:
			next = widest(at)
		case solver.Unknown:
			return line
		}
		line = append(line, next)
		at = at.After(next)
	}
	return line
}

func widest(p *Position) (best Turn) {
	most := -1
	for _, t := range p.Legal() {
		if replies := len(p.After(t).Legal()); replies > most {
			best, most = t, replies
		}
	}
	return best
}

// hardest returns, if all moves lose, the one with the smallest share of winning replies, and
// among those the one with most replies.
func (a *analyst) hardest(ctx context.Context, p *Position) Turn {
	moves := choices(p)
	best, least, most := moves[0], 2.0, 0
	for _, class := range classes(p, moves) {
		t := moves[class[0]]
		after := p.After(t)
		if after.stuck() {
			continue
		}
		replies := a.analyse(ctx, after, true)
		if !replies.whole {
			break // out of time
		}
		share := float64(len(replies.with(solver.Won))) / float64(len(replies.moves))
		if share < least || share == least && len(replies.moves) > most {
			best, least, most = t, share, len(replies.moves)
		}
	}
	return best
}
