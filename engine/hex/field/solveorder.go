package field

import (
	"math/bits"
	"slices"
)

// order sorts moves, the most promising first: those that leave the opponent the smallest must-play
// region, and among them those on short paths of both sides, where a stone helps one and hinders
// the other.
type order struct {
	ahead survey
	value [places]int
	far   [places]int
	queue []Point
}

const (
	// unreachable exceeds the length of every path.
	unreachable = 100
	// roomy weighs the opponent's room above all paths: threats come first.
	roomy = 8 * unreachable
)

// sort orders moves; those outside the mover's region are in no useful order.
func (o *order) sort(f *Field, moves []Point, must Region) {
	clear(o.value[:])
	for _, colour := range []uint8{Red, Blue} {
		for _, side := range []uint8{near, far} {
			o.spread(f, colour, side)
			for _, c := range moves {
				o.value[c&placeMask] += o.far[c&placeMask]
			}
		}
	}
	for _, m := range moves {
		if must&f.bit(m) != 0 {
			f.Do(m)
			o.value[m&placeMask] += roomy * o.ahead.room(f)
			f.Undo(m)
		}
	}
	middle := f.At(0, 0) + f.At(f.width-1, f.height-1)
	off := func(c Point) int { return max(int(2*c-middle), int(middle-2*c)) }
	slices.SortFunc(moves, func(a, b Point) int {
		if d := o.value[a&placeMask] - o.value[b&placeMask]; d != 0 {
			return d
		}
		if d := off(a) - off(b); d != 0 {
			return d
		}
		return int(a - b)
	})
}

// room returns the number of moves that the mover has to consider: none if the opponent's edges are
// linked, more than there are cells if the mover wins.
func (s *survey) room(f *Field) int {
	if v, ok := s.decided(f); ok && v.Win {
		return places
	} else if ok {
		return 0
	}
	must, _ := s.mustPlay(f)
	return min(bits.OnesCount64(uint64(must)), len(f.open))
}

// spread measures a colour's distance from one of its edges to each cell by a breadth-first search
// in which own stones cost nothing and an empty cell costs one, by a step or a bridge.
func (o *order) spread(f *Field, colour, side uint8) {
	for i := range o.far {
		o.far[i] = unreachable
	}
	o.queue = o.queue[:0]
	for c := range f.side {
		if f.side[c] == side && f.board[c] == colour {
			o.far[c] = 0
			o.queue = append(o.queue, Point(c))
		}
	}
	for next := 0; next < len(o.queue); next++ {
		c := o.queue[next]
		for i, step := range f.steps {
			one, two := c+step, c+f.steps[(i+1)%6]
			o.enter(f, c, one, colour)
			if f.board[one&placeMask] == Empty && f.board[two&placeMask] == Empty {
				o.enter(f, c, one+f.steps[(i+1)%6], colour)
			}
		}
	}
}

// enter extends a path to a cell if that is shorter than all before.
func (o *order) enter(f *Field, from, to Point, colour uint8) {
	to &= placeMask
	way := o.far[from&placeMask]
	switch {
	case f.side[to] != 0 || f.board[to] != colour && f.board[to] != Empty:
		return
	case f.board[to] == Empty:
		way++
	}
	if way < o.far[to] {
		o.far[to] = way
		o.queue = append(o.queue, to)
	}
}
