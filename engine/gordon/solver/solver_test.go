package solver

import (
	"context"
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine/gordon/group"
	"github.com/sixfold-bot/sixfold/engine/search"
)

func named(tb testing.TB, name string) *group.Group {
	tb.Helper()
	g, err := group.Parse(name)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// game is a position by the rules as they are written: no renumbering, no translation, no
// sets of bits.
type game struct {
	g     *group.Group
	m, p  map[group.Element]bool
	place group.Element
}

// opened is a game after player one has taken m and gone to a place.
func opened(g *group.Group, m, place group.Element) game {
	s := game{g, map[group.Element]bool{}, map[group.Element]bool{}, place}
	for i := range g.Order() {
		a := group.Element(i)
		s.m[a], s.p[a] = a != m, a != place
	}
	return s
}

func (s game) legal() []group.Element {
	var list []group.Element
	for i := range s.g.Order() {
		if m := group.Element(i); s.m[m] && s.p[s.g.Product(m, s.place)] {
			list = append(list, m)
		}
	}
	return list
}

func (s game) after(m group.Element) game {
	next := game{s.g, map[group.Element]bool{}, map[group.Element]bool{}, s.g.Product(m, s.place)}
	for i := range s.g.Order() {
		a := group.Element(i)
		next.m[a], next.p[a] = s.m[a] && a != m, s.p[a] && a != next.place
	}
	return next
}

func (s game) sets() (m, p group.Set) {
	for i := range s.g.Order() {
		a := group.Element(i)
		if s.m[a] {
			m = m.With(a)
		}
		if s.p[a] {
			p = p.With(a)
		}
	}
	return m, p
}

// wins plays out everything that may follow.
func (s game) wins(misere bool) bool {
	legal := s.legal()
	if len(legal) == 0 {
		return misere
	}
	for _, m := range legal {
		if !s.after(m).wins(misere) {
			return true
		}
	}
	return false
}

// finishes reports whether all places can be visited.
func (s game) finishes() bool {
	legal := s.legal()
	for _, m := range legal {
		if s.after(m).finishes() {
			return true
		}
	}
	for _, left := range s.p {
		if left {
			return false
		}
	}
	return true
}

// randomGame is a game after so many random turns, fewer where it ends.
func randomGame(g *group.Group, turns int, random *search.Rand) game {
	s := opened(g, group.Element(random.Below(g.Order())), group.Element(random.Below(g.Order())))
	for range turns {
		legal := s.legal()
		if len(legal) == 0 {
			break
		}
		s = s.after(legal[random.Below(len(legal))])
	}
	return s
}

// Nodes have the moves of the games they stand for, before and after a move, with the
// identity anywhere in the table.
func TestNodesFollowTheRules(t *testing.T) {
	random := search.Rand(1)
	five, err := group.ReadTable([]byte("a b e c d !\nb c a d e\nc d b e a\na b e c d\nd e c a b\ne a d b c\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*group.Group{named(t, "C9"), named(t, "Q8"), named(t, "A4"), five.Group} {
		b := NewBoard(g)
		for range 50 {
			s := randomGame(g, 1+random.Below(4), &random)
			for {
				m, p := s.sets()
				n := b.Node(Place{m, p, s.place})
				got := b.toGroup(collect(n.legal()))
				if want := s.legal(); !slices.Equal(sorted(got), want) {
					t.Fatalf("%s: the moves are %v, want %v", g.Name(), got, want)
				}
				if len(got) == 0 {
					break
				}
				s = s.after(got[0])
				if m, p = s.sets(); b.after(n, b.inner[got[0]]) != b.Node(Place{m, p, s.place}) {
					t.Fatalf("%s: after %d the node is %v, want %v", g.Name(), got[0], b.after(n, b.inner[got[0]]), b.Node(Place{m, p, s.place}))
				}
			}
		}
	}
}

func collect(s set) (list []group.Element) {
	for a := range s.elements {
		list = append(list, a)
	}
	return list
}

func sorted(list []group.Element) []group.Element {
	s := group.Set{}
	for _, a := range list {
		s = s.With(a)
	}
	return s.Elements()
}

// openedBy is the position after an opening with m, at the identity.
func openedBy(g *group.Group, m group.Element) Place {
	all := group.First(g.Order())
	return Place{all.Without(m), all.Without(g.Identity()), g.Identity()}
}

// The place of an opening does not matter.
func TestOpenedFromAnyPlace(t *testing.T) {
	g := named(t, "S3")
	b := NewBoard(g)
	for i := range 6 {
		for place := range 6 {
			s := opened(g, group.Element(i), group.Element(place))
			m, p := s.sets()
			if got, want := b.Node(Place{m, p, s.place}), b.Node(openedBy(g, group.Element(i))); got != want {
				t.Errorf("m=%d p=%d: %v, want %v", i, place, got, want)
			}
		}
	}
}

// Verdicts agree with exhaustive play. Removing dead elements preserves the moves and the winner.
func TestProveAgainstPlayingOut(t *testing.T) {
	random := search.Rand(5)
	for _, name := range []string{"C2", "C5", "S3", "C7", "Q8", "C9", "D5"} {
		g := named(t, name)
		b := NewBoard(g)
		for _, misere := range []bool{false, true} {
			s := New(b, misere, g.Order())
			for range 30 {
				played := randomGame(g, g.Order()/3, &random)
				m, p := played.sets()
				at := Place{m, p, played.place}
				n := b.Node(at)
				if b.reduce(n).legal() != n.legal() {
					t.Fatalf("%s: live moves are %b, not %b", name, b.reduce(n).legal(), n.legal())
				}
				if b.Tokens(at) > n.m.size() || b.Tokens(at) < n.legal().size() {
					t.Fatalf("%s: %d tokens may come into play, of %d", name, b.Tokens(at), n.m.size())
				}
				want := Lost
				if played.wins(misere) {
					want = Won
				}
				if got := s.Prove(t.Context(), at); got != want {
					t.Fatalf("%s, misère %t: %v, want %v, in %+v", name, misere, got, want, played)
				}
			}
		}
	}
}

// A table that is far too small forgets verdicts but never confuses them.
func TestSmallTableForgetsOnly(t *testing.T) {
	g := named(t, "C11")
	b := NewBoard(g)
	large, small := New(b, false, g.Order()), New(b, false, 0)
	for i := range g.Order() {
		m := group.Element(i)
		if got, want := small.Prove(t.Context(), openedBy(g, m)), large.Prove(t.Context(), openedBy(g, m)); got != want {
			t.Errorf("m=%d: %v, want %v", i, got, want)
		}
	}
	if small.Nodes() <= large.Nodes() {
		t.Errorf("the small table visits %d nodes, the large one %d", small.Nodes(), large.Nodes())
	}
}

// The table returns stored verdicts, and none for other nodes.
func TestTable(t *testing.T) {
	tab := newTable(4)
	won, lost := Node{0b0110, 0b1010}, Node{0b0110, 0b1000}
	tab.put(won, Won)
	tab.put(lost, Lost)
	for n, want := range map[Node]Verdict{won: Won, lost: Lost, {0b0100, 0b1010}: Unknown} {
		if got := tab.get(n); got != want {
			t.Errorf("%v is %v, want %v", n, got, want)
		}
	}
}

// Paths through all places against trying all, and each is legal to its end.
func TestSequenceAgainstTryingAll(t *testing.T) {
	random := search.Rand(9)
	seen := map[Verdict]int{}
	for _, name := range []string{"C4", "C5", "C6", "S3", "C7", "C8", "Q8", "D4", "C2^3"} {
		g := named(t, name)
		b := NewBoard(g)
		for range 12 {
			s := randomGame(g, random.Below(3), &random)
			m, p := s.sets()
			path, v := b.Sequence(t.Context(), Place{m, p, s.place}, &random)
			seen[v]++
			if (v == Won) != s.finishes() || v == Unknown {
				t.Fatalf("%s: %v, want a path %t, in %+v", name, v, s.finishes(), s)
			}
			for _, m := range path {
				if !s.m[m] || !s.p[g.Product(m, s.place)] {
					t.Fatalf("%s: the path %v is not legal at %d", name, path, m)
				}
				s = s.after(m)
			}
			if _, p := s.sets(); v == Won && !p.Empty() {
				t.Fatalf("%s: after %v places are left", name, path)
			}
		}
	}
	if seen[Won] == 0 || seen[Lost] == 0 {
		t.Errorf("the verdicts were %v", seen)
	}
}

// Estimates of won and lost nodes are on the right side of a half, with legal lines.
func TestEstimate(t *testing.T) {
	random := search.Rand(3)
	for _, name := range []string{"C9", "D5"} {
		g := named(t, name)
		b := NewBoard(g)
		for _, misere := range []bool{false, true} {
			solver := New(b, misere, g.Order())
			for range 20 {
				s := randomGame(g, 2, &random)
				if len(s.legal()) == 0 {
					continue
				}
				m, p := s.sets()
				value, line := solver.Estimate(t.Context(), Place{m, p, s.place}, 2000, 1)
				if won := s.wins(misere); won != (value > 0.5) {
					t.Errorf("%s, misère %t: the estimate is %v, but won is %t", name, misere, value, won)
				}
				if len(line) == 0 {
					t.Fatalf("%s: the line is empty", name)
				}
				for _, m := range line {
					if !s.m[m] || !s.p[g.Product(m, s.place)] {
						t.Fatalf("%s: the line %v is not legal", name, line)
					}
					s = s.after(m)
				}
			}
		}
	}
}

// A search that is stopped at once proves nothing.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := named(t, "C16")
	b, at := NewBoard(g), openedBy(g, 0)
	if v := New(b, false, 16).Prove(ctx, at); v != Unknown {
		t.Errorf("proved to be %v", v)
	}
	random := search.Rand(1)
	if path, v := b.Sequence(ctx, at, &random); v != Unknown || len(path) != 0 {
		t.Errorf("a path %v, %v", path, v)
	}
}

func TestVerdicts(t *testing.T) {
	for v, want := range map[Verdict]Verdict{Unknown: Unknown, Lost: Won, Won: Lost} {
		if got := v.Other(); got != want {
			t.Errorf("of %d the other is %d, want %d", v, got, want)
		}
	}
}
