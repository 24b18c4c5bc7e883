package hex

import (
	"github.com/sixfold-bot/sixfold/engine"
)

// open picks a first move that is worth no swap and yet not lost: near the top's
// left or its right, in the second row or the rim. On 11x11 strong play gives c2 14
// chances in 100, i2 8, a2 5, and b4 91, the most even there are; other sizes use the
// cells at the same distance from the corners.
func (p *player) open(board *Position) engine.Choice {
	names := openings(board.Size())
	name := names[p.rand.Below(len(names))]
	c, _ := board.grid.Parse(name)
	if board.TopBottom() != Red {
		c = board.grid.Mirror(c)
	}
	if p.rand.Below(2) == 0 {
		c = board.grid.Opposite(c)
	}
	move := board.grid.Name(c)
	return engine.Choice{Move: move, Value: 0.5, Line: []string{move}}
}

// openings are nearly even first moves of the player who joins top and bottom. Those
// up to 6x6 are the lost moves that come closest to the middle: the winning ones are
// known, and the opponent would swap them.
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
