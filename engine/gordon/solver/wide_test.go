package solver

import (
	"context"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Wide searches agree with those of a board, on groups that fit one.
func TestWideAgainstBoard(t *testing.T) {
	random := search.Rand(8)
	for _, name := range []string{"C9", "Q8", "A4"} {
		g := named(t, name)
		b := NewBoard(g)
		for _, misere := range []bool{false, true} {
			narrow, wide := New(b, misere, g.Order()), NewWide(g, misere)
			for range 30 {
				s := randomGame(g, 2+random.Below(4), &random)
				m, p := s.sets()
				got, want := wide.Prove(t.Context(), Place{m, p, s.place}), narrow.Prove(t.Context(), Place{m, p, s.place})
				if got != want {
					t.Fatalf("%s, misère %t: %v, want %v, in %+v", name, misere, got, want, s)
				}
			}
		}
	}
}

// On a group of order 120 the end of a game is proved, and before it estimates are legal.
func TestWideOnALargeGroup(t *testing.T) {
	g := named(t, "S5")
	w := NewWide(g, false)
	s := opened(g, 1, 2)
	random := search.Rand(4)
	for turn := 0; ; turn++ {
		legal := s.legal()
		if len(legal) == 0 {
			break
		}
		m, p := s.sets()
		value, line := w.Estimate(t.Context(), Place{m, p, s.place}, 2*len(legal), 1)
		if value < 0 || value > 1 || !s.m[line[0]] || !s.p[g.Product(line[0], s.place)] {
			t.Fatalf("turn %d: %v with %v", turn, value, line)
		}
		if len(legal) <= 2 && turn > 60 {
			want := Lost
			if s.wins(false) {
				want = Won
			}
			if got := w.Prove(t.Context(), Place{m, p, s.place}); got != want {
				t.Errorf("turn %d: %v, want %v", turn, got, want)
			}
		}
		s = s.after(legal[random.Below(len(legal))])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := Place{group.First(120), group.First(120), 0}
	if v := NewWide(g, false).Prove(ctx, start); v != Unknown {
		t.Errorf("the start is %v", v)
	}
	if _, line := w.Estimate(ctx, start, 0, 1); len(line) != 1 {
		t.Errorf("out of time the line is %v", line)
	}
}
