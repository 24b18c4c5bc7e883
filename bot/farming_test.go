package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/rating/glicko"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/engine"
)

// TestLevelsAreNotFarmed: a script that opens one rated game after the other against a level gives up
// at once where it has the first move and otherwise wins. It may not begin where theory decides,
// and elsewhere loses what it gives up; a day has a bounded number of games, which are too alike for
// a place on the leaderboard.
func TestLevelsAreNotFarmed(t *testing.T) {
	for _, line := range []string{"/hex new size:3 level:hard", "/gordon new level:max", "/gordon new group:C2 level:max", "/gordon new group:C24 variant:misere level:max", "/ade play level:max"} {
		s := newSession(t)
		if r := s.does("you", line+" rated:true"); !r.Refused || !strings.Contains(r.Text, "rated") {
			t.Errorf("%s: %q", line, r.Text)
		}
	}
	entry := quickHex()
	for i := range entry.Game.Opponents.Levels {
		entry.Game.Opponents.Levels[i].New = func(uint64) engine.Player { return quitter(79) }
	}
	s := newSession(t, entry)
	for day := range 2 {
		if won, lost := s.farms(30); won+lost != 10 || won == 0 || lost == 0 {
			t.Errorf("on day %d %d games are won and %d lost", day, won, lost)
		}
		s.clock = s.clock.Add(24*time.Hour - time.Second)
		if won, lost := s.farms(1); won+lost > 0 {
			t.Error("another game is rated within a day")
		}
		s.clock = s.clock.Add(time.Second)
	}
	st, _, err := rating.Kind.Get(s.store, ids["you"]+"/hex/9")
	if err != nil || st.Games != 20 || !glicko.Provisional(st.Deviation) {
		t.Errorf("two days of games against one level make %+v, %v", st, err)
	}
}

// farms begins rated games against a level one after the other, and counts those that it could begin.
func (s *session) farms(games int) (won, lost int) {
	s.t.Helper()
	for range games {
		if r := s.does("you", "/hex new level:hard size:9 rated:true"); r.Refused {
			if !strings.Contains(r.Text, "10 games a day against Sixfold Hard are rated") || !strings.Contains(r.Text, ":R>") {
				s.t.Fatalf("refused: %s", r.Text)
			}
			continue
		}
		list, err := s.store.User(ids["you"])
		if err != nil || len(list) != 1 {
			s.t.Fatal(list, err)
		}
		at := fmt.Sprint(" table:", list[0].Key.Number)
		if list[0].Head.Seats[0] == table.User(ids["you"]) {
			s.play("you: /hex resign"+at, "you: [Resign]")
			lost++
			continue
		}
		for i := 0; !s.table(list[0].Key.Number).Over; i++ {
			s.play(fmt.Sprint("you: /hex move h", i+1, at))
		}
		won++
	}
	return won, lost
}

// TestRematchesAreBounded: there is no rated rematch beyond the games of a day. Chance decides the sides
// of rated ones against a level.
func TestRematchesAreBounded(t *testing.T) {
	entry := quickHex()
	for i := range entry.Game.Opponents.Levels {
		entry.Game.Opponents.Levels[i].New = func(uint64) engine.Player { return bottest.FirstMove{} }
	}
	s := newSession(t, entry)
	s.play("you: /hex new level:hard size:9 rated:true")
	var sides []int
	for n := 1; n <= 10; n++ {
		at := s.table(n)
		sides = append(sides, slices.Index(at.Seats, table.User(ids["you"])))
		s.play(fmt.Sprint("you: /hex resign table:", n), "you: [Resign]")
		if at.Rated == "" {
			t.Fatalf("game %d is not rated", n)
		}
		r := s.does("you", "[Rematch]")
		if r.Refused != (n == 10) || r.Refused && !strings.HasPrefix(r.Text, "10 games a day") {
			t.Errorf("after %d games: %s", n, r.Text)
		}
	}
	alternate := true
	for i := range sides[1:] {
		alternate = alternate && sides[i] != sides[i+1]
	}
	if alternate {
		t.Errorf("the sides are %v", sides)
	}
}

// TestUnfinishedGamesCount: a rated game against a level that ends without a result is unrated, and one of the ten of
// its day all the same, so that a lost one is not got rid of with its channel; also for somebody without a rating, and
// after all that is kept of them is removed. Nobody loses by it, and a game between people counts nothing.
func TestUnfinishedGamesCount(t *testing.T) {
	for _, before := range []string{"", "you: /hex resign", "you: /privacy forget what:all sure:true"} {
		s := newSession(t)
		for n := 1; n <= 10; n++ {
			s.play("you: /hex new level:hard size:9 rated:true", fmt.Sprint("you: /hex move i9 table:", n))
			if n == 1 && before != "" {
				s.play(before)
				if strings.HasSuffix(before, "resign") {
					s.play("you: [Resign]")
				}
				continue
			}
			s.bot.Tables.Vanish(t.Context(), sessionChannel)
			s.vanished(before, n)
		}
		if rank := s.does("you", "/rank").Text; strings.Contains(rank, "no rated game yet") == strings.HasSuffix(before, "resign") {
			t.Errorf("%q: the rank is %s", before, rank)
		}
		for range 2 {
			s.refused("you", "/hex new level:hard size:9 rated:true", "10 games a day against Sixfold Hard are rated")
			s.play("you: /privacy forget what:all sure:true")
		}
		s.play("you: /hex new level:easy size:9 rated:true", "you: /hex new level:hard size:11 rated:true")
		s.clock = s.clock.Add(24 * time.Hour)
		s.play("you: /hex new level:hard size:9 rated:true")
	}
}

// TestTenGamesAtOnce: of two games that would both be the tenth of a day, and are opened at once, one is.
func TestTenGamesAtOnce(t *testing.T) {
	for name, then := range map[string]func(*session){
		"it goes on": func(*session) {},
		"it ends":    func(s *session) { s.play("you: /hex resign table:10", "you: [Resign]") },
	} {
		s := newSession(t)
		for n := 1; n <= 9; n++ {
			s.play("you: /hex new level:hard size:9 rated:true", fmt.Sprint("you: /hex resign table:", n), "you: [Resign]")
		}
		r := s.request("you", "/hex new level:hard size:9 rated:true")
		s.stores(&overtaken{Store: s.store, before: func() {
			s.play("you: /hex new level:hard size:9 rated:true")
			then(s)
		}})
		if said := s.finish(r); !said.Refused || !strings.Contains(said.Text, "10 games a day") {
			t.Errorf("%s: the eleventh game is answered by %q", name, said.Text)
		}
	}
}
