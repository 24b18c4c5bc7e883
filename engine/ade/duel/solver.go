package duel

import (
	"context"
	"errors"
	"math/big"
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// state is the values of a game for two, zeros beyond the graph's nodes.
type state [MostNodes]int32

// mostSmall is the greatest value that the solver takes to begin with, mostState that it
// follows: from there on a firing might overflow.
const (
	mostSmall = 1 << 20
	mostState = 1 << 29 / MostNodes
)

// small are values that the solver can take; false where they are too large.
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

// errUnsolved: the tree is larger than the bound, or there was no time.
var errUnsolved = errors.New("duel: not solved")

// solver finds who wins by searching all that can happen, each state once. It is not safe for concurrent use.
type solver struct {
	graph *graph.Graph
	known map[state]bool // whether the mover wins
	limit int            // of known
	ctx   context.Context
	asked int // nodes since the start: the context is asked at every 1,024th
}

func newSolver(g *graph.Graph, limit int) *solver {
	return &solver{graph: g, known: map[state]bool{}, limit: limit}
}

// wins reports whether the mover wins, or returns errUnsolved.
func (s *solver) wins(ctx context.Context, v state) (bool, error) {
	s.ctx = ctx
	return s.search(v)
}

func (s *solver) search(v state) (bool, error) {
	positive := v.positive()
	if positive == 0 {
		return false, nil
	}
	if won, ok := s.known[v]; ok {
		return won, nil
	}
	if s.asked++; s.asked%1024 == 0 && s.ctx.Err() != nil || len(s.known) >= s.limit {
		return false, errUnsolved
	}
	won := false
	for set := range positive.Subsets {
		next, ok := s.fire(v, set)
		if !ok {
			return false, errUnsolved
		}
		lost, err := s.search(next)
		if err != nil {
			return false, err
		}
		if !lost {
			won = true
			break
		}
	}
	s.known[v] = won
	return won, nil
}

// fire lets a set fire; false where a value gets too large.
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

// total is the sum of the positive values.
func (v *state) total() int64 {
	var sum int64
	for _, x := range v {
		sum += int64(max(0, x))
	}
	return sum
}
