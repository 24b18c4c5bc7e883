package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 11)) }

// random is an empty board of any kind, half of them with unequal sides, of 2 rows and
// columns to the largest.
func random(r *rand.Rand, largest int) *Board {
	width := 2 + r.IntN(largest-1)
	height := width
	if r.IntN(2) == 0 {
		height = 2 + r.IntN(largest-1)
	}
	return New(width, height, r.IntN(2) == 0, Red+Colour(r.IntN(2)))
}

// fill places stones of both colours in turn on random cells until a colour wins, and
// looks at the board after each.
func fill(r *rand.Rand, b *Board, look func(*Board)) {
	colour := Red
	for _, c := range r.Perm(len(b.cells)) {
		b.Place(hexgrid.Cell(c), colour)
		if look(b); b.winner != Empty {
			return
		}
		colour = colour.Other()
	}
}

// place puts stones on named cells in turn, Red's first.
func place(t *testing.T, b *Board, names string) *Board {
	t.Helper()
	colour := Red
	for name := range strings.FieldsSeq(names) {
		b.Place(cell(t, b, name), colour)
		colour = colour.Other()
	}
	return b
}

func cell(t *testing.T, b *Board, name string) hexgrid.Cell {
	t.Helper()
	c, err := b.grid.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func namesOf(b *Board, cells []hexgrid.Cell) string {
	var words []string
	for _, c := range cells {
		words = append(words, b.grid.Name(c))
	}
	return strings.Join(words, " ")
}

// flood is the slow and obvious second opinion on the disjoint sets: it numbers the
// chains, edges of the board included, by filling them.
func flood(b *Board) []int {
	labels := make([]int, len(b.cells)+edgeNodes)
	next := 0
	var fill func(node int, colour Colour)
	fill = func(node int, colour Colour) {
		if labels[node] != 0 {
			return
		}
		labels[node] = next
		for other := range labels {
			if adjacent(b, node, other, colour) {
				fill(other, colour)
			}
		}
	}
	for node := range labels {
		if colour := colourOfNode(b, node); labels[node] == 0 && colour != Empty {
			next++
			fill(node, colour)
		}
	}
	return labels
}

func colourOfNode(b *Board, node int) Colour {
	if node < len(b.cells) {
		return b.cells[node]
	}
	if e := Edge(node - len(b.cells)); e == Top || e == Bottom {
		return b.topBottom
	}
	return b.topBottom.Other()
}

// adjacent reports whether two nodes of a colour touch, from the coordinates alone.
func adjacent(b *Board, x, y int, colour Colour) bool {
	if colourOfNode(b, x) != colour || colourOfNode(b, y) != colour || x == y {
		return false
	}
	if x > y {
		x, y = y, x
	}
	width, height := b.Width(), b.Height()
	if x >= width*height {
		return false
	}
	col, row := x%width, x/width
	if y < width*height {
		dc, dr := y%width-col, y/width-row
		return dc+dr == 0 && (dc == 1 || dc == -1) || dc*dc+dr*dr == 1
	}
	return [...]bool{row == 0, row == height-1, col == 0, col == width-1}[y-width*height]
}

func TestSetsAgreeWithFloodFill(t *testing.T) {
	boards := 0
	for seed := range uint64(250) {
		r := seeded(seed)
		fill(r, random(r, 8), func(b *Board) {
			boards++
			labels := flood(b)
			samePartition(t, b, labels)
			if byFlood := winnerByFlood(b, labels); byFlood != b.winner {
				t.Fatalf("seed %d: the winner is %v, by flood fill %v\n%s", seed, b.winner, byFlood, b)
			}
		})
	}
	if boards < 5000 {
		t.Errorf("only %d boards compared", boards)
	}
}

// samePartition: one root for each label, one label for each root.
func samePartition(t *testing.T, b *Board, labels []int) {
	t.Helper()
	roots, owners := map[int]int{}, map[int]int{}
	for node, label := range labels {
		if label == 0 {
			continue
		}
		root := b.sets.root(node)
		if node < len(b.cells) && root >= len(b.cells) {
			t.Fatalf("the root of stone %d is an edge\n%s", node, b)
		}
		if known, ok := roots[label]; ok && known != root {
			t.Fatalf("node %d has root %d, others of its chain %d\n%s", node, root, known, b)
		}
		if owner, ok := owners[root]; ok && owner != label {
			t.Fatalf("root %d serves two chains\n%s", root, b)
		}
		roots[label], owners[root] = root, label
	}
}

func winnerByFlood(b *Board, labels []int) Colour {
	n := len(b.cells)
	switch {
	case labels[n+int(Top)] == labels[n+int(Bottom)]:
		return b.topBottom
	case labels[n+int(Left)] == labels[n+int(Right)]:
		return b.topBottom.Other()
	}
	return Empty
}

// Hex has no draws: on a full board, whatever its colours, exactly one pair of edges
// is joined.
func TestFullBoardsHaveOneWinner(t *testing.T) {
	for seed := range uint64(2000) {
		r := seeded(seed)
		b := random(r, 11)
		for _, c := range r.Perm(len(b.cells)) {
			b.Place(hexgrid.Cell(c), Red+Colour(r.IntN(2)))
		}
		vertical := b.sets.root(b.node(Top)) == b.sets.root(b.node(Bottom))
		horizontal := b.sets.root(b.node(Left)) == b.sets.root(b.node(Right))
		if vertical == horizontal {
			t.Fatalf("seed %d: top-bottom joined: %v, left-right joined: %v\n%s", seed, vertical, horizontal, b)
		}
	}
}

// Transposing a board exchanges the edges, those of one colour for those of the other. So
// a width×height board and a height×width one, each colour exchanged, are the same game.
func TestTransposing(t *testing.T) {
	for seed := range uint64(300) {
		r := seeded(seed)
		b := random(r, 9)
		m := New(b.Height(), b.Width(), b.weighted, b.topBottom)
		if m.Favoured() != b.Favoured().Other() {
			t.Fatalf("of %d×%d %v is favoured, of its image %v", b.Width(), b.Height(), b.Favoured(), m.Favoured())
		}
		before := 0
		fill(r, b, func(b *Board) {
			for c, colour := range b.cells {
				if image := b.grid.Mirror(hexgrid.Cell(c)); colour != Empty && m.At(image) == Empty {
					m.Place(image, colour.Other())
					before++
				}
			}
			if m.winner != b.winner.Other() || m.chain.Cost != b.chain.Cost {
				t.Fatalf("seed %d: %v wins at a cost of %d, of the image %v at %d\n%s\n\n%s",
					seed, b.winner, b.chain.Cost, m.winner, m.chain.Cost, b, m)
			}
		})
		if before < min(b.Width(), b.Height()) {
			t.Fatalf("seed %d: only %d stones were compared", seed, before)
		}
	}
}

func TestFavoured(t *testing.T) {
	tests := []struct {
		width, height int
		topBottom     Colour
		want          Colour
	}{
		{11, 11, Red, Empty},
		{10, 11, Red, Blue}, // Red has 11 rows to cross, Blue 10 columns
		{11, 10, Red, Red},
		{10, 11, Blue, Red},
		{19, 3, Blue, Blue},
	}
	for _, tt := range tests {
		if got := New(tt.width, tt.height, false, tt.topBottom).Favoured(); got != tt.want {
			t.Errorf("%d×%d, %v joins top and bottom: %v is favoured, want %v", tt.width, tt.height, tt.topBottom, got, tt.want)
		}
	}
}

func TestUnionByRankAndPathCompression(t *testing.T) {
	const nodes = 256
	s := newSets(nodes)
	r := seeded(1)
	// Pairs, then pairs of pairs, and so on: the deepest trees that ranks allow.
	for step := 1; step < nodes; step *= 2 {
		for at := 0; at < nodes; at += 2 * step {
			s.union(s.root(at), s.root(at+step))
		}
	}
	depth := func(node int) int {
		d := 0
		for ; int(s.parent[node]) != node; node = int(s.parent[node]) {
			d++
		}
		return d
	}
	deepest := 0
	for node := range nodes {
		deepest = max(deepest, depth(node))
	}
	if deepest != 8 {
		t.Errorf("the deepest node lies %d below its root; want 8, the logarithm of %d", deepest, nodes)
	}
	// The lower tree goes under the higher also where it is named first.
	line := newSets(nodes)
	for node := 1; node < nodes; node++ {
		line.union(node, node-1)
	}
	if root := line.root(0); line.root(nodes-1) != root || slices.ContainsFunc(line.parent, func(b int16) bool { return int(b) != root }) {
		t.Errorf("single nodes joined one by one have the parents %v; want all under %d", line.parent, root)
	}
	for range nodes {
		node := r.IntN(nodes)
		if root := s.find(node); depth(node) > 1 || root != s.root(0) {
			t.Fatalf("find left node %d at depth %d, with root %d", node, depth(node), root)
		}
	}
}

func TestColours(t *testing.T) {
	for _, colour := range []Colour{Empty, Red, Blue} {
		if ColourOf(colour.Seat()) != colour || colour.Other().Other() != colour || colour.Other() == colour && colour != Empty {
			t.Errorf("%v has seat %d, which is %v's, and the opponent %v", colour, colour.Seat(), ColourOf(colour.Seat()), colour.Other())
		}
	}
}
