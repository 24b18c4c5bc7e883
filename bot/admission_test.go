package bot

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/watch"
	"github.com/sixfold-bot/sixfold/engine"
)

// limited is a session with other limits.
func limited(t *testing.T, change func(*config.Config)) *session {
	t.Helper()
	s := newSession(t)
	s.configure(change)
	return s
}

// refused checks that a person is refused, privately, with these words.
func (s *session) refused(user, does, words string) {
	s.t.Helper()
	r := s.does(user, does)
	if !r.Refused || !r.Private || r.Update || !strings.Contains(r.Text, words) {
		s.t.Errorf("%s: %s: refused %t, private %t: %q; want %q", user, does, r.Refused, r.Private, r.Text, words)
	}
}

const tooMany = "as many as a person may; wait a moment and try again."

// TestCommandsWithinAMinute: the last that is allowed, one more, another person, and the
// moment at which there is room again.
func TestCommandsWithinAMinute(t *testing.T) {
	s := limited(t, func(c *config.Config) { c.Limits.PersonCommands = 4 })
	s.play("you: /help", "you: /games")
	s.clock = s.clock.Add(30 * time.Second)
	s.play("you: /help", "you: /games")
	s.refused("you", "/help", "You have given 4 commands within a minute, "+tooMany)
	s.play("friend: /help")
	s.clock = s.clock.Add(30*time.Second - 1)
	s.refused("you", "/help", tooMany)
	s.clock = s.clock.Add(1) // the first two are a minute ago, and what was refused does not count
	s.play("you: /help", "you: /games")
	s.refused("you", "/help", tooMany)
	s.clock = s.clock.Add(-time.Hour) // set back: nobody waits for an hour
	s.play("you: /help")
	s.clock = s.clock.Add(time.Hour)
	s.play("you: /help")
}

// TestEachWayInCounts: commands, buttons, forms and menus alike, and a command that is
// refused for another reason.
func TestEachWayInCounts(t *testing.T) {
	for _, tt := range []struct {
		name  string
		does  []string // by "you"; the last one is too much
		limit int
	}{
		{"a command", []string{"/hex new @you size:3", "/hex move b2"}, 1},
		{"a button", []string{"/hex new @you size:3", "/hex move b2", "[Undo]"}, 2},
		{"a form", []string{"/hex new @you size:3", "[Move] b2"}, 2}, // which opens, and is sent
		{"what was refused", []string{"/hex undo", "/hex undo", "/help"}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := limited(t, func(c *config.Config) { c.Limits.PersonCommands = tt.limit })
			for _, does := range tt.does[:len(tt.does)-1] {
				if r := s.does("you", does); strings.Contains(r.Text, tooMany) {
					t.Fatalf("%s: %s", does, r.Text)
				}
			}
			s.refused("you", tt.does[len(tt.does)-1], tooMany)
		})
	}
}

// TestTypingCountsByItself: suggestions do not count as commands, and have a limit of their own.
func TestTypingCountsByItself(t *testing.T) {
	s := limited(t, func(c *config.Config) { c.Limits.PersonCommands = 2 })
	s.play("friend: /help")
	for i := range 2 * suggestionsPerCommand {
		if len(s.types("you", "/help | game:h")) == 0 {
			t.Fatalf("nothing is offered at the %d. character", i+1)
		}
	}
	if offered := s.types("you", "/help | game:h"); offered != nil {
		t.Errorf("beyond the limit %v is offered", offered)
	}
	if len(s.types("friend", "/help | game:h")) == 0 {
		t.Error("another person is offered nothing")
	}
	s.play("you: /help", "you: /help")
	s.refused("you", "/help", tooMany)
	s.clock = s.clock.Add(time.Minute)
	if len(s.types("you", "/help | game:h")) == 0 {
		t.Error("nothing is offered a minute later")
	}
}

// TestFloodIsLoggedOnceAMinute: however much is refused, and how much that was is counted.
func TestFloodIsLoggedOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := limited(t, func(c *config.Config) { c.Limits.PersonCommands = 100 })
		var out bytes.Buffer
		s.log.Handler = slog.NewTextHandler(&out, nil)
		w := watch.New()
		s.watched(w)
		r := s.request("you", "/help")
		for range 10_100 {
			r.ID = s.nextRequest()
			s.bot.Handle(context.Background(), r)
		}
		time.Sleep(watch.RefusalsEvery) // by the bubble's clock
		synctest.Wait()
		if n := strings.Count(out.String(), "\n"); n != 1 || !strings.Contains(out.String(), "person_commands:10000") {
			t.Errorf("10,000 refusals make %d lines:\n%s", n, &out)
		}
		if strings.Contains(out.String(), ids["you"]+" ") || strings.Contains(out.String(), "You") {
			t.Errorf("the log names who it was:\n%s", &out)
		}
		if want := `sixfold_limit_refused_total{limit="person_commands"} 10000`; !strings.Contains(bottest.Figures(t, w), want) {
			t.Errorf("the figures lack %s", want)
		}
		for range 3 {
			s.bot.Handle(context.Background(), r)
			time.Sleep(20 * time.Second) // by the bubble's clock
		}
		synctest.Wait()
		if n := strings.Count(out.String(), "\n"); n != 2 {
			t.Errorf("a minute of refusals more makes %d lines in all:\n%s", n, &out)
		}
		s.bot.Handle(context.Background(), r)
		ctx, stop := context.WithCancel(context.Background())
		stop()
		if err := s.bot.Run(ctx, &posts{}); err != nil || strings.Count(out.String(), "\n") != 3 {
			t.Errorf("at the end what is left is not told: %v\n%s", err, &out)
		}
	})
}

