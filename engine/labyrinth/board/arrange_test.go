package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/labyrinth/board"
)

// TestGroups agree with a flood: the same sizes, each piece once, doors within.
func TestGroups(t *testing.T) {
	for seed := range uint64(20) {
		pieces := solution(t, seed)
		of, sizes := map[int]int{}, []int{}
		for number, g := range board.Groups(pieces) {
			sizes = append(sizes, len(g.Pieces))
			for k, i := range g.Pieces {
				if _, twice := of[i]; twice || g.Cells[k] != pieces[i].Cell || g.Fixed {
					t.Fatalf("seed %d: group %+v", seed, g)
				}
				of[i] = number
			}
		}
		slices.Sort(sizes)
		slices.Reverse(sizes)
		if want := plainReport(pieces).Sizes; !slices.Equal(sizes, want) || len(of) != board.Pieces {
			t.Fatalf("seed %d: groups of %v pieces, want %v", seed, sizes, want)
		}
	}
}

// apart reports whether no cell of one part touches one of another.
func apart(parts []board.Part) bool {
	owner := map[board.Cell]int{}
	for i, p := range parts {
		for _, c := range p.Cells {
			owner[c] = i + 1
		}
	}
	for i, p := range parts {
		for _, c := range p.Cells {
			if owner[c] != i+1 {
				return false
			}
			for s := range board.Side(board.Sides) {
				if o := owner[c.Next(s)]; o != 0 && o != i+1 {
					return false
				}
			}
		}
	}
	return true
}

// shape is a part's cells as seen from its first one.
func shape(p board.Part) []board.Cell {
	var list []board.Cell
	for _, c := range p.Cells {
		list = append(list, c.Sub(p.Cells[0]))
	}
	return list
}

// TestPack: parts end up on the frame, apart from each other, in their own shapes, and
// fixed ones do not move.
func TestPack(t *testing.T) {
	random, frame := rand.New(rand.NewPCG(2, 2)), board.Frame{Cols: 18, Rows: 16}
	packed := 0
	for seed := range uint64(40) {
		parts := board.Groups(solution(t, seed))
		if seed%4 == 0 { // the smallest one stays in a corner
			slices.SortFunc(parts, func(a, b board.Part) int { return len(b.Cells) - len(a.Cells) })
			last := &parts[len(parts)-1]
			by := board.CellAt(random.IntN(3), random.IntN(3)).Sub(last.Cells[0])
			for i := range last.Cells {
				last.Cells[i] = last.Cells[i].Add(by)
			}
			last.Fixed = true
		}
		before := make([]board.Part, len(parts))
		for i, p := range parts {
			before[i] = board.Part{Cells: slices.Clone(p.Cells), Fixed: p.Fixed}
		}
		if !board.Pack(parts, frame) {
			continue
		}
		packed++
		if !apart(parts) {
			t.Fatalf("seed %d: parts touch: %+v", seed, parts)
		}
		for i, p := range parts {
			if !slices.Equal(shape(p), shape(before[i])) || p.Fixed && p.Cells[0] != before[i].Cells[0] {
				t.Fatalf("seed %d: part %d was %v, is %v", seed, i, before[i].Cells, p.Cells)
			}
			for _, c := range p.Cells {
				if !p.Fixed && !frame.Has(c) {
					t.Fatalf("seed %d: %v lies off the frame", seed, c)
				}
			}
		}
	}
	if packed < 20 { // of all solutions 19 in 20 fit
		t.Errorf("%d of 40 were packed", packed)
	}
}

func TestPackFindsNoRoom(t *testing.T) {
	one := func() board.Part { return board.Part{Cells: []board.Cell{{}}} }
	for _, tt := range []struct {
		frame board.Frame
		parts int
		want  bool
	}{
		{board.Frame{Cols: 1, Rows: 1}, 1, true},
		{board.Frame{Cols: 1, Rows: 1}, 2, false},
		{board.Frame{Cols: 1, Rows: 2}, 2, false}, // neighbours
		{board.Frame{Cols: 5, Rows: 1}, 2, true},  // c1 and a1
		{board.Frame{Cols: 5, Rows: 1}, 3, true},
		{board.Frame{Cols: 5, Rows: 1}, 4, false},
	} {
		var parts []board.Part
		for range tt.parts {
			parts = append(parts, one())
		}
		if got := board.Pack(parts, tt.frame); got != tt.want {
			t.Errorf("%d cells on %s: %t, want %t", tt.parts, tt.frame, got, tt.want)
		}
	}
}

// TestTidy: a solution whose groups lie far apart comes close together, whole, and the
// original is left alone.
func TestTidy(t *testing.T) {
	for seed := range uint64(20) {
		pieces := solution(t, seed)
		before := slices.Clone(pieces)
		tidy := board.Tidy(pieces)
		if !slices.Equal(pieces, before) {
			t.Fatal("the solution itself was changed")
		}
		want, got := plainReport(pieces), plainReport(tidy)
		if !plainValid(tidy, false) || !slices.Equal(got.Sizes, want.Sizes) {
			t.Fatalf("seed %d: %+v became %+v", seed, want, got)
		}
		f := board.FrameOf(tidy)
		if f.Cols > 24 || f.Rows > 24 {
			t.Errorf("seed %d: it takes %s cells", seed, f)
		}
		for _, p := range tidy {
			if !f.Has(p.Cell) {
				t.Fatalf("seed %d: %v lies off its own frame %s", seed, p, f)
			}
		}
	}
}

// TestNormalize: the whole begins in column a and row 1, and keeps its shape.
func TestNormalize(t *testing.T) {
	pieces := solution(t, 5)
	for _, by := range []board.Cell{{Q: 7, R: -40}, {Q: -33, R: 5}, {}} {
		moved := slices.Clone(pieces)
		for i := range moved {
			moved[i].Cell = moved[i].Add(by)
		}
		moved = board.Normalize(moved)
		cols, rows := map[int]bool{}, map[int]bool{}
		for _, p := range moved {
			cols[p.Column()], rows[p.Row()] = true, true
		}
		if !cols[0] || !rows[0] || cols[-1] || rows[-1] || !plainValid(moved, false) {
			t.Errorf("moved by %v: columns %v, rows %v", by, cols, rows)
		}
	}
}
