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

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// ruins is Discord where channels are gone, or the bot is not in the server any more.
type ruins struct {
	post
	gone map[string]bool // channels
	left bool
	down bool // nothing is answered
}

func (r *ruins) refusal(channel string) error {
	switch {
	case r.down:
		return errors.New("502")
	case r.gone[channel]:
		return errors.Join(chat.ErrNoPost, chat.ErrGone)
	case r.left:
		return errors.Join(chat.ErrNoPost, chat.ErrLeft)
	}
	return nil
}

func (r *ruins) Post(ctx context.Context, channel string, m chat.Reply) error {
	if err := r.refusal(channel); errors.Is(err, chat.ErrLeft) {
		return chat.ErrNoPost
	} else if err != nil {
		return err
	}
	return r.post.Post(ctx, channel, m)
}

func (r *ruins) Reaches(_ context.Context, _, channel string) error { return r.refusal(channel) }

// deletes has the channel of the session be gone.
func (r *ruins) deletes() { r.gone = map[string]bool{sessionChannel: true} }

// lives lets time pass as the bot's rounds do, with people told, and returns the direct messages.
func (s *session) lives(r *ruins, d time.Duration) (direct []string) {
	s.t.Helper()
	defer s.bot.Outbox.Through(r)()
	s.minutely(d, func() {
		s.bot.expire(s.t.Context(), show.Heeding{Poster: r, Gone: s.bot.Tables.Vanish})
		s.bot.telling.Pass(s.t.Context())
	})
	direct, r.direct = r.direct, nil
	slices.Sort(direct)
	return direct
}

// vanished checks that a table has ended so that nobody has lost.
func (s *session) vanished(what string, number int) {
	s.t.Helper()
	r := s.table(number)
	if !r.Over || r.Result == nil || r.Result.Kind != table.Vanished || r.End.Winner != -1 || r.Rated != "" || r.Pending != nil {
		s.t.Errorf("%s: table %d has ended with %+v, %+v, rated %q", what, number, r.Result, r.End, r.Rated)
	}
}

const unreached = "has ended without a winner: I cannot reach it any more. Its channel is gone, or I am not in that server any more."

// TestDeletedChannels: games there end without a winner and unrated, by whatever is due at one of
// them, whether their warning comes or their end; each person is told once.
func TestDeletedChannels(t *testing.T) {
	for what, tt := range map[string]struct {
		control       string
		before, after time.Duration // that the channel is deleted
	}{
		"before the warning of a clock":       {"1d", time.Hour, 20 * time.Hour},
		"after it":                            {"1d", 21 * time.Hour, 3 * time.Hour},
		"in a live game":                      {"1+0", 50 * time.Second, 10 * time.Second},
		"before the warning of an idle table": {"none", time.Hour, 24*time.Hour - time.Minute},
		"after that":                          {"none", 24 * time.Hour, 24 * time.Hour},
	} {
		s := newSession(t)
		s.configure(func(c *config.Config) {
			c.Tables.IdleWarn, c.Tables.IdleEnd, c.Tables.ChallengeExpires = "24h", "48h", "72h"
		})
		s.runs(0)
		s.play("you: /hex new size:4 level:easy", "you: /hex new @stranger size:5")
		s.clock = s.clock.Add(time.Second)
		s.play("you: /hex new @friend size:9 rated:true clock:"+tt.control, "friend: [Accept]",
			"you: /hex move c3 table:3", "friend: /hex move b2 table:3", "you: /hex move d2 table:3", "friend: /hex move b4 table:3")
		r := &ruins{}
		if direct := s.lives(r, tt.before); len(direct) > 0 {
			t.Errorf("%s: told while it was there: %q", what, direct)
		}
		r.deletes()
		want := []string{
			"11: - **Hex, table 1** " + unreached + "\n- **Hex, table 2** " + unreached + "\n- **Hex, table 3** " + unreached,
			"12: **Hex, table 3** " + unreached, "13: **Hex, table 2** " + unreached,
		}
		if direct := s.lives(r, tt.after+time.Minute); !slices.Equal(direct, want) {
			t.Errorf("%s: told\n%s\nwant\n%s", what, strings.Join(direct, "\n"), strings.Join(want, "\n"))
		}
		for number := 1; number <= 3; number++ {
			s.vanished(what, number)
		}
		if direct := s.lives(r, time.Hour); len(direct) > 0 {
			t.Errorf("%s: told again: %q", what, direct)
		}
		wants(t, what+": what is kept of people", s.kept("tell"))
		wants(t, what+": the agenda", s.agenda())
		if r := s.does("stranger", "/history"); !strings.Contains(r.Text, "None yet") {
			t.Errorf("%s: a challenge stands in a history: %s", what, r.Text)
		}
		if r := s.does("you", "/hex new @friend size:5"); r.Refused {
			t.Errorf("%s: another table: %s", what, r.Text)
		}
	}
}

