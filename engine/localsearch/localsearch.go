// Package localsearch finds an assignment of Boolean variables under which all members of a class
// differ, by focused Metropolis search (S. Seitz, M. Alava and P. Orponen, "Focused local search
// for random 3-satisfiability", 2005): it flips only variables of violated constraints.
//
// A variable is an edge between two nodes, present or absent. The edges of a node form its pattern.
// Nodes belong to classes; the constraint is that at most a given capacity of nodes of one class
// have the same pattern. While a pattern exceeds it, the search draws one such pattern, one of its
// nodes and one of that node's edges at random, and flips the edge: always if the number of pairs
// of equal nodes does not rise, else with a probability that falls with the rise. In a puzzle cells
// are nodes, but the package knows no puzzle. [Matchable] reports whether a class has a solution.
//
// Simulated annealing, which draws from all edges, takes forty times as long on Octopuszle.
package localsearch

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// Edge is a variable. A present edge sets BitA in the pattern of node A and BitB in that of node B.
type Edge struct {
	A, B       int32
	BitA, BitB int32
}

// Problem is a problem to solve. A [Search] does not change it.
type Problem struct {
	// Edges are the variables.
	Edges []Edge
	// Class is the class of each node, counted from 0.
	Class []int
	// Fixed holds bits that are always set in each node's pattern; nil: none.
	Fixed []int
	// Patterns is the number of possible patterns of a node: a power of 2.
	Patterns int
	// Capacity is the number of nodes of a class that may have the same pattern: at least 1.
	Capacity int
	// Temperature sets the acceptance probability of a flip that adds n pairs of equal nodes:
	// exp(-n/Temperature).
	Temperature float64
	// Flips is the number of flips tried before the search restarts from a random assignment. It
	// gives up after Runs such runs; 0: never.
	Flips, Runs int
}

// ErrGaveUp is returned by a search after [Problem.Runs] runs.
var ErrGaveUp = errors.New("localsearch: no solution in the given number of runs")

// Progress counts what a search has done so far.
type Progress struct {
	Runs  int // begun, including the current one
	Flips int // tried
}

// Search finds one assignment after another, determined by the seed. It is not safe for concurrent
// use.
type Search struct {
	// OnProgress, if not nil, is called every few thousand flips, on the goroutine of
	// [Search.Next]. It does not influence the results.
	OnProgress func()

	problem  Problem
	progress Progress
	random   search.Rand
	incident [][]int32 // by node: its edges

	// A bucket holds the nodes of a class that have one pattern.
	bucket   []int32   // by node
	slot     []int32   // by node: its index in the bucket
	members  [][]int32 // by bucket, in no order
	violated []int32   // buckets over capacity, in no order
	rank     []int32   // by bucket: its index in violated
}

// New returns a search for solutions of p.
func New(p Problem, seed uint64) *Search {
	n, classes := len(p.Class), 0
	for _, class := range p.Class {
		classes = max(classes, class+1)
	}
	s := &Search{
		problem: p, random: search.Rand(seed), incident: make([][]int32, n), bucket: make([]int32, n), slot: make([]int32, n),
		members: make([][]int32, classes*p.Patterns), rank: make([]int32, classes*p.Patterns),
	}
	for i, e := range p.Edges {
		s.incident[e.A] = append(s.incident[e.A], int32(i))
		s.incident[e.B] = append(s.incident[e.B], int32(i))
	}
	return s
}

// Progress returns what the search has done so far.
func (s *Search) Progress() Progress { return s.progress }

// burst is the number of flips between two checks of the context.
const burst = 1 << 16

