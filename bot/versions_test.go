package bot

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
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