// TestBlockedByTheOperator: a person or a server is told so, alone, whatever they ask, and
// others go on.
func TestBlockedByTheOperator(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3", "friend: /hex new @friend size:3")
	for _, tt := range []struct {
		name, words string
		change      func(*config.Config)
		others      bool // who are somebody else in the same server are answered
	}{
		{"person", "You cannot use this bot", func(c *config.Config) { c.Limits.BlockedPeople = []string{"77", ids["you"]} }, true},
		{"server", "This bot cannot be used in this server", func(c *config.Config) { c.Limits.BlockedServers = []string{"77", "900"} }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := s.config
			s.configure(tt.change)
			defer s.configure(func(c *config.Config) { *c = before })
			for range 100 {
				s.refused("you", "/help", tt.words)
			}
			s.refused("you", "/hex new level:easy", tt.words)
			s.shown = s.shown[:2]
			s.refused("you", "[End]", tt.words)
			if offered := s.types("you", "/hex move | cell:"); offered != nil {
				t.Errorf("%v is offered", offered)
			}
			if r := s.does("friend", "/help"); r.Refused == tt.others {
				t.Errorf("another person is answered %q", r.Text)
			}
			r := s.request("you", "/help")
			r.Guild = "901"
			if reply := s.finish(r); reply.Refused != tt.others {
				t.Errorf("in another server: %q", reply.Text)
			}
			r.Guild = ""
			if reply := s.finish(r); reply.Refused != tt.others {
				t.Errorf("in direct messages: %q", reply.Text)
			}
		})
	}
}

// TestNothingIsPostedToABlockedServer: a table there ends by itself, silently.
func TestNothingIsPostedToABlockedServer(t *testing.T) {
	for _, blocked := range []bool{false, true} {
		s := newSession(t)
		s.play("you: /hex new @friend size:3", "friend: [Accept]")
		if blocked {
			s.configure(func(c *config.Config) { c.Limits.BlockedServers = []string{"900"} })
		}
		if said := s.jump(6*day + time.Hour); (len(said) == 0) != blocked {
			t.Errorf("blocked %t: it is warned by %v", blocked, said)
		}
		s.jump(2 * day)
		if !s.table(1).Over {
			t.Errorf("blocked %t: the table does not end", blocked)
		}
	}
}

