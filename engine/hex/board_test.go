package hex

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 11)) }

// randomOptions are those of any game of at most that size.
func randomOptions(r *rand.Rand, largest int) engine.Options {
	return engine.Options{
		"size": MinSize + r.IntN(largest-MinSize+1), "weighted": r.IntN(2) == 0,
		"swap": r.IntN(2) == 0, "convention": []string{modern, source}[r.IntN(2)],
	}
}

func start(t *testing.T, o engine.Options) *Position {
	t.Helper()
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}

func mustPlay(t *testing.T, p *Position, moves ...string) {
	t.Helper()
	for _, move := range moves {
		if _, err := p.Play(move); err != nil {
			t.Fatal(err)
		}
	}
}

// randomGame plays to the end and looks at the position after each move.
func randomGame(t *testing.T, r *rand.Rand, o engine.Options, look func(*Position)) {
	t.Helper()
	p := start(t, o)
	for p.winner == Empty {
		moves := p.Moves()
		mustPlay(t, p, moves[r.IntN(len(moves))])
		look(p)
	}
}

// flood is the slow and obvious second opinion on the disjoint sets: it numbers the
// chains, edges of the board included, by filling them.
func flood(p *Position) []int {
	labels := make([]int, len(p.cells)+edgeNodes)
	next := 0
	var fill func(node int, colour Colour)
	fill = func(node int, colour Colour) {
		if labels[node] != 0 {
			return
		}
		labels[node] = next
		for other := range labels {
			if adjacent(p, node, other, colour) {
				fill(other, colour)
			}
		}
	}
	for node := range labels {
		if colour := colourOfNode(p, node); labels[node] == 0 && colour != Empty {
			next++
			fill(node, colour)
		}
	}
	return labels
}

func colourOfNode(p *Position, node int) Colour {
	if node < len(p.cells) {
		return p.cells[node]
	}
	if e := edge(node - len(p.cells)); e == top || e == bottom {
		return p.topBottom
	}
	return p.topBottom.Other()
}

// adjacent reports whether two nodes of a colour touch, from the coordinates alone.
func adjacent(p *Position, a, b int, colour Colour) bool {
	if colourOfNode(p, a) != colour || colourOfNode(p, b) != colour || a == b {
		return false
	}
	if a > b {
		a, b = b, a
	}
	n := p.Size()
	if a >= n*n {
		return false
	}
	col, row := a%n, a/n
	if b < n*n {
		dc, dr := b%n-col, b/n-row
		return dc+dr == 0 && (dc == 1 || dc == -1) || dc*dc+dr*dr == 1
	}
	return [...]bool{row == 0, row == n-1, col == 0, col == n-1}[b-n*n]
}

func TestSetsAgreeWithFloodFill(t *testing.T) {
	boards := 0
	for seed := range uint64(250) {
		r := seeded(seed)
		randomGame(t, r, randomOptions(r, 8), func(p *Position) {
			boards++
			labels := flood(p)
			samePartition(t, p, labels)
			if byFlood := winnerByFlood(p, labels); byFlood != p.winner {
				t.Fatalf("seed %d: the winner is %v, by flood fill %v\n%s", seed, p.winner, byFlood, p)
			}
		})
	}
	if boards < 5000 {
		t.Errorf("only %d boards compared", boards)
	}
}

// samePartition: one root for each label, one label for each root.
func samePartition(t *testing.T, p *Position, labels []int) {
	t.Helper()
	roots, owners := map[int]int{}, map[int]int{}
	for node, label := range labels {
		if label == 0 {
			continue
		}
		root := p.sets.root(node)
		if node < len(p.cells) && root >= len(p.cells) {
			t.Fatalf("the root of stone %d is an edge\n%s", node, p)
		}
		if known, ok := roots[label]; ok && known != root {
			t.Fatalf("node %d has root %d, others of its chain %d\n%s", node, root, known, p)
		}
		if owner, ok := owners[root]; ok && owner != label {
			t.Fatalf("root %d serves two chains\n%s", root, p)
		}
		roots[label], owners[root] = root, label
	}
}

func winnerByFlood(p *Position, labels []int) Colour {
	n := len(p.cells)
	switch {
	case labels[n+int(top)] == labels[n+int(bottom)]:
		return p.topBottom
	case labels[n+int(left)] == labels[n+int(right)]:
		return p.topBottom.Other()
	}
	return Empty
}

// Hex has no draws: on a full board, whatever its colours, exactly one pair of edges
// is joined.
func TestFullBoardsHaveOneWinner(t *testing.T) {
	for seed := range uint64(2000) {
		r := seeded(seed)
		p := start(t, randomOptions(r, 11))
		for _, c := range r.Perm(len(p.cells)) {
			p.place(hexgrid.Cell(c), Red+Colour(r.IntN(2)))
		}
		vertical := p.sets.root(p.node(top)) == p.sets.root(p.node(bottom))
		horizontal := p.sets.root(p.node(left)) == p.sets.root(p.node(right))
		if vertical == horizontal {
			t.Fatalf("seed %d: top-bottom joined: %v, left-right joined: %v\n%s", seed, vertical, horizontal, p)
		}
	}
}

