package localsearch_test

import (
	"context"
	"errors"
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
