package gordon

import "math/bits"

// set is a set of elements, bit by bit.
type set uint64

// all is the set of the first n elements.
func all(n int) set { return set(1)<<n - 1 }

func (s set) has(a Element) bool    { return s>>a&1 != 0 }
func (s set) with(a Element) set    { return s | 1<<a }
func (s set) without(a Element) set { return s &^ (1 << a) }
func (s set) size() int             { return bits.OnesCount64(uint64(s)) }
func (s set) first() Element        { return Element(bits.TrailingZeros64(uint64(s))) }
func (s set) elements() (list []Element) {
	for ; s != 0; s &= s - 1 {
		list = append(list, s.first())
	}
	return list
}

// at is the i-th element, counted from the least.
func (s set) at(i int) Element {
	for ; i > 0; i-- {
		s &= s - 1
	}
	return s.first()
}
