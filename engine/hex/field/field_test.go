package field

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// boardOf is a position after moves named as in the game, Red first: modern is Red
// joining top and bottom.
func boardOf(size int, topBottom uint8, moves ...string) *Field {
	f := empty(size, size, topBottom)
	for _, m := range moves {
		f.Do(named(f, m))
	}
	return again(f)
}

// empty is a board without stones, Red to move.
func empty(width, height int, topBottom uint8) *Field {
	return New(width, height, make([]uint8, width*height), topBottom, Red)
}

// again returns a new field with the same position.
func again(f *Field) *Field { return New(f.width, f.height, cells(f), f.topBottom, f.turn) }

// sides returns a random width and height from least to below most, usually unequal.
func sides(least, most int, r *search.Rand) (width, height int) {
	return least + r.Below(most-least), least + r.Below(most-least)
}

func boardAfter(size int, moves ...string) *Field { return boardOf(size, Red, moves...) }

// named is the cell of a name such as b10.
func named(f *Field, name string) Point {
	row := 0
	for _, digit := range name[1:] {
		row = row*10 + int(digit-'0')
	}
	return f.At(int(name[0]-'a'), row-1)
}

// cells are the colours of the cells, row by row.
func cells(f *Field) []uint8 {
	all := make([]uint8, f.Cells())
	for i := range all {
		all[i] = f.board[f.At(i%f.width, i/f.width)]
	}
	return all
}

// scattered returns a position after that many random moves, or at the end of the game.
func scattered(width, height int, topBottom uint8, moves int, r *search.Rand) (f *Field, over bool) {
	f = empty(width, height, topBottom)
	for ; moves > 0 && !over; moves-- {
		f.Do(f.open[r.Below(len(f.open))])
		_, over = f.Terminal()
	}
	return again(f), over
}

func TestViews(t *testing.T) {
	f := boardAfter(3, "b1", "c2", "a3")
	views := map[uint8][]uint8{
		Red: { // joins top and bottom
			0, 1, 0,
			0, 0, 2,
			1, 0, 0,
		},
		Blue: {
			0, 0, 2,
			2, 0, 0,
			0, 1, 0,
		},
	}
	for _, next := range []Point{f.At(1, 1), f.At(0, 0)} {
		got := make([]uint8, 9)
		f.View(got)
		for i, want := range views[f.turn] {
			if got[i] != want {
				t.Errorf("mover %d: %v, want %v", f.turn, got, views[f.turn])
				break
			}
			if m := f.ViewPoint(i); f.ViewIndex(m) != i || (f.board[m] == f.turn) != (want == ViewOwn) {
				t.Errorf("mover %d: index %d is point %d, which is index %d", f.turn, i, m, f.ViewIndex(m))
			}
		}
		f.Do(next)
		views[f.turn][4] = ViewOpponent // b2, on the short diagonal of both views
	}
}

// TestViewsOfUnequalSides: the mover's view has its edges above and below and as many rows as lie
// between them.
func TestViewsOfUnequalSides(t *testing.T) {
	f := empty(4, 2, Red)
	f.Do(f.At(3, 0))
	f.Do(f.At(0, 1))
	tests := []struct {
		mover         uint8
		width, height int
		want          []uint8
	}{
		{Red, 4, 2, []uint8{
			0, 0, 0, 1,
			2, 0, 0, 0,
		}},
		{Blue, 2, 4, []uint8{
			0, 1,
			0, 0,
			0, 0,
			2, 0,
		}},
	}
	for _, tt := range tests {
		f.turn = tt.mover
		if width, height := f.ViewSize(); width != tt.width || height != tt.height {
			t.Errorf("mover %d sees %d×%d, want %d×%d", tt.mover, width, height, tt.width, tt.height)
		}
		got := make([]uint8, f.Cells())
		f.View(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("mover %d sees %v, want %v", tt.mover, got, tt.want)
		}
		for i := range got {
			if m := f.ViewPoint(i); f.ViewIndex(m) != i || int(f.Cell(m)) >= f.Cells() {
				t.Errorf("mover %d: index %d is point %d, which is index %d", tt.mover, i, m, f.ViewIndex(m))
			}
		}
	}
}
