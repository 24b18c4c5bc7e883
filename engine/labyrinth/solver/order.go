package solver

import (
	"math/bits"
	"slices"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// order numbers the pieces in the order in which they are tried; ties are ordered by doors. A set
// of pieces has a bit for each number, so that one table look-up finds its best pieces.
type order struct {
	doors  [board.Pieces]board.Doors // by number
	number [board.Pieces]uint8       // by doors
	equals [board.Pieces]uint64      // by number: the equally good pieces, itself included
}

// newOrder numbers the pieces by a key, the greatest first.
func newOrder(key func(board.Doors) int) *order {
	o := &order{}
	var keys [board.Pieces]int // by doors
	for d := range o.doors {
		o.doors[d], keys[d] = board.Doors(d), key(board.Doors(d))
	}
	slices.SortStableFunc(o.doors[:], func(a, b board.Doors) int { return keys[b] - keys[a] })
	for n, d := range o.doors {
		o.number[d] = uint8(n)
		o.equals[n] = o.filter(func(other board.Doors) bool { return keys[other] == keys[d] })
	}
	return o
}

// filter returns the set of pieces for which holds is true.
func (o *order) filter(holds func(board.Doors) bool) uint64 {
	var set uint64
	for n, d := range o.doors {
		if holds(d) {
			set |= 1 << n
		}
	}
	return set
}

// best returns the pieces to try first of a non-empty set.
func (o *order) best(set uint64) uint64 {
	return set & o.equals[bits.TrailingZeros64(set)]
}

// classes partitions all pieces by a key from 0 to [board.Sides], the greatest first.
func (o *order) classes(key func(board.Doors) int) []uint64 {
	var list []uint64
	for k := board.Sides; k >= 0; k-- {
		if class := o.filter(func(d board.Doors) bool { return key(d) == k }); class != 0 {
			list = append(list, class)
		}
	}
	return list
}
