package ade

import (
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/rendertest"
)

// TestWebsShowWhatIsTrue: where an edge passes below a node, that is joined to both its ends; and
// every edge is drawn.
func TestWebsShowWhatIsTrue(t *testing.T) {
	for name, web := range map[string]bool{everyTwo(6): false, everyTwo(12): true, everyTwo(20): true, everyTwo(21): false, everyTwo(30): false, bipartite(9): false} {
		g := table(t, name, "all 0", "").Graph()
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		if b.web != web {
			t.Errorf("%.40s is a web: %t", name, b.web)
		}
		for _, e := range b.edges {
			for i, at := range b.at {
				if i != e[0] && i != e[1] && apart(at, b.at[e[0]], b.at[e[1]]) < b.radius && (!g.Adjacent(i, e[0]) || !g.Adjacent(i, e[1])) {
					t.Errorf("%.40s: the edge %v passes below node %d", name, e, i)
				}
			}
		}
		if web && len(b.edges) != len(g.Edges()) {
			t.Errorf("%.40s: %d edges are drawn", name, len(b.edges))
		}
	}
	b := paintedBoardOf(table(t, everyTwo(12), "all 0", ""), render.Themes[0])
	if got := rendertest.RGBAAt(b.Base, b.at[0].Round().Add(b.at[6].Round()).Div(2)); got != b.Look.Line {
		t.Errorf("half-way between opposite nodes it is %v", got)
	}
}

// TestWebsAreSmall: files of dense graphs with long values are.
func TestWebsAreSmall(t *testing.T) {
	const most = 90_000 // bytes
	for _, n := range []int{12, 15, 18, 20, 21, 23} {
		for _, theme := range render.Themes {
			data, err := render.PNG(newDrawers(), table(t, everyTwo(n), "all 123456", "fire"), render.Style{Theme: theme})
			if err != nil || len(data) > most {
				t.Errorf("%s, %d nodes: %d bytes, want %d, %v", theme.ID, n, len(data), most, err)
			}
		}
	}
}
