package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/store"
)

// runs lets time pass with the bot there, and does what is due; it returns what is posted.
func (s *session) runs(d time.Duration) string {
	s.t.Helper()
	var said []string
	posted := &posts{}
	s.minutely(d, func() { s.bot.expire(context.Background(), posted) })
	for _, r := range posted.list() {
		said = append(said, r.Text)
	}
	return strings.Join(said, "\n")
}

// minutely lets time pass with the bot there, and calls do every minute and at the end.
func (s *session) minutely(d time.Duration, do func()) {
	for end, second := s.clock.Add(d), 0; ; second++ {
		s.bot.mark(s.t.Context())
		left := end.Sub(s.clock)
		if left <= 0 || second%60 == 0 {
			do()
		}
		if left <= 0 {
			return
		}
		s.clock = s.clock.Add(min(time.Second, left))
	}
}

// isDown lets time pass without the bot, and starts it again.
func (s *session) isDown(d time.Duration) {
	s.t.Helper()
	s.bot.leave()
	s.clock = s.clock.Add(d)
	s.restart()
	s.bot.mark(s.t.Context())
}

// timed opens a table of Hex between you and a friend, at which both have moved: it is your
// turn.
func (s *session) timed(control string) {
	s.t.Helper()
	s.play("you: /hex new @friend size:5 swap:false clock:"+control, "friend: [Accept]", "you: /hex move c3", "friend: /hex move b2")
}

func (s *session) clockOf(number int) store.Clock {
	s.t.Helper()
	t := s.table(number)
	if t.Clock == nil {
		s.t.Fatal("there is no clock")
	}
	return *t.Clock
}

func minutes(n int64) int64 { return n * time.Minute.Milliseconds() }

// TestFlagWhileTheBotIsDown: what a turn has taken before and after counts, the time between
// does not, however the bot ended.
func TestFlagWhileTheBotIsDown(t *testing.T) {
	for _, control := range []string{"10+0", "1d"} {
		s := newSession(t)
		s.timed(control)
		s.runs(4 * time.Minute)
		s.isDown(30 * time.Hour)
		if said := s.runs(0); strings.Contains(said, "Time is up") {
			t.Fatalf("%s: the flag fell while nobody could come: %s", control, said)
		}
		left := 6 * time.Minute
		if control == "1d" {
			left = 24*time.Hour - 4*time.Minute
		}
		if said := s.runs(left - time.Second); strings.Contains(said, "Time is up") || strings.Count(said, "running out") != 1 {
			t.Errorf("%s: said before the time is up: %q", control, said)
		}
		if said := s.runs(time.Second); !strings.Contains(said, "Time is up") {
			t.Errorf("%s: said when the time is up: %q", control, said)
		}
		if r := s.table(1).Result; r == nil || r.Kind != table.TimeUp || r.Winner != 1 {
			t.Errorf("%s: the result is %+v", control, r)
		}
	}
}

// A program that was killed has not said when: up to a minute is given back too much.
func TestFlagAfterAKill(t *testing.T) {
	s := newSession(t)
	s.timed("10+0")
	s.runs(4*time.Minute + 30*time.Second)
	s.clock = s.clock.Add(5 * time.Hour)
	s.restart()
	s.bot.mark(s.t.Context())
	s.runs(0)
	s.play("you: /hex move d2")
	if left := s.clockOf(1).Left[0]; left < minutes(5)+30_000 || left > minutes(6)+30_000 {
		t.Errorf("%d ms are left", left)
	}
}

// TestFlagFallsWithoutTheConnection: while nobody can come nothing falls, and what it took is
// given back.
func TestFlagFallsWithoutTheConnection(t *testing.T) {
	s := newSession(t)
	s.timed("5+0")
	s.runs(time.Minute)
	s.runs(30 * time.Second) // in which nothing came any more
	s.bot.Linked(false, 30*time.Second)
	if said := s.runs(time.Hour); said != "" {
		t.Errorf("said without a connection: %s", said)
	}
	s.bot.Linked(true, 0)
	if said := s.runs(3 * time.Minute); strings.Count(said, "goes on") != 1 || strings.Contains(said, "Time is up") {
		t.Errorf("said after it: %s", said)
	}
	if said := s.runs(time.Minute); !strings.Contains(said, "Time is up") {
		t.Errorf("said when the time is up: %q", said)
	}
}