// TestDeletedChannelsAreToldAfterACrash: what must be told is stored with the end.
func TestDeletedChannelsAreToldAfterACrash(t *testing.T) {
	s := newSession(t)
	s.runs(0)
	s.timed("1d")
	r := &ruins{}
	r.deletes()
	s.clock = s.clock.Add(time.Minute)
	leave := s.bot.Outbox.Through(r)
	s.bot.Tables.Vanish(t.Context(), sessionChannel)
	leave()
	s.vanished("at once", 1)
	s.restart()
	if direct := s.lives(r, time.Minute); len(direct) != 2 {
		t.Errorf("told after a crash: %q", direct)
	}
}

// TestWhoIsToldOfDeletedChannels: who wants to hear nothing is told nothing, who wants quiet is
// told after it, and where direct messages are refused it is not tried for ever.
func TestWhoIsToldOfDeletedChannels(t *testing.T) {
	s := newSession(t)
	s.runs(0)
	s.play("you: /notify way:nothing", "friend: /notify quiet:7-11")
	s.timed("1d")
	r := &ruins{}
	r.deletes()
	if direct := s.lives(r, 23*time.Hour-time.Minute); len(direct) > 0 || !s.table(1).Over {
		t.Errorf("told in quiet hours: %q, %+v", direct, s.table(1).Result)
	}
	if direct := s.lives(r, time.Minute); len(direct) != 1 || !strings.HasPrefix(direct[0], "12: ") {
		t.Errorf("told %q", direct)
	}
	s = newSession(t)
	s.runs(0)
	s.timed("1d")
	r = &ruins{post: post{refuses: chat.ErrNoPost}}
	r.deletes()
	s.lives(r, 30*time.Hour)
	if r.tried != 2 {
		t.Errorf("it is tried %d times to tell two people", r.tried)
	}
	wants(t, "what is kept of people", s.kept("tell"))
}

// TestServersThatAreLeft: a game stands as long as the bot is not in its server, and ends after a
// day; where the bot is let in again, it goes on, and nobody has lost time by it.
func TestServersThatAreLeft(t *testing.T) {
	for control, ends := range map[string]time.Duration{"1d": 44 * time.Hour, "5+0": 24*time.Hour + 5*time.Minute, "none": 48 * time.Hour} {
		s := newSession(t)
		s.configure(func(c *config.Config) { c.Tables.IdleWarn, c.Tables.IdleEnd = "24h", "48h" })
		s.runs(0)
		s.play("stranger: /hex new @friend size:5")
		s.timed(control)
		r := &ruins{left: true}
		if direct := s.lives(r, ends-time.Minute); len(direct) > 0 || s.table(2).Over {
			t.Fatalf("%s: before a day without the bot has passed: %q, %+v", control, direct, s.table(2).Result)
		}
		if direct := s.lives(r, 2*time.Minute); len(direct) < 2 || !strings.Contains(direct[0], "**Hex, table 2** "+unreached) {
			t.Errorf("%s: told when it has passed: %q", control, direct)
		}
		s.vanished(control, 2)
	}
}

func TestServersThatAreEnteredAgain(t *testing.T) {
	for _, control := range []string{"1d", "5+0", "none"} {
		for _, moves := range []bool{false, true} {
			what := fmt.Sprintf("%s, moves %t", control, moves)
			s := newSession(t)
			s.configure(func(c *config.Config) { c.Tables.IdleWarn, c.Tables.IdleEnd = "24h", "48h" })
			s.runs(0)
			s.timed(control)
			r := &ruins{left: true}
			s.lives(r, 24*time.Hour)
			if !s.brief(1).Asks(table.Left) {
				t.Fatalf("%s: the table does not stand: %+v", what, s.table(1).Head)
			}
			r.left = false
			who := "you"
			if moves {
				if control == "5+0" {
					s.refused("you", "/hex move d2", "The clock is paused; *Resume*, or `/hex pause`, goes on.")
					s.play("you: /hex pause")
				}
				s.play("you: /hex move d2")
				who = "friend"
			} else if direct := s.lives(r, 25*time.Hour); len(direct) > 0 || s.table(1).Over {
				t.Fatalf("%s: back in the server: %q, %+v", what, direct, s.table(1).Result)
			}
			now := s.table(1)
			if c := now.Clock; now.Pending != nil || now.Over || c != nil && (c.Left[0] != c.Left[1] || c.Paused != (control == "5+0" && !moves) || c.Paused != (c.Since == 0)) {
				t.Errorf("%s: the game is %+v, %+v", what, now.Head, c)
			}
			if s.brief(1).Paused() {
				s.play(who + ": /hex pause")
			}
			s.play(who + ": /hex move b5")
		}
	}
}

