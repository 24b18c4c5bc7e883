package solver_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// features are what solutions are compared by, each with a few values.
var features = map[string]func([]board.Piece, board.Report) int{
	"groups":            func(_ []board.Piece, r board.Report) int { return r.Groups },
	"holes":             func(_ []board.Piece, r board.Report) int { return r.Holes },
	"groups with holes": func(_ []board.Piece, r board.Report) int { return r.Holed },
	"largest group":     func(_ []board.Piece, r board.Report) int { return r.Sizes[0] },
	"columns":           func(p []board.Piece, _ board.Report) int { return extent(p, func(c board.Cell) int { return c.Q }) },
	"rows":              func(p []board.Piece, _ board.Report) int { return extent(p, board.Cell.Height) / 2 },
	"cells in the box": func(p []board.Piece, _ board.Report) int {
		return extent(p, func(c board.Cell) int { return c.Q }) * extent(p, board.Cell.Height) / 16
	},
}

// extent is how far the largest group reaches along an axis.
func extent(pieces []board.Piece, along func(board.Cell) int) int {
	largest := slices.MaxFunc(board.Groups(pieces), func(a, b board.Part) int { return len(a.Cells) - len(b.Cells) })
	low, high := math.MaxInt, math.MinInt
	for _, c := range largest.Cells {
		low, high = min(low, along(c)), max(high, along(c))
	}
	return high - low
}

// sample counts the values of all features over n solutions.
func sample(t *testing.T, n int, next func() []board.Piece) map[string]map[int]int {
	t.Helper()
	counts := map[string]map[int]int{}
	for name := range features {
		counts[name] = map[int]int{}
	}
	for range n {
		pieces := next()
		r, err := board.Validate(pieces, false)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range features {
			counts[name][value(pieces, r)]++
		}
	}
	return counts
}

// chiSquare compares two samples of as many solutions: it is the sum over values of
// (a-b)²/(a+b), where rare values count together with the next greater ones. Samples of
// one distribution stay below the limit but for one time in 100,000 (by the approximation
// of E. Wilson and M. Hilferty, 1931).
func chiSquare(a, b map[int]int) (sum, limit float64) {
	const few, quantile = 16, 4.265
	var values []int
	for v := range a {
		values = append(values, v)
	}
	for v := range b {
		if a[v] == 0 {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	bins, x, y := 0, 0.0, 0.0
	for i, v := range values {
		x, y = x+float64(a[v]), y+float64(b[v])
		if x+y >= few || i == len(values)-1 && x+y > 0 {
			sum += (x - y) * (x - y) / (x + y)
			bins, x, y = bins+1, 0, 0
		}
	}
	free := float64(max(1, bins-1))
	spread := 2 / (9 * free)
	return sum, free * math.Pow(1-spread+quantile*math.Sqrt(spread), 3)
}

// TestChiSquare tells like samples from unlike ones.
func TestChiSquare(t *testing.T) {
	even := map[int]int{1: 500, 2: 300, 3: 200}
	for _, tt := range []struct {
		other map[int]int
		alike bool
	}{
		{map[int]int{1: 500, 2: 300, 3: 200}, true},
		{map[int]int{1: 520, 2: 290, 3: 190}, true},
		{map[int]int{1: 650, 2: 200, 3: 150}, false},
		{map[int]int{2: 500, 3: 300, 4: 200}, false},
	} {
		if sum, limit := chiSquare(even, tt.other); sum < limit != tt.alike {
			t.Errorf("%v: %.1f, limit %.1f", tt.other, sum, limit)
		}
	}
	// with one degree of freedom one time in 100,000 is 19.5, with ten 41.3 (tables)
	for bins, want := range map[int]float64{2: 19.5, 11: 41.3} {
		a := map[int]int{}
		for i := range bins {
			a[i] = 100
		}
		if _, limit := chiSquare(a, a); math.Abs(limit-want) > 0.12*want {
			t.Errorf("%d values: the limit is %.1f, want %.1f", bins, limit, want)
		}
	}
}

// TestDistributionIsTheSources: the solver finds the solutions that the source's algorithm
// finds, and as often, with each of its preferences left out, and at the default limit of
// steps: 250 of each, with SIXFOLD_LONG=1 10,000.
func TestDistributionIsTheSources(t *testing.T) {
	n := 250
	if enginetest.Long() {
		n = 10_000
	}
	counts := map[string]map[string]map[int]int{}
	for _, k := range []struct {
		name   string
		change func(*solver.Options)
	}{
		{"as it is", func(*solver.Options) {}},
		{"high left out", func(o *solver.Options) { o.High = false }},
		{"holes left out", func(o *solver.Options) { o.Holes = false }},
		{"random left out", func(o *solver.Options) { o.Random = false }},
		{"the default limit", func(o *solver.Options) { o.Limit = 80 }},
	} {
		o := solver.Original()
		k.change(&o)
		ours, plain := newSolver(t, 5, func(s *solver.Options) { *s = o }), newSource(o, 6)
		got := sample(t, n, func() []board.Piece {
			pieces, _ := next(t, ours)
			return pieces
		})
		want := sample(t, n, func() []board.Piece { return plain.solve(t) })
		for name := range features {
			if sum, limit := chiSquare(got[name], want[name]); sum > limit {
				t.Errorf("%s, %s: chi-square is %.1f, at most %.1f: %v, want %v", k.name, name, sum, limit, got[name], want[name])
			}
		}
		counts[k.name] = got
	}
	if !enginetest.Long() {
		return
	}
	// each preference makes a difference
	for _, name := range []string{"high left out", "holes left out", "the default limit"} {
		if sum, limit := chiSquare(counts["as it is"]["groups"], counts[name]["groups"]); sum < limit {
			t.Errorf("%s makes no difference: chi-square of groups is %.1f", name, sum)
		}
	}
}

// TestDemandMatters: without demand hardly any run finds a solution, in either algorithm.
func TestDemandMatters(t *testing.T) {
	o := solver.Original()
	o.Demand = false
	s := newSolver(t, 1, func(s *solver.Options) { *s = o })
	next(t, s)
	if runs := s.Progress().Restarts; runs < 100 {
		t.Errorf("it takes %d runs for a solution", runs)
	}
	plain, found := newSource(o, 1), 0
	for range 30 {
		plain.reset()
		if plain.place(board.Cell{}, board.AllDoors, nil) {
			found++
		}
	}
	if found > 3 {
		t.Errorf("the plain algorithm finds %d in 30 runs", found)
	}
}
