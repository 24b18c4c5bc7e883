package duel

import (
	"context"
	"math/big"
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// state holds the values, zero beyond the graph's nodes.
type state [MostNodes]int32

// mostSmall bounds the values with which a search begins, mostState those within it: beyond, a
// firing could overflow.
const (
	mostSmall = 1 << 20
	mostState = 1 << 29 / MostNodes
)

// small converts values for the solver; false if one is too large.
func small(v graph.Values) (state, bool) {
	var s state
	for i, x := range v {
		if x.CmpAbs(big.NewInt(mostSmall)) > 0 {
			return s, false
		}
		s[i] = int32(x.Int64())
	}
	return s, true
}

// solver finds the winner by exhaustive search, each state once. It is not safe for concurrent
// use.
type solver struct {
	graph *graph.Graph
	known map[state]bool // whether the mover wins
	limit int            // of known
	asked int            // states searched: the context is checked at every 1,024th
}

// wins reports whether the mover wins. It is not solved if the tree exceeds the bound on states, a
// value gets too large, or the context ends.
func (s *solver) wins(ctx context.Context, v state) (won, solved bool) {
	positive := v.positive()
	if positive == 0 {
		return false, true
	}
	if won, ok := s.known[v]; ok {
		return won, true
	}
	if s.asked++; s.asked%1024 == 0 && ctx.Err() != nil || len(s.known) >= s.limit {
		return false, false
	}
	for set := range positive.Subsets {
		next, ok := s.fire(v, set)
		if !ok {
			return false, false
		}
		lost, ok := s.wins(ctx, next)
		if !ok {
			return false, false
		}
		if !lost {
			won = true
			break
		}
	}
	s.known[v] = won
	return won, true
}

// fire fires a set; false if a value gets too large.
func (s *solver) fire(v state, set graph.Set) (state, bool) {
	next := v
	for rest := uint64(set); rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if v[i] > mostState {
			return next, false
		}
		next[i] -= 2 * v[i]
		for _, j := range s.graph.Neighbours(i) {
			next[j] += v[i]
		}
	}
	return next, true
}

func (v *state) positive() graph.Set {
	var s graph.Set
	for i, x := range v {
		if x > 0 {
			s |= 1 << i
		}
	}
	return s
}

// total returns the sum of the positive values.
func (v *state) total() int64 {
	var sum int64
	for _, x := range v {
		sum += int64(max(0, x))
	}
	return sum
}