// TestUnknownWhetherAChannelIsThere: an answer that does not come keeps no game from its end, and
// has none end.
func TestUnknownWhetherAChannelIsThere(t *testing.T) {
	s := newSession(t)
	s.runs(0)
	s.timed("1d")
	s.lives(&ruins{down: true}, 25*time.Hour)
	if r := s.table(1); r.Result == nil || r.Result.Kind != table.TimeUp || r.Result.Winner != 1 {
		t.Errorf("the game has ended with %+v", r.Result)
	}
}

// TestRemindersHeedRefusals: so it is told by the refusal of a reminder.
func TestRemindersHeedRefusals(t *testing.T) {
	s := newSession(t)
	s.play("you: /notify remind:3")
	s.timed("none")
	r := &ruins{}
	r.deletes()
	if direct := s.lives(r, 3*time.Hour+time.Minute); len(direct) != 2 {
		t.Errorf("told %q", direct)
	}
	s.vanished("by the refusal of a reminder", 1)
}

// refused is Discord where nothing is known of a channel until something is posted there, and then
// that it is gone, or that it is there: the refusal was a mistake.
type refused struct {
	*ruins
	posted, mistaken bool
}

func (r *refused) Post(ctx context.Context, channel string, m chat.Reply) error {
	r.posted = true
	return r.ruins.Post(ctx, channel, m)
}

func (r *refused) Reaches(ctx context.Context, server, channel string) error {
	switch {
	case !r.posted:
		return errors.New("502")
	case r.mistaken:
		return nil
	}
	return r.ruins.Reaches(ctx, server, channel)
}

// TestRunHeedsRefusals: that a channel is gone is told by the refusal of a message as well, unless
// that was a mistake.
func TestRunHeedsRefusals(t *testing.T) {
	for _, mistaken := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := newSession(t)
			s.clock = time.Now()
			s.timed("1d")
			s.now = time.Now
			r := &refused{ruins: &ruins{}, mistaken: mistaken}
			r.deletes()
			time.Sleep(19*time.Hour + 30*time.Minute)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- s.bot.Run(ctx, r) }()
			time.Sleep(31 * time.Minute)
			synctest.Wait()
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			if mistaken {
				if !r.posted || s.table(1).Over || len(r.direct) > 0 {
					t.Errorf("by one mistaken answer: posted %v, the game is over: %v, told %q", r.posted, s.table(1).Over, r.direct)
				}
				return
			}
			s.vanished("by the refusal of its warning", 1)
			if len(r.direct) != 2 {
				t.Errorf("told %q", r.direct)
			}
		})
	}
}

// TestVanishingUnderAMove: of a move and an end at once both are on disk.
func TestVanishingUnderAMove(t *testing.T) {
	s := newSession(t)
	s.timed("1d")
	key := store.Key{Channel: sessionChannel, Game: "hex", Number: 1}
	s.stores(&overtaking{Store: s.store, key: key, move: func() {
		s.disk.Store = s.store
		s.play("you: /hex move d2")
	}})
	s.bot.Tables.Vanish(t.Context(), sessionChannel)
	s.vanished("under a move", 1)
	if n := len(s.table(1).Moves); n != 3 {
		t.Errorf("%d moves are on disk", n)
	}
}

// overtaking is a store in which somebody moves after a table was read.
type overtaking struct {
	Store
	key  store.Key
	move func()
}

func (o *overtaking) Load(key store.Key) (*store.Table, error) {
	t, err := o.Store.Load(key)
	if move := o.move; move != nil {
		o.move = nil
		move()
	}
	return t, err
}

// elsewhere has a person press or type in another channel.
func (s *session) elsewhere(user, does string) chat.Reply {
	s.t.Helper()
	r := s.request(user, does)
	r.Channel = "1002"
	return s.finish(r)
}

