package solver_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/engine/labyrinth/solver"
)

// features are what solutions are compared by. The box is that of the largest group; the last
// two tell of the order in which the pieces were laid.
var features = []string{"groups", "holes", "groups with holes", "largest group", "columns", "rows", "cells in the box", "twelfth piece", "way"}

// look tells all features of a solution.
func look(t *testing.T, pieces []board.Piece) []int {
	t.Helper()
	r, err := board.Validate(pieces, false)
	if err != nil {
		t.Fatal(err)
	}
	largest := slices.MaxFunc(board.Groups(pieces), func(a, b board.Part) int { return len(a.Cells) - len(b.Cells) })
	columns, rows := extent(largest.Cells, board.Cell.Column), extent(largest.Cells, board.Cell.Height)/2
	way := 0 // from each of the first pieces to the next
	for i := range 30 {
		way += pieces[i].Distance(pieces[i+1].Cell)
	}
	return []int{r.Groups, r.Holes, r.Holed, r.Sizes[0], columns, rows, columns * rows / 8, int(pieces[11].Doors), way / 8}
}

// extent is how far cells reach along an axis.
func extent(cells []board.Cell, along func(board.Cell) int) int {
	low, high := math.MaxInt, math.MinInt
	for _, c := range cells {
		low, high = min(low, along(c)), max(high, along(c))
	}
	return high - low
}

// sample is, by feature, how many of some solutions have each value.
type sample []map[int]int

func sampleOf(t *testing.T, n int, next func() []board.Piece) sample {
	t.Helper()
	s := make(sample, len(features))
	for range n {
		for i, value := range look(t, next()) {
			if s[i] == nil {
				s[i] = map[int]int{}
			}
			s[i][value]++
		}
	}
	return s
}

// differences are the features in which samples of as many solutions differ too much to be
// of the same distribution.
func (s sample) differences(other sample) []string {
	var list []string
	for i, name := range features {
		if sum, limit := chiSquare(s[i], other[i]); sum > limit {
			list = append(list, fmt.Sprintf("%s: chi-square is %.1f, at most %.1f: %v, %v", name, sum, limit, s[i], other[i]))
		}
	}
	return list
}

// chiSquare compares two samples: of as many solutions it is the sum over values of
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
	ratio := math.Sqrt(size(b) / size(a))
	bins, x, y := 0, 0.0, 0.0
	for i, v := range values {
		x, y = x+float64(a[v]), y+float64(b[v])
		if x+y >= few || i == len(values)-1 && x+y > 0 {
			apart := x*ratio - y/ratio
			sum += apart * apart / (x + y)
			bins, x, y = bins+1, 0, 0
		}
	}
	free := float64(max(1, bins-1))
	spread := 2 / (9 * free)
	return sum, free * math.Pow(1-spread+quantile*math.Sqrt(spread), 3)
}

// size is of how many solutions a sample is.
func size(counts map[int]int) float64 {
	n := 0
	for _, count := range counts {
		n += count
	}
	return float64(n)
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

// preferences are the source's, all of them and each left out.
var preferences = []struct {
	name   string
	change func(*solver.Options)
	short  int // solutions of the source's algorithm to compare with,
	long   int // and with SIXFOLD_LONG=1
}{
	{"all", func(*solver.Options) {}, 250, 10_000},
	{"our limit", func(o *solver.Options) { o.Limit = 80 }, 60, 10_000},
	{"high left out", func(o *solver.Options) { o.High = false }, 60, 10_000},
	{"holes left out", func(o *solver.Options) { o.Holes = false }, 60, 10_000},
	{"random left out", func(o *solver.Options) { o.Random = false }, 60, 10_000},
	// hardly any run finds a solution then: the plain algorithm takes half a second for one
	{"demand left out", func(o *solver.Options) { o.Demand = false }, 0, 1000},
}

// defects are ways of searching that are nearly the source's.
var defects = []struct {
	name   string
	change func(*solver.Options)
}{
	{"equal cells in order", func(o *solver.Options) { o.Ordered = true }},
	{"nearly equal pieces as equal ones", func(o *solver.Options) { o.Grain = 2 }},
}

// quick is how many solutions of the solver are compared at least: it finds them so much faster
// than the source's algorithm that their chance need not blur what differs.
const quick = 1500

// TestDistributionIsTheSources: the solver finds the solutions that the source's algorithm
// finds, and as often, with each of its preferences. Samples so large tell each of these
// from all together, and defects too.
func TestDistributionIsTheSources(t *testing.T) {
	ours, plain := make([]sample, len(preferences)), make([]sample, len(preferences))
	t.Run("with", func(t *testing.T) {
		for i, p := range preferences {
			n, o := p.short, solver.Original()
			if enginetest.Long() {
				n = p.long
			}
			if enginetest.UnderRace && i > 0 { // one goroutine searches as the next
				n = 0
			}
			p.change(&o)
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				if n == 0 {
					return
				}
				control := newSource(o, 6)
				ours[i] = sampleOf(t, max(n, quick), solving(t, o))
				plain[i] = sampleOf(t, n, func() []board.Piece { return control.solve(t) })
				for _, d := range ours[i].differences(plain[i]) {
					t.Error(d)
				}
			})
		}
	})
	for i, p := range preferences[1:] {
		if s := ours[i+1]; s != nil && len(s.differences(ours[0])) == 0 {
			t.Errorf("%s: that makes no difference", p.name)
		}
	}
	for _, d := range defects {
		o := solver.Original()
		d.change(&o)
		if len(sampleOf(t, quick, solving(t, o)).differences(plain[0])) == 0 {
			t.Errorf("%s: that would not be noticed", d.name)
		}
	}
}

// solving gives one solution after the other.
func solving(t *testing.T, o solver.Options) func() []board.Piece {
	t.Helper()
	s := newSolver(t, 5, func(s *solver.Options) { *s = o })
	return func() []board.Piece {
		pieces, _ := next(t, s)
		return pieces
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
