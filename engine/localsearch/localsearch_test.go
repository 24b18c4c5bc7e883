package localsearch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/localsearch"
)

// rows is a grid of cells with lines to the right and down: the puzzle of 16 squares.
func rows(width, height int) localsearch.Problem {
	p := localsearch.Problem{
		Class: make([]int, width*height), Patterns: 16,
		Capacity: 1, Temperature: 0.3, Flips: 20_000,
	}
	for at := range width * height {
		if at%width < width-1 {
			p.Edges = append(p.Edges, localsearch.Edge{A: int32(at), B: int32(at + 1), BitA: 1, BitB: 4})
		}
		if at/width < height-1 {
			p.Edges = append(p.Edges, localsearch.Edge{A: int32(at), B: int32(at + width), BitA: 2, BitB: 8})
		}
	}
	return p
}

func TestFindsDifferentPatterns(t *testing.T) {
	for seed := range uint64(20) {
		found, err := localsearch.New(rows(4, 4), seed).Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for at := range 16 {
			if at%4 < 3 && found[at]&1 != 0 != (found[at+1]&4 != 0) || at < 12 && found[at]&2 != 0 != (found[at+4]&8 != 0) {
				t.Fatalf("seed %d: the lines of %v do not meet at cell %d", seed, found, at)
			}
		}
		slices.Sort(found)
		for i, pattern := range found {
			if pattern != i {
				t.Fatalf("seed %d: the patterns are %v", seed, found)
			}
		}
	}
}

func TestRepeatsBySeed(t *testing.T) {
	first, _ := localsearch.New(rows(4, 4), 5).Next(t.Context())
	again, _ := localsearch.New(rows(4, 4), 5).Next(t.Context())
	other, _ := localsearch.New(rows(4, 4), 6).Next(t.Context())
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Errorf("seed 5 gives %v and %v, seed 6 %v", first, again, other)
	}
}

// TestRoom: 32 cells have 16 patterns, each twice.
func TestRoom(t *testing.T) {
	p := rows(8, 4)
	p.Capacity = 2
	found, err := localsearch.New(p, 1).Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var counts [16]int
	for _, pattern := range found {
		counts[pattern]++
	}
	if slices.Max(counts[:]) != 2 || slices.Min(counts[:]) != 2 {
		t.Errorf("patterns occur %v times, want twice each", counts)
	}
}

