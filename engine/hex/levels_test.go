package hex

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// game plays a game without swap and tells who wins.
func game(t *testing.T, size int, opening string, red, blue engine.Player) Colour {
	t.Helper()
	p := boardAfter(t, size, opening)
	players := []engine.Player{red, blue}
	for p.Winner() == Empty {
		if _, err := p.Play(choose(t, players[p.Turn()], p).Move); err != nil {
			t.Fatal(err)
		}
	}
	return p.Winner()
}

// match plays each of the openings twice, with colours exchanged, and counts the
// first player's wins.
func match(t *testing.T, size int, openings []string, first, second engine.Player) int {
	t.Helper()
	wins := 0
	for _, opening := range openings {
		if game(t, size, opening, first, second) == Red {
			wins++
		}
		if game(t, size, opening, second, first) == Blue {
			wins++
		}
	}
	return wins
}

// oneThread makes a level's player such that its games repeat.
func oneThread(t *testing.T, level, search string, seed uint64) engine.Player {
	t.Helper()
	p, err := NewPlayer(Skill{Level: level, Search: search, Threads: 1, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Of 10 games the stronger level wins at least 9, which equals would do one time in a
// hundred. Seeds and counts are fixed.
func TestLevelsByRolloutsAreOrdered(t *testing.T) {
	openings := []string{"a1", "b2", "c1", "g4", "f7"}
	if wins := match(t, 7, openings, oneThread(t, "normal", byRollouts, 1), oneThread(t, "easy", byRollouts, 2)); wins < 9 {
		t.Errorf("normal wins %d of 10 against easy", wins)
	}
	for i := range grades[1:] {
		weak, strong := grades[i], grades[i+1]
		if strong.rollouts.playouts < 3*weak.rollouts.playouts || strong.rollouts.temperature > weak.rollouts.temperature {
			t.Errorf("%s hardly looks further ahead than %s", strong.id, weak.id)
		}
		// Without a count, time is the bound.
		if n := strong.network.playouts; n > 0 && n < 2*weak.network.playouts || strong.network.temperature > weak.network.temperature {
			t.Errorf("%s hardly looks further ahead than %s by the network", strong.id, weak.id)
		}
	}
}

// random plays any cell.
type random struct{ search.Rand }

func (r *random) move(p *Position) string {
	all := p.Moves()
	return all[r.Below(len(all))]
}

// Even the weakest level by rollouts wins 100 games of 100 against random moves.
func TestBeginnerBeatsRandom(t *testing.T) {
	r := &random{7}
	for g := range 100 {
		p := boardWith(t, engine.Options{"size": 5 + g%5, "swap": g%3 == 0})
		seat := engine.Seat(g % 2)
		player := oneThread(t, "beginner", byRollouts, uint64(g))
		for p.Winner() == Empty {
			move := ""
			if p.Turn() == seat {
				move = choose(t, player, p).Move
			} else {
				move = r.move(p)
			}
			if _, err := p.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		if p.Winner().Seat() != seat {
			t.Errorf("game %d is lost:\n%s", g, p)
		}
	}
}

func TestLevels(t *testing.T) {
	var ids []string
	for i, l := range levels {
		ids = append(ids, l.ID)
		if l.Think <= 0 || l.Title.Empty() {
			t.Errorf("%s takes %v and is called %q", l.ID, l.Think, l.Title)
		}
		if i > 0 && l.Think < levels[i-1].Think {
			t.Errorf("%s takes less time than %s", l.ID, levels[i-1].ID)
		}
	}
	if want := []string{"beginner", "easy", "normal", "hard", "max"}; !slices.Equal(ids, want) {
		t.Errorf("levels %v, want %v", ids, want)
	}
}

func TestSkills(t *testing.T) {
	n, err := net.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		skill   Skill
		network bool
		want    strength
	}{
		{"the control of a level", Skill{Level: "easy", Search: byRollouts}, false, grades[1].rollouts},
		{"the strongest by the network", Skill{Search: byNetwork}, true, grades[4].network},
		{"another network", Skill{Level: "hard", Network: n}, true, grades[3].network},
		{
			"bounds of one's own",
			Skill{Search: byNetwork, Level: "hard", Threads: 3, Playouts: 70, Without: []string{"proofs", "early"}},
			true,
			strength{playouts: 70, threads: 3, without: partProofs | partEarly},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			made, err := NewPlayer(tt.skill)
			if err != nil {
				t.Fatal(err)
			}
			p := made.(*player)
			if _, network := p.mind.(*guided); network != tt.network || p.strength != tt.want {
				t.Errorf("network: %v, %+v; want %v, %+v", network, p.strength, tt.network, tt.want)
			}
		})
	}
}

func TestSkillsAreRefused(t *testing.T) {
	for name, s := range map[string]Skill{
		"an unknown level":  {Level: "godlike"},
		"an unknown search": {Search: "crystal ball"},
		"an unknown part":   {Without: []string{"luck"}},
		"minus one thread":  {Threads: -1},
		"fewer than none":   {Playouts: -5},
	} {
		_, err := NewPlayer(s)
		if why, ok := engine.Why(err); !ok || why.Empty() {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
}
