package field

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/search"
)

// boardOf is a position after moves named as in the game, Red first: modern is Red
// joining top and bottom.
func boardOf(size int, topBottom uint8, moves ...string) *Field {
	f := New(size, make([]uint8, size*size), topBottom, Red)
	for _, m := range moves {
		f.Do(named(f, m))
	}
	return New(size, cells(f), topBottom, f.turn)
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
	n := f.Size()
	all := make([]uint8, n*n)
	for i := range all {
		all[i] = f.board[f.At(i%n, i/n)]
	}
	return all
}

// scattered is a position after so many random moves, or at the end of the game.
func scattered(size int, topBottom uint8, moves int, r *search.Rand) (f *Field, over bool) {
	f = New(size, make([]uint8, size*size), topBottom, Red)
	for ; moves > 0 && !over; moves-- {
		f.Do(f.open[r.Below(len(f.open))])
		_, over = f.Terminal()
	}
	return New(size, cells(f), topBottom, f.turn), over
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
