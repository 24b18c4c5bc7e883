package ade

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
)

// TestMovesAddUp: the cost of a move is the difference of the total cost, and a rejected move
// changes nothing.
func TestMovesAddUp(t *testing.T) {
	r, all := rand.New(rand.NewPCG(1, 2)), map[bool]int{}
	for _, name := range []string{everyTwo(4), wheel, petersen, twenty} {
		g := table(t, name, "all 0", "").Graph()
		for rows := 2; rows <= 4; rows++ {
			a := newArrangement(g, newGrid(g.Len(), rows))
			for range 500 {
				i, to, before := r.IntN(g.Len()), r.IntN(a.columns*a.rows), a.cost()
				if to == a.at[i] {
					continue
				}
				at, most := slices.Clone(a.at), r.IntN(4*costOver)
				more, moved := a.move(i, to, func(more int) bool { return more > most })
				if got := a.cost() - before; got != more || moved != !slices.Equal(a.at, at) || more > most {
					t.Fatalf("%s: node %d to cell %d costs %d more, want %d; moved: %t", name, i, to, more, got, moved)
				}
				known := slices.Clone(a.crossed)
				if a.crossAll(); !slices.Equal(a.crossed, known) {
					t.Fatalf("%s: after node %d went to cell %d other edges cross than are known", name, i, to)
				}
				all[moved]++
			}
		}
	}
	if all[true] == 0 || all[false] == 0 {
		t.Errorf("nodes moved or not: %v", all)
	}
}

// TestLinesCross where they do between points.
func TestLinesCross(t *testing.T) {
	g := newGrid(8, 3)
	cells := g.columns * g.rows
	at := func(c int) canvas.Point { return canvas.Pt(float64(c%g.columns), float64(c/g.columns)) }
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		c := r.Perm(cells)
		want := cross(at(c[0]), at(c[1]), at(c[2]), at(c[3]))
		if got := g.lines[g.between(c[0], c[1])].crosses(&g.lines[g.between(c[2], c[3])]); got != want {
			t.Fatalf("lines between cells %v of %d columns cross: %t, want %t", c[:4], g.columns, got, want)
		}
	}
}

// TestGridsAreSmall: the cells of each fit into a set, and so do the edges.
func TestGridsAreSmall(t *testing.T) {
	for n := 1; n <= mostDrawn; n++ {
		for rows := 2; rows <= mostRows; rows++ {
			if g := newGrid(n, rows); len(g.nextTo) > 64 || len(g.nextTo) < n {
				t.Errorf("%d nodes in %d rows have %d cells", n, rows, len(g.nextTo))
			}
		}
	}
	if mostArranged > 64 {
		t.Error("there are too many edges for a set")
	}
}

// TestPlansAreKept: plans are cached for all looks, but not for another graph.
func TestPlansAreKept(t *testing.T) {
	kept = &canvas.Cache[layout, []plan]{Limit: mostKept}
	g, other := table(t, wheel, "all 1", "").Graph(), table(t, prism, "all 1", "").Graph()
	first := make([]*plan, 8)
	var all sync.WaitGroup
	for i := range first {
		all.Go(func() { first[i] = &keptPlans(g)[0] })
	}
	all.Wait()
	for _, theme := range render.Themes {
		boardOf(table(t, wheel, "all 2", ""), theme)
		first = append(first, &keptPlans(table(t, wheel, "all 0", "").Graph())[0])
	}
	for _, p := range first {
		if p != first[0] {
			t.Fatal("a graph was laid out twice")
		}
	}
	if &keptPlans(other)[0] == first[0] {
		t.Error("two graphs share their plans")
	}
	drawn := table(t, cube, "all 1", "")
	boardOf(drawn, render.Themes[0])
	kept.Get(layout{drawn.Graph().String(), ""}, func() []plan {
		t.Error("a board does not keep its plans")
		return nil
	})
}
