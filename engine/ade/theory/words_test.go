package theory_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// What is said of verdicts: what happens, when, and why.
func TestVerdictWords(t *testing.T) {
	e6, e9, e10 := family(t, "E", 6), family(t, "E", 9), family(t, "E", 10)
	ring, err := graph.Parse("1-2 2-3 3-1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		g      *graph.Graph
		values string
		words  []string
	}{
		{e6, "0 1 0 0 0 0", []string{"It ends after 11 layers", "finite type (E6)", "h - 1 = 11 layers"}},
		{e6, "0 0 0 0 0 0", []string{"Nothing is positive, so nothing fires."}},
		{e9, "3 2 4 6 5 4 3 2 1", []string{"It repeats at once", "never changes"}},
		{e9, "0 -1 0 0 0 0 0 0 1", []string{"It ends after", "being negative lets every run end"}},
		{e9, "0 1 0 0 0 0 0 0 0", []string{"It never ends: it grows linearly", "= 2 never changes, and stays positive", "the same nodes fire again"}},
		{e10, "0 1 0 0 0 0 0 0 0 0", []string{"It never ends: it grows exponentially", "grows by exactly each layer's total", "Measured, not proved: totals grow by a factor of 1.1763 in two layers"}},
		{ring, "1 1 1", []string{"It repeats at once"}},
	} {
		said := theory.New(tt.g).Decide(numbers(t, tt.values)).Words(tt.g).String()
		for _, words := range tt.words {
			if !strings.Contains(said, words) {
				t.Errorf("%v from %s: %q does not say %q", tt.g.Title(), tt.values, said, words)
			}
		}
	}
}

// A verdict that was fired to its end speaks of what has been, and counts from the start.
func TestWordsOfTheEnd(t *testing.T) {
	for want, v := range map[string]theory.Verdict{
		"It ends after 7 layers":                                   {Ending: theory.Ends, Layers: 7},
		"It has ended after 7 layers":                              {Ending: theory.Ends, Layers: 7, Done: true},
		"It ends after 7 more layers, 11 in all":                   {Ending: theory.Ends, Layers: 7, After: 4},
		"It has ended after 7 more layers, 11 in all":              {Ending: theory.Ends, Layers: 7, After: 4, Done: true},
		"It has ended: nothing is positive":                        {Ending: theory.Ends, After: 4},
		"It ends, but after more than 10000 layers":                {Ending: theory.Ends, Layers: -1, Followed: 10000},
		"It is not decided after 50 more layers":                   {Ending: theory.Undecided, Followed: 50, After: 1},
		"It repeats: after 2 layers the values are back":           {Ending: theory.Repeats, Period: 2},
		"It repeats: after 3 layers it comes round every 2 layers": {Ending: theory.Repeats, From: 3, Period: 2},
	} {
		if got := v.Short().String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The JSON form of a verdict has its certificates, and nothing of what they do not need.
func TestVerdictState(t *testing.T) {
	g := family(t, "A", 2)
	data, err := json.Marshal(theory.New(g).Decide(numbers(t, "1 0")).State(g))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"outcome":"ends","layers":2,"from":0,"period":0`,
		`{"proof":"totals","at":0,"weights":["1","1"],"denominator":"1","number":"1"}`,
		`{"proof":"colour","at":0,"number":"3"}`,
	} {
		if !strings.Contains(string(data), part) {
			t.Errorf("%s has no %s", data, part)
		}
	}
	var none *theory.Verdict
	if none.State(g) != nil {
		t.Error("no verdict has a state")
	}
}

// Work is counted where a run is followed, and depends on nothing but the values.
func TestWork(t *testing.T) {
	g := family(t, "A", 12)
	ones, chip := make(graph.Values, 12), graph.Zeros(12)
	for i := range ones {
		ones[i] = big.NewInt(1)
	}
	chip[0] = big.NewInt(1)
	first, again := theory.New(g).Decide(ones), theory.New(g).Decide(ones)
	if first.Work == 0 || first.Work != again.Work {
		t.Errorf("%d, then %d", first.Work, again.Work)
	}
	if decided := theory.New(g).Decide(chip); decided.Work != 0 {
		t.Errorf("a theorem that decides at once takes %d", decided.Work)
	}
}

func TestSums(t *testing.T) {
	g := family(t, "A", 3)
	weights := numbers(t, "3 0 1")
	if got := theory.Sum(g, weights); got != "3·V1 + V3" {
		t.Error(got)
	}
	if got := theory.Over("V1 + V2", big.NewInt(2)) + ", " + theory.Over("V1", big.NewInt(1)); got != "(V1 + V2)/2, V1" {
		t.Error(got)
	}
	if got := theory.List(make([]*big.Int, 0)); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	if got := theory.List(numbers(t, strings.Repeat("7 ", 11)+"8")); strings.Contains(got, "…") {
		t.Errorf("twelve are not too many: %s", got)
	}
	long := numbers(t, strings.Repeat("7 ", 20)+"8")
	if got := theory.List(long); !strings.HasSuffix(got, "… 8") || strings.Count(got, "7") != 10 {
		t.Error(got)
	}
}