// TestGamesEndFromAnywhere: what the list shows of one's own can be ended in any channel; those in
// the table's are shown it, and called.
func TestGamesEndFromAnywhere(t *testing.T) {
	s := newSession(t)
	r := &ruins{}
	s.bot.Outbox.Through(r)
	posted := func(want string) {
		t.Helper()
		if len(r.ch) != 1 || !strings.Contains(r.ch[0].Text, want) {
			t.Errorf("in the channel it says %+v, want %q", r.ch, want)
		}
		r.ch = nil
	}
	s.timed("none")
	s.elsewhere("you", "/games")
	if q := s.elsewhere("you", "[1: Hex, table 1, You and Friend]"); !strings.Contains(q.Text, "This ends **Hex, table 1**. Are you sure?") || s.table(1).Over {
		t.Fatalf("the question is %q", q.Text)
	}
	if done := s.elsewhere("you", "[Resign]"); done.Refused || !done.Private || !done.Update || done.Board != nil || !strings.Contains(done.Text, "**Blue (Friend) wins**: Red resigned.") {
		t.Errorf("the answer is %+v", done)
	}
	if call := r.ch; len(call) == 1 && !slices.Equal(call[0].Mentions, []string{ids["friend"]}) {
		t.Errorf("it calls %q", call[0].Mentions)
	}
	posted("<@12>, you have won: **Hex, table 1**.")

	s.play("you: /hex new @friend size:5", "friend: /hex new @you size:5", "you: /hex new size:4 open:true")
	s.elsewhere("you", "/games")
	for label, want := range map[string]string{
		"[1: Hex, table 3, Friend and You]": "declined by **You**", "[2: Hex, table 2, You and Friend]": "withdrawn by **You**",
		"[3: Hex, table 4, You, waiting for an opponent]": "withdrawn by **You**",
	} {
		if done := s.elsewhere("you", label); done.Refused || !done.Private || !strings.Contains(done.Text, want) {
			t.Errorf("%s: the answer is %q", label, done.Text)
		}
		posted(want)
	}
	if list := s.does("you", "/games"); !strings.Contains(list.Text, "No game waits") {
		t.Errorf("left are %q", list.Text)
	}
}

// TestGamesEndOnlyTheirOwn: no ID has anybody end a table of others.
func TestGamesEndOnlyTheirOwn(t *testing.T) {
	s := newSession(t)
	s.timed("none")
	s.elsewhere("you", "/games")
	press := s.request("you", "[1: Hex, table 1, You and Friend]")
	giveUp := strings.Replace(press.Values[0], ":end:", ":giveup:", 1)
	for _, action := range []string{press.Values[0], giveUp, strings.Replace(giveUp, "giveup", "undo", 1)} {
		press.ID, press.Channel, press.User = s.nextRequest(), "1002", chat.User{ID: ids["stranger"], Name: "Stranger"}
		press.Values = []string{action}
		if r := s.finish(press); !r.Refused || s.table(1).Over {
			t.Errorf("%s: a stranger is answered %q", action, r.Text)
		}
	}
	if list := s.elsewhere("stranger", "/games"); len(list.Rows) != 1 {
		t.Errorf("a stranger is offered %+v", list.Rows)
	}
	if list := s.does("stranger", "/games"); slices.ContainsFunc(list.Rows, func(r chat.Row) bool { return r.Menu != nil }) {
		t.Errorf("a stranger is offered to end %+v", list.Rows)
	}
}

// TestGamesEndWhereNobodyPlays: whoever ends a game whose channel is gone, or whose server the bot
// has left, does not lose by it, also where it goes between the question and the answer.
func TestGamesEndWhereNobodyPlays(t *testing.T) {
	for _, left := range []bool{false, true} {
		for _, late := range []bool{false, true} {
			s := newSession(t)
			s.timed("none")
			r := &ruins{}
			s.bot.Outbox.Through(r)
			lose := func() {
				if r.left = left; !left {
					r.deletes()
				}
			}
			if !late {
				lose()
			}
			s.elsewhere("you", "/games")
			said := s.elsewhere("you", "[1: Hex, table 1, You and Friend]")
			if late {
				lose()
				said = s.elsewhere("you", "[Resign]")
			}
			if said.Refused || !strings.Contains(said.Text, "has ended without a winner") {
				t.Errorf("left %t, late %t: the answer is %q", left, late, said.Text)
			}
			s.vanished(fmt.Sprintf("left %t, late %t", left, late), 1)
		}
	}
}

