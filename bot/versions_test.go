package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// newVersions are a copy of the bot that plays Hex by newer rules, or plays it at all, and an older one.
func newVersions(t *testing.T, knows bool) (newer, older *session) {
	t.Helper()
	log, games := &logtest.Memory{}, Games()
	by := quickHex()
	by.Game.Rules++
	by.Game.RulesOf = nil
	before := games[:0:0]
	for _, g := range games {
		if g.Game.ID == "gordon" || knows && g.Game.ID == "hex" {
			before = append(before, g)
		}
	}
	newer = newSessionOn(t, copyOf(t.Context(), log.Client(0)), []show.Entry{by})
	older = newSessionOn(t, copyOf(t.Context(), log.Client(0)), before)
	older.configure(func(c *config.Config) { c.Tables.KeepFinished = 7 })
	return newer, older
}

// TestOlderCopyLeavesTablesAlone: what is due at a table that only a newer version can replay waits for that
// version, however often an older copy meets it, and holds up nothing else.
func TestOlderCopyLeavesTablesAlone(t *testing.T) {
	for name, knows := range map[string]bool{"older rules": true, "an unknown game": false} {
		t.Run(name, func(t *testing.T) {
			newer, older := newVersions(t, knows)
			log := older.logged()
			newer.play("you: /hex new size:5 level:easy swap:false")
			newer.bot.Handle(context.Background(), newer.request("you", "/hex move c3")) // its answer is lost
			newer.play("you: /hex new @friend size:5", "friend: [Accept]", "you: /hex move c3")
			newer.play("you: /hex new @friend size:5", "friend: [Accept]", "you: [Resign]", "you: [Resign]")
			before := newer.tables(3)
			for range 50 {
				older.clock = older.clock.Add(24 * time.Hour)
				older.follow()
				older.round()
				older.bot.Tables.Prune(t.Context(), func(store.Key) {})
				if !older.bot.expire(t.Context(), &posts{}) {
					t.Fatal("the others are looked at less often")
				}
			}
			newer.follow()
			if now := newer.tables(3); now != before {
				t.Errorf("the tables have become\n%s\nfrom\n%s", now, before)
			}
			if n := strings.Count(log.String(), `"level":"ERROR"`); n != 4 {
				t.Errorf("%d reports, want of each table what cannot be done:\n%s", n, log)
			}
			newer.round()
			if moves := len(newer.table(1).Moves); moves != 2 {
				t.Errorf("%d moves after the level's turn", moves)
			}
			newer.clock = older.clock
			posted := &posts{}
			if newer.bot.expire(t.Context(), posted); len(posted.ch) != 2 {
				t.Errorf("of two idle games is said %+v", posted.ch)
			}
		})
	}
}

// TestNewerCopyPlaysTurns: while an older copy does what no request asks for, turns of levels that it cannot play are
// taken up by a newer one.
func TestNewerCopyPlaysTurns(t *testing.T) {
	newer, older := newVersions(t, true)
	newer.play("you: /hex new size:5 level:easy swap:false")
	newer.bot.Handle(t.Context(), newer.request("you", "/hex move c3")) // its answer is lost
	older.clock = older.clock.Add(time.Minute)
	older.follow()
	older.round()
	newer.clock = older.clock
	ctx, end := context.WithCancel(t.Context())
	posted := false
	newer.bot.Assist(ctx, &room{now: func() time.Time { return newer.clock }, told: func(string) {
		end()
		time.Sleep(50 * time.Millisecond)
		posted = true
	}})
	if moves := len(newer.table(1).Moves); moves != 2 || !posted {
		t.Errorf("%d moves, and that all is posted before the copy leaves is %t", moves, posted)
	}
	newer.clock = newer.clock.Add(time.Hour)
	if err := newer.bot.Alive(); err != nil {
		t.Errorf("a copy that has helped out and has no rounds of its own: %v", err)
	}
}

