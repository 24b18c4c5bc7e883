package field

import (
	"math/bits"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
	"github.com/sixfold-bot/sixfold/engine/search/mcts"
)

// Rollout implements [mcts.Position]: the players fill the board at random, except that a player
// saves a bridge at once when it is intruded on. Filling the board is cheaper than checking for the
// end after each stone and gives the same winner.
func (f *Field) Rollout(r *search.Rand) float64 {
	f.fill(r)
	if f.winner(&f.end) == f.turn {
		return 1
	}
	return 0
}

func (f *Field) fill(r *search.Rand) {
	f.end = f.board
	b, saves := &f.end, f.saves
	order := f.order[:copy(f.order, f.open)]
	turn := f.turn
	if n := len(f.last); n > 0 {
		turn = f.reply(f.last[n-1], turn, r)
	}
	e, ne, n, w, sw, s := f.steps[0], f.steps[1], f.steps[2], f.steps[3], f.steps[4], f.steps[5]
	for left := len(order); left > 0; left-- {
		i := r.Below(left)
		c := order[i]
		order[i] = order[left-1]
		if b[c&placeMask] != Empty {
			continue
		}
		b[c&placeMask] = turn
		turn ^= Red | Blue
		ring := uint(b[(c+e)&placeMask]) | uint(b[(c+ne)&placeMask])<<2 | uint(b[(c+n)&placeMask])<<4 |
			uint(b[(c+w)&placeMask])<<6 | uint(b[(c+sw)&placeMask])<<8 | uint(b[(c+s)&placeMask])<<10
		if saves[turn&3][ring&rings] != 0 {
			turn = f.reply(c, turn, r)
		}
	}
}

// reply saves a bridge of the mover that the stone at c has intruded on, if any, and so on in turn.
// It returns who moves next.
func (f *Field) reply(c Point, turn uint8, r *search.Rand) uint8 {
	for {
		broken := f.saves[turn&3][f.ring(&f.end, c)&rings]
		if broken == 0 {
			return turn
		}
		for skip := choice(broken, r); skip > 0; skip-- {
			broken &= broken - 1
		}
		c += f.steps[bits.TrailingZeros8(broken)]
		f.end[c&placeMask] = turn
		turn ^= Red | Blue
	}
}

func choice(mask uint8, r *search.Rand) int {
	if mask&(mask-1) == 0 {
		return 0
	}
	return r.Below(bits.OnesCount8(mask))
}

// winner follows the border between the colours of a full board, from the acute corner where the
// near edges meet, with top's colour on one side and left's on the other. The colour whose far edge
// it reaches first has joined its edges.
func (f *Field) winner(b *board) uint8 {
	topBottom := b[1]
	at, direction := Point(f.stride), 1 // on left's side, facing top's place to the NE
	for {
		direction--
		if direction < 0 {
			direction = 5
		}
		ahead := at + f.steps[direction]
		if b[ahead&placeMask] != topBottom {
			at = ahead
			if direction += 2; direction > 5 {
				direction -= 6
			}
		}
		if f.side[ahead&placeMask] == far {
			return b[ahead&placeMask]
		}
	}
}

// ring packs the six neighbours of a place, two bits each.
func (f *Field) ring(b *board, c Point) uint {
	ring := uint(0)
	for i, step := range f.steps {
		ring |= uint(b[(c+step)&placeMask]) << (2 * i)
	}
	return ring
}

// rings masks the result of ring.
const rings = 1<<12 - 1

// bridgeSaves has, by the mover's colour and the ring around the stone just placed, the neighbours
// (one bit each) at which the mover saves a bridge: those between two own stones in the ring.
type bridgeSaves [4][rings + 1]uint8

var saves = sync.OnceValue(func() *bridgeSaves {
	t := new(bridgeSaves)
	for _, c := range []uint8{Red, Blue} {
		for ring := range t[c] {
			at := func(i int) uint8 { return uint8(ring >> (2 * (i % 6)) & 3) }
			for i := range 6 {
				if at(i) == c && at(i+1) == Empty && at(i+2) == c {
					t[c][ring] |= 1 << ((i + 1) % 6)
				}
			}
		}
	}
	return t
})

// Weights of the priors in rollouts, tuned by matches on 11x11.
const (
	priorSave  = 20 // saves a bridge that was just intruded on
	priorClose = 6  // touches the last stone, or is a bridge away from it
)

// Priors implements [mcts.Heuristic]: it prefers answers to the last stone.
func (f *Field) Priors(moves []Point, priors []mcts.Prior) {
	if len(f.last) == 0 {
		return
	}
	last := f.last[len(f.last)-1]
	var prior [places]mcts.Prior
	for i, step := range f.steps {
		to := last + step
		prior[to&placeMask] = mcts.Prior{Value: 1, Weight: priorClose}
		prior[(to+f.steps[(i+1)%6])&placeMask] = mcts.Prior{Value: 1, Weight: priorClose}
	}
	var saves [6]Point
	for _, m := range f.AppendSaves(saves[:0]) {
		prior[m&placeMask] = mcts.Prior{Value: 1, Weight: priorSave}
	}
	for i, m := range moves {
		priors[i] = prior[m&placeMask]
	}
}

// AppendSaves appends the cells where the mover saves a bridge that the last stone has intruded on.
func (f *Field) AppendSaves(cells []Point) []Point {
	if len(f.last) == 0 {
		return cells
	}
	last := f.last[len(f.last)-1]
	saves := f.saves[f.turn&3][f.ring(&f.board, last)&rings]
	for i, step := range f.steps {
		if saves>>i&1 != 0 {
			cells = append(cells, last+step)
		}
	}
	return cells
}