// cutOff is a poster without a network.
type cutOff struct{ *posts }

func (cutOff) Reaches(context.Context, string, string) error { return errors.New("no network") }

// TestFlagWaitsWhileDiscordIsSilent: a flag does not fall in the minutes after which a silent connection turns
// out to have been lost. If it has not been, it falls after them.
func TestFlagWaitsWhileDiscordIsSilent(t *testing.T) {
	for _, lost := range []bool{true, false} {
		s := newSession(t)
		s.timed("1+0")
		s.runs(50 * time.Second)
		cut := cutOff{&posts{}}
		for range 70 {
			s.clock = s.clock.Add(time.Second)
			s.bot.mark(t.Context())
			s.bot.expire(t.Context(), cut)
		}
		if said := cut.list(); len(said) > 0 {
			t.Errorf("said by a bot that reaches nobody: %q", said[0].Text)
		}
		want := time.Duration(0)
		if lost {
			s.bot.Linked(false, 70*time.Second)
			s.clock = s.clock.Add(time.Second)
			s.bot.Linked(true, 0)
			want = 10 * time.Second
		}
		if said := s.runs(max(0, want-time.Millisecond)); lost == strings.Contains(said, "Time is up") {
			t.Errorf("the connection was lost: %v; said when Discord answers: %q", lost, said)
		}
		if said := s.runs(time.Millisecond); lost != strings.Contains(said, "Time is up") {
			t.Errorf("the connection was lost: %v; said when the time is up: %q", lost, said)
		}
	}
	s := newSession(t)
	s.timed("1+0")
	s.runs(0)
	for range 5 * 60 {
		s.clock = s.clock.Add(time.Second)
		s.bot.mark(t.Context())
		s.bot.expire(t.Context(), cutOff{&posts{}})
	}
	if !s.table(1).Over {
		t.Error("a game whose channel cannot be asked for never ends by the clock")
	}
}

// A clock of the system that jumps ahead takes nobody's time, nor one that is set back.
func TestSystemClockJumps(t *testing.T) {
	s := newSession(t)
	s.timed("5+0")
	s.runs(time.Minute)
	s.clock = s.clock.Add(400 * day)
	if said := s.runs(0); strings.Contains(said, "Time is up") {
		t.Errorf("said after a jump: %s", said)
	}
	s.clock = s.clock.Add(-400 * day)
	if said := s.runs(time.Minute); strings.Contains(said, "Time is up") {
		t.Errorf("said after a jump back: %s", said)
	}
	s.play("you: /hex move d2", "friend: /hex move b4")
	if left := s.clockOf(1).Left; left[0] < minutes(3) || left[0] > minutes(5) || left[1] != minutes(5) {
		t.Errorf("%v ms are left", left)
	}
}