// TestOlderCopyLeavesWhatGoesWithTables: notifications, live boards, ratings and tournaments of tables that only a
// newer version can replay wait for that version.
func TestOlderCopyLeavesWhatGoesWithTables(t *testing.T) {
	for name, tt := range map[string]struct {
		begin func(newer *session)
		older func(older *session)
		then  func(newer *session) error
	}{
		"a notification": {
			func(newer *session) {
				newer.play("friend: /notify way:direct", "you: /hex new @friend size:5", "friend: [Accept]", "you: /hex move c3")
			},
			func(older *session) { older.tell(&post{}, time.Hour) },
			func(newer *session) error {
				if direct, _ := newer.tell(&post{}, time.Hour); len(direct) != 1 {
					return fmt.Errorf("friend is told %q", direct)
				}
				return nil
			},
		},
		"a live board": {
			func(newer *session) {
				hang(newer)
				newer.play("you: /hex new @friend size:5", "friend: [Accept]")
				newer.watches("stranger", "1002", hexTable(1), true)
				newer.play("you: /hex move c3")
			},
			func(older *session) {
				w := hang(older)
				if older.passes(time.Hour); w.edits > 0 {
					t.Error("the older copy edits the board")
				}
			},
			func(newer *session) error {
				if live := newer.kept(string(show.LiveKind)); len(live) != 1 {
					return fmt.Errorf("live boards: %q", live)
				}
				return nil
			},
		},
		"a rating": {
			func(newer *session) {
				standing := store.RecordKey{Kind: string(rating.Kind), ID: ids["you"] + "/hex/9"}
				newer.play("you: /hex new @friend size:9 rated:true", "friend: [Accept]", "you: /hex move a1", "friend: /hex move b1", "you: /hex move a2", "friend: /hex move b2")
				cupIn(newer).putRecord(standing, []byte("{"))
				newer.play("friend: /hex resign", "friend: [Resign]")
				cupIn(newer).putRecord(standing, nil) // mended
			},
			func(older *session) { older.bot.rater.Pass(t.Context()) },
			func(newer *session) error {
				if r := newer.table(1); r.Rated == "" || len(r.End.Ratings) > 0 {
					return fmt.Errorf("rated in %q: %v", r.Rated, r.End.Ratings)
				}
				newer.bot.rater.Pass(t.Context())
				if r := newer.table(1); len(r.End.Ratings) != 2 {
					return fmt.Errorf("rated by the newer copy: %v", r.End.Ratings)
				}
				return nil
			},
		},
		"a tournament": {
			func(newer *session) {
				c := cupIn(newer)
				c.sitDown(3, "rounds:1")
				k := c.kept()
				c.must(c.asks(numberOf(k.Players[k.Rounds[0].Games[0].First].ID), "/tournament withdraw"))
			},
			func(older *session) { cupIn(older).advance() },
			func(newer *session) error {
				c := cupIn(newer)
				if r := newer.table(1); r.Over || c.kept().Rounds[0].Games[0].Done {
					return fmt.Errorf("the game has ended: %+v", r.Result)
				}
				if c.advance(); !newer.table(1).Over || !c.kept().Rounds[0].Games[0].Done {
					return errors.New("the game is not forfeited")
				}
				return nil
			},
		},
	} {
		for _, knows := range []bool{true, false} {
			t.Run(fmt.Sprint(name, " of a known game: ", knows), func(t *testing.T) {
				newer, older := newVersions(t, knows)
				log := older.logged()
				tt.begin(newer)
				for range 20 {
					older.follow()
					tt.older(older)
				}
				newer.follow()
				newer.clock = older.clock
				if err := tt.then(newer); err != nil {
					t.Error(err)
				}
				if n := strings.Count(log.String(), `"level":"ERROR"`); n != 1 {
					t.Errorf("%d reports, want one:\n%s", n, log)
				}
			})
		}
	}
}

// barred is a store with tables of a person that only a newer version can read.
type barred struct {
	Store
	on       bool
	searched int
}

func (b *barred) Sat(id string) ([]store.Entry, error) {
	b.searched++
	if b.on {
		return nil, fmt.Errorf("a table: %w", store.ErrNewerRecord)
	}
	return b.Store.Sat(id)
}

// TestForgottenAtTablesOfANewerVersion: who is to be forgotten at tables that only a newer version can change, is told
// that some are left, and is forgotten there when that version runs.
func TestForgottenAtTablesOfANewerVersion(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @leaver size:5", "leaver: [Accept]", "you: /hex move c3", "leaver: /hex resign", "leaver: [Resign]")
	b := &barred{Store: s.store, on: true}
	s.stores(b)
	if r := s.does("leaver", "/privacy forget what:all sure:true"); !strings.Contains(r.Text, "Some tables are left; they follow as soon as that is possible.") {
		t.Errorf("who leaves is told %q", r.Text)
	}
	b.searched = 0
	failed := 0
	for range 8 {
		if err := s.bot.privacy.Pass(t.Context()); err != nil {
			failed++
		}
		s.clock = s.clock.Add(15 * time.Minute)
	}
	if b.searched != 2 || failed != 2 {
		t.Errorf("in two hours all tables were searched %d times, and that was reported %d times", b.searched, failed)
	}
	b.on = false
	for range 3 {
		if err := s.bot.privacy.Pass(t.Context()); err != nil {
			t.Error(err)
		}
	}
	s.absent(ids["leaver"], "Leaver")
}

// cupIn is a tournament in a session.
func cupIn(s *session) *cup {
	return &cup{s, &room{gone: map[string]bool{}, now: func() time.Time { return s.clock }}, int(s.clock.Unix())}
}

// follow waits until the session's copy has what other copies have stored.
func (s *session) follow() {
	s.t.Helper()
	if err := s.store.Sync(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// tables returns the first tables of Hex as they are stored.
func (s *session) tables(n int) string {
	s.t.Helper()
	var list []*store.Table
	for number := range n {
		list = append(list, s.table(number+1))
	}
	data, err := json.Marshal(list)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}
