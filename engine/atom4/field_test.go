package atom4

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/search/alphabeta"
)

// sameField says whether two fields agree in all that counts, legal points in any order.
func sameField(a, b *field) bool {
	la, lb := slices.Sorted(slices.Values(a.legal)), slices.Sorted(slices.Values(b.legal))
	return a.at == b.at && a.windows == b.windows && a.near == b.near && a.sum == b.sum && a.hash == b.hash &&
		a.phase == b.phase && a.plies == b.plies && slices.Equal(la, lb)
}

// TestFieldFollows plays random games on a field and on a position, tries each move and
// takes it back, and compares with a field made anew.
func TestFieldFollows(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := atRound(1 + int(seed)%6)
		f := newField(p, defaultScale())
		for !p.over() {
			for _, m := range f.AppendMoves(nil) {
				before := f.Clone().(*field)
				f.Do(m)
				if p.ply%16 == 0 {
					after := p.After(m.cell())
					if want := newField(after, defaultScale()); !sameField(f, want) {
						t.Fatalf("after %s the field differs:\n%s", m.cell(), after)
					}
				}
				f.Undo(m)
				if !sameField(f, before) || !slices.Equal(f.legal, before.legal) {
					t.Fatalf("%s leaves a trace:\n%s", m.cell(), p)
				}
			}
			legal := p.Legal()
			c := legal[r.IntN(len(legal))]
			f.Do(c.point())
			playAll(t, p, c.String())
		}
		if value, settled := f.Evaluate(); !settled || (value == 0) != (p.winner == engine.NoSeat) {
			t.Errorf("the end is worth %d, settled %t:\n%s", value, settled, p)
		}
	}
}

// TestWinsIsExact compares what a field says of wins at the next ply with trying all
// moves, for the colour to be placed.
func TestWinsIsExact(t *testing.T) {
	wins := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := atRound(1 + int(seed)%6)
		f := newField(p, defaultScale())
		for !p.over() {
			legal := p.Legal()
			want := slices.ContainsFunc(legal, func(c Cell) bool { return p.After(c).winner != engine.NoSeat })
			if got := f.wins(f.phase); got != want {
				t.Fatalf("wins is %t, want %t:\n%s", got, want, p)
			}
			if value, settled := f.Evaluate(); want != (settled && value == alphabeta.Win-1) {
				t.Fatalf("worth %d, settled %t; a win is there: %t\n%s", value, settled, want, p)
			}
			if want {
				wins++
			}
			c := legal[r.IntN(len(legal))]
			f.Do(c.point())
			playAll(t, p, c.String())
		}
	}
	if wins < 100 {
		t.Errorf("only %d positions with a win were seen", wins)
	}
}

// countField walks all sequences as count does, on the field of the search.
func countField(f *field, length int) (sequences, wins int) {
	won := f.sum.score() > rowWorth/2 || f.sum.score() < -rowWorth/2
	switch {
	case length == 0 && won:
		return 1, 1
	case length == 0:
		return 1, 0
	case won:
		return 0, 0
	}
	for _, m := range f.AppendMoves(nil) {
		f.Do(m)
		s, w := countField(f, length-1)
		f.Undo(m)
		sequences, wins = sequences+s, wins+w
	}
	return sequences, wins
}

func TestSequencesOfNine(t *testing.T) {
	f := newField(atRound(1), defaultScale())
	if s, w := countField(f, 9); s != sequences[8] || w != 88 {
		t.Errorf("%d sequences of 9 moves and %d wins, want %d and 88", s, w, sequences[8])
	}
}

// BenchmarkSequences walks all sequences of 10 moves.
func BenchmarkSequences(b *testing.B) {
	for b.Loop() {
		f := newField(atRound(1), defaultScale())
		if s, w := countField(f, 10); s != sequences[9] || w != 494 {
			b.Fatalf("%d sequences of 10 moves and %d wins, want %d and 494", s, w, sequences[9])
		}
	}
}