// Half a turn of the board keeps the game. Transposing it exchanges the edges: it
// keeps the game if the colours are exchanged too, which the other convention does.
func TestSymmetry(t *testing.T) {
	other := map[string]string{modern: source, source: modern}
	for seed := range uint64(300) {
		r := seeded(seed)
		o := randomOptions(r, 11)
		exchanged := engine.Options{"size": o["size"], "weighted": o["weighted"], "swap": o["swap"], "convention": other[o.Text("convention")]}
		turned, transposed := start(t, o), start(t, exchanged)
		randomGame(t, r, o, func(p *Position) {
			if p.ply == 2 && p.swapped {
				mustPlay(t, turned, swapMove)
				mustPlay(t, transposed, swapMove)
			} else {
				mustPlay(t, turned, p.grid.Name(p.grid.Opposite(p.last)))
				mustPlay(t, transposed, p.grid.Name(p.grid.Mirror(p.last)))
			}
			sameGame(t, p, turned, p.grid.Opposite)
			sameGame(t, p, transposed, p.grid.Mirror)
		})
	}
}

// sameGame compares a position with its image.
func sameGame(t *testing.T, p, q *Position, image func(hexgrid.Cell) hexgrid.Cell) {
	t.Helper()
	if q.winner != p.winner || q.chain.cost != p.chain.cost || q.Turn() != p.Turn() {
		t.Fatalf("the winner is %v at a cost of %d, of the image %v at %d\n%s\n%s", p.winner, p.chain.cost, q.winner, q.chain.cost, p, q)
	}
	for c := range hexgrid.Cell(len(p.cells)) {
		if q.At(image(c)) != p.At(c) {
			t.Fatalf("%s and its image differ\n%s\n%s", p.grid.Name(c), p, q)
		}
	}
}

// The numbers of games of a few moves on 3×3, counted by hand: nobody can win before
// the fifth move, so without swap they are 9·8·7·6; with it the second move has one
// choice more, after which 8 cells are empty.
func TestCounts(t *testing.T) {
	tests := []struct {
		swap bool
		want []int
	}{
		{false, []int{9, 9 * 8, 9 * 8 * 7, 9 * 8 * 7 * 6, 9 * 8 * 7 * 6 * 5}},
		{true, []int{9, 9*8 + 9, 9*8*7 + 9*8, 9*8*7*6 + 9*8*7}},
	}
	for _, tt := range tests {
		for i, want := range tt.want {
			if got := count(t, start(t, engine.Options{"size": 3, "swap": tt.swap}), i+1); got != want {
				t.Errorf("swap %v: %d games of %d moves, want %d", tt.swap, got, i+1, want)
			}
		}
	}
}

func count(t *testing.T, p *Position, depth int) int {
	t.Helper()
	if depth == 0 {
		return 1
	}
	games := 0
	for _, move := range p.Moves() {
		q := clone(p)
		mustPlay(t, q, move)
		games += count(t, q, depth-1)
	}
	return games
}

// The shortest win has as many stones as the board has rows.
func TestShortestWin(t *testing.T) {
	for size := MinSize; size <= MaxSize; size++ {
		p := start(t, engine.Options{"size": size})
		for row := range size {
			mustPlay(t, p, hexgrid.Name(0, row))
			if won := p.winner == Red; won != (row == size-1) {
				t.Fatalf("size %d: after %d stones in a column won is %v", size, row+1, won)
			}
			if row < size-1 {
				mustPlay(t, p, hexgrid.Name(2, row))
			}
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
	if root := line.root(0); line.root(nodes-1) != root || slices.ContainsFunc(line.parent, func(p int16) bool { return int(p) != root }) {
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

func FuzzPlay(f *testing.F) {
	scripts, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(scripts) == 0 {
		f.Fatalf("no scripts as seeds: %v", err)
	}
	for i, name := range scripts {
		script, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), uint8(i), string(script))
	}
	f.Add(uint8(8), uint8(3), "c5\nswap\nC5\n5c\nc 5\n\nz99")
	f.Add(uint8(0), uint8(0), "a1\nb1\na2\nb2\na3\nc3")
	f.Add(uint8(1), uint8(7), "d2\nswap\nd2\nswap\nc4")
	f.Fuzz(func(t *testing.T, size, kind uint8, text string) {
		o := engine.Options{
			"size": MinSize + int(size)%(MaxSize-MinSize+1), "swap": kind&1 != 0, "weighted": kind&2 != 0,
			"convention": []string{modern, source}[kind>>2&1],
		}
		p := start(t, o)
		var moves []string
		for line := range strings.SplitSeq(text[:min(len(text), 2000)], "\n") { // longer texts only take longer
			before := fmt.Sprint(p.String(), p.ply, p.winner)
			canonical, err := p.Play(line)
			if err == nil {
				moves = append(moves, canonical)
			} else if fmt.Sprint(p.String(), p.ply, p.winner) != before {
				t.Fatalf("refusing %q left a trace", line)
			} else if _, ok := engine.Why(err); !ok {
				t.Fatalf("refusing %q gave %v", line, err)
			}
		}
		again, err := engine.Replay(&Game, o, moves)
		if err != nil || again.String() != p.String() || again.Outcome().Winner != p.Outcome().Winner {
			t.Fatalf("the canonical moves %q replay as\n%v, %v\nnot\n%s", moves, again, err, p)
		}
	})
}
