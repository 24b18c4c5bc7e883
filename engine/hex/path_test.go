package hex

import (
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// bellmanFord is a slow second opinion on the searches: it relaxes every pair of
// touching nodes until nothing changes, and knows cells by their coordinates only.
// The costs are those of the nodes; the far edge is the last.
func bellmanFord(p *Position, colour Colour, step stepCost) []int {
	first, second := p.edges(colour)
	source, target := p.node(first), p.node(second)
	cost := slices.Repeat([]int{unreached}, len(p.cells)+edgeNodes)
	cost[source] = 0
	cellOf := func(node int) hexgrid.Cell {
		if node < len(p.cells) {
			return hexgrid.Cell(node)
		}
		return hexgrid.NoCell
	}
	for changed := true; changed; {
		changed = false
		for a := range cost {
			for b := range cost {
				if cost[a] == unreached || a == target || b == source || !meets(p, a, b, source, target) {
					continue
				}
				if way, ok := step(cellOf(a), cellOf(b)); ok && (cost[b] == unreached || cost[a]+way < cost[b]) {
					cost[b], changed = cost[a]+way, true
				}
			}
		}
	}
	return append(cost[:len(p.cells)], cost[target])
}

// meets is adjacency on an empty board with only two of its edges.
func meets(p *Position, a, b, source, target int) bool {
	n := p.Size()
	if a > b {
		a, b = b, a
	}
	switch {
	case a >= n*n || b >= n*n && b != source && b != target:
		return false
	case b >= n*n:
		return p.touches(hexgrid.Cell(a), edge(b-n*n))
	}
	dc, dr := b%n-a%n, b/n-a/n
	return dc+dr == 0 && (dc == 1 || dc == -1) || dc*dc+dr*dr == 1
}

// Every search, on every board of random games, against the second opinion.
func TestDijkstraAgreesWithBellmanFord(t *testing.T) {
	for seed := range uint64(60) {
		r := seeded(seed)
		randomGame(t, r, randomOptions(r, 7), func(p *Position) {
			for _, colour := range []Colour{Red, Blue} {
				for name, step := range map[string]stepCost{
					"own stones": p.chainStep(colour), "and empty cells": p.openStep(colour),
					"lacking": p.lackingStep(colour), "counting": countSteps(p.openStep(colour)),
				} {
					sameCosts(t, p, colour, name, step)
				}
			}
		})
	}
}

func sameCosts(t *testing.T, p *Position, colour Colour, name string, step stepCost) {
	t.Helper()
	want := bellmanFord(p, colour, step)
	cells, target := want[:len(want)-1], want[len(want)-1]
	if got := p.spread(colour, step).least; !slices.Equal(got, cells) {
		t.Fatalf("%v, %s: costs %v, want %v\n%s", colour, name, got, cells, p)
	}
	found := p.search(colour, step)
	if target == unreached {
		if found.cells != nil {
			t.Fatalf("%v, %s: the search found %v where there is no chain\n%s", colour, name, found.cells, p)
		}
		return
	}
	if found.cost != target || costOf(t, p, colour, step, found.cells) != target {
		t.Fatalf("%v, %s: a chain %v of cost %d, want %d\n%s", colour, name, found.cells, found.cost, target, p)
	}
	for _, c := range found.cells {
		if !found.visited[c] {
			t.Fatalf("%v, %s: %s lies on the chain, but was not visited", colour, name, p.grid.Name(c))
		}
	}
}

// costOf walks a chain from edge to edge.
func costOf(t *testing.T, p *Position, colour Colour, step stepCost, cells []hexgrid.Cell) int {
	t.Helper()
	first, second := p.edges(colour)
	if len(cells) == 0 || !p.touches(cells[0], first) || !p.touches(cells[len(cells)-1], second) {
		t.Fatalf("the chain %v does not go from edge to edge", cells)
	}
	total, before := 0, hexgrid.NoCell
	for _, c := range append(slices.Clone(cells), hexgrid.NoCell) {
		if before != hexgrid.NoCell && c != hexgrid.NoCell && !slices.Contains(p.grid.Neighbours(before), c) {
			t.Fatalf("the chain %v is broken before %s", cells, p.grid.Name(c))
		}
		way, ok := step(before, c)
		if !ok {
			t.Fatalf("the chain %v goes over %d, which is not its own", cells, c)
		}
		total, before = total+way, c
	}
	return total
}

// The winning chain is the best of all chains there are, on both kinds of board.
func TestWinningChainAgainstAllChains(t *testing.T) {
	for seed := range uint64(400) {
		r := seeded(seed)
		randomGame(t, r, randomOptions(r, 5), func(p *Position) {
			if p.winner == Empty {
				if p.Path() != nil || p.Visited(0) {
					t.Fatal("there is a winning chain before the end")
				}
				return
			}
			least := unreached
			allChains(p, p.winner, func(cells []hexgrid.Cell) {
				if cost := measure(p, cells); least == unreached || cost < least {
					least = cost
				}
			})
			if got := measure(p, p.Path()); got != least || p.chain.cost != least {
				t.Fatalf("the chain %v costs %d, says %d; the best costs %d\n%s", p.Path(), got, p.chain.cost, least, p)
			}
			costOf(t, p, p.winner, p.chainStep(p.winner), p.Path())
		})
	}
}

// measure is written from the rules: stones, or on a weighted board the weights of
// both ends of every step, an edge weighing 1.
func measure(p *Position, cells []hexgrid.Cell) int {
	if !p.Weighted() {
		return len(cells)
	}
	total := 1 + p.Weight(cells[0]) + p.Weight(cells[len(cells)-1]) + 1
	for i := 1; i < len(cells); i++ {
		total += p.Weight(cells[i-1]) + p.Weight(cells[i])
	}
	return total
}

// allChains calls f with every chain of a colour from edge to edge that uses no cell
// twice.
func allChains(p *Position, colour Colour, f func([]hexgrid.Cell)) {
	first, second := p.edges(colour)
	used := make([]bool, len(p.cells))
	var extend func(cells []hexgrid.Cell)
	extend = func(cells []hexgrid.Cell) {
		last := cells[len(cells)-1]
		used[last] = true
		if p.touches(last, second) {
			f(cells)
		}
		for _, c := range p.grid.Neighbours(last) {
			if p.At(c) == colour && !used[c] {
				extend(append(cells, c))
			}
		}
		used[last] = false
	}
	for c := range hexgrid.Cell(len(p.cells)) {
		if p.At(c) == colour && p.touches(c, first) {
			extend([]hexgrid.Cell{c})
		}
	}
}

// The weights of the source's board, whose rings are those of 14×14.
func TestWeights(t *testing.T) {
	p := start(t, engine.Options{"size": 14, "weighted": true})
	for name, want := range map[string]int{
		"a1": 1, "g1": 1, "n14": 1, "b2": 15, "m7": 15, "c3": 30, "d4": 30, "k11": 30, "e5": 45, "f6": 45, "i9": 45, "g7": 60, "h8": 60,
	} {
		c, err := p.grid.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Weight(c); got != want {
			t.Errorf("%s weighs %d, want %d", name, got, want)
		}
	}
	large := start(t, engine.Options{"size": 19, "weighted": true})
	if got := large.Weight(large.grid.At(9, 9)); got != 60 {
		t.Errorf("the middle of 19×19 weighs %d, want 60", got)
	}
	if got := start(t, engine.Options{"size": 14}).Weight(100); got != 1 {
		t.Errorf("a cell of a plain board weighs %d", got)
	}
}

// The last stone, b5, joins two chains at once: one of five stones through the
// middle, and one of six along the rim, which is the cheaper. By hand: its cells
// weigh 1, 1, 1, 1, 15 and 1, and each counts twice; the two edges add 1 each.
func TestLeastCostIsNotFewestStones(t *testing.T) {
	const moves = "c1 d1 c2 d2 c3 d3 c4 d4 a1 d5 a2 e1 a3 e2 a4 e3 b4 a5 b5"
	plain, weighted := start(t, engine.Options{"size": 5}), start(t, engine.Options{"size": 5, "weighted": true})
	mustPlay(t, plain, strings.Fields(moves)...)
	mustPlay(t, weighted, strings.Fields(moves)...)
	if got := plain.names(plain.Path()); len(got) != 5 || got[0] != "c1" || plain.chain.cost != 5 {
		t.Errorf("plain: %v, cost %d; want the five stones from c1", got, plain.chain.cost)
	}
	if got := strings.Join(weighted.names(weighted.Path()), " "); got != "a1 a2 a3 a4 b4 b5" || weighted.chain.cost != 42 {
		t.Errorf("weighted: %s, cost %d; want a1 a2 a3 a4 b4 b5, cost 42", got, weighted.chain.cost)
	}
}

// The search takes stones in the order of their distance from the first edge, and
// stops at the second: it does not look at what lies further.
func TestVisited(t *testing.T) {
	p := start(t, engine.Options{"size": 4})
	mustPlay(t, p, strings.Fields("b1 c1 b2 c2 b3 c3 d4 d1 b4")...)
	for name, want := range map[string]bool{"b1": true, "b2": true, "b3": true, "b4": true, "d4": false, "c1": false, "a1": false} {
		c, err := p.grid.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Visited(c) != want {
			t.Errorf("Visited(%s) = %v, want %v", name, !want, want)
		}
	}
}
