package solver

import (
	"testing"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// Translations of sets against products one by one.
func TestTranslations(t *testing.T) {
	random := search.Rand(12)
	for _, name := range []string{"Z1", "Z7", "S3", "Q8", "D5", "S4", "Z2^6"} {
		g := named(t, name)
		b := NewBoard(g)
		for range 200 {
			s, a := set(random.Uint64())&(set(1)<<g.Order()-1), group.Element(random.Below(g.Order()))
			var right, left set
			for x := range s.elements {
				right = right.with(b.inner[g.Product(b.outer[x], b.outer[a])])
				left = left.with(b.inner[g.Product(b.outer[a], b.outer[x])])
			}
			if b.right[a].of(s) != right || b.left[a].of(s) != left {
				t.Fatalf("%s: %b by %d is %b and %b, want %b and %b", name, s, a, b.right[a].of(s), b.left[a].of(s), right, left)
			}
		}
		if b.outer[0] != g.Identity() || b.inner[g.Identity()] != 0 {
			t.Errorf("%s: the identity is number %d", name, b.inner[g.Identity()])
		}
	}
}

// Nothing that a game can still use is removed: every token and place of every possible
// continuation is kept.
func TestLiveKeepsWhatIsUsed(t *testing.T) {
	random := search.Rand(13)
	for _, name := range []string{"C7", "S3", "Q8", "C9"} {
		g := named(t, name)
		b := NewBoard(g)
		for range 20 {
			s := randomGame(g, 3, &random)
			m, p := s.sets()
			live := b.reduce(b.Node(Place{m, p, s.place}))
			var follow func(s game, used, seen set)
			follow = func(now game, used, seen set) {
				for _, m := range now.legal() {
					to := g.Product(g.Product(m, now.place), g.Inverse(s.place)) // as seen from the start
					used, seen := used.with(b.inner[m]), seen.with(b.inner[to])
					if used&^live.m != 0 || seen&^live.p != 0 {
						t.Fatalf("%s: tokens %b and places %b are used, live are %b and %b", name, used, seen, live.m, live.p)
					}
					follow(now.after(m), used, seen)
				}
			}
			follow(s, 0, 0)
		}
	}
}

func TestSets(t *testing.T) {
	s := set(0).with(3).with(63).with(5).without(3)
	if s.size() != 2 || s.first() != 5 || s.at(0) != 5 || s.at(1) != 63 {
		t.Errorf("%b: %d elements, %d first, then %d", s, s.size(), s.first(), s.at(1))
	}
}
