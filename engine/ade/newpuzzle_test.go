package ade_test

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func mustPose(tb testing.TB, task ade.Task, seed uint64) *ade.Puzzle {
	tb.Helper()
	z, err := ade.NewPuzzle(task, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return z
}

// run fires from values until nothing is positive, or so many layers.
func run(z *ade.Puzzle, start graph.Values, most int) ade.Attempt {
	r := ade.Attempt{Start: start, Now: start}
	for ; r.Layers < most && r.Now.Positive() != 0; r.Layers++ {
		r.Now = z.Graph.Fire(r.Now)
	}
	return r
}

const long = 1000 // layers, more than any finite type here takes

// A puzzle's solution is within its bounds and solves the requested task, but not before it has
// fired.
func TestSolutions(t *testing.T) {
	seen := map[ade.Task]int{}
	seeds := enginetest.Times(40, 120)
	for seed := range uint64(seeds) {
		for _, task := range []ade.Task{"", ade.TaskLayers, ade.TaskEnd, ade.TaskFixed} {
			z := mustPose(t, task, seed)
			if seen[z.Task]++; task != "" && z.Task != task {
				t.Errorf("%s %d asks for %s", task, seed, z.Task)
			}
			most := long
			if z.Task == ade.TaskFixed {
				most = 1
			}
			if err := z.Allows(z.Solution); err != nil {
				t.Errorf("%s %d: %v", z.Task, seed, err)
			}
			if r := run(z, z.Solution, most); !z.Solved(r) || z.Reason(r).Empty() {
				t.Errorf("%s %d: %v does not solve it: %+v", z.Task, seed, z.Solution, r)
			}
			if z.Solved(ade.Attempt{Start: z.Solution, Now: z.Solution}) {
				t.Errorf("%s %d is solved before anything has fired", z.Task, seed)
			}
		}
	}
	for _, task := range []ade.Task{ade.TaskLayers, ade.TaskEnd, ade.TaskFixed} {
		if seen[task] < seeds*13/12 {
			t.Errorf("%s comes %d times", task, seen[task])
		}
	}
}

// On A3, all starts with values up to 3 are fired: a puzzle is solved by exactly those that end
// after its number of layers.
func TestSolvedByAllStarts(t *testing.T) {
	var z *ade.Puzzle
	for seed := uint64(0); z == nil || z.Graph.String() != "V1-V2 V2-V3"; seed++ {
		z = mustPose(t, ade.TaskLayers, seed)
	}
	solved := 0
	for code := range 64 {
		start := graph.Values{big.NewInt(int64(code % 4)), big.NewInt(int64(code / 4 % 4)), big.NewInt(int64(code / 16))}
		r := run(z, start, long)
		if z.Solved(r) != (r.Layers == z.Layers) {
			t.Errorf("%v ends after %d layers; %d are asked for", start, r.Layers, z.Layers)
		}
		if z.Solved(r) {
			solved++
			continue
		}
		if said := z.Missed(r).String(); r.Layers > 0 && !strings.Contains(said, "not "+big.NewInt(int64(z.Layers)).String()) {
			t.Errorf("%v: %s", start, said)
		}
	}
	if solved == 0 {
		t.Error("no start solves it")
	}
}

func TestAllows(t *testing.T) {
	z := mustPose(t, ade.TaskLayers, 1)
	v := graph.Zeros(z.Graph.Len())
	for _, tt := range []struct {
		value   *big.Int
		allowed bool
	}{
		{big.NewInt(0), true}, {big.NewInt(z.Most), true}, {big.NewInt(z.Most + 1), false}, {big.NewInt(-1), false}, {new(big.Int).Lsh(big.NewInt(1), 64), false},
	} {
		v[1] = tt.value
		if err := z.Allows(v); (err == nil) != tt.allowed || err != nil && !strings.Contains(err.Error(), z.Graph.Node(1)) {
			t.Errorf("%v: %v", tt.value, err)
		}
	}
}

// The same number or day gives the same puzzle, and its text says what is asked.
func TestPuzzlesRepeat(t *testing.T) {
	encoded := func(z *ade.Puzzle) string {
		data, err := json.Marshal(z.State())
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	different := map[string]bool{}
	for seed := range uint64(60) {
		z := mustPose(t, "", seed)
		if encoded(z) != encoded(mustPose(t, "", seed)) {
			t.Errorf("puzzle %d is another one the second time", seed)
		}
		if words := z.Words().String(); !strings.HasPrefix(words, "Find values from 0 to ") {
			t.Errorf("puzzle %d says %q", seed, words)
		}
		different[encoded(z)] = true
	}
	if len(different) < 25 {
		t.Errorf("60 numbers have %d puzzles", len(different))
	}
	one, err := ade.DailyPuzzle("2026-01-02")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := ade.DailyPuzzle("2026-01-02"); encoded(one) != encoded(again) || one.Date != "2026-01-02" || !strings.Contains(encoded(one), `"date":"2026-01-02"`) {
		t.Errorf("the day has %s and %s", encoded(one), encoded(again))
	}
}

func TestPuzzleRefusals(t *testing.T) {
	for _, date := range []string{"", "2026-13-01", "yesterday"} {
		if _, err := ade.DailyPuzzle(date); err == nil {
			t.Errorf("there is a puzzle of the day %q", date)
		}
	}
	var none *ade.Puzzle
	if none.State() != nil {
		t.Error("no puzzle has a state")
	}
}

// A missed goal is described, including the end values if they are the task.
func TestMissed(t *testing.T) {
	z := mustPose(t, ade.TaskEnd, 3)
	r := ade.Attempt{Start: z.Solution, Now: graph.Zeros(z.Graph.Len()), Layers: 4}
	if z.Solved(r) || !strings.Contains(z.Missed(r).String(), "ended elsewhere") {
		t.Errorf("solved %t, %s", z.Solved(r), z.Missed(r))
	}
}

// The goal and how near a run is to it, in words that have room above a picture.
func TestGoals(t *testing.T) {
	layers := mustPose(t, ade.TaskLayers, 1)
	start := layers.Solution
	for _, tt := range []struct {
		run  ade.Attempt
		want string
	}{
		{ade.Attempt{Start: start, Now: start}, "values 0 to " + strconv.FormatInt(layers.Most, 10)},
		{ade.Attempt{Start: start, Now: start, Layers: 2}, "2 of " + strconv.Itoa(layers.Layers) + " so far"},
		{ade.Attempt{Start: start, Now: graph.Zeros(len(start)), Layers: 1}, "ended after 1"},
		{ade.Attempt{Start: start, Now: graph.Zeros(len(start)), Layers: layers.Layers}, "Solved"},
	} {
		if got := layers.Progress(tt.run).String(); got != tt.want {
			t.Errorf("after %d layers: %q, want %q", tt.run.Layers, got, tt.want)
		}
	}
	for task, want := range map[ade.Task]string{
		ade.TaskLayers: "Goal: ends after exactly " + strconv.Itoa(layers.Layers) + " layers",
		ade.TaskEnd:    "Goal: ends in the values behind →",
		ade.TaskFixed:  "Goal: stays as it is, not all 0",
	} {
		if got := mustPose(t, task, 1).Goal().String(); got != want {
			t.Errorf("%s: %q, want %q", task, got, want)
		}
	}
}
