package graph_test

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// A number cut short keeps its sign and its leading digits, and its power of ten counts all
// of the digits; what fits stays whole.
func TestShortKeepsLeadingDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[1-9][0-9]{0,40}`).Draw(t, "number")
		most := rapid.IntRange(8, 45).Draw(t, "most")
		n, _ := new(big.Int).SetString(text, 10)
		short := graph.Short(n, most)
		if len(short) > most {
			t.Fatalf("%s in %d characters is %s", text, most, short)
		}
		mantissa, power, cut := strings.Cut(short, "e")
		if !cut {
			if short != text {
				t.Fatalf("%s becomes %s", text, short)
			}
			return
		}
		digits := strings.ReplaceAll(mantissa, ".", "")
		if want := big.NewInt(int64(len(strings.TrimPrefix(text, "-")) - 1)).String(); !strings.HasPrefix(text, digits) || power != want {
			t.Fatalf("%s becomes %s, want the power %s", text, short, want)
		}
	})
}

// Tables are of one width, and have in them what went in.
func TestTablesAreFlush(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 50 {
		g := randomGraph(t, r)
		rows := make([]graph.Values, 1+r.IntN(6))
		for i := range rows {
			rows[i] = graph.Zeros(g.Len())
			for _, x := range rows[i] {
				x.SetInt64(r.Int64N(1<<r.IntN(40)+1) - r.Int64N(1<<20))
			}
		}
		lines := strings.Split(strings.TrimSuffix(g.Table(rows...), "\n"), "\n")
		if got := strings.Join(strings.Fields(lines[0]), " "); len(lines) != len(rows)+1 || got != strings.Join(g.Nodes(), " ") {
			t.Fatalf("%d lines below %q", len(lines)-1, got)
		}
		for i, row := range rows {
			line := lines[i+1]
			if len(line) != len(lines[0]) || strings.Join(strings.Fields(line), " ") != strings.Join(row.Strings(), " ") {
				t.Errorf("line %q of %v", line, row)
			}
		}
	}
}

// What a person typed is repeated in whole letters, 24 of them at most.
func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"V1":                    "V1",
		strings.Repeat("x", 24): strings.Repeat("x", 24),
		strings.Repeat("x", 25): strings.Repeat("x", 24) + "…",
		strings.Repeat("ä", 24): strings.Repeat("ä", 24),
		strings.Repeat("頂", 30): strings.Repeat("頂", 24) + "…",
	} {
		if got := graph.Quote(word); got != want {
			t.Errorf("%q is repeated as %q, want %q", word, got, want)
		}
	}
}

// Members and Has tell the same, and an empty set's members are a list.
func TestMembers(t *testing.T) {
	g := family(t, "E", 8)
	rapid.Check(t, func(t *rapid.T) {
		set := graph.Set(rapid.Uint64Range(0, 255).Draw(t, "set"))
		members := g.Members(set)
		if members == nil || len(members) != set.Count() {
			t.Fatalf("%b has the members %v", set, members)
		}
		for _, name := range members {
			i, known := g.Index(name)
			if !known || !set.Has(i) {
				t.Fatalf("%b has the member %s", set, name)
			}
			set &^= 1 << i
		}
		if set != 0 {
			t.Fatalf("%b is left out", set)
		}
	})
}
