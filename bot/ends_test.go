package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/bot/tournament/pairing"
	"github.com/sixfold-bot/sixfold/store"
)

// by has somebody other than the one whom the session knows send a request.
func by(user string) func(*chat.Request) {
	return func(r *chat.Request) { r.User = player(numberOf(user)) }
}

// TestDecidedGameIsFinal: a move with which a game of a tournament has ended is not taken back, neither before
// nor after the tournament has counted it, also where that was asked before.
func TestDecidedGameIsFinal(t *testing.T) {
	for _, how := range []string{"", " rated:true"} {
		c := newCup(t)
		c.sitDown(4, "rounds:1"+how)
		at := c.open(sessionChannel)[0]
		first, second := strings.TrimPrefix(at.Seats[0], store.UserSeat), strings.TrimPrefix(at.Seats[1], store.UserSeat)
		for i, line := range strings.Fields("a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 a8 b8") {
			c.must(c.asks(0, "/hex move "+line, by([]string{first, second}[i%2])))
		}
		asked := c.asks(0, "/hex undo", by(second))
		c.must(asked)
		allow := c.request("you", "[Allow]")
		allow.User = player(numberOf(first))
		c.must(c.asks(0, "/hex move a9", by(first)))
		ended, err := c.store.Load(at.Key)
		if err != nil || ended.End == nil || ended.End.Winner != 0 || len(ended.End.Ratings) != 2*strings.Count(how, "rated") {
			t.Fatalf("%q: %+v, %v", how, ended, err)
		}
		for range 2 {
			allow.ID = c.nextRequest()
			c.finish(allow)
			for _, user := range []string{first, second} {
				c.refuses(c.asks(0, fmt.Sprintf("/hex undo table:%d", at.Number), by(user)), "so no move is taken back")
			}
			if now, err := c.store.Load(at.Key); err != nil || now.Revision != ended.Revision {
				t.Errorf("%q: the game has become %+v, %v", how, now, err)
			}
			c.advance()
		}
		c.playRound()
		c.advance()
		if k := c.kept(); k.State != tournament.Over || k.Standings()[0].Score != pairing.Win {
			t.Errorf("%q: it is %s, and first %+v", how, k.State, k.Standings()[0])
		}
	}
}

// TestNewGameIsToldWithItsTable: the commit that opens the table of a game has what both players are to be told.
func TestNewGameIsToldWithItsTable(t *testing.T) {
	c := newCup(t)
	for n := 1; n <= 4; n++ {
		c.must(c.asks(n, "/notify way:direct"))
	}
	c.stores(&counting{c.store, func(tx *store.Tx) {
		if saved, _, _ := tx.Tables(); len(saved) == 0 {
			return
		}
		told := 0
		written, _ := tx.Records()
		for _, v := range written {
			if v.Kind == "tell" {
				told++
			}
		}
		if told != 2 {
			t.Errorf("%d players are told of a game with its table", told)
		}
	}})
	c.sitDown(4, "rounds:1")
	direct, _ := c.tell(&post{}, soon)
	for n := 1; n <= 4; n++ {
		if told := slices.DeleteFunc(slices.Clone(direct), func(m string) bool { return !strings.HasPrefix(m, player(n).ID) }); len(told) != 1 {
			t.Errorf("player %d is told %q", n, told)
		}
	}
}

