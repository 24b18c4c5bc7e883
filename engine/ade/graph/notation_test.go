package graph_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

func path(tb testing.TB, n int) *graph.Graph {
	tb.Helper()
	g, err := graph.New(graph.FamilyA, n)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func TestAssign(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		negative   bool
		values     string
		canonical  string
	}{
		{"one value", "V2 5", false, "7 5 7", "V2 5"},
		{"some values", "v1=1, V3: 2", false, "1 7 2", "V1 1 V3 2"},
		{"the last of two values counts", "V1 1 V1 2", false, "2 7 7", "V1 1 V1 2"},
		{"all in order", "1 0 2", false, "1 0 2", "1 0 2"},
		{"all the same", "all 4", false, "4 4 4", "all 4"},
		{"all the same, one by one", "4, 4, 4", false, "4 4 4", "all 4"},
		{"signs and zeros in front", "+1 02 -0", false, "1 2 0", "1 2 0"},
		{"negative ones, where they may be", "(-1 2 -3)", true, "-1 2 -3", "-1 2 -3"},
		{"huge ones", "V1 1" + strings.Repeat("0", 1999), false, "1" + strings.Repeat("0", 1999) + " 7 7", "V1 1" + strings.Repeat("0", 1999)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := graph.Values{big.NewInt(7), big.NewInt(7), big.NewInt(7)}
			v, canonical, err := graph.Assign(path(t, 3), before, tt.text, tt.negative)
			if err != nil || strings.Join(v.Strings(), " ") != tt.values || canonical != tt.canonical {
				t.Errorf("%q sets %v as %q, %v; want %s, %q", tt.text, v, canonical, err, tt.values, tt.canonical)
			}
			if strings.Join(before.Strings(), " ") != "7 7 7" {
				t.Errorf("the values before became %v", before)
			}
		})
	}
}

func TestAssignRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		syntax     bool
		words      string
	}{
		{"nothing", " ,", true, "all 3 values in order"},
		{"all of nothing", "all", true, "all and one value"},
		{"all of two", "all 1 2", true, "all and one value"},
		{"a node without a value", "V1 1 V2", true, "missing after V2"},
		{"another node", "V4 1", false, `no node "V4"; the nodes are V1 V2 V3`},
		{"too few", "1", false, "1 value is given"},
		{"too many", "1 2 3 4", false, "4 values are given"},
		{"a fraction", "V1 0.5", false, "not a whole number"},
		{"two signs", "V1 +-5", false, "not a whole number"},
		{"a sign alone", "V1 -", false, "not a whole number"},
		{"other digits", "V1 ٣", false, "not a whole number"},
		{"a negative value", "V1 -1", false, "values from 0"},
		{"a number too long", "V1 " + strings.Repeat("9", 2001), false, "2001 digits; at most 2000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := graph.Assign(path(t, 3), graph.Zeros(3), tt.text, false)
			if err == nil || errors.Is(err, engine.ErrSyntax) != tt.syntax || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%.20q: %v, want %q", tt.text, err, tt.words)
			}
		})
	}
}

// What was set is canonical: set again it gives the same.
func FuzzAssign(f *testing.F) {
	for _, text := range []string{"V1 1", "all -3", "1 2 3", "v2=5;V3:7", "[0,0,0]", "V1", "1e5 2 3"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, negative bool) {
		enginetest.Bounded(t, len(text), func() {
			g := path(t, 3)
			v, canonical, err := graph.Assign(g, graph.Zeros(3), text, negative)
			if err != nil {
				if _, ok := engine.Why(err); !ok {
					t.Fatalf("%q: %T", text, err)
				}
				return
			}
			again, same, err := graph.Assign(g, graph.Zeros(3), canonical, negative)
			if err != nil || same != canonical || !again.Equal(v) || !negative && v.Mixed() {
				t.Fatalf("%q sets %v as %q, which sets %v as %q, %v", text, v, canonical, again, same, err)
			}
		})
	})
}

func TestRefused(t *testing.T) {
	if err := graph.RefuseLine("fire", nil); err != nil {
		t.Errorf("nothing became %v", err)
	}
	for _, tt := range []struct {
		err  error
		kind error
	}{
		{engine.Refuse("nothing is positive"), engine.ErrIllegal},
		{graph.RefuseSyntax("nothing is positive"), engine.ErrSyntax},
		{engine.RefuseMove("", engine.ErrOver, "nothing is positive"), engine.ErrOver},
	} {
		err := graph.RefuseLine("fire", tt.err)
		if !errors.Is(err, tt.kind) || err.Error() != `"fire": nothing is positive` {
			t.Errorf("%v, want %v", err, tt.kind)
		}
	}
}
