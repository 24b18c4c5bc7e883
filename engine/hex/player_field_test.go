package hex

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// boardAfter plays moves on an empty board without swap.
func boardAfter(tb testing.TB, size int, moves ...string) *Position {
	tb.Helper()
	return boardWith(tb, engine.Options{"size": size}, moves...)
}

func boardWith(tb testing.TB, o engine.Options, moves ...string) *Position {
	tb.Helper()
	p, err := New(o)
	if err != nil {
		tb.Fatal(err)
	}
	for _, m := range moves {
		if _, err := p.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return p.(*Position)
}

// scatter plays so many random moves, or until the end.
func scatter(tb testing.TB, p *Position, moves int, r *search.Rand) {
	tb.Helper()
	for ; moves > 0 && p.Winner() == Empty; moves-- {
		all := p.Moves()
		if _, err := p.Play(all[r.Below(len(all))]); err != nil {
			tb.Fatal(err)
		}
	}
}

// shown is what a field shows its mover, and who that is.
func shown(f *field.Field) []uint8 {
	view := make([]uint8, f.Size()*f.Size()+1)
	f.View(view)
	view[len(view)-1] = f.Mover()
	return view
}

// The field's own rules agree with those of the game, move by move.
func TestFieldKnowsTheEnd(t *testing.T) {
	r := search.Rand(7)
	for game := range 150 {
		o := engine.Options{"size": 3 + game%5}
		if game%2 == 1 {
			o["convention"] = source
		}
		p := boardWith(t, o)
		f := newField(p)
		for p.Winner() == Empty {
			before := shown(f)
			m := f.Open()[r.Below(len(f.Open()))]
			f.Do(m)
			f.Undo(m)
			if !slices.Equal(shown(f), before) {
				t.Fatal("taking back a move leaves a trace")
			}
			f.Do(m)
			if _, err := p.Play(p.grid.Name(f.Cell(m))); err != nil {
				t.Fatal(err)
			}
			if _, over := f.Terminal(); over != (p.Winner() != Empty) {
				t.Fatalf("over: %v, want %v on\n%s", over, !over, p)
			}
		}
	}
}

// BenchmarkPlayouts is a search's whole playouts, tree and all, on one thread.
func BenchmarkPlayouts(b *testing.B) {
	board := boardAfter(b, 11)
	p := thinker(20_000, 1)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n += p.mind.think(b.Context(), board).Playouts
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "playouts/s")
}
