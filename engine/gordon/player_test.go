package gordon

import (
	"context"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/gordon/solver"
	"github.com/sixfold-bot/sixfold/engine/search"
)

func levelNamed(tb testing.TB, id string, seed uint64) engine.Player {
	tb.Helper()
	l, ok := Game.Level(id)
	if !ok {
		tb.Fatalf("no level %q", id)
	}
	return l.New(seed)
}

// byChance makes random moves, openings included.
type byChance struct{ rand search.Rand }

func (b *byChance) Choose(_ context.Context, p engine.Position) (engine.Choice, error) {
	moves := p.(*Position).Moves()
	return engine.Choice{Move: moves[b.rand.Below(len(moves))]}, nil
}

// match plays a game to its end and tells who solver.Won.
func match(tb testing.TB, p *Position, players [2]engine.Player) engine.Seat {
	tb.Helper()
	for !p.stuck() {
		c, err := players[p.Turn()].Choose(tb.Context(), p)
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := p.Play(c.Move); err != nil {
			tb.Fatal(err)
		}
	}
	return p.Outcome().Winner
}

// On Q8 and A4 player two wins with best play: against chance, and against itself.
func TestPerfectWinsAsSecond(t *testing.T) {
	for _, name := range []string{"Q8", "A4"} {
		for seed := range uint64(enginetest.Times(10, 100)) {
			second := levelNamed(t, "max", seed)
			for opponent, first := range map[string]engine.Player{
				"chance": &byChance{search.Rand(seed)}, "itself": levelNamed(t, "max", seed+1000),
			} {
				if winner := match(t, started(t, name, Standard), [2]engine.Player{first, second}); winner != 1 {
					t.Errorf("%s, seed %d, against %s: player one wins", name, seed, opponent)
				}
			}
		}
	}
}

// Where player one wins, the perfect player does as player one, in every variant.
func TestPerfectWinsWhatIsWon(t *testing.T) {
	for _, name := range []string{"C7", "D4", "C9", "C10"} {
		for _, variant := range []string{Standard, Identity, Right, Misere} {
			p := started(t, name, variant)
			winner := engine.Seat(0)
			if newAnalyst(p).analyse(t.Context(), p, false).verdict == solver.Lost {
				winner = 1
			}
			for seed := range uint64(10) {
				players := [2]engine.Player{&byChance{search.Rand(seed)}, &byChance{search.Rand(seed)}}
				players[winner] = levelNamed(t, "max", seed)
				if got := match(t, started(t, name, variant), players); got != winner {
					t.Errorf("%s, %s, seed %d: player %d wins", name, variant, seed, got+1)
				}
			}
		}
	}
}

// Each level wins more of its games against chance, as player one on Z7, than the one
// below: the more often it looks ahead. Chance itself wins some.
func TestLevelsGrowStronger(t *testing.T) {
	games := enginetest.Times(100, 400)
	last := -1
	for _, l := range Game.Opponents.Levels {
		wins := 0
		for seed := range uint64(games) {
			players := [2]engine.Player{l.New(seed), &byChance{search.Rand(seed)}}
			if match(t, started(t, "Z7", Standard), players) == 0 {
				wins++
			}
		}
		t.Logf("%s wins %d of %d", l.ID, wins, games)
		if wins <= last {
			t.Errorf("%s wins %d of %d games, no more than the level below", l.ID, wins, games)
		}
		last = wins
	}
	if last != games {
		t.Errorf("the strongest level wins %d of %d games", last, games)
	}
}

// A choice claims no more than is proved: on a large group nothing, before the endgame.
func TestLargeGroupsArePlayedUnproved(t *testing.T) {
	p := started(t, "A5", Standard)
	s := newAnalyst(p)
	g := s.estimate(t.Context(), p, 50, 1)
	if len(g.line) == 0 || g.value < 0 || g.value > 1 {
		t.Fatalf("%+v", g)
	}
	p.take(g.line[0])
	g = s.estimate(t.Context(), p, 200, 1)
	at := p
	for _, turn := range g.line {
		if to := at.Product(turn.M, at.place); to != turn.P || !at.m.Has(turn.M) || !at.p.Has(turn.P) {
			t.Fatalf("the line %v is not legal", g.line)
		}
		at = at.After(turn)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c, err := levelNamed(t, "max", 1).Choose(ctx, p)
	if err != nil || c.Proved {
		t.Errorf("%+v, %v", c, err)
	}
}

// Perfect says when it cannot prove its move, and only then; other levels promise nothing.
func TestPerfectSaysWhatIsNotProved(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		group, variant, level string
		ctx                   context.Context
		says                  bool
	}{
		{"D32", Standard, "max", stopped, true},
		{"S4", Solitaire, "max", stopped, true},
		{"Z7", Standard, "max", t.Context(), false},
		{"Z4", Solitaire, "max", t.Context(), false},
		{"D32", Standard, "beginner", stopped, false},
	} {
		c, err := levelNamed(t, tt.level, 1).Choose(tt.ctx, started(t, tt.group, tt.variant))
		if err != nil || c.Note.Empty() == tt.says || tt.says && (c.Proved || !strings.Contains(c.Note.String(), "not proved")) {
			t.Errorf("%s on %s, %s: %+v, %v", tt.level, tt.group, tt.variant, c, err)
		}
	}
}

// Large groups with a way through all places are finished by hints alone.
func TestSolitaireIsSolved(t *testing.T) {
	for _, name := range []string{"C24", "S4", "D12", "Dic5", "C32", "A5"} {
		p := started(t, name, Solitaire)
		random := search.Rand(1)
		way, v := sequencing(t.Context(), p, &random)
		if v != solver.Won {
			t.Errorf("%s: %d", name, v)
			continue
		}
		for _, turn := range way {
			if _, err := p.Play("p=" + p.group.Element(turn.P)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if p.Outcome().Status != engine.Solved {
			t.Errorf("%s: %v", name, p.Outcome())
		}
	}
	// An abelian group has one if and only if it has one element of order 2 (Gordon).
	for _, name := range []string{"C63", "Z2^6", "C4xC2", "C15"} {
		p := started(t, name, Solitaire)
		random := search.Rand(1)
		if _, v := sequencing(t.Context(), p, &random); v != solver.Lost {
			t.Errorf("%s: %d, want %d", name, v, solver.Lost)
		}
	}
}

// TestLevelsAreInOrder: on groups of different sizes, each level wins most games against the
// one before, begun by either.
func TestLevelsAreInOrder(t *testing.T) {
	groups := []string{"Z7", "Z8", "Z9", "D4", "Z10"}
	games := enginetest.Times(100, 400)
	for i, strong := range Game.Opponents.Levels[1:] {
		weak, won := Game.Opponents.Levels[i], 0
		for g := range games {
			seat := engine.Seat(g % 2)
			players := [2]engine.Player{weak.New(uint64(g)), weak.New(uint64(g))}
			players[seat] = strong.New(uint64(g))
			if match(t, started(t, groups[g/2%len(groups)], Standard), players) == seat {
				won++
			}
		}
		if t.Logf("%s wins %d of %d against %s", strong.ID, won, games, weak.ID); won*20 < games*11 {
			t.Errorf("%s wins only %d of %d against %s", strong.ID, won, games, weak.ID)
		}
	}
}
