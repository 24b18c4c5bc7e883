package hex

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"

	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hexgrid"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 11)) }

// randomOptions are those of any game of at most that size. In half of them the sides are
// unequal, and there is no swap.
func randomOptions(r *rand.Rand, largest int) engine.Options {
	side := func() int { return MinSize + r.IntN(largest-MinSize+1) }
	size := side()
	o := engine.Options{
		"size": size, "weighted": r.IntN(2) == 0,
		"swap": r.IntN(2) == 0, "convention": []string{modern, source}[r.IntN(2)],
	}
	if r.IntN(2) == 0 {
		o[optionWidth] = side()
		o["swap"] = o.Bool("swap") && !unequal(o)
	}
	return o
}

func start(t *testing.T, o engine.Options) *Position {
	t.Helper()
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}

// boardAfter plays moves on an empty board without swap.
func boardAfter(t *testing.T, size int, moves ...string) *Position {
	t.Helper()
	p := start(t, engine.Options{"size": size})
	mustPlay(t, p, moves...)
	return p
}

// scatter plays so many random moves, or until the end.
func scatter(t *testing.T, p *Position, moves int, r *rand.Rand) {
	t.Helper()
	for ; moves > 0 && p.Winner() == Empty; moves-- {
		all := p.Moves()
		mustPlay(t, p, all[r.IntN(len(all))])
	}
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
	for p.Winner() == Empty {
		moves := p.Moves()
		mustPlay(t, p, moves[r.IntN(len(moves))])
		look(p)
	}
}

// Half a turn of the board keeps the game. Transposing it exchanges the edges: it
// keeps the game if the colours are exchanged too, which the other convention does.
func TestSymmetry(t *testing.T) {
	other := map[string]string{modern: source, source: modern}
	for seed := range uint64(300) {
		r := seeded(seed)
		o := randomOptions(r, 11)
		width, height, err := sides(o)
		if err != nil {
			t.Fatal(err)
		}
		exchanged := engine.Options{"size": width, "width": height, "weighted": o["weighted"], "swap": o["swap"], "convention": other[o.Text("convention")]}
		turned, transposed := start(t, o), start(t, exchanged)
		randomGame(t, r, o, func(p *Position) {
			if p.ply == 2 && p.swapped {
				mustPlay(t, turned, swapMove)
				mustPlay(t, transposed, swapMove)
			} else {
				mustPlay(t, turned, p.Grid().Name(p.Grid().Opposite(p.last)))
				mustPlay(t, transposed, p.Grid().Mirrored().Name(p.Grid().Mirror(p.last)))
			}
			sameGame(t, p, turned, p.Grid().Opposite)
			sameGame(t, p, transposed, p.Grid().Mirror)
		})
	}
}

// sameGame compares a position with its image.
func sameGame(t *testing.T, p, q *Position, image func(hexgrid.Cell) hexgrid.Cell) {
	t.Helper()
	if q.Winner() != p.Winner() || q.Chain().Cost != p.Chain().Cost || q.Turn() != p.Turn() {
		t.Fatalf("the winner is %v at a cost of %d, of the image %v at %d\n%s\n%s", p.Winner(), p.Chain().Cost, q.Winner(), q.Chain().Cost, p, q)
	}
	for c := range hexgrid.Cell(p.Grid().Cells()) {
		if q.At(image(c)) != p.At(c) {
			t.Fatalf("%s and its image differ\n%s\n%s", p.Grid().Name(c), p, q)
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
		q := *p
		q.Board = p.Clone()
		mustPlay(t, &q, move)
		games += count(t, &q, depth-1)
	}
	return games
}

// The shortest win has as many stones as the board has rows, however many columns.
func TestShortestWin(t *testing.T) {
	for size := MinSize; size <= MaxSize; size++ {
		p := start(t, engine.Options{"size": size, "width": MinSize + size*7%17})
		for row := range size {
			mustPlay(t, p, hexgrid.Name(0, row))
			if won := p.Winner() == Red; won != (row == size-1) {
				t.Fatalf("size %d: after %d stones in a column won is %v", size, row+1, won)
			}
			if row < size-1 {
				mustPlay(t, p, hexgrid.Name(2, row))
			}
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
		f.Add(uint8(i), uint8(i), uint8(i), string(script))
	}
	f.Add(uint8(8), uint8(8), uint8(3), "c5\nswap\nC5\n5c\nc 5\n\nz99")
	f.Add(uint8(0), uint8(0), uint8(0), "a1\nb1\na2\nb2\na3\nc3")
	f.Add(uint8(1), uint8(1), uint8(7), "d2\nswap\nd2\nswap\nc4")
	f.Add(uint8(2), uint8(1), uint8(4), "e1\na4\nd4\ne4\nswap\nd1\nc4")
	f.Fuzz(func(t *testing.T, size, width, kind uint8, text string) {
		enginetest.Bounded(t, len(text), func() {
			side := func(n uint8) int { return MinSize + int(n)%(MaxSize-MinSize+1) }
			o := engine.Options{
				"size": side(size), "width": side(width), "weighted": kind&2 != 0, "convention": []string{modern, source}[kind>>2&1],
			}
			o["swap"] = kind&1 != 0 && !unequal(o)
			p := start(t, o)
			var moves []string
			for line := range strings.SplitSeq(text[:min(len(text), 2000)], "\n") { // longer texts only take longer
				before := fmt.Sprint(p.String(), p.ply, p.Winner())
				canonical, err := p.Play(line)
				if err == nil {
					moves = append(moves, canonical)
				} else if fmt.Sprint(p.String(), p.ply, p.Winner()) != before {
					t.Fatalf("refusing %q left a trace", line)
				} else if _, ok := engine.Why(err); !ok {
					t.Fatalf("refusing %q gave %v", line, err)
				}
			}
			again, err := engine.Replay(t.Context(), &Game, o, moves)
			if err != nil || again.String() != p.String() || again.Outcome().Winner != p.Outcome().Winner {
				t.Fatalf("the canonical moves %q replay as\n%v, %v\nnot\n%s", moves, again, err, p)
			}
		})
	})
}
