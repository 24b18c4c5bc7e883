package hex

import (
	"context"

	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// rollouts looks ahead by Monte-Carlo tree search: it plays games out by chance. It
// needs no network, and is what the network's search is measured against.
type rollouts struct {
	strength
	rand *search.Rand
	tree *mcts.Search[field.Point]
}

func (p *rollouts) think(ctx context.Context, board *Position) search.Result[field.Point] {
	return p.tree.Run(ctx, newField(board), p.config())
}

// kept: each search begins anew.
func (p *rollouts) kept() int { return 0 }

// config is how the level searches. The constants were tuned by matches between
// variants on 11x11 at 5,000 playouts a move.
func (p *rollouts) config() mcts.Options {
	return mcts.Options{
		Playouts:  p.playouts,
		Threads:   p.threads,
		Seed:      p.rand.Uint64(),
		Early:     p.temperature == 0,
		Expand:    10,
		RAVE:      true,
		Bias:      0.001,
		FirstPlay: 0.5,
	}
}

// open picks from a list of nearly even moves, or the image after half a turn of the
// board. The value is told as even: what strong play would make of it is more than
// rollouts know.
func (p *rollouts) open(board *Position) (hexgrid.Cell, float64) {
	names := openings(board.Size())
	c, _ := board.grid.Parse(names[p.rand.Below(len(names))])
	if board.TopBottom() != Red {
		c = board.grid.Mirror(c)
	}
	if p.rand.Below(2) == 0 {
		c = board.grid.Opposite(c)
	}
	return c, 0.5
}

// openings are nearly even first moves of the player who joins top and bottom. Up to
// 6x6 all openings are solved, and these lose, but less plainly than a corner. On
// 11x11, c2 wins 14 games in 100 under strong play and b4 91, as near to even as any;
// other sizes use the cells at the same distance from the corner.
func openings(size int) []string {
	switch size {
	case 3:
		return []string{"b1"}
	case 4:
		return []string{"c1", "b2"}
	case 5:
		return []string{"d1", "a3"}
	case 6:
		return []string{"e1", "a2"}
	}
	return []string{"c2", "b4"}
}
