package theory_test

import (
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/ade/graph"
	"github.com/sixfold-bot/sixfold/engine/ade/theory"
)

func parsed(t *testing.T, edges string) *graph.Graph {
	t.Helper()
	g, err := graph.Parse(edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What is known of a graph is said, with the sum by which it is proved.
func TestTheoryWords(t *testing.T) {
	for _, tt := range []struct {
		g     *graph.Graph
		words string
	}{
		{family(t, "A", 1), "1 node, 0 edges: **finite**, A1. Every run ends: (V1)/2 falls by exactly each layer's total."},
		{family(t, "A", 2), "2 nodes, 1 edge: **finite**, A2. Every run ends: V1 + V2 falls by exactly each layer's total."},
		{family(t, "A", 3), "(3·V1 + 4·V2 + 3·V3)/2 falls"},
		{family(t, "A", 14), "7·V1 + 13·V2 + 18·V3 + 22·V4"}, // i (15 - i) / 2
		{parsed(t, "0-1 0-2 0-3 0-4"), "5 nodes, 4 edges: **affine D4**. 2·V0 + V1 + V2 + V3 + V4 never changes: a run ends where that is negative, and never ends where it is positive."},
		{parsed(t, "1-2 2-3 3-1"), "3 nodes, 3 edges: **affine A2, a cycle**."},
		{family(t, "E", 10), "**indefinite**, E10. Where 115·V0 + 76·V1 + 153·V2"},
		{parsed(t, "0-1 0-2 0-3 0-4 0-5"), "**indefinite**, without a name of its own. Where "},
	} {
		if got := theory.New(tt.g).Words().String(); !strings.Contains(got, tt.words) {
			t.Errorf("%v: %q, want %q", tt.g, got, tt.words)
		}
	}
}