// TestDamagedStandingHoldsNoRatingUp: a game of somebody whose rating cannot be read waits, and is logged. All
// other games are rated, also those of the pass, and the tournament goes on.
func TestDamagedStandingHoldsNoRatingUp(t *testing.T) {
	c := newCup(t)
	log := c.logged()
	c.sitDown(6, "rounds:2 rated:true")
	tables := c.open(sessionChannel)
	standing := func(n int, data []byte) {
		c.putRecord(store.RecordKey{Kind: string(rating.Kind), ID: strings.TrimPrefix(tables[n].Seats[0], store.UserSeat) + "/" + tables[n].Rated}, data)
	}
	standing(0, []byte("{"))
	standing(1, []byte("{"))
	c.playRound()
	standing(1, nil) // mended
	if aside := c.bot.rater.Pass(t.Context()); aside != 1 {
		t.Errorf("%d games are set aside", aside)
	}
	c.advance()
	for i, b := range tables {
		record, err := c.store.Load(b.Key)
		if err != nil || record.End == nil || (len(record.End.Ratings) == 2) != (i > 0) {
			t.Errorf("game %d: %+v, %v", i, record.End, err)
		}
	}
	if k := c.kept(); len(k.Rounds) != 2 {
		t.Errorf("it is in round %d", len(k.Rounds))
	}
	if !strings.Contains(log.String(), "rate a game") || !strings.Contains(log.String(), tables[0].Rated) {
		t.Error(log.String())
	}
}