// TestLimitsAtEachWayIn: what opens a table, joins one or plays a move is bounded, whatever
// it is done by.
func TestLimitsAtEachWayIn(t *testing.T) {
	tables := func(c *config.Config) { c.Limits.PersonTables = 1 }
	here := func(c *config.Config) { c.Limits.ChannelTables = 1 }
	moves := func(c *config.Config) { c.Limits.TableMoves = 2 }
	own, full := "You have one open table", "This table has 2 moves"
	two := []string{"you: /hex new @you size:3 swap:false", "you: /hex move b2", "you: /hex move a1"}
	// Against oneself a game ends by resigning; the rematch is then one too many.
	again := []string{"you: /hex new @you size:3", "you: /hex move b2", "you: /hex resign", "you: [End]", "you: /hex new @you size:3"}
	for _, tt := range []struct {
		name   string
		limit  func(*config.Config)
		before []string
		does   string
		want   string
	}{
		{"new", tables, []string{"you: /hex new @you size:3"}, "you: /hex new @you size:3", own},
		{"new against a level", tables, []string{"you: /hex new @you size:3"}, "you: /hex new level:easy size:3", own},
		{"a challenge", tables, []string{"you: /hex new @you size:3"}, "you: /hex new @friend size:3", own},
		{"another game", tables, []string{"you: /hex new @you size:3"}, "you: /gordon new @you", own},
		{"a start", tables, []string{"you: /hex new @you size:3"}, "you: /hex puzzle", own},
		{"a written game", tables, []string{"you: /hex new @you size:3"}, "you: /hex import text:(;FF[4]GM[11]SZ[3];B[b2])", own},
		{"a rematch", tables, again, "you: [Again]", own},
		{"join", tables, []string{"you: /hex new size:3 open:true", "friend: /hex new @friend size:3"}, "friend: /hex join table:1", own},
		{"the button to join", tables, []string{"you: /hex new size:3 open:true", "friend: /gordon new @friend"}, "friend: [Join]", own},
		{"the button to accept", tables, []string{"friend: /hex new @friend size:3", "you: /hex new @friend size:3"}, "friend: [Accept]", own},
		{"a channel", here, []string{"friend: /hex new @friend size:3"}, "you: /gordon new @you", "This channel has one open table"},
		{"challenges", func(c *config.Config) { c.Limits.PersonChallenges = 1 }, []string{"you: /hex new @friend size:3"}, "you: /hex new open:true", "One challenge of yours waits"},
		{"of two", func(c *config.Config) { c.Limits.PairChallenges = 1 }, []string{"you: /hex new @friend size:3"}, "friend: /gordon new @you", "One challenge waits between you and You"},
		{"move", moves, two, "you: /hex move c1", full},
		{"a form", moves, two, "you: [Move] c1", full},
		{"a level's answer counts", moves, []string{"you: /hex new level:easy size:4", "you: /hex move b2"}, "you: /hex move c3", full},
		{"a written game of too many moves", moves, nil, "you: /hex import text:(;FF[4]GM[11]SZ[3];B[b2];W[a1];B[c1])", "This game has 3 moves, and a table may have 2 at most"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := limited(t, tt.limit)
			s.play(tt.before...)
			user, does, _ := strings.Cut(tt.does, ": ")
			s.refused(user, does, tt.want)
		})
	}
}

// TestLimitsAreCounted by the key of each in the settings.
func TestLimitsAreCounted(t *testing.T) {
	s := limited(t, func(c *config.Config) { c.Limits.PersonTables, c.Limits.TableMoves = 1, 1 })
	w := watch.New()
	s.watched(w)
	s.play("you: /hex new @you size:3", "you: /hex move b2")
	s.refused("you", "/hex move a1", "This table has one move, as many as a table may have; `/hex resign` ends it, `/hex export` writes the game down, `/hex new` opens another.")
	for range 2 {
		s.refused("you", "/hex new @you", "one open table")
	}
	s.refused("you", "/hex move z9", "This table has one move")
	s.refused("friend", "/hex undo", "")
	figures := bottest.Figures(t, w)
	for limit, want := range map[string]int{"table_moves": 2, "person_tables": 2} {
		if line := fmt.Sprintf("sixfold_limit_refused_total{limit=%q} %d", limit, want); !strings.Contains(figures, line) {
			t.Errorf("the figures lack %s", line)
		}
	}
	if n := strings.Count(figures, "\nsixfold_limit_refused_total{"); n != 2 {
		t.Errorf("%d limits are counted, want 2", n)
	}
}

// TestUndoAtAFullTable makes room for another move.
func TestUndoAtAFullTable(t *testing.T) {
	s := limited(t, func(c *config.Config) { c.Limits.TableMoves = 1 })
	s.play("you: /hex new @you size:3", "you: /hex move b2", "you: /hex undo", "you: /hex move a1")
	s.refused("you", "/hex move b2", "one move")
}

// TestNothingIsFetchedForTheRefused. A file that cannot be fetched counts as a command like any other.
func TestNothingIsFetchedForTheRefused(t *testing.T) {
	s := limited(t, func(c *config.Config) { c.Limits.PersonCommands = 2 })
	r := s.request("you", "/hex import")
	r.Options["file"] = engine.File{Name: "g.sgf"}
	fetched := 0
	var broken error
	r.Fetch = func(context.Context) (map[string]engine.File, error) {
		fetched++
		return map[string]engine.File{"file": {Name: "g.sgf", Data: []byte("(;FF[4]GM[11]SZ[3];B[b2])")}}, broken
	}
	if reply := s.finish(r); reply.Refused || !strings.Contains(reply.Text, "Hex, table 1") {
		t.Errorf("imported: %q", reply.Text)
	}
	broken, r.ID = engine.Refuse("that file is too large"), s.nextRequest()
	if reply := s.finish(r); !reply.Refused || reply.Text != "That file is too large." {
		t.Errorf("a file that does not come: %q", reply.Text)
	}
	for range 3 {
		r.ID = s.nextRequest()
		if reply := s.finish(r); !strings.Contains(reply.Text, tooMany) {
			t.Errorf("beyond the limit: %q", reply.Text)
		}
	}
	if fetched != 2 {
		t.Errorf("%d files were fetched, want 2", fetched)
	}
}
