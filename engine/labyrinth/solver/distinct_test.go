package solver_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// key tells solutions apart without regard to where their groups lie: by piece, the
// vector to it from the first piece of its group.
type key [board.Pieces][3]int8

func keyOf(tb testing.TB, pieces []board.Piece) key {
	tb.Helper()
	at := map[board.Cell]board.Doors{}
	var cells [board.Pieces]board.Cell
	for _, p := range pieces {
		at[p.Cell], cells[p.Doors] = p.Doors, p.Cell
	}
	var k key
	var seen uint64
	for first := range board.Doors(board.Pieces) {
		if seen>>first&1 != 0 {
			continue
		}
		seen |= 1 << first
		stack := []board.Doors{first}
		for len(stack) > 0 {
			d := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			by := cells[d].Sub(cells[first])
			k[d] = [3]int8{int8(first), int8(by.Q), int8(by.R)}
			for s := range board.Side(board.Sides) {
				if d.Has(s) {
					next := at[cells[d].Next(s)]
					if seen>>next&1 == 0 {
						seen |= 1 << next
						stack = append(stack, next)
					}
				}
			}
		}
	}
	return k
}

// distinct is how many different solutions are among the next n.
func distinct(t *testing.T, n int, next func() []board.Piece) int {
	t.Helper()
	seen := map[key]bool{}
	for range n {
		seen[keyOf(t, next())] = true
	}
	return len(seen)
}

// TestNoSolutionTwice: 2,000 default solutions, with SIXFOLD_LONG=1 100,000, and fewer of
// those that take longer, are all different without regard to where their groups lie.
func TestNoSolutionTwice(t *testing.T) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			n := 2 * k.count
			if enginetest.Long() {
				n = map[string]int{"any": 100_000}[k.name]
				n = max(n, 2000)
			}
			s := newSolver(t, 21, k.change)
			got := distinct(t, n, func() []board.Piece {
				pieces, _ := next(t, s)
				return pieces
			})
			if got != n {
				t.Errorf("%d of %d are different", got, n)
			}
		})
	}
}

// TestCompactSolutionsDiffer: those of a shape, cell by cell.
func TestCompactSolutionsDiffer(t *testing.T) {
	n := 200
	if enginetest.Long() {
		n = 2000
	}
	for name, text := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shape, err := solver.ParseShape(text)
			if err != nil {
				t.Fatal(err)
			}
			c, err := solver.NewCompact(shape, 21)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for range n {
				found, err := c.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				seen[string(board.AppendJSON(nil, found.Pieces))] = true
			}
			if len(seen) != n {
				t.Errorf("%d of %d are different", len(seen), n)
			}
		})
	}
}

// TestEverySeedIsItsOwnRun: no two of some seeds share their first two solutions: successive
// ones, the greatest, and those around conversions of integers.
func TestEverySeedIsItsOwnRun(t *testing.T) {
	seeds := []uint64{math.MaxUint64, math.MaxUint64 - 1, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint32, math.MaxUint32 + 1, math.MaxInt32}
	most := uint64(100)
	if enginetest.Long() {
		most = 1000
	}
	for seed := range most {
		seeds = append(seeds, seed)
	}
	for _, k := range kinds[:2] {
		seen := map[[2]key]uint64{}
		for _, seed := range seeds {
			s := newSolver(t, seed, k.change)
			var run [2]key
			for i := range run {
				pieces, _ := next(t, s)
				run[i] = keyOf(t, pieces)
			}
			if other, twice := seen[run]; twice {
				t.Errorf("%s: seeds %d and %d are the same run", k.name, other, seed)
			}
			seen[run] = seed
		}
	}
}

// TestSolutionsRunOut: where a single piece is missing there is one solution, found once,
// and then it is proved that there is no other.
func TestSolutionsRunOut(t *testing.T) {
	whole, _ := next(t, newSolver(t, 3, nil))
	s := newSolver(t, 1, func(o *solver.Options) { o.Given = without(whole, 1) })
	if pieces, _ := next(t, s); keyOf(t, pieces) != keyOf(t, whole) {
		t.Error("another solution has the 63 pieces")
	}
	if _, err := s.Next(t.Context()); !errors.Is(err, solver.ErrNone) {
		t.Errorf("after it comes %v, want ErrNone", err)
	}
}

