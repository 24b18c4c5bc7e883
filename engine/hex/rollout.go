package hex

import (
	"math/bits"
	"sync"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// point is a place on a [field]: the board with a rim of one place around it, rows
// of size+2 places, so that every cell has six neighbours. a1 is at width+1.
type point int16

// places is more than the largest board has with its rim, and a power of two, so
// that indices can be masked instead of checked.
const (
	places    = 512
	placeMask = places - 1
)

// board holds a [Colour] for each place: stones, and on the rim the colours of the
// edges. It is of bytes because that is what [search.Tracer] wants.
type board [places]uint8

const (
	empty = uint8(Empty)
	red   = uint8(Red)
	blue  = uint8(Blue)
)

// field is the board as the search and its rollouts play on it.
type field struct {
	width  int
	steps  [6]point // to the neighbours: E, NE, N, W, SW, S; entries side by side touch
	side   *[places]uint8
	saves  *bridgeSaves
	board  board
	turn   uint8
	first  point   // a1
	last   []point // stones placed since the field was made
	open   []point // empty cells, in any order
	where  [places]int16
	survey *survey

	end   board   // of the last rollout
	order []point // scratch of rollouts
}

// Values of field.side, for the places of the rim: the near edge of a colour is top
// or left, the far one bottom or right.
const (
	near = 1
	far  = 2
)

// newField copies a position.
func newField(p *Position) *field {
	n := p.Size()
	f := &field{width: n + 2, saves: saves(), turn: uint8(p.Mover()), side: new([places]uint8), survey: new(survey)}
	w := point(f.width)
	f.steps = [6]point{1, 1 - w, -w, -1, w - 1, w}
	f.first = w + 1
	f.rim(n, uint8(p.TopBottom()))
	for row := range n {
		for col := range n {
			at := f.at(col, row)
			if f.board[at] = uint8(p.cells[row*n+col]); f.board[at] == empty {
				f.where[at] = int16(len(f.open))
				f.open = append(f.open, at)
			}
		}
	}
	f.order = make([]point, len(f.open))
	return f
}

// rim colours the places around the board. The obtuse corners lie on two edges and
// get the near one's colour, which walks and bridges never mind; the acute corners,
// and all places further out, touch no cell and get none, but must not look empty.
func (f *field) rim(n int, topBottom uint8) {
	const nowhere = red | blue
	leftRight := topBottom ^ nowhere
	for i := range f.board {
		f.board[i] = nowhere
	}
	set := func(col, row int, c, side uint8) {
		f.board[f.at(col, row)], f.side[f.at(col, row)] = c, side
	}
	for i := range n {
		set(i, -1, topBottom, near)
		set(i, n, topBottom, far)
		set(-1, i, leftRight, near)
		set(n, i, leftRight, far)
	}
	set(n, -1, topBottom, near)
	set(-1, n, leftRight, near)
}

func (f *field) at(col, row int) point { return point((row+1)*f.width + col + 1) }

// Rollout implements [search.State]: the players fill the board at random, except
// that whoever has a bridge broken into saves it at once. Filling to the end costs
// less than looking for the end after each stone, and has the same winner.
func (f *field) Rollout(r *search.Rand) float64 {
	f.fill(r)
	if f.winner(&f.end) == f.turn {
		return 1
	}
	return 0
}

func (f *field) fill(r *search.Rand) {
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
		if b[c&placeMask] != empty {
			continue
		}
		b[c&placeMask] = turn
		turn ^= red | blue
		ring := uint(b[(c+e)&placeMask]) | uint(b[(c+ne)&placeMask])<<2 | uint(b[(c+n)&placeMask])<<4 |
			uint(b[(c+w)&placeMask])<<6 | uint(b[(c+sw)&placeMask])<<8 | uint(b[(c+s)&placeMask])<<10
		if saves[turn&3][ring&rings] != 0 {
			turn = f.reply(c, turn, r)
		}
	}
}

// reply saves a bridge of the mover into which the stone at c has just broken, if
// there is one, and so on in turn. It returns who moves next.
func (f *field) reply(c point, turn uint8, r *search.Rand) uint8 {
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
		turn ^= red | blue
	}
}

func choice(mask uint8, r *search.Rand) int {
	if mask&(mask-1) == 0 {
		return 0
	}
	return r.Below(bits.OnesCount8(mask))
}

// ring packs the six neighbours of a place, two bits each.
func (f *field) ring(b *board, c point) uint {
	ring := uint(0)
	for i, step := range f.steps {
		ring |= uint(b[(c+step)&placeMask]) << (2 * i)
	}
	return ring
}

// winner walks along the border between the colours of a full board, from the acute
// corner where the near edges meet, with the top's colour on one hand and the left's
// on the other. The colour whose far edge it reaches first has joined its edges.
func (f *field) winner(b *board) uint8 {
	topBottom := b[1]
	at, direction := point(f.width), 1 // on the left's side, looking at the top's place to the NE
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

// rings masks what ring returns.
const rings = 1<<12 - 1

// bridgeSaves tells, by the mover's colour and the ring around the stone just
// placed, at which neighbours (a bit each) the mover saves a bridge: places between
// two own stones next to each other around the ring.
type bridgeSaves [4][rings + 1]uint8

var saves = sync.OnceValue(func() *bridgeSaves {
	t := new(bridgeSaves)
	for _, c := range []uint8{red, blue} {
		for ring := range t[c] {
			at := func(i int) uint8 { return uint8(ring >> (2 * (i % 6)) & 3) }
			for i := range 6 {
				if at(i) == c && at(i+1) == empty && at(i+2) == c {
					t[c][ring] |= 1 << ((i + 1) % 6)
				}
			}
		}
	}
	return t
})
