package ade

import (
	"context"
	"errors"
	"math/bits"
)

// state is the values of a game for two, zeros beyond the graph's nodes.
type state [MostDuelNodes]int32

// mostSmall is the greatest value that the solver takes to begin with, mostState that it
// follows: from there on a firing might overflow.
const (
	mostSmall = 1 << 20
	mostState = 1 << 29 / MostDuelNodes
)

// errUnsolved: the tree is larger than the bound, or there was no time.
var errUnsolved = errors.New("ade: not solved")

// solver finds out who wins the game for two by looking at all that can happen, each
// state once. It is not safe for concurrent use.
type solver struct {
	graph *Graph
	known map[state]bool // whether the mover wins
	limit int            // of known
	ctx   context.Context
	beat  int
}

func newSolver(g *Graph, limit int) *solver {
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
	if s.beat++; s.beat%1024 == 0 && s.ctx.Err() != nil || len(s.known) >= s.limit {
		return false, errUnsolved
	}
	won := false
	for set := range subsets(positive) {
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
func (s *solver) fire(v state, set Set) (state, bool) {
	next := v
	for rest := uint64(set); rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if v[i] > mostState {
			return next, false
		}
		next[i] -= 2 * v[i]
		for _, j := range s.graph.neighbours[i] {
			next[j] += v[i]
		}
	}
	return next, true
}

func (v *state) positive() Set {
	var s Set
	for i, x := range v {
		if x > 0 {
			s |= 1 << i
		}
	}
	return s
}
