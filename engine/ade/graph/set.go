package graph

import "math/bits"

// Set is a set of nodes, bit i for node i.
type Set uint64

// Has reports whether a node is in the set.
func (s Set) Has(i int) bool { return s>>i&1 == 1 }

// Count is the number of nodes in the set.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// Subsets yields the non-empty subsets, from the greatest number down: the whole first.
func (s Set) Subsets(yield func(Set) bool) {
	for sub := s; sub != 0; sub = (sub - 1) & s {
		if !yield(sub) {
			return
		}
	}
}
