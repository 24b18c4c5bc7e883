package ade_test

import (
	"encoding/json"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// recorded is a run as made by another program, an exact one, of the same rules.
type recorded struct {
	Type, Nodes, Tag, Class, Outcome, Edges, Totals, Sum string
	Degree, Layers, Preperiod, Period, Level             int
	States                                               []string // before each layer, and after the last
	Weights                                              []int64
	Denominator                                          int64
	Certificate                                          struct {
		FromLayer int `json:"from_layer"`
		Period    int
		Delta     []int64
		X         []int64
		XDotV     string `json:"x_dot_v"`
		Growth    string `json:"growth_at_least"`
	}
}

func traces(t *testing.T) []recorded {
	t.Helper()
	data, err := os.ReadFile("testdata/traces.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []recorded
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func numbers(t *testing.T, text string) graph.Values {
	t.Helper()
	var v graph.Values
	for word := range strings.FieldsSeq(text) {
		n, ok := new(big.Int).SetString(word, 10)
		if !ok {
			t.Fatalf("%q is no number", word)
		}
		v = append(v, n)
	}
	return v
}

func (r recorded) open(t *testing.T) *ade.Position {
	t.Helper()
	p, err := ade.New(engine.Options{"type": r.Type, "degree": r.Degree, "values": r.States[0], "free": true})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*ade.Position)
}

// TestTraces reproduces 120 runs: graphs, states, totals and outcomes.
func TestTraces(t *testing.T) {
	list := traces(t)
	if len(list) != 120 {
		t.Fatalf("%d traces", len(list))
	}
	for _, r := range list {
		t.Run(r.Type+" "+r.Tag, func(t *testing.T) {
			p := r.open(t)
			g := p.Graph()
			var edges []string
			for _, e := range g.Edges() {
				edges = append(edges, g.Node(e[0])+"-"+g.Node(e[1]))
			}
			want := strings.Fields(r.Edges)
			slices.Sort(edges)
			slices.Sort(want)
			if strings.Join(g.Nodes(), " ") != r.Nodes || !slices.Equal(edges, want) || string(g.Type().Class) != r.Class {
				t.Fatalf("the graph is %v, %v, %s; want %s, %v, %s", g.Nodes(), edges, g.Type().Class, r.Nodes, want, r.Class)
			}
			r.checkVerdict(t, theory.New(g).Decide(p.Values()))
			for i, state := range r.States {
				if !p.Values().Equal(numbers(t, state)) {
					t.Fatalf("before layer %d the values are %v, want %s", i+1, p.Values(), state)
				}
				if i == len(r.States)-1 {
					break
				}
				if _, err := p.Play("fire"); err != nil {
					t.Fatal(err)
				}
			}
			sum := new(big.Int)
			for i, total := range numbers(t, r.Totals) {
				if got := p.Trace()[i].Total; got.Cmp(total) != 0 {
					t.Errorf("layer %d has a total of %v, want %v", i+1, got, total)
				}
				sum.Add(sum, total)
			}
			if r.Sum != "" && sum.String() != r.Sum {
				t.Errorf("the totals add up to %v, want %s", sum, r.Sum)
			}
		})
	}
}

func (r recorded) checkVerdict(t *testing.T, v *theory.Verdict) {
	t.Helper()
	switch r.Outcome {
	case "terminates":
		if v.Ending != theory.Ends || v.Layers != r.Layers {
			t.Errorf("it %s after %d layers, want %d", v.Ending, v.Layers, r.Layers)
		}
	case "cycle":
		if v.Ending != theory.Repeats || v.From != r.Preperiod || v.Period != r.Period {
			t.Errorf("it %s from %d every %d, want %d, %d", v.Ending, v.From, v.Period, r.Preperiod, r.Period)
		}
	case "diverges_linear":
		if v.Ending != theory.Never || v.Pace != theory.Linear {
			t.Errorf("it %s, %s", v.Ending, v.Pace)
		}
	case "diverges_exponential":
		if v.Ending != theory.Never || v.Pace != theory.Exponential {
			t.Errorf("it %s, %s", v.Ending, v.Pace)
		}
	default:
		t.Errorf("outcome %s", r.Outcome)
	}
}

// TestExhaustFiresTraces fires to the end at once where there is one.
func TestExhaustFiresTraces(t *testing.T) {
	for _, r := range traces(t) {
		p := r.open(t)
		_, err := p.Play("exhaust")
		if r.Layers == 0 && r.Outcome == "terminates" {
			if err == nil {
				t.Errorf("%s%d %s: exhaust fires though nothing is positive", r.Type, r.Degree, r.Tag)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s%d %s: %v", r.Type, r.Degree, r.Tag, err)
			continue
		}
		want := map[string]int{"terminates": r.Layers, "cycle": r.Preperiod + r.Period}[r.Outcome]
		if len(p.Trace()) != want {
			t.Errorf("%s%d %s: exhaust fires %d layers, want %d", r.Type, r.Degree, r.Tag, len(p.Trace()), want)
		}
		if solved := p.Outcome().Status == engine.Solved; solved != (r.Outcome == "terminates") {
			t.Errorf("%s%d %s: solved %t", r.Type, r.Degree, r.Tag, solved)
		}
	}
}
