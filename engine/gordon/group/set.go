package group

import "math/bits"

const wordBits = 64

// Set is a set of elements of one group. The zero value is empty; sets are values, and
// equal where they hold the same elements.
type Set struct {
	words [(MaxOrder + wordBits - 1) / wordBits]uint64
}

// First is the set of the n elements from 0 on.
func First(n int) Set {
	var s Set
	for a := range n {
		s = s.With(Element(a))
	}
	return s
}

// Has reports whether an element is in the set.
func (s Set) Has(a Element) bool { return s.words[a/wordBits]>>(a%wordBits)&1 != 0 }

// With is the set with one element more, if it was not there.
func (s Set) With(a Element) Set {
	s.words[a/wordBits] |= 1 << (a % wordBits)
	return s
}

// Without is the set without an element.
func (s Set) Without(a Element) Set {
	s.words[a/wordBits] &^= 1 << (a % wordBits)
	return s
}

// Empty reports whether there are no elements.
func (s Set) Empty() bool { return s == Set{} }

// Size is the number of elements.
func (s Set) Size() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Elements lists the elements in order.
func (s Set) Elements() []Element {
	list := make([]Element, 0, s.Size())
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			list = append(list, Element(i*wordBits+bits.TrailingZeros64(w)))
		}
	}
	return list
}
