package hex

import (
	"slices"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/hex/field"
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

func oneThread(s strength, seed uint64) engine.Player {
	s.threads = 1
	return newPlayer(s, seed, new(search.MCTS[field.Point]))
}

// Of 10 games the stronger level wins at least 9, which equals would do one time in a
// hundred. Seeds and counts are fixed.
func TestLevelsAreOrdered(t *testing.T) {
	openings := []string{"a1", "b2", "c1", "g4", "f7"}
	if wins := match(t, 7, openings, oneThread(normal, 1), oneThread(easy, 2)); wins < 9 {
		t.Errorf("normal wins %d of 10 against easy", wins)
	}
	if hard.playouts < 10*normal.playouts || hard.temperature > normal.temperature {
		t.Error("hard hardly looks further ahead than normal")
	}
}

// random plays any cell.
type random struct{ search.Rand }

func (r *random) move(p *Position) string {
	all := p.Moves()
	return all[r.Below(len(all))]
}

// Even the weakest level wins 100 games of 100 against random moves.
func TestEasyBeatsRandom(t *testing.T) {
	r := &random{7}
	for g := range 100 {
		p := boardWith(t, engine.Options{"size": 5 + g%5, "swap": g%3 == 0})
		seat := engine.Seat(g % 2)
		player := oneThread(easy, uint64(g))
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
	if want := []string{"easy", "normal", "hard"}; !slices.Equal(ids, want) {
		t.Errorf("levels %v, want %v", ids, want)
	}
}
