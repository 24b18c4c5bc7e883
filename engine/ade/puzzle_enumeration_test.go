package ade_test

import (
	"math/big"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// starts yields all values from 0 to most.
func starts(n int, most int64) func(yield func(graph.Values) bool) {
	return func(yield func(graph.Values) bool) {
		count := int64(1)
		for range n {
			count *= most + 1
		}
		for code := range count {
			v := make(graph.Values, n)
			for i := range v {
				v[i] = big.NewInt(code % (most + 1))
				code /= most + 1
			}
			if !yield(v) {
				return
			}
		}
	}
}

// plain fires on plain numbers until nothing is positive.
func plain(g *graph.Graph, start graph.Values) (end []int64, layers int) {
	v := make([]int64, len(start))
	for i, x := range start {
		v[i] = x.Int64()
	}
	for ; layers < long; layers++ {
		next, positive := make([]int64, len(v)), false
		for i, x := range v {
			next[i] -= max(x, -x)
			positive = positive || x > 0
			for _, j := range g.Neighbours(i) {
				next[j] += max(x, 0)
			}
		}
		if !positive {
			break
		}
		v = next
	}
	return v, layers
}

// On A3 to A5, D4 and D5: of all allowed starts, exactly those solve a puzzle that do so by plain
// firing, and some do not.
func TestSolvedByPlainFiring(t *testing.T) {
	for _, task := range []ade.Task{ade.TaskLayers, ade.TaskEnd} {
		for seed := range uint64(12) {
			z := mustPose(t, task, seed)
			if z.Graph.Len() > 5 {
				continue
			}
			solved, wrong := 0, 0
			for start := range starts(z.Graph.Len(), z.Most) {
				end, layers := plain(z.Graph, start)
				want := layers == z.Layers
				if task == ade.TaskEnd {
					want = layers > 0
					for i, x := range end {
						want = want && z.End[i].Int64() == x
					}
				}
				if z.Solved(run(z, start, long)) != want {
					t.Fatalf("%s: %v takes %d layers to %v", z.Words(), start, layers, end)
				}
				if want {
					solved++
				} else {
					wrong++
				}
			}
			if solved == 0 || wrong < solved {
				t.Errorf("%s: %d starts solve it, %d do not", z.Words(), solved, wrong)
			}
		}
	}
}

// A run that stops short of its end solves nothing, not even from the solution.
func TestUnfinishedRunsSolveNothing(t *testing.T) {
	for seed := range uint64(30) {
		for _, task := range []ade.Task{ade.TaskLayers, ade.TaskEnd} {
			z := mustPose(t, task, seed)
			_, layers := plain(z.Graph, z.Solution)
			for most := range layers {
				if r := run(z, z.Solution, most); r.Ended() || z.Solved(r) {
					t.Errorf("%s: solved after %d of %d layers", z.Words(), most, layers)
				}
			}
		}
	}
}

// Only the multiples of affine D4's marks, 2 in the middle and 1 around, stay as they are.
func TestFixedValuesOfD4(t *testing.T) {
	for seed := range uint64(40) {
		z := mustPose(t, ade.TaskFixed, seed)
		if z.Graph.String() != "V0-V1 V0-V2 V0-V3 V0-V4" {
			continue
		}
		for start := range starts(5, 4) {
			k := start[1].Int64()
			want := k > 0 && start[0].Int64() == 2*k && start[2].Int64() == k && start[3].Int64() == k && start[4].Int64() == k
			if r := run(z, start, 1); z.Solved(r) != want {
				t.Errorf("%v solves it: %t", start, !want)
			}
		}
		return
	}
	t.Error("no puzzle on affine D4")
}