// TestGamesEndAloneWhereTheBotHasLeft: nobody ends the games of others by that the bot is not in
// their server just now, nor gets out of a rated one; that ends when a day has passed.
func TestGamesEndAloneWhereTheBotHasLeft(t *testing.T) {
	s := newSession(t)
	s.runs(0)
	s.play("friend: /hex new @stranger size:5", "stranger: [Accept]", "you: /hex new @friend size:5", "friend: [Accept]",
		"you: /hex new @friend size:9 rated:true clock:3d", "friend: [Accept]",
		"you: /hex move c3 table:3", "friend: /hex move b2 table:3", "you: /hex move d2 table:3", "friend: /hex move b4 table:3")
	r := &ruins{left: true}
	s.bot.Outbox.Through(r)
	ends := func(number string) chat.Reply {
		list := s.elsewhere("you", "/games")
		for _, row := range list.Rows {
			if row.Menu == nil {
				continue
			}
			for _, choice := range row.Menu.Choices {
				if strings.Contains(choice.Name, "table "+number+",") {
					return s.elsewhere("you", "["+choice.Name+"]")
				}
			}
		}
		t.Fatalf("table %s is not among %+v", number, list.Rows)
		return list
	}
	if said := ends("2"); said.Refused || !strings.Contains(said.Text, "has ended without a winner") {
		t.Errorf("the answer is %q", said.Text)
	}
	s.vanished("one's own", 2)
	for range 2 {
		if said := ends("3"); !said.Refused || !strings.Contains(said.Text, "if that is so for a day, its rated game ends without a winner") {
			t.Errorf("rated: the answer is %q", said.Text)
		}
		s.clock = s.clock.Add(time.Hour)
	}
	if s.table(1).Over || s.table(3).Over {
		t.Errorf("ended are the game of others %t, and the rated one %t", s.table(1).Over, s.table(3).Over)
	}
	if s.lives(r, 22*time.Hour-time.Minute); s.table(3).Over {
		t.Error("the rated game has ended within a day")
	}
	s.lives(r, time.Minute)
	s.vanished("a rated game after a day", 3)
}

// TestEndingHoldsNobodyUp: while Discord is asked whether a channel is there, others go on in the
// channel of who wants to know.
func TestEndingHoldsNobodyUp(t *testing.T) {
	s := newSession(t)
	s.timed("none")
	asked := 0
	s.bot.Outbox.Through(waiting{&ruins{}, func() { asked++ }})
	s.elsewhere("you", "/games")
	for _, does := range []string{"[1: Hex, table 1, You and Friend]", "[Resign]"} {
		r := s.request("you", does)
		r.Channel = "1002"
		reply := s.bot.Handle(t.Context(), r)
		if asked != 0 || reply.Later == nil {
			t.Fatalf("%s: Discord was asked %d times in the order of the channel", does, asked)
		}
		s.remember(r, reply.Later(t.Context(), func(chat.Reply) {}))
		if asked != 1 {
			t.Errorf("%s: Discord was asked %d times", does, asked)
		}
		asked = 0
	}
	if !s.table(1).Over {
		t.Error("the game goes on")
	}
}

// TestEndingWhatEndsMeanwhile: a game that ends, or goes on, until it is known whether the bot is in
// its server keeps its end, or is asked about anew.
func TestEndingWhatEndsMeanwhile(t *testing.T) {
	for _, left := range []bool{false, true} {
		for meanwhile, want := range map[string]string{"you: /hex resign\nyou: [Resign]": "The game is over", "you: /hex move d2": "The position has changed"} {
			s := newSession(t)
			s.timed("none")
			world := &ruins{}
			s.bot.Outbox.Through(world)
			s.elsewhere("you", "/games")
			s.elsewhere("you", "[1: Hex, table 1, You and Friend]")
			r := s.request("you", "[Resign]")
			r.Channel = "1002"
			reply := s.bot.Handle(t.Context(), r)
			world.left = left
			s.play(strings.Split(meanwhile, "\n")...)
			over := s.table(1).Over
			said := reply.Later(t.Context(), func(chat.Reply) {})
			if left && !over {
				s.vanished("a game that has gone on", 1)
			} else if s.table(1).Over != over || !strings.Contains(said.Text, want) {
				t.Errorf("left %t, %s: the answer is %q", left, meanwhile, said.Text)
			}
			if end := s.table(1).End; over && end.Kind != table.Resigned {
				t.Errorf("left %t, %s: it has ended with %+v", left, meanwhile, end)
			}
		}
	}
}

// waiting is Discord that is noted to be asked for a channel.
type waiting struct {
	*ruins
	asked func()
}

func (w waiting) Reaches(ctx context.Context, server, channel string) error {
	w.asked()
	return w.ruins.Reaches(ctx, server, channel)
}
