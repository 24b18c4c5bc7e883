package player

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
	"github.com/sixfold-bot/sixfold/engine/hex/board"
	"github.com/sixfold-bot/sixfold/engine/hex/net"
	"github.com/sixfold-bot/sixfold/engine/search"
)

// result plays a game without swap and returns the winner.
func result(t *testing.T, size int, opening string, red, blue engine.Player) board.Colour {
	t.Helper()
	p := boardAfter(t, size, opening)
	players := []engine.Player{red, blue}
	for p.Winner() == board.Empty {
		p.play(t, choose(t, players[p.Turn()], p).Move)
	}
	return p.Winner()
}

// match plays each of the openings twice, with colours exchanged, and counts the
// first player's wins.
func match(t *testing.T, size int, openings []string, first, second engine.Player) int {
	t.Helper()
	wins := 0
	for _, opening := range openings {
		if result(t, size, opening, first, second) == board.Red {
			wins++
		}
		if result(t, size, opening, second, first) == board.Blue {
			wins++
		}
	}
	return wins
}

// oneThread makes a level's player such that its games repeat.
func oneThread(t *testing.T, level, search string, seed uint64) engine.Player {
	t.Helper()
	p, err := New(Options{Level: level, Search: search, Threads: 1, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The stronger level wins all of 6 games, which happens between equals once in 64 times; with
// SIXFOLD_LONG=1 9 of 10, which happens once in a hundred times. Seeds and counts are fixed.
func TestLevelsByRolloutsAreOrdered(t *testing.T) {
	openings := []string{"a1", "b2", "c1", "g4", "f7"}[:enginetest.Times(3, 5)]
	if wins := match(t, 7, openings, oneThread(t, "normal", searchRollouts, 1), oneThread(t, "easy", searchRollouts, 2)); wins < enginetest.Times(6, 9) {
		t.Errorf("normal wins %d of %d against easy", wins, 2*len(openings))
	}
	for i := range levels[1:] {
		weak, strong := levels[i], levels[i+1]
		if strong.rollouts < 2*weak.rollouts {
			t.Errorf("%s hardly searches further than %s", strong.id, weak.id)
		}
		// Without a count, time is the bound.
		if n := strong.playouts; n > 0 && n < 2*weak.playouts || strong.errorSize > weak.errorSize {
			t.Errorf("%s hardly searches further than %s by the network", strong.id, weak.id)
		}
	}
}

// TestNetworkBeatsRolloutsOnUnequalSides from either side, as on the equal sides of its training:
// each opening of the unfavoured side is played twice. With SIXFOLD_LONG=1 both search as far as
// level normal.
func TestNetworkBeatsRolloutsOnUnequalSides(t *testing.T) {
	evaluations, rollouts, openings := 32, 250, []string{"c4", "g5"}
	if enginetest.Long() {
		evaluations, rollouts = 256, 2_000
		openings = append(openings, "e6", "f2", "h9", "b7", "d10", "j3")
	}
	wins := 0
	for seed, opening := range openings {
		for side := range 2 {
			g := played(t, kind{size: 11, width: 10}, opening)
			players := make([]engine.Player, 2)
			players[side] = searching(t, searchNetwork, evaluations, uint64(seed))
			players[1-side] = searching(t, searchRollouts, rollouts, uint64(seed))
			for g.Winner() == board.Empty {
				g.play(t, choose(t, players[g.Turn()], g).Move)
			}
			if g.Winner().Seat() == engine.Seat(side) {
				wins++
			}
		}
	}
	if games := 2 * len(openings); wins < games*7/8 {
		t.Errorf("the network wins %d of %d", wins, games)
	}
	t.Logf("the network wins %d of %d", wins, 2*len(openings))
}

// searching is level normal with another bound.
func searching(t *testing.T, by string, playouts int, seed uint64) engine.Player {
	t.Helper()
	p, err := New(Options{Level: "normal", Search: by, Playouts: playouts, Threads: 1, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// random plays any cell.
type random struct{ search.Rand }

func (r *random) move(p *game) string {
	all := p.Moves()
	return all[r.Below(len(all))]
}

// Even the weakest level by rollouts wins 100 games of 100 against random moves, on unequal
// sides also with the longer way.
func TestBeginnerBeatsRandom(t *testing.T) {
	r := &random{7}
	for g := range 100 {
		k := kind{size: 5 + g%5, swap: g%3 == 0}
		if g%3 == 1 {
			k.width = 5 + g*3%5
		}
		p := newGame(k)
		seat := engine.Seat(g % 2)
		player := oneThread(t, "beginner", searchRollouts, uint64(g))
		for p.Winner() == board.Empty {
			move := ""
			if p.Turn() == seat {
				move = choose(t, player, p).Move
			} else {
				move = r.move(p)
			}
			p.play(t, move)
		}
		if p.Winner().Seat() != seat {
			t.Errorf("game %d is lost:\n%s", g, p)
		}
	}
}

func TestLevels(t *testing.T) {
	var ids []string
	for i, l := range Levels() {
		ids = append(ids, l.ID)
		if l.Think <= 0 || l.Title.Empty() {
			t.Errorf("%s takes %v and is called %q", l.ID, l.Think, l.Title)
		}
		if i > 0 && l.Think < levels[i-1].think {
			t.Errorf("%s takes less time than %s", l.ID, levels[i-1].id)
		}
	}
	if want := []string{"beginner", "beginner-plus", "easy", "easy-plus", "normal", "normal-plus", "hard", "hard-plus", "max"}; !slices.Equal(ids, want) {
		t.Errorf("levels %v, want %v", ids, want)
	}
}

func TestNew(t *testing.T) {
	n := net.Embedded()
	tests := []struct {
		name    string
		options Options
		network bool
		want    settings
	}{
		{"the control of a level", Options{Level: "easy", Search: searchRollouts}, false, levels[2].byRollouts()},
		{"the strongest by the network", Options{Search: searchNetwork}, true, levels[8].settings},
		{"another network", Options{Level: "hard", Network: n}, true, levels[6].settings},
		{
			"bounds of one's own",
			Options{Search: searchNetwork, Level: "hard", Threads: 3, Playouts: 70, Without: []string{"proofs", "early"}},
			true,
			settings{playouts: 70, threads: 3, pairs: true, without: featureProofs | featureEarly},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			made, err := New(tt.options)
			if err != nil {
				t.Fatal(err)
			}
			p := made.(*player)
			if _, network := p.searcher.(*networkSearcher); network != tt.network || p.settings != tt.want {
				t.Errorf("network: %v, %+v; want %v, %+v", network, p.settings, tt.network, tt.want)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for name, s := range map[string]Options{
		"an unknown level":  {Level: "godlike"},
		"an unknown search": {Search: "crystal ball"},
		"an unknown part":   {Without: []string{"luck"}},
		"minus one thread":  {Threads: -1},
		"fewer than none":   {Playouts: -5},
	} {
		_, err := New(s)
		if why, ok := engine.Why(err); !ok || why.Empty() {
			t.Errorf("%s: %v, want a refusal", name, err)
		}
	}
}

// Blue wins by b2 alone, on a board that no game leads to.
func TestEveryLevelMakesTheOnlyMove(t *testing.T) {
	g := setup(board.Blue, ".R.", "B.B", ".R.")
	for _, l := range append([]level{{}}, levels...) {
		p, err := New(Options{Level: l.id, Threads: 1, Playouts: 500, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if c := choose(t, p, g); c.Move != "b2" {
			t.Errorf("level %q chooses %q, want b2", l.id, c.Move)
		}
	}
}
