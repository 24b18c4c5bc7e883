package theory_test

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

// The JSON form has the numbers that belong to the class, and no others.
func TestTheoryState(t *testing.T) {
	for _, tt := range []struct {
		g                 *graph.Graph
		weights           string
		denominator, rate string
	}{
		{family(t, "A", 3), "3 4 3", "2", ""},
		{parsed(t, "0-1 0-2 0-3 0-4"), "2 1 1 1 1", "", ""},
		{family(t, "E", 10), "115 76 153 231 195 160 126 93 61 30", "", "1/231"}, // C x = -1, so the least of 1/x
	} {
		s := theory.New(tt.g).State()
		if strings.Join(s.Weights, " ") != tt.weights || s.Denominator != tt.denominator || s.Rate != tt.rate || s.Degree != tt.g.Len() {
			t.Errorf("%v: %+v, want %+v", tt.g, s, tt)
		}
	}
}

// A verdict's JSON form, decoded, is enough for the checker: programs can verify it too.
func TestVerdictStateCanBeChecked(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, g := range graphs(t) {
		v := randomValues(r, g.Len(), -1, 3)
		verdict := theory.New(g).Decide(v)
		data, err := json.Marshal(verdict.State(g))
		if err != nil {
			t.Fatal(err)
		}
		var s theory.VerdictState
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatal(err)
		}
		if s.Ending != verdict.Ending || s.Layers != max(0, verdict.Layers) || s.Period != verdict.Period || s.From != verdict.From ||
			s.Pace != verdict.Pace || s.Text != verdict.Words(g).String() || len(s.Certificates) != len(verdict.Reasons) {
			t.Errorf("%v from %v: %s of %+v", g, v, data, verdict)
		}
		for i, c := range s.Certificates {
			cert := theory.Certificate{
				Proof: c.Proof, At: c.At, Period: c.Period, Weights: numbers(t, strings.Join(c.Weights, " ")),
				Increment: numbers(t, strings.Join(c.Increment, " ")), Denominator: number(c.Denominator), Number: number(c.Number),
			}
			if c.Rate != "" {
				cert.Rate, _ = new(big.Rat).SetString(c.Rate)
			}
			if err := newChecker(g).check(v, cert); err != nil {
				t.Errorf("%v from %v: certificate %d by %s does not hold: %v", g, v, i, c.Proof, err)
			}
		}
	}
}

func number(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil
	}
	return n
}
