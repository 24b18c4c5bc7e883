package graph_test

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
)

func TestShort(t *testing.T) {
	for _, tt := range []struct {
		n    string
		most int
		want string
	}{
		{"0", 1, "0"},
		{"-12345", 6, "-12345"},
		{"1234567", 7, "1234567"},
		{"12345678", 7, "1.234e7"},
		{"-12345678", 7, "-1.23e7"},
		{"9999999999", 5, "9.9e9"},
		{"123456", 4, "1e5"},
	} {
		n, _ := new(big.Int).SetString(tt.n, 10)
		if got := graph.Short(n, tt.most); got != tt.want {
			t.Errorf("Short(%s, %d) = %q, want %q", tt.n, tt.most, got, tt.want)
		}
	}
}

// The families as they are defined: a path, and V0 beside V2 or V3; n counts all nodes.
func TestFamilies(t *testing.T) {
	for _, tt := range []struct {
		family string
		degree int
		edges  string
	}{
		{"A", 1, "V1"},
		{"A", 2, "V1-V2"},
		{"A", 4, "V1-V2 V2-V3 V3-V4"},
		{"D", 4, "V0-V2 V1-V2 V2-V3"},
		{"D", 6, "V0-V2 V1-V2 V2-V3 V3-V4 V4-V5"},
		{"E", 4, "V0-V3 V1-V2 V2-V3"},
		{"E", 6, "V0-V3 V1-V2 V2-V3 V3-V4 V4-V5"},
	} {
		g, err := graph.New(tt.family, tt.degree)
		if err != nil {
			t.Fatal(err)
		}
		if g.String() != tt.edges || g.Len() != tt.degree || g.Family != tt.family {
			t.Errorf("%s%d is %v, want %s", tt.family, tt.degree, g, tt.edges)
		}
		for i, name := range g.Nodes() {
			if at, ok := g.Index(strings.ToLower(name)); !ok || at != i || g.Node(i) != name {
				t.Errorf("%s%d: %s is node %d, %t", tt.family, tt.degree, name, at, ok)
			}
		}
	}
	for _, tt := range []struct {
		family string
		degree int
		words  string
	}{
		{"D", 3, "D3 would be A3"}, {"E", 3, "E4 is A4"},
	} {
		if _, err := graph.New(tt.family, tt.degree); err == nil || !strings.Contains(err.Error(), tt.words) {
			t.Errorf("%s%d: %v, want %q", tt.family, tt.degree, err, tt.words)
		}
	}
}

// Distances against Floyd and Warshall's algorithm; neighbours are at 1.
func TestDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 200 {
		g := randomGraph(t, r)
		n := g.Len()
		d := make([][]int, n)
		for i := range d {
			d[i] = slices.Repeat([]int{n}, n)
			d[i][i] = 0
		}
		for _, e := range g.Edges() {
			d[e[0]][e[1]], d[e[1]][e[0]] = 1, 1
		}
		for k := range n {
			for i := range n {
				for j := range n {
					d[i][j] = min(d[i][j], d[i][k]+d[k][j])
				}
			}
		}
		for i := range n {
			if got := g.Distances(i); !slices.Equal(got, d[i]) {
				t.Fatalf("%v from %d: %v, want %v", g, i, got, d[i])
			}
			for j := range n {
				if g.Adjacent(i, j) != (d[i][j] == 1) || slices.Contains(g.Neighbours(i), j) != (d[i][j] == 1) {
					t.Fatalf("%v: %d and %d are neighbours: %t", g, i, j, g.Adjacent(i, j))
				}
			}
		}
	}
}

// A 2-colouring gives neighbours different colours. There is none exactly if a cycle is odd,
// which is when two neighbours have the same distance from some node.
func TestColours(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 6))
	none := 0
	for range 400 {
		g := randomGraph(t, r)
		odd := false
		d := g.Distances(0)
		for _, e := range g.Edges() {
			odd = odd || d[e[0]] == d[e[1]]
		}
		colours := g.Colours()
		if (colours == nil) != odd {
			t.Fatalf("%v: colours %v", g, colours)
		}
		if colours == nil {
			none++
			continue
		}
		for _, e := range g.Edges() {
			if colours[e[0]] == colours[e[1]] {
				t.Fatalf("%v: colours %v", g, colours)
			}
		}
	}
	if none == 0 {
		t.Error("no graph has an odd cycle")
	}
}

func TestWords(t *testing.T) {
	star, err := graph.Parse("0-1 0-2 0-3 0-4 0-5")
	if err != nil {
		t.Fatal(err)
	}
	e6 := family(t, "E", 6)
	for _, tt := range [][2]string{
		{e6.Title().String(), "E6"},
		{star.Title().String(), "a graph of 6 nodes"},
		{e6.Range(), "V0 V1 … V5"},
		{family(t, "A", 3).Range(), "V1 V2 V3"},
		{strings.Join(e6.Members(0b100001), " "), "V0 V5"},
		{e6.Paths().String(), "V1 to V5, V0-V3"},
		{star.Paths().String(), "V0-V1, V0-V2, V0-V3, V0-V4, V0-V5"},
		{family(t, "A", 1).Paths().String(), "none"},
		{family(t, "A", 3).Paths().String(), "V1-V2-V3"},
		{family(t, "A", 4).Paths().String(), "V1 to V4"},
		{last(family(t, "A", 64).Ways(append(values(5), graph.Zeros(63)...))), "1 of 64 nodes is positive, with a total of 5."},
		{last(family(t, "A", 64).Ways(append(values(5, 6), graph.Zeros(62)...))), "2 of 64 nodes are positive, with a total of 11."},
		{e6.Told(0).String(), "none"},
		{e6.Told(0b100001).String(), "V0 V5"},
		{e6.Told(0b111111).String(), "all nodes"},
		{e6.Told(0b111011).String(), "all but V2"},
		{family(t, "A", 1).Told(1).String(), "V1"},
		{family(t, "A", 64).Told(0x5555555555555555).String(), "32 of 64 nodes"},
		{family(t, "A", 3).Table(values(1, -20, 3), values(100, 0, 0)), " V1  V2 V3\n  1 -20  3\n100   0  0\n"},
		{graph.Layers(1).String() + ", " + graph.Layers(2).String(), "1 layer, 2 layers"},
		{graph.Nodes(1).String() + ", " + graph.Nodes(0).String(), "1 node, 0 nodes"},
	} {
		if tt[0] != tt[1] {
			t.Errorf("%q, want %q", tt[0], tt[1])
		}
	}
}

func TestState(t *testing.T) {
	ring, err := graph.Parse("1-2 2-3 3-1")
	if err != nil {
		t.Fatal(err)
	}
	for g, want := range map[*graph.Graph]string{
		family(t, "D", 4): `{"type":"D","degree":4,"class":"finite","name":"D4","nodes":["V0","V1","V2","V3"],"edges":[["V0","V2"],["V1","V2"],["V2","V3"]]}`,
		ring:              `{"type":"","degree":3,"class":"affine","name":"~A2","nodes":["V1","V2","V3"],"edges":[["V1","V2"],["V1","V3"],["V2","V3"]]}`,
		family(t, "A", 1): `{"type":"A","degree":1,"class":"finite","name":"A1","nodes":["V1"],"edges":[]}`,
	} {
		if data, err := json.Marshal(g.State()); err != nil || string(data) != want {
			t.Errorf("%s, %v\nwant %s", data, err, want)
		}
	}
}