// putRecord stores the data of a small record, nil to delete it.
func (c *cup) putRecord(key store.RecordKey, data []byte) {
	c.t.Helper()
	err := store.Update(c.t.Context(), c.store, store.Op{}, func(tx *store.Tx) error {
		if tx.Put(key.Kind, key.ID, data); data == nil {
			tx.Delete(key)
		}
		return nil
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// TestPlayerWithoutRoom: a player, on whichever seat, who has as many tables as a person may have, is told so
// once. The game begins as soon as there is room. Without any the player forfeits it when its time is over.
func TestPlayerWithoutRoom(t *testing.T) {
	for n := 1; n <= 4; n++ {
		c := newCup(t)
		c.must(c.asks(n, "/hex new open:true", in("1002")))
		c.configure(func(s *config.Config) { s.Limits.PersonTables = 1 })
		log := c.logged()
		c.sitDown(4, "rounds:3 hours:72")
		c.advance()
		tells := func() int { return c.room.calls("wait for room, because")[player(n).ID] }
		if len(c.open(sessionChannel)) != 1 || tells() != 1 || strings.Count(log.String(), "wait for room") != 1 {
			t.Fatalf("player %d: %d tables, told %d times, logged %s", n, len(c.open(sessionChannel)), tells(), log.String())
		}
		c.playRound()
		c.clock = c.clock.Add(71 * time.Hour)
		if c.advance(); len(c.kept().Rounds) != 1 {
			t.Fatalf("player %d: too early", n)
		}
		c.clock = c.clock.Add(time.Hour)
		c.advance()
		k := c.kept()
		for _, g := range k.Rounds[0].Games {
			for seat, who := range []int{g.First, g.Second} {
				if k.Players[who].ID == player(n).ID && (g.Points[seat] != 0 || g.Points[1-seat] != pairing.Win || g.Played) {
					t.Errorf("player %d: %+v", n, g)
				}
			}
		}
		if len(k.Rounds) != 2 || len(c.open(sessionChannel)) != 1 {
			t.Fatalf("player %d: %d rounds, %d tables", n, len(k.Rounds), len(c.open(sessionChannel)))
		}
		c.must(c.asks(n, "/hex resign", in("1002")))
		if c.advance(); len(c.open(sessionChannel)) != 2 {
			t.Errorf("player %d: %d tables once there is room", n, len(c.open(sessionChannel)))
		}
	}
}

// TestPlayerWithoutRoomIsToldInTime: who is told late, or once the opponent has made room, has as long as a game
// may last from then on.
func TestPlayerWithoutRoomIsToldInTime(t *testing.T) {
	c := newCup(t)
	c.configure(func(s *config.Config) { s.Limits.PersonTables = 1 })
	c.room.cut = func() error { return errors.New("the connection is lost") }
	c.sitDown(4, "rounds:1 hours:72")
	c.room.cut = nil
	k := c.kept()
	game := k.Rounds[0].Games[0]
	one, other := numberOf(k.Players[game.First].ID), numberOf(k.Players[game.Second].ID)
	for _, does := range []struct {
		after     time.Duration
		n         int
		line      string
		told      [2]int
		forfeited bool
	}{
		{80 * time.Hour, one, "/hex new open:true", [2]int{1, 0}, false},
		{time.Hour, other, "/hex new open:true", [2]int{1, 0}, false},
		{10 * time.Hour, one, "/hex resign", [2]int{1, 1}, false},
		{71 * time.Hour, 0, "/games", [2]int{1, 1}, false},
		{2 * time.Hour, 0, "/games", [2]int{1, 1}, true},
	} {
		c.clock = c.clock.Add(does.after)
		c.must(c.asks(does.n, does.line, in("1002")))
		c.advance()
		calls := c.room.calls("wait for room, because")
		told, done := [2]int{calls[player(one).ID], calls[player(other).ID]}, c.kept().Rounds[0].Games[0].Done
		if told != does.told || done != does.forfeited {
			t.Errorf("after %s: told %v times, forfeited %t; want %v, %t", does.line, told, done, does.told, does.forfeited)
		}
	}
}

// TestMovedGameNeedsNoMoreRoom: who has as many tables as a person may have goes on with their game in another
// channel.
func TestMovedGameNeedsNoMoreRoom(t *testing.T) {
	c := newCup(t)
	c.configure(func(s *config.Config) { s.Limits.PersonTables = 1 })
	c.sitDown(4, "rounds:1")
	c.must(c.asks(0, "/tournament move", in("1002")))
	if c.advance(); len(c.open("1002")) != 2 {
		t.Errorf("%d games go on", len(c.open("1002")))
	}
}

// TestResultsBeforeTheyArePruned: after a stop for longer than finished games are kept, the results are taken
// before the tables are deleted, also where nothing can be said.
func TestResultsBeforeTheyArePruned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCup(t)
		c.config.Tables.KeepFinished = 30
		c.restart()
		c.sitDown(4, "rounds:1")
		tables := c.open(sessionChannel)
		c.wins(tables[1].Key)
		k := c.kept()
		other := k.Rounds[0].Games[slices.IndexFunc(k.Rounds[0].Games, func(g tournament.Game) bool { return g.Table == tables[0].Number })]
		c.must(c.asks(numberOf(k.Players[other.First].ID), "/tournament withdraw"))
		c.clock = c.clock.AddDate(0, 0, 40)
		c.room.cut = func() error { return errors.New("the connection is lost") } // at the forfeit, which comes first
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- c.bot.Run(ctx, c.room) }()
		synctest.Wait()
		stop()
		if err := bottest.Receive(t, ended); err != nil {
			t.Error(err)
		}
		if _, err := c.store.Load(tables[1].Key); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the table is kept: %v", err)
		}
		for _, g := range c.kept().Rounds[0].Games {
			if g.Table == tables[1].Number && (!g.Played || g.Points[0]+g.Points[1] != pairing.Win) {
				t.Errorf("its result is %+v", g)
			}
		}
	})
}

// TestBothForfeit: nobody scores, also where the bot stops after it has ended the table, and the server is then
// blocked.
func TestBothForfeit(t *testing.T) {
	c := newCup(t)
	c.sitDown(4, "rounds:1")
	k := c.kept()
	g := k.Rounds[0].Games[0]
	for _, n := range []int{g.First, g.Second} {
		c.must(c.asks(0, "/tournament forfeit player:@friend", naming(numberOf(k.Players[n].ID))))
	}
	c.room.cut = func() error { return errors.New("the program dies") }
	c.advance()
	if record, err := c.store.Load(store.Key{Channel: g.Channel, Game: "hex", Number: g.Table}); err != nil || !record.Over {
		t.Fatalf("%+v, %v", record, err)
	}
	c.configure(func(s *config.Config) { s.Limits.BlockedServers = []string{"900"} })
	c.advance()
	if g := c.kept().Rounds[0].Games[0]; !g.Done || g.Points != [2]int{} || g.Played {
		t.Errorf("%+v", g)
	}
}
