package board

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

// bellmanFord is a slow second opinion on the searches: it relaxes all pairs of adjacent nodes
// until nothing changes, and derives adjacency from coordinates. It returns the costs of the nodes;
// the far edge is the last.
func bellmanFord(b *Board, colour Colour, step stepCost) []int {
	first, second := b.Edges(colour)
	source, target := b.node(first), b.node(second)
	cost := slices.Repeat([]int{Unreached}, len(b.cells)+edgeNodes)
	cost[source] = 0
	cellOf := func(node int) hexgrid.Cell {
		if node < len(b.cells) {
			return hexgrid.Cell(node)
		}
		return hexgrid.NoCell
	}
	for changed := true; changed; {
		changed = false
		for from := range cost {
			for to := range cost {
				if cost[from] == Unreached || from == target || to == source || !meets(b, from, to, source, target) {
					continue
				}
				if way, ok := step(cellOf(from), cellOf(to)); ok && (cost[to] == Unreached || cost[from]+way < cost[to]) {
					cost[to], changed = cost[from]+way, true
				}
			}
		}
	}
	return append(cost[:len(b.cells)], cost[target])
}

// meets is adjacency on an empty board with only two of its edges.
func meets(b *Board, x, y, source, target int) bool {
	n, all := b.Width(), len(b.cells)
	if x > y {
		x, y = y, x
	}
	switch {
	case x >= all || y >= all && y != source && y != target:
		return false
	case y >= all:
		return b.Touches(hexgrid.Cell(x), Edge(y-all))
	}
	dc, dr := y%n-x%n, y/n-x/n
	return dc+dr == 0 && (dc == 1 || dc == -1) || dc*dc+dr*dr == 1
}

// Every search, on every board of random games, against the second opinion.
func TestDijkstraAgreesWithBellmanFord(t *testing.T) {
	for seed := range uint64(enginetest.Times(15, 60)) {
		r := seeded(seed)
		fill(r, random(r, 7), func(b *Board) {
			for _, colour := range []Colour{Red, Blue} {
				for name, step := range map[string]stepCost{
					"weights": b.chainStep(colour, true), "lacking": b.lackingStep(colour), "counting": b.chainStep(colour, false),
				} {
					sameCosts(t, b, colour, name, step)
				}
			}
		})
	}
}

func sameCosts(t *testing.T, b *Board, colour Colour, name string, step stepCost) {
	t.Helper()
	want := bellmanFord(b, colour, step)
	cells, target := want[:len(want)-1], want[len(want)-1]
	whole, got := dijkstra(b, colour, step, true)
	if !slices.Equal(got, cells) {
		t.Fatalf("%v, %s: costs %v, want %v\n%s", colour, name, got, cells, b)
	}
	found, _ := dijkstra(b, colour, step, false)
	if !slices.Equal(found.Cells, whole.Cells) || found.Cost != whole.Cost {
		t.Fatalf("%v, %s: a search that goes on finds %v, want %v\n%s", colour, name, whole.Cells, found.Cells, b)
	}
	if target == Unreached {
		if found.Cells != nil {
			t.Fatalf("%v, %s: the search found %v where there is no chain\n%s", colour, name, found.Cells, b)
		}
		return
	}
	if found.Cost != target || costOf(t, b, colour, step, found.Cells) != target {
		t.Fatalf("%v, %s: a chain %v of cost %d, want %d\n%s", colour, name, found.Cells, found.Cost, target, b)
	}
	for _, c := range found.Cells {
		if !found.Visited[c] {
			t.Fatalf("%v, %s: %s lies on the chain, but was not visited", colour, name, b.grid.Name(c))
		}
	}
}

