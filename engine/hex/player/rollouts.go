package player

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// rolloutSearcher is Monte-Carlo tree search with random rollouts. It needs no network and is the
// reference for the network's search.
type rolloutSearcher struct {
	settings
	rand search.Rand
}

func byRollouts(s settings, seed uint64) *player {
	return &player{s, &rolloutSearcher{s, search.Rand(seed)}}
}

// search has constants that were tuned by matches on 11x11 at 5,000 playouts a move.
func (s *rolloutSearcher) search(ctx context.Context, p Position) search.Result[field.Point] {
	return mcts.Run(ctx, p.Field(), mcts.Options{
		Playouts:  s.playouts,
		Threads:   s.threads,
		Seed:      s.rand.Uint64(),
		Early:     true,
		Expand:    10,
		RAVE:      true,
		Bias:      0.001,
		FirstPlay: 0.5,
	})
}

// kept is 0: each search starts anew.
func (s *rolloutSearcher) kept() int { return 0 }

// opening picks from a list of nearly even moves and their images after half a turn of the board.
// It calls their value even, since rollouts cannot tell more.
func (s *rolloutSearcher) opening(p Position) (hexgrid.Cell, float64) {
	names, small := smallOpenings[p.Height()]
	if !small {
		names = largeOpenings
	}
	c, _ := p.Grid().Parse(names[s.rand.Below(len(names))])
	if p.TopBottom() != board.Red {
		c = p.Grid().Mirror(c)
	}
	if s.rand.Below(2) == 0 {
		c = p.Grid().Opposite(c)
	}
	return c, 0.5
}

// Nearly even first moves of the player who joins top and bottom, on a board with equal sides: others
// have no swap. Up to 6x6 all openings are solved; these lose, but less plainly than a corner. On
// 11x11, c2 wins 14 games in 100 under strong play and b4 91, as near to even as any; other sizes use
// the cells at the same distance from the corner.
var (
	smallOpenings = map[int][]string{3: {"b1"}, 4: {"c1", "b2"}, 5: {"d1", "a3"}, 6: {"e1", "a2"}}
	largeOpenings = []string{"c2", "b4"}
)