// TestMoveAndFlag: a move that comes when the time is up is not played, whoever notes that
// first, and of a move and a flag at once one is on disk and the other does nothing.
func TestMoveAndFlag(t *testing.T) {
	s := newSession(t)
	s.timed("5+0")
	s.clock = s.clock.Add(5*time.Minute - time.Millisecond)
	s.play("you: /hex move d2")
	s.clock = s.clock.Add(5 * time.Minute)
	late := s.does("friend", "/hex move b4")
	if late.Refused || !strings.Contains(late.Text, "Time is up") || len(late.Mentions) != 2 {
		t.Errorf("a move that is too late: %+v", late)
	}
	if r := s.table(1); len(r.Moves) != 3 || r.Result == nil || r.Result.Winner != 0 {
		t.Errorf("it is on disk: %+v", r)
	}
	if said := s.runs(time.Minute); said != "" {
		t.Errorf("said again: %s", said)
	}
	again := s.does("friend", "/hex move b4")
	if !again.Refused || !strings.Contains(again.Text, "time has run out") {
		t.Errorf("another move: %s", again.Text)
	}

	s.timed("5+0")
	s.runs(5*time.Minute - time.Millisecond)
	moved, err := s.bot.Tables.Load(context.Background(), store.Key{Channel: sessionChannel, Game: "hex", Number: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := moved.Play("d2", table.User(ids["you"]), s.clock); err != nil {
		t.Fatal(err)
	}
	s.clock = s.clock.Add(time.Millisecond)
	if said := s.runs(0); !strings.Contains(said, "Time is up") {
		t.Errorf("the flag did not fall: %s", said)
	}
	if err := s.bot.Tables.Save(moved); err == nil {
		t.Error("a move was saved over the end of the game")
	}
}

// TestUndoGivesTimeBack as it stood before the move, and its increment is gone.
func TestUndoGivesTimeBack(t *testing.T) {
	s := newSession(t)
	s.timed("10+5")
	s.runs(time.Minute)
	s.play("you: /hex move d2")
	s.runs(2 * time.Minute)
	s.play("friend: /hex move b4")
	s.runs(3 * time.Minute)
	s.play("friend: /hex undo")
	s.runs(time.Minute)
	s.play("you: [Allow]")
	c := s.clockOf(1)
	if c.Left[0] != minutes(9)+5000 || c.Left[1] != minutes(10) || c.Since != s.clock.UnixMilli() {
		t.Errorf("after the undo: %+v", c)
	}
	s.runs(time.Minute)
	s.play("friend: /hex move b4")
	if c := s.clockOf(1); c.Left[1] != minutes(9)+5000 {
		t.Errorf("after the next move: %+v", c)
	}
	s.runs(11 * time.Minute)
	if r := s.table(1).Result; r == nil || r.Winner != 1 {
		t.Errorf("the flag did not fall: %+v", r)
	}
}

// TestPauseStands: neither the clock nor a restart ends what is paused, but nobody waits for
// ever, and then nobody wins.
func TestPauseStands(t *testing.T) {
	s := newSession(t)
	s.configure(func(c *config.Config) { c.Tables.IdleWarn, c.Tables.IdleEnd = "6h", "7h" })
	s.timed("5+0")
	s.runs(time.Minute)
	s.play("friend: [Pause]", "you: [Allow]")
	s.isDown(3 * time.Hour)
	if said := s.runs(2 * time.Hour); said != "" {
		t.Errorf("said in a pause: %s", said)
	}
	if r := s.does("stranger", "[Resume]"); !r.Refused {
		t.Error("a stranger resumed")
	}
	s.play("you: [Resume]")
	if c := s.clockOf(1); c.Left[0] != minutes(4) || c.Paused || c.Since != s.clock.UnixMilli() {
		t.Errorf("after the pause: %+v", c)
	}
	s.play("friend: [Pause]", "you: [Allow]")
	s.runs(8 * time.Hour)
	if r := s.table(1).Result; r == nil || r.Kind != table.Abandoned || r.Winner != -1 {
		t.Errorf("a pause of eight hours: %+v", r)
	}
}

// TestNoPauseAfterTheFlag: agreeing to it comes too late.
func TestNoPauseAfterTheFlag(t *testing.T) {
	s := newSession(t)
	s.timed("5+0")
	s.play("you: [Pause]")
	s.clock = s.clock.Add(5 * time.Minute)
	if r := s.does("friend", "[Allow]"); !strings.Contains(r.Text, "Time is up") {
		t.Errorf("said: %s", r.Text)
	}
}

// TestLevelsTakeNoTime: only the person's clock runs.
func TestLevelsTakeNoTime(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new level:easy size:5 swap:false clock:3+2", "you: /hex move c3")
	s.runs(time.Minute)
	s.play("you: /hex move d2")
	if c := s.clockOf(1); c.Left[0] != minutes(2)+2000 || c.Left[1] != minutes(3) {
		t.Errorf("%+v", c)
	}
	r := s.request("you", "/hex move d4")
	s.bot.Handle(context.Background(), r) // the level does not come to answer
	if said := s.runs(time.Hour); said != "" {
		t.Errorf("said while the level thinks: %s", said)
	}
}

// TestRunLooksForFlags: a live flag falls within seconds, without waiting for the next round.
func TestRunLooksForFlags(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t)
		began, start := time.Now(), s.clock
		s.timed("1+0")
		s.now = func() time.Time { return start.Add(time.Since(began)) } // a clock that goes
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		said := make(channelPosts, 10)
		ended := make(chan error, 1)
		go func() { ended <- s.bot.Run(ctx, said) }()
		for r := range said {
			if strings.Contains(r.Text, "Time is up") {
				break
			}
		}
		if late := time.Since(began) - time.Minute; late < 0 || late > flagInterval {
			t.Errorf("the flag fell %v after the time was up", late)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestStandstillIsGivenBack: a process that stands still ends no game by the clock, and the table says so.
func TestStandstillIsGivenBack(t *testing.T) {
	for _, still := range []time.Duration{10 * time.Second, 75 * time.Second, 89 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			s := newSession(t)
			began, start, stood := time.Now(), s.clock, atomic.Int64{}
			s.timed("1+0")
			s.now = func() time.Time { return start.Add(time.Since(began) + time.Duration(stood.Load())) }
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			said := make(channelPosts, 10)
			ended := make(chan error, 1)
			go func() { ended <- s.bot.Run(ctx, said) }()
			time.Sleep(20*time.Second + time.Millisecond) // between two marks
			stood.Store(int64(still))
			late := s.does("friend", "/hex show")
			back := fmt.Sprintf("+%d seconds: the bot was away.", still/time.Second)
			if !strings.Contains(late.Text, back) {
				t.Errorf("after %v the table says %q", still, late.Text)
			}
			for r := range said {
				if strings.Contains(r.Text, "Time is up") {
					break
				}
				if strings.Contains(r.Text, "goes on") && !strings.Contains(r.Text, "the bot was away") {
					t.Errorf("after %v it says %q", still, r.Text)
				}
			}
			if late := time.Since(began) - time.Minute; late < 0 || late > flagInterval+table.MarkEvery {
				t.Errorf("after %v the flag fell %v after the time was up", still, late)
			}
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRematchKeepsTheClock, with its full time.
func TestRematchKeepsTheClock(t *testing.T) {
	s := newSession(t)
	s.timed("5+3")
	s.runs(time.Minute)
	s.play("you: /hex move d2", "friend: /hex resign", "friend: [Resign]", "friend: [Rematch]")
	if c := s.clockOf(2); c.Control != "5+3" || c.Left[0] != minutes(5) || c.Since != 0 {
		t.Errorf("%+v", c)
	}
}

// TestNoUndoAfterTheFlag: neither asking for a move back nor agreeing to it helps.
func TestNoUndoAfterTheFlag(t *testing.T) {
	for _, asks := range []bool{true, false} {
		s := newSession(t)
		s.timed("5+0")
		last := "/hex undo"
		if !asks {
			s.play("friend: /hex undo")
			last = "[Allow]"
		}
		s.clock = s.clock.Add(5 * time.Minute)
		if r := s.does("you", last); !strings.Contains(r.Text, "Time is up") {
			t.Errorf("%s: %s", last, r.Text)
		}
		if r := s.table(1); len(r.Moves) != 2 || r.Result == nil || r.Result.Winner != 1 {
			t.Errorf("%s: %+v", last, r.Result)
		}
	}
}

// TestPlanOutlastsAPause: what is planned for one's own turn stays until one moves.
func TestPlanOutlastsAPause(t *testing.T) {
	s := newSession(t)
	s.timed("5+0")
	s.play("you: /hex plan moves:d2 a1 d4", "friend: [Pause]", "you: [Allow]", "friend: [Resume]", "you: /hex move d2", "friend: /hex move a1")
	if s.moves() != "c3 b2 d2 a1 d4" {
		t.Errorf("played %s", s.moves())
	}
}

// TestCancelledGames: where one of two never came nobody wins, and it stands as cancelled in their histories and not in
// their statistics, however it ended; where both have moved somebody wins.
func TestCancelledGames(t *testing.T) {
	for _, control := range []string{"1d", "none"} {
		s := newSession(t)
		s.play("you: /hex new @friend size:5 swap:false clock:"+control, "friend: [Accept]", "you: /hex move c3")
		said := strings.Join(append(s.jump(7*day), s.jump(3*day)...), "\n")
		if r := s.table(1); !r.Over || r.Result.Winner != -1 || strings.Contains(said, "wins") {
			t.Errorf("%s: after one move it ends with %+v: %s", control, r.Result, said)
		}
		for _, user := range []string{"you", "friend"} {
			if r := s.does(user, "/history"); !strings.Contains(r.Text, ": cancelled, one move,") {
				t.Errorf("%s: in the history of %s stands %q", control, user, r.Text)
			}
			if r := s.does(user, "/stats"); !strings.Contains(r.Text, "None finished yet") {
				t.Errorf("%s: in the statistics of %s stands %q", control, user, r.Text)
			}
		}
		s.play("you: /hex new @friend size:5 swap:false clock:"+control, "friend: [Accept]", "you: /hex move c3", "friend: /hex move b2")
		s.jump(7 * day)
		s.jump(3 * day)
		if r := s.does("friend", "/history"); !strings.Contains(r.Text, "against You: **won**") {
			t.Errorf("%s: after two moves the history is %q", control, r.Text)
		}
	}
}

// TestClockSetBackByADay: a turn, and what else is waited for, begins at the latest when the clock
// is set right, though the program ends before it has noted that: nobody waits for a time that was
// told wrongly. So it is where the clock had been ahead, and all is late by what it told.
func TestClockSetBackByADay(t *testing.T) {
	for what, wrong := range map[string]func(s *session){
		"set back": func(s *session) { s.runs(20 * time.Second) },
		"ahead, and set back": func(s *session) {
			s.clock = s.clock.Add(day)
			s.runs(20 * time.Second)
		},
	} {
		s := newSession(t)
		s.runs(0)
		s.play("you: /hex new @friend size:5 open:false")
		s.timed("1+0")
		wrong(s)
		s.clock = s.clock.Add(-day)
		if said := s.bot.Tables.ClockWords(s.brief(2)).String(); !strings.Contains(said, fmt.Sprintf("<t:%d:R>", s.clock.Add(time.Minute).Unix())) {
			t.Errorf("%s: the clock says %q", what, said)
		}
		s.stores(refusing{s.store}) // until it ends, nothing can be noted
		s.bot.mark(t.Context())
		s.restart()
		if said := s.runs(time.Minute - time.Second); strings.Contains(said, "Time is up") {
			t.Errorf("%s: said before a minute has passed: %q", what, said)
		}
		if said := s.runs(time.Second); !strings.Contains(said, "Time is up") {
			t.Errorf("%s: said after a minute: %q", what, said)
		}
		if said := s.runs(s.config.Tables.ChallengeExpires.Duration()); !strings.Contains(said, "Nobody has accepted **Hex, table 1** in time.") {
			t.Errorf("%s: said of a challenge: %q", what, said)
		}
	}
}

// TestClockSetBackALittle: a turn that had just begun has no more than its time.
func TestClockSetBackALittle(t *testing.T) {
	s := newSession(t)
	s.runs(0)
	s.timed("1+0")
	s.clock = s.clock.Add(-20 * time.Second)
	s.runs(time.Minute - time.Second)
	if said := s.runs(time.Second); !strings.Contains(said, "Time is up") {
		t.Errorf("said after a minute: %q", said)
	}
}

// TestIdleWithAClockSetBack: a table whose last term was told by a clock that was months ahead does
// not stay for months.
func TestIdleWithAClockSetBack(t *testing.T) {
	s := newSession(t)
	s.configure(func(c *config.Config) { c.Tables.IdleWarn, c.Tables.IdleEnd = "2h", "3h" })
	s.timed("none")
	s.clock = s.clock.Add(100 * day)
	if said := s.runs(0); !strings.Contains(said, "lies idle") {
		t.Fatalf("after a hundred days it says %q", said)
	}
	s.clock = s.clock.Add(-100 * day)
	if said := s.runs(2*time.Hour - time.Minute); said != "" {
		t.Errorf("said before two hours have passed: %s", said)
	}
	if said := s.runs(2 * time.Hour); !strings.Contains(said, "has ended") {
		t.Errorf("said after four hours: %q", said)
	}
}

// refusing is a store that writes nothing more.
type refusing struct{ Store }

func (refusing) Commit(*store.Tx, store.Op) error { return errors.New("the disk is full") }

// brief is a table as lists know it.
func (s *session) brief(number int) *table.Brief {
	s.t.Helper()
	t, err := s.bot.Tables.Load(s.t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: number})
	if err != nil {
		s.t.Fatal(err)
	}
	return &t.Brief
}

// TestClockJumpsAheadOfChallenges: what passes without the bot, or by a jump of the clock, is no
// time in which somebody could answer, or come back.
func TestClockJumpsAheadOfChallenges(t *testing.T) {
	for what, passes := range map[string]func(s *session, d time.Duration){
		"the clock jumps": func(s *session, d time.Duration) { s.clock = s.clock.Add(d) },
		"the bot is down": func(s *session, d time.Duration) { s.isDown(d) },
	} {
		s := newSession(t)
		s.runs(0)
		s.play("you: /hex new @friend size:5", "you: /hex new size:5 open:true")
		s.runs(time.Hour)
		passes(s, 2*s.config.Tables.ChallengeExpires.Duration())
		if r := s.does("stranger", "/games"); !strings.Contains(r.Text, "You can join here") {
			t.Errorf("%s: the open table is listed as %q", what, r.Text)
		}
		s.play("stranger: [Join]")
		if said := s.runs(time.Minute); said != "" {
			t.Errorf("%s: said at once: %s", what, said)
		}
		if said := s.runs(s.config.Tables.ChallengeExpires.Duration() - time.Hour - 3*time.Minute); said != "" {
			t.Errorf("%s: said too early: %s", what, said)
		}
		if said := s.runs(3 * time.Minute); !strings.Contains(said, "Nobody has accepted **Hex, table 1** in time.") {
			t.Errorf("%s: said when the time has passed: %q", what, said)
		}
	}
}

// TestIdleWithoutTheBot: who was warned has the time that they were told, in which the bot is
// there.
func TestIdleWithoutTheBot(t *testing.T) {
	s := newSession(t)
	s.configure(func(c *config.Config) { c.Tables.IdleWarn, c.Tables.IdleEnd = "2h", "3h" })
	s.runs(0)
	s.timed("none")
	if said := s.runs(2 * time.Hour); !strings.Contains(said, "ends "+chat.Relative(s.clock.Add(time.Hour))) {
		t.Fatalf("the warning is %q", said)
	}
	s.runs(10 * time.Minute)
	s.isDown(5 * day)
	if said := s.runs(49 * time.Minute); said != "" {
		t.Errorf("said before an hour with the bot has passed: %s", said)
	}
	if said := s.runs(time.Minute); !strings.Contains(said, "has ended") {
		t.Errorf("said when it has: %q", said)
	}
}