// hopeless are two cells that no line can make different.
func hopeless() localsearch.Problem {
	return localsearch.Problem{Class: make([]int, 2), Patterns: 2, Capacity: 1, Temperature: 1, Flips: 100_000}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := localsearch.New(hopeless(), 1).Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestGivesUp(t *testing.T) {
	p := hopeless()
	p.Runs = 3
	s := localsearch.New(p, 1)
	if _, err := s.Next(t.Context()); !errors.Is(err, localsearch.ErrGaveUp) || s.Progress() != (localsearch.Progress{Runs: 3, Flips: 300_000}) {
		t.Errorf("error %v after %+v, want ErrGaveUp after 3 runs of 100,000 flips", err, s.Progress())
	}
}

// equal counts violations: nodes over the capacity of their class and pattern.
func equal(p localsearch.Problem, patterns []int) int {
	type bucket struct{ class, pattern int }
	count, over := map[bucket]int{}, 0
	for node, pattern := range patterns {
		b := bucket{p.Class[node], pattern}
		if count[b]++; count[b] > p.Capacity {
			over++
		}
	}
	return over
}

// consistent reports whether both nodes of each edge agree on it, and fixed bits are set.
func consistent(p localsearch.Problem, patterns []int) bool {
	for _, e := range p.Edges {
		if patterns[e.A]&int(e.BitA) != 0 != (patterns[e.B]&int(e.BitB) != 0) {
			return false
		}
	}
	for node, fixed := range p.Fixed {
		if patterns[node]&fixed != fixed {
			return false
		}
	}
	return true
}

// TestClassesAreApart: 32 nodes in two classes of 16 take each pattern once in a class.
func TestClassesAreApart(t *testing.T) {
	p := rows(8, 4)
	for node := range p.Class {
		p.Class[node] = node % 8 / 4
	}
	s := localsearch.New(p, 3)
	for range 5 {
		found, err := s.Next(t.Context())
		if err != nil || !consistent(p, found) || equal(p, found) > 0 {
			t.Fatalf("%v, %v", found, err)
		}
	}
}

// TestFixedBits: a ring of four nodes, each with its own fixed bit, needs no two alike.
func TestFixedBits(t *testing.T) {
	p := localsearch.Problem{
		Class: make([]int, 4), Fixed: []int{4, 4, 8, 8}, Patterns: 16, Capacity: 1, Temperature: 0.5, Flips: 1000,
		Edges: []localsearch.Edge{{A: 0, B: 1, BitA: 1, BitB: 2}, {A: 2, B: 3, BitA: 1, BitB: 2}},
	}
	found, err := localsearch.New(p, 1).Next(t.Context())
	if err != nil || !consistent(p, found) || equal(p, found) > 0 {
		t.Fatalf("%v, %v", found, err)
	}
	for node, pattern := range found {
		if pattern&12 != p.Fixed[node] {
			t.Errorf("node %d has the pattern %d, fixed is %d", node, pattern, p.Fixed[node])
		}
	}
	// the only ways to make each pair differ: its edge is there
	if found[0] != 5 || found[1] != 6 || found[2] != 9 || found[3] != 10 {
		t.Errorf("patterns %v, want 5 6 9 10", found)
	}
}

// TestSolutionsFollowEachOther: one search finds others, and all are right.
func TestSolutionsFollowEachOther(t *testing.T) {
	p, seen := rows(4, 4), map[string]bool{}
	s := localsearch.New(p, 9)
	for range 30 {
		found, err := s.Next(t.Context())
		if err != nil || !consistent(p, found) || equal(p, found) > 0 {
			t.Fatalf("%v, %v", found, err)
		}
		seen[fmt.Sprint(found)] = true
	}
	if len(seen) < 20 { // of 652 that exist
		t.Errorf("%d different ones of 30", len(seen))
	}
}

// TestReportsProgress: it grows from call to call, ends where Progress does, and changes
// nothing.
func TestReportsProgress(t *testing.T) {
	p := hopeless()
	p.Runs = 2
	s := localsearch.New(p, 1)
	var calls []localsearch.Progress
	s.OnProgress = func() { calls = append(calls, s.Progress()) }
	_, _ = s.Next(t.Context())
	// a look before each 65,536 flips: twice in a run of 100,000
	want := []localsearch.Progress{{Runs: 1}, {Runs: 1, Flips: 65_536}, {Runs: 2, Flips: 100_000}, {Runs: 2, Flips: 165_536}}
	if !slices.Equal(calls, want) || s.Progress() != (localsearch.Progress{Runs: 2, Flips: 200_000}) {
		t.Errorf("progress was %v, and then %v", calls, s.Progress())
	}
	alone, _ := localsearch.New(rows(4, 4), 5).Next(t.Context())
	s = localsearch.New(rows(4, 4), 5)
	s.OnProgress = func() {}
	if heard, _ := s.Next(t.Context()); !slices.Equal(heard, alone) {
		t.Error("a listener changes what is found")
	}
}

// Four nodes in a ring of four edges can all differ: each has its own two of the edges.
func Example() {
	p := localsearch.Problem{
		Class: make([]int, 4), Patterns: 4, Capacity: 1, Temperature: 0.3, Flips: 1000,
		Edges: []localsearch.Edge{
			{A: 0, B: 1, BitA: 1, BitB: 2},
			{A: 1, B: 2, BitA: 1, BitB: 2},
			{A: 2, B: 3, BitA: 1, BitB: 2},
			{A: 3, B: 0, BitA: 1, BitB: 2},
		},
	}
	found, err := localsearch.New(p, 1).Next(context.Background())
	slices.Sort(found)
	fmt.Println(found, err)
	// Output: [0 1 2 3] <nil>
}
