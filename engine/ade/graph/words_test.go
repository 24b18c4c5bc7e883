package graph_test

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

// A shortened number keeps its sign and leading digits, and its power of ten counts all digits; a
// number that fits is unchanged.
func TestShortKeepsLeadingDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[1-9][0-9]{0,40}([0-9]{200})?`).Draw(t, "number")
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

// A user's input is quoted in whole letters, at most 24 of them.
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

// anyGraph is a connected graph with nodes of any numbers.
func anyGraph(t *rapid.T) *graph.Graph {
	n := rapid.IntRange(1, 30).Draw(t, "nodes")
	numbers := rapid.SliceOfNDistinct(rapid.IntRange(0, 99), n, n, rapid.ID).Draw(t, "numbers")
	if n == 1 {
		g, err := graph.Parse(strconv.Itoa(numbers[0]))
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	edges := map[string]bool{}
	for i := 1; i < n; i++ {
		other := rapid.IntRange(0, i-1).Draw(t, "other")
		edges[edge(numbers[i], numbers[other])] = true
	}
	for range rapid.IntRange(0, 10).Draw(t, "more") {
		if i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j"); i != j {
			edges[edge(numbers[i], numbers[j])] = true
		}
	}
	g, err := graph.Parse(strings.Join(slices.Sorted(maps.Keys(edges)), " "))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func edge(i, j int) string { return strconv.Itoa(min(i, j)) + "-" + strconv.Itoa(max(i, j)) }

// A graph and its values can be reconstructed from each description, except the two shortest.
func TestWaysTellTheGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		v := graph.Zeros(g.Len())
		for i := range v {
			if rapid.Bool().Draw(t, "zero") {
				v[i] = big.NewInt(rapid.Int64Range(-999_999, 999_999).Draw(t, "value"))
			}
		}
		ways := g.Ways(v)
		for i, way := range ways[:len(ways)-2] {
			h, w := listen(t, way.String())
			if h != nil && h.String() != g.String() {
				t.Fatalf("%q tells %s of %s", way, h, g)
			}
			if (h == nil) != (i == len(ways)-3) && g.Len() > 1 {
				t.Fatalf("way %d of %d tells of edges: %v", i, len(ways), h != nil)
			}
			for node, name := range g.Nodes() {
				if w[name] != v[node].String() && (w[name] != "" || v[node].Sign() != 0) {
					t.Fatalf("%q tells %s of %s, which is %s", way, w[name], name, v[node])
				}
			}
		}
	})
}

// listen reads edges, nil where there are none, and values by name.
func listen(t *rapid.T, said string) (g *graph.Graph, values map[string]string) {
	values = map[string]string{}
	edges := map[string]bool{}
	lone := ""
	add := func(a, b string) {
		i, _ := strconv.Atoi(a[1:])
		j, _ := strconv.Atoi(b[1:])
		edges[edge(i, j)] = true
	}
	for sentence := range strings.SplitSeq(strings.TrimSuffix(said, "."), ". ") {
		kind, list, _ := strings.Cut(sentence, ": ")
		switch kind {
		case "The nodes, each with its value and its neighbours":
			for node := range strings.SplitSeq(list, "; ") {
				words := strings.Fields(node)
				lone, values[words[0]] = words[0], words[1]
				for _, other := range words[min(len(words), 3):] {
					add(words[0], other)
				}
			}
		case "The values":
			for node := range strings.SplitSeq(strings.TrimSuffix(list, ", all others 0"), ", ") {
				name, value, _ := strings.Cut(node, " ")
				lone, values[name] = name, value
			}
		case "Edges":
			if list == "none" {
				edges[""] = true
				continue
			}
			for path := range strings.SplitSeq(list, ", ") {
				last := ""
				for part := range strings.SplitSeq(path, "-") {
					first, end, run := strings.Cut(part, " to ")
					if last != "" {
						add(last, first)
					}
					for last = first; run && last != end; {
						n, _ := strconv.Atoi(last[1:])
						next := "V" + strconv.Itoa(n+1)
						add(last, next)
						last = next
					}
				}
			}
		}
	}
	text := strings.Join(slices.Sorted(maps.Keys(edges)), " ")
	switch {
	case text == "" && !strings.Contains(said, "neighbours"):
		return nil, values
	case text == "":
		text = lone
	}
	if edges[""] {
		return nil, values // of one node, which need not be told
	}
	g, err := graph.Parse(text)
	if err != nil {
		t.Fatalf("%v in %q", err, said)
	}
	return g, values
}

func last(ways []engine.Text) string { return ways[len(ways)-1].String() }