// TestGivesUp: a search that hardly chooses at random finds few solutions, and then always
// those again.
func TestGivesUp(t *testing.T) {
	s := newSolver(t, 1, func(o *solver.Options) {
		*o = solver.Original()
		o.Mirror, o.Random, o.Limit = board.Level, false, 64
	})
	found, err := s.Next(t.Context())
	count := map[key]bool{}
	for err == nil {
		count[keyOf(t, found.Pieces)] = true
		found, err = s.Next(t.Context())
	}
	if !errors.Is(err, solver.ErrGaveUp) || len(count) < 50 || len(count) > 500 {
		t.Errorf("after %d solutions comes %v, want ErrGaveUp", len(count), err)
	}
	if _, err := s.Next(t.Context()); !errors.Is(err, solver.ErrGaveUp) {
		t.Errorf("and then %v", err)
	}
}

// TestPatience: a search that finds nothing ends after so many steps, and one that finds
// something begins to count anew.
func TestPatience(t *testing.T) {
	const patience = 50_000
	s := newSolver(t, 1, func(o *solver.Options) { o.Largest, o.Patience = 9, patience })
	if _, err := s.Next(t.Context()); !errors.Is(err, solver.ErrGaveUp) || s.Progress().Steps < patience || s.Progress().Steps > patience+100 {
		t.Errorf("after %d steps it says %v", s.Progress().Steps, err)
	}
	s = newSolver(t, 1, func(o *solver.Options) { o.Patience = patience })
	for s.Progress().Steps < 3*patience {
		next(t, s)
	}
}

// TestAllSolutionsAreFound: with few pieces missing the solver finds as many solutions as
// placing pieces on every open cell in every way.
func TestAllSolutionsAreFound(t *testing.T) {
	for seed := range uint64(6) {
		whole, _ := next(t, newSolver(t, seed, nil))
		slices.SortFunc(whole, func(a, b board.Piece) int { return a.Doors.Count() - b.Doors.Count() })
		given := whole[8:] // the pieces with fewest doors are missing: they fit in many ways
		want := map[key]bool{}
		every(t, given, want)
		got := map[key]bool{}
		s := newSolver(t, 1, func(o *solver.Options) { o.Given = given })
		for {
			found, err := s.Next(t.Context())
			if errors.Is(err, solver.ErrNone) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got[keyOf(t, found.Pieces)] = true
		}
		if len(got) != len(want) || len(want) == 0 {
			t.Errorf("seed %d: %d solutions, want %d", seed, len(got), len(want))
		}
	}
}

// every adds the solutions that contain these pieces, found by brute force: on the first open
// cell each piece that fits; without an open cell a new group, far away.
func every(t *testing.T, pieces []board.Piece, found map[key]bool) {
	t.Helper()
	at, used := map[board.Cell]board.Doors{}, map[board.Doors]bool{}
	far := 0
	for _, p := range pieces {
		at[p.Cell], used[p.Doors] = p.Doors, true
		far = max(far, p.Q)
	}
	var cells []board.Cell
	for _, p := range pieces {
		for s := range board.Side(board.Sides) {
			if _, lies := at[p.Next(s)]; p.Doors.Has(s) && !lies {
				cells = append(cells, p.Next(s))
			}
		}
	}
	if len(pieces) == board.Pieces && len(cells) == 0 {
		found[keyOf(t, pieces)] = true
		return
	}
	apart := len(cells) == 0
	if apart {
		cells = []board.Cell{{Q: far + board.Pieces}}
	}
	for d := range board.Doors(board.Pieces) {
		p := board.Piece{Cell: cells[0], Doors: d}
		if used[d] || board.Fits(at, p) != nil {
			continue
		}
		every(t, append(slices.Clone(pieces), p), found)
		if apart { // some piece begins the next group: it may be any
			return
		}
	}
}
