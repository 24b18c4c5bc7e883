package solver

import (
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
)

// set is a set of elements as bits of a machine word.
type set uint64

func all(n int) set { return set(1)<<n - 1 }

func (s set) with(a group.Element) set    { return s | 1<<a }
func (s set) without(a group.Element) set { return s &^ (1 << a) }
func (s set) size() int                   { return bits.OnesCount64(uint64(s)) }
func (s set) first() group.Element        { return group.Element(bits.TrailingZeros64(uint64(s))) }

func (s set) elements(yield func(group.Element) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(s.first()) {
			return
		}
	}
}

// at returns the i-th element, counted from the least.
func (s set) at(i int) group.Element {
	for ; i > 0; i-- {
		s &= s - 1
	}
	return s.first()
}
