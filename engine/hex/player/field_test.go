package player

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// shown is what a field shows its mover, and who that is.
func shown(f *field.Field) []uint8 {
	view := make([]uint8, f.Cells()+1)
	f.View(view)
	view[len(view)-1] = f.Mover()
	return view
}

// The field's own rules agree with those of the game, move by move.
func TestFieldKnowsTheEnd(t *testing.T) {
	r := search.Rand(7)
	for game := range 150 {
		k := kind{size: 3 + game%5, width: 3 + game%7, sideways: game%2 == 1}
		if game%50 == 0 { // the largest
			k.size, k.width = 25-game/50, 25
		}
		p := newGame(k)
		f := p.Field()
		for p.Winner() == board.Empty {
			before := shown(f)
			m := f.Open()[r.Below(len(f.Open()))]
			f.Do(m)
			f.Undo(m)
			if !slices.Equal(shown(f), before) {
				t.Fatal("taking back a move leaves a trace")
			}
			f.Do(m)
			p.play(t, p.Grid().Name(f.Cell(m)))
			if _, over := f.Terminal(); over != (p.Winner() != board.Empty) {
				t.Fatalf("over: %v, want %v on\n%s", over, !over, p)
			}
		}
	}
}

// BenchmarkPlayouts is a search's whole playouts, tree and all, on one thread.
func BenchmarkPlayouts(b *testing.B) {
	board := boardAfter(b, 11)
	p := rolloutPlayer(20_000, 1)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n += p.searcher.search(b.Context(), board.Position).Playouts
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
}
