package group

import "math/bits"

const wordBits = 64

// Set is a set of elements of one group. The zero value is empty. Sets are values and can be
// compared with ==.
type Set struct {
	words [(MaxOrder + wordBits - 1) / wordBits]uint64
}

// First returns the set of the first n elements.
func First(n int) Set {
	var s Set
	for a := range n {
		s = s.With(Element(a))
	}
	return s
}

// Has reports whether an element is in the set.
func (s Set) Has(a Element) bool { return s.words[a/wordBits]>>(a%wordBits)&1 != 0 }

// With returns the set with an element added.
func (s Set) With(a Element) Set {
	s.words[a/wordBits] |= 1 << (a % wordBits)
	return s
}

// Without returns the set with an element removed.
func (s Set) Without(a Element) Set {
	s.words[a/wordBits] &^= 1 << (a % wordBits)
	return s
}

// Empty reports whether the set is empty.
func (s Set) Empty() bool { return s == Set{} }

// Size returns the number of elements.
func (s Set) Size() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Elements returns the elements in order.
func (s Set) Elements() []Element {
	list := make([]Element, 0, s.Size())
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			list = append(list, Element(i*wordBits+bits.TrailingZeros64(w)))
		}
	}
	return list
}
