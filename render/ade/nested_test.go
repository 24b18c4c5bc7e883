package ade

import (
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// Graphs that are symmetrical, and one of 20 nodes that is not.
const (
	twenty   = "1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 1-12 3-13 5-14 7-15 9-16 12-17 13-18 14-19 15-20 17-18 19-20 2-13 6-14"
	prism    = "1-2 2-3 3-1 4-5 5-6 6-4 1-4 2-5 3-6"
	wheel    = "0-1 0-2 0-3 0-4 0-5 1-2 2-3 3-4 4-5 5-1"
	cube     = "1-2 2-3 3-4 4-1 5-6 6-7 7-8 8-5 1-5 2-6 3-7 4-8"
	petersen = "0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 7-9 9-6 6-8 8-5"
)

// TestSymmetryShows: the picture of a symmetric graph is symmetric horizontally, and the edges of a
// polyhedron do not cross.
func TestSymmetryShows(t *testing.T) {
	for name, crossed := range map[string]int{everyTwo(4): 0, prism: 0, wheel: 0, cube: 0, petersen: 5, everyTwo(5): 5, "1-2 2-3 4-5 5-6 7-8 8-9 1-4 4-7 2-5 5-8 3-6 6-9": 0} {
		g := table(t, name, "all 0", "").Graph()
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		if !b.mirrored(g, -1, 1) {
			t.Errorf("%s: the left and the right differ: %v", name, b.at)
		}
		if n := crossings(g, b.at); n != crossed {
			t.Errorf("%s: %d pairs of edges cross, want %d", name, n, crossed)
		}
	}
}

// TestLargerGraphsAreTidy: no edges cross of a larger graph that needs no crossings, and most are
// level or upright.
func TestLargerGraphsAreTidy(t *testing.T) {
	for _, name := range []string{twenty, "1-2 1-5 2-3 3-6 4-5 4-7 5-6 6-8 7-8 2-6", "1-2 1-3 2-4 3-5 4-6 5-6 6-7 7-8 7-9 8-10 9-11 10-12 11-12 12-13 13-14"} {
		g := table(t, name, "all 0", "").Graph()
		b := boardOf(table(t, name, "all 0", ""), render.Themes[0])
		if n := crossings(g, b.at); n > 0 {
			t.Errorf("%s: %d pairs of edges cross", name, n)
		}
		straight := 0
		for _, e := range b.edges {
			straight += btoi(b.at[e[0]].X == b.at[e[1]].X || b.at[e[0]].Y == b.at[e[1]].Y)
		}
		if least := len(b.edges) * 4 / 5; straight < least {
			t.Errorf("%s: %d edges of %d are level or upright, want %d", name, straight, len(b.edges), least)
		}
	}
}

// TestMirrored: a mirrored picture is the same only if its edges are, too.
func TestMirrored(t *testing.T) {
	square := []canvas.Point{canvas.Pt(0, 0), canvas.Pt(9, 0), canvas.Pt(9, 9), canvas.Pt(0, 9)}
	for _, tt := range []struct {
		graph              string
		across, down, both bool
	}{
		{"1-2 2-3 3-4 4-1", true, true, true},
		{"1-2 2-3 3-4 4-1 1-3", false, false, true},
		{"1-2 2-3 3-4", false, true, false},
	} {
		g := table(t, tt.graph, "all 0", "").Graph()
		b := &placed{edges: g.Edges(), at: square}
		if across, down, both := b.mirrored(g, -1, 1), b.mirrored(g, 1, -1), b.mirrored(g, -1, -1); across != tt.across || down != tt.down || both != tt.both {
			t.Errorf("%s: across %t, down %t, both %t", tt.graph, across, down, both)
		}
	}
}

// TestCycles are found once each.
func TestCycles(t *testing.T) {
	for name, want := range map[string]int{"1-2 2-3": 0, "1-2 2-3 3-1": 1, everyTwo(4): 7, everyTwo(5): 37, cube: 28, petersen: 57, everyTwo(12): mostCycles} {
		g := table(t, name, "all 0", "").Graph()
		list := cycles(g)
		if len(list) != want {
			t.Errorf("%s has %d cycles, want %d", name, len(list), want)
		}
		for _, cycle := range list {
			for i, node := range cycle {
				if !g.Adjacent(node, cycle[(i+1)%len(cycle)]) {
					t.Fatalf("%s: %v is no cycle", name, cycle)
				}
			}
		}
	}
}