// costOf walks a chain from edge to edge.
func costOf(t *testing.T, b *Board, colour Colour, step stepCost, cells []hexgrid.Cell) int {
	t.Helper()
	first, second := b.Edges(colour)
	if len(cells) == 0 || !b.Touches(cells[0], first) || !b.Touches(cells[len(cells)-1], second) {
		t.Fatalf("the chain %v does not go from edge to edge", cells)
	}
	total, before := 0, hexgrid.NoCell
	for _, c := range append(slices.Clone(cells), hexgrid.NoCell) {
		if before != hexgrid.NoCell && c != hexgrid.NoCell && !slices.Contains(b.grid.Neighbours(before), c) {
			t.Fatalf("the chain %v is broken before %s", cells, b.grid.Name(c))
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
		fill(r, random(r, 5), func(b *Board) {
			if b.winner == Empty {
				if b.Path() != nil || b.Visited(0) {
					t.Fatal("there is a winning chain before the end")
				}
				return
			}
			least := Unreached
			allChains(b, b.winner, func(cells []hexgrid.Cell) {
				if cost := measure(b, cells); least == Unreached || cost < least {
					least = cost
				}
			})
			if got := measure(b, b.Path()); got != least || b.chain.Cost != least {
				t.Fatalf("the chain %v costs %d, says %d; the best costs %d\n%s", b.Path(), got, b.chain.Cost, least, b)
			}
			costOf(t, b, b.winner, b.chainStep(b.winner, true), b.Path())
		})
	}
}

// measure is written from the rules: stones, or on a weighted board the weights of
// both ends of every step, an edge weighing 1.
func measure(b *Board, cells []hexgrid.Cell) int {
	if !b.Weighted() {
		return len(cells)
	}
	total := 1 + b.Weight(cells[0]) + b.Weight(cells[len(cells)-1]) + 1
	for i := 1; i < len(cells); i++ {
		total += b.Weight(cells[i-1]) + b.Weight(cells[i])
	}
	return total
}

// allChains calls f with every chain of a colour from edge to edge that uses no cell
// twice.
func allChains(b *Board, colour Colour, f func([]hexgrid.Cell)) {
	first, second := b.Edges(colour)
	used := make([]bool, len(b.cells))
	var extend func(cells []hexgrid.Cell)
	extend = func(cells []hexgrid.Cell) {
		last := cells[len(cells)-1]
		used[last] = true
		if b.Touches(last, second) {
			f(cells)
		}
		for _, c := range b.grid.Neighbours(last) {
			if b.At(c) == colour && !used[c] {
				extend(append(cells, c))
			}
		}
		used[last] = false
	}
	for c := range hexgrid.Cell(len(b.cells)) {
		if b.At(c) == colour && b.Touches(c, first) {
			extend([]hexgrid.Cell{c})
		}
	}
}

// The weights of the source's board, whose rings are those of 14×14.
func TestWeights(t *testing.T) {
	b := New(14, 14, true, Red)
	for name, want := range map[string]int{
		"a1": 1, "g1": 1, "n14": 1, "b2": 15, "m7": 15, "c3": 30, "d4": 30, "k11": 30, "e5": 45, "f6": 45, "i9": 45, "g7": 60, "h8": 60,
	} {
		if got := b.Weight(cell(t, b, name)); got != want {
			t.Errorf("%s weighs %d, want %d", name, got, want)
		}
	}
	// Rings are counted from the nearest rim, whatever the other side measures.
	flat := New(14, 5, true, Red)
	for name, want := range map[string]int{"a1": 1, "g1": 1, "n5": 1, "b2": 15, "g2": 15, "m4": 15, "c3": 30, "h3": 30} {
		if got := flat.Weight(cell(t, flat, name)); got != want {
			t.Errorf("on 14×5, %s weighs %d, want %d", name, got, want)
		}
	}
	large := New(19, 19, true, Red)
	if got := large.Weight(large.grid.At(9, 9)); got != 60 {
		t.Errorf("the middle of 19×19 weighs %d, want 60", got)
	}
	if got := New(14, 14, false, Red).Weight(100); got != 1 {
		t.Errorf("a cell of a plain board weighs %d", got)
	}
}

// The last stone, b5, joins two chains at once: one of five stones through the
// middle, and one of six along the rim, which is the cheaper. By hand: its cells
// weigh 1, 1, 1, 1, 15 and 1, and each counts twice; the two edges add 1 each.
func TestLeastCostIsNotFewestStones(t *testing.T) {
	const moves = "c1 d1 c2 d2 c3 d3 c4 d4 a1 d5 a2 e1 a3 e2 a4 e3 b4 a5 b5"
	plain, weighted := place(t, New(5, 5, false, Red), moves), place(t, New(5, 5, true, Red), moves)
	if path := plain.Path(); len(path) != 5 || path[0] != cell(t, plain, "c1") || plain.chain.Cost != 5 {
		t.Errorf("plain: %s, cost %d; want the five stones from c1", namesOf(plain, path), plain.chain.Cost)
	}
	if got := namesOf(weighted, weighted.Path()); got != "a1 a2 a3 a4 b4 b5" || weighted.chain.Cost != 42 {
		t.Errorf("weighted: %s, cost %d; want a1 a2 a3 a4 b4 b5, cost 42", got, weighted.chain.Cost)
	}
}

// On a plain board the search visits exactly the stones joined to the chain, including by an edge
// of the board (d4). On a weighted board it visits cells in order of cost and stops at the second
// edge.
func TestVisited(t *testing.T) {
	const along = "b1 c1 b2 c2 b3 c3 d4 d1 b4"
	for weighted, want := range map[bool]bool{false: true, true: false} {
		b := place(t, New(4, 4, weighted, Red), along)
		for name, want := range map[string]bool{"b1": true, "b2": true, "b3": true, "b4": true, "d4": want, "c1": false, "a1": false} {
			if b.Visited(cell(t, b, name)) != want {
				t.Errorf("weighted %t: Visited(%s) = %t, want %t", weighted, name, !want, want)
			}
		}
	}
}

// On a plain board the search visits exactly the winner's set of joined stones.
func TestVisitedIsTheWinnersSet(t *testing.T) {
	for seed := range uint64(200) {
		r := seeded(seed)
		b := New(2+int(seed%5), 2+int(seed%7), false, Red)
		fill(r, b, func(*Board) {})
		first, _ := b.Edges(b.winner)
		for c := range b.cells {
			if want := b.cells[c] == b.winner && b.sets.find(c) == b.sets.find(b.node(first)); b.chain.Visited[c] != want {
				t.Fatalf("seed %d: visited %s: %t, want %t\n%s", seed, b.grid.Name(hexgrid.Cell(c)), !want, want, b)
			}
		}
	}
}