// Next returns the pattern of each node in the next solution. The error is [ErrGaveUp] or the
// context's.
func (s *Search) Next(ctx context.Context) ([]int, error) {
	for run := 0; s.problem.Runs == 0 || run < s.problem.Runs; run++ {
		s.restart()
		for left := s.problem.Flips; left > 0; left -= burst {
			if s.OnProgress != nil {
				s.OnProgress()
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if s.try(min(left, burst)) {
				return s.patterns(), nil
			}
		}
	}
	return nil, ErrGaveUp
}

func (s *Search) restart() {
	p := &s.problem
	s.progress.Runs++
	for node, class := range p.Class {
		s.bucket[node] = int32(class * p.Patterns)
		if p.Fixed != nil {
			s.bucket[node] += int32(p.Fixed[node])
		}
	}
	for _, e := range p.Edges {
		if s.random.Uint64()>>63 != 0 {
			s.bucket[e.A] ^= e.BitA
			s.bucket[e.B] ^= e.BitB
		}
	}
	s.violated = s.violated[:0]
	for bucket := range s.members {
		s.members[bucket] = s.members[bucket][:0]
	}
	for node, bucket := range s.bucket {
		s.enter(int32(node), bucket)
	}
}

// maxRise is the greatest rise that is ever accepted.
const maxRise = 8

// try tries a number of flips and reports whether no constraint is violated.
func (s *Search) try(flips int) bool {
	var accepted [maxRise + 1]uint64 // of 2^32 flips, by rise
	for rise := range accepted {
		accepted[rise] = uint64(math.Exp(-float64(rise)/s.problem.Temperature) * (1 << 32))
	}
	for range flips {
		if len(s.violated) == 0 {
			return true
		}
		s.progress.Flips++
		which, r := bits.Mul64(s.random.Uint64(), uint64(len(s.violated)))
		nodes := s.members[s.violated[which]]
		which, r = bits.Mul64(r, uint64(len(nodes)))
		edges := s.incident[nodes[which]]
		if len(edges) == 0 {
			continue
		}
		which, r = bits.Mul64(r, uint64(len(edges)))
		e := &s.problem.Edges[edges[which]]
		if rise := s.rise(e); rise <= 0 || rise <= maxRise && r>>32 < accepted[rise] {
			s.flip(e)
		}
	}
	return len(s.violated) == 0
}

// rise returns the number of pairs of equal nodes that a flip adds.
func (s *Search) rise(e *Edge) int {
	a, b := s.bucket[e.A], s.bucket[e.B]
	toA, toB := a^e.BitA, b^e.BitB
	rise := len(s.members[toA]) + len(s.members[toB]) - len(s.members[a]) - len(s.members[b]) + 2
	if a == b || toA == toB {
		rise++
	}
	if a == toB || toA == b {
		rise--
	}
	return rise
}

func (s *Search) flip(e *Edge) {
	s.leave(e.A)
	s.leave(e.B)
	s.enter(e.A, s.bucket[e.A]^e.BitA)
	s.enter(e.B, s.bucket[e.B]^e.BitB)
}

func (s *Search) enter(node, bucket int32) {
	s.bucket[node], s.slot[node] = bucket, int32(len(s.members[bucket]))
	s.members[bucket] = append(s.members[bucket], node)
	if len(s.members[bucket]) == s.problem.Capacity+1 {
		s.rank[bucket] = int32(len(s.violated))
		s.violated = append(s.violated, bucket)
	}
}

func (s *Search) leave(node int32) {
	bucket := s.bucket[node]
	s.members[bucket] = remove(s.members[bucket], s.slot, node)
	if len(s.members[bucket]) == s.problem.Capacity {
		s.violated = remove(s.violated, s.rank, bucket)
	}
}

// remove deletes x, found at index[x], from a list and moves the last element to its place.
func remove(list, index []int32, x int32) []int32 {
	last := list[len(list)-1]
	list[index[x]], index[last] = last, index[x]
	return list[:len(list)-1]
}

func (s *Search) patterns() []int {
	list := make([]int, len(s.bucket))
	for node, bucket := range s.bucket {
		list[node] = int(bucket) - s.problem.Class[node]*s.problem.Patterns
	}
	return list
}
