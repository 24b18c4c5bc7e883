package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/bottest"
	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// post is a poster that keeps what it is given, and refuses what it is told to.
type post struct {
	posts
	direct  []string // "PERSON: TEXT"
	refuses error    // direct messages
	tried   int
}

func (p *post) Direct(_ context.Context, person string, r chat.Reply) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tried++; p.refuses != nil {
		return p.refuses
	}
	p.direct = append(p.direct, person+": "+r.Text)
	return nil
}

// soon is when what concerns people is told.
const soon = 3 * time.Second

// tell lets time pass and has the bot say what is due. It returns the direct messages, and
// what was posted in channels with who was called.
func (s *session) tell(p *post, after time.Duration) (direct, posted []string) {
	s.t.Helper()
	s.clock = s.clock.Add(after)
	s.bot.Outbox.Through(p)
	s.bot.telling.Pass(context.Background())
	for _, r := range p.list() {
		posted = append(posted, fmt.Sprint(r.Text, " ", r.Mentions))
	}
	direct, p.direct, p.ch = p.direct, nil, nil
	return direct, posted
}

// agenda are the entries of the agenda.
func (s *session) agenda() (list []string) {
	s.t.Helper()
	err := s.store.Each("agenda", "", func(id string, _ []byte) bool {
		list = append(list, id)
		return true
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// begun is a session in which you and friend play, and it is friend's turn.
func begun(t *testing.T, before ...string) *session {
	t.Helper()
	s := newSession(t)
	s.play(append(before, "you: /hex new @friend size:4", "friend: [Accept]", "you: /hex move b2")...)
	return s
}

func wants(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// TestDirectMessagesTell: who wants direct messages gets one for each turn, and is not mentioned.
func TestDirectMessagesTell(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	p := &post{}
	if last := s.shown[len(s.shown)-1].reply; len(last.Mentions) > 0 || !strings.Contains(last.Text, "<@12>, your turn as Blue.") {
		t.Errorf("the move is told as %q, and calls %q", last.Text, last.Mentions)
	}
	direct, posted := s.tell(p, soon)
	if len(direct) != 1 || !strings.HasPrefix(direct[0], "12: [Hex, table 1](https://discord.com/channels/900/1001/") || !strings.HasSuffix(direct[0], ") against You: your turn as Blue.") {
		t.Errorf("told %q", direct)
	}
	wants(t, "posted", posted)
	direct, _ = s.tell(p, time.Hour)
	wants(t, "told again", direct)
	wants(t, "the agenda", s.agenda())
	s.play("friend: /hex move c2", "you: /hex move b3", "friend: /hex move c3", "you: /hex move b1")
	direct, _ = s.tell(p, soon)
	if len(direct) != 1 {
		t.Errorf("two turns, of which one is over, are told as %q", direct)
	}
	s.play("you: /hex resign", "you: [Resign]")
	direct, _ = s.tell(p, soon)
	if len(direct) != 1 || !strings.Contains(direct[0], "is over: **Blue (Friend) wins**: Red resigned.") {
		t.Errorf("the end is told as %q", direct)
	}
}

// TestChallengesAreTold: to whom they are made, and that they are declined.
func TestChallengesAreTold(t *testing.T) {
	s := newSession(t)
	s.play("friend: /notify way:direct", "you: /notify way:direct", "you: /hex new @friend size:4")
	p := &post{}
	direct, _ := s.tell(p, soon)
	if len(direct) != 1 || !strings.HasPrefix(direct[0], "12: **You** offers you a game: [Hex, table 1](") || !strings.HasSuffix(direct[0], "You would play Blue.") {
		t.Errorf("the challenge is told as %q", direct)
	}
	s.play("friend: [Decline]")
	direct, _ = s.tell(p, soon)
	if len(direct) != 1 || !strings.HasPrefix(direct[0], "11: ") || !strings.Contains(direct[0], "the challenge was declined") {
		t.Errorf("that it is declined is told as %q", direct)
	}
	s.play("you: /hex new @friend size:4", "you: /hex resign")
	direct, _ = s.tell(p, soon)
	wants(t, "a challenge that is withdrawn", direct)
}

// TestNothingIsTold to whom wants to hear nothing.
func TestNothingIsTold(t *testing.T) {
	s := begun(t, "friend: /notify way:nothing remind:3")
	if last := s.shown[len(s.shown)-1].reply; len(last.Mentions) > 0 {
		t.Errorf("the move calls %q", last.Mentions)
	}
	direct, posted := s.tell(&post{}, 5*day)
	wants(t, "told", append(direct, posted...))
	wants(t, "the agenda", s.agenda())
}

// TestReminders come once, where nobody has moved.
func TestReminders(t *testing.T) {
	for _, tt := range []struct {
		way, direct, posted string
	}{
		{"mention", "", "**Hex, table 1**. Blue (Friend) to move. <@12>, this is a reminder: it waits for you. [12]"},
		{"direct", "has waited for you since <t:", ""},
	} {
		t.Run(tt.way, func(t *testing.T) {
			s := begun(t, "friend: /notify way:"+tt.way+" remind:24")
			p := &post{}
			s.tell(p, soon)
			direct, posted := s.tell(p, 23*time.Hour)
			wants(t, "too early", append(direct, posted...))
			direct, posted = s.tell(p, time.Hour)
			if tt.direct != "" && (len(direct) != 1 || !strings.Contains(direct[0], tt.direct)) || tt.direct == "" && len(direct) > 0 {
				t.Errorf("reminded by %q", direct)
			}
			if tt.posted != "" {
				wants(t, "reminded", posted, tt.posted)
			}
			direct, posted = s.tell(p, 48*time.Hour)
			wants(t, "reminded again", append(direct, posted...))
			s.play("friend: /hex move c2", "you: /hex move b3", "friend: /hex move c3")
			direct, posted = s.tell(p, 72*time.Hour)
			wants(t, "reminded of a turn that is over", append(direct, posted...))
			wants(t, "the agenda", s.agenda())
		})
	}
}

// TestReminderAfterTheNight comes so long after the notification, which the quiet hours have delayed.
func TestReminderAfterTheNight(t *testing.T) {
	s := begun(t, "friend: /notify way:direct remind:3 quiet:10-20") // noon
	p := &post{}
	direct, _ := s.tell(p, 8*time.Hour+soon)
	if len(direct) != 1 {
		t.Fatalf("told %q", direct)
	}
	direct, _ = s.tell(p, 2*time.Hour+50*time.Minute)
	wants(t, "reminded too early", direct)
	if direct, _ = s.tell(p, 20*time.Minute); len(direct) != 1 || !strings.Contains(direct[0], "has waited for you since") {
		t.Errorf("reminded by %q", direct)
	}
}

// TestNoReminderOfAnEnd: the end of a game, and the warning that it comes, are told once.
func TestNoReminderOfAnEnd(t *testing.T) {
	for what, tt := range map[string]struct{ chosen, does string }{
		"the end":              {"way:direct", "[Resign]"},
		"the end in the night": {"quiet:10-14", "[Resign]"}, // noon
		"the warning":          {"way:direct", ""},
	} {
		t.Run(what, func(t *testing.T) {
			s := begun(t, "friend: /notify remind:3 "+tt.chosen)
			p := &post{}
			s.tell(p, soon)
			if tt.does != "" {
				s.play("you: /hex resign", "you: "+tt.does)
			} else {
				s.jump(6 * day)
			}
			direct, posted := s.tell(p, 2*time.Hour+soon)
			if len(direct)+len(posted) != 1 {
				t.Errorf("told %q, %q", direct, posted)
			}
			direct, posted = s.tell(p, 4*time.Hour)
			wants(t, "told again", append(direct, posted...))
			wants(t, "the agenda", s.agenda())
		})
	}
}

// TestRematchTellsOnlyOfItself: that the old game is over was told before.
func TestRematchTellsOnlyOfItself(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	s.play("you: /hex resign", "you: [Resign]")
	p := &post{}
	s.tell(p, soon)
	s.play("you: [Rematch]")
	direct, _ := s.tell(p, soon)
	if len(direct) != 1 || !strings.HasPrefix(direct[0], "12: **You** offers you a game") {
		t.Errorf("told %q", direct)
	}
}

// TestReminderOfWhatWaitsAlready: choosing a reminder is about the present turns too.
func TestReminderOfWhatWaitsAlready(t *testing.T) {
	s := begun(t)
	s.play("friend: /notify remind:3")
	_, posted := s.tell(&post{}, 3*time.Hour)
	if len(posted) != 1 {
		t.Errorf("reminded by %q", posted)
	}
}

// TestQuietHours: what falls in them is said after them, if it is still true.
func TestQuietHours(t *testing.T) {
	for _, way := range []string{"mention", "direct"} {
		for _, moves := range []bool{false, true} {
			t.Run(fmt.Sprint(way, moves), func(t *testing.T) {
				s := newSession(t)
				s.play("friend: /notify way:"+way+" quiet:22-7 zone:Europe/Berlin", "you: /hex new @friend size:4", "friend: [Accept]")
				p := &post{}
				s.tell(p, 9*time.Hour+30*time.Minute) // 22:30 in Berlin
				s.play("you: /hex move b2")
				if last := s.shown[len(s.shown)-1].reply; len(last.Mentions) > 0 {
					t.Errorf("in the night the move calls %q", last.Mentions)
				}
				if moves {
					s.play("friend: /hex move c2")
				}
				direct, posted := s.tell(p, 8*time.Hour+29*time.Minute) // 6:59
				wants(t, "in the night", append(direct, posted...))
				direct, posted = s.tell(p, time.Minute)
				if said := len(direct) + len(posted); said != map[bool]int{false: 1, true: 0}[moves] {
					t.Errorf("in the morning: %q, %q", direct, posted)
				}
				wants(t, "the agenda", s.agenda())
			})
		}
	}
}

// TestQuietHoursBeginDuringAMove: a move that is stored just before the quiet hours, and answered in
// them, calls its opponent: nothing is noted to be told later.
func TestQuietHoursBeginDuringAMove(t *testing.T) {
	s := newSession(t)
	s.play("friend: /notify quiet:22-7", "you: /hex new @friend size:4", "friend: [Accept]")
	s.clock = time.Date(2026, 3, 7, 21, 59, 59, 0, time.UTC)
	stored := s.bot.Handle(t.Context(), s.request("you", "/hex move b2"))
	s.clock = s.clock.Add(time.Second)
	if r := stored.Later(t.Context(), func(chat.Reply) {}); !slices.Equal(r.Mentions, []string{"12"}) {
		t.Errorf("the move calls %q", r.Mentions)
	}
	wants(t, "the agenda", s.agenda())
}

// TestDigest comes once a day, lists what waits, and stays away where nothing does.
func TestDigest(t *testing.T) {
	s := newSession(t)
	s.play("friend: /notify digest:8 zone:America/New_York")
	p := &post{}
	direct, _ := s.tell(p, time.Hour) // 8:00 in New York
	wants(t, "with nothing", direct)
	s.play("you: /hex new @friend size:4", "friend: [Accept]", "you: /hex move b2", "you: /hex new @friend size:4", "friend: /hex new @friend size:3")
	direct, _ = s.tell(p, 23*time.Hour+59*time.Minute)
	wants(t, "too early", direct)
	direct, _ = s.tell(p, time.Minute)
	if len(direct) != 1 || !strings.HasPrefix(direct[0], "12: **2 games wait for you**\n- [Hex, table 1](") {
		t.Errorf("the digest is %q", direct)
	}
	direct, _ = s.tell(p, time.Hour)
	wants(t, "once more", direct)
	// New York goes to summer time on 8 March 2026: the digest comes an hour earlier by UTC.
	s.clock = time.Date(2026, 3, 7, 13, 0, 0, 0, time.UTC)
	s.tell(p, 0)
	direct, _ = s.tell(p, 23*time.Hour-time.Second)
	wants(t, "on the day of 23 hours, too early", direct)
	direct, _ = s.tell(p, time.Second)
	if len(direct) != 1 {
		t.Errorf("on the day of 23 hours: %q", direct)
	}
	s.play("friend: /notify digest:off")
	wants(t, "the agenda", s.agenda())
}

// TestShutDirectMessages: who takes none is mentioned, and told so once.
func TestShutDirectMessages(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	p := &post{refuses: chat.ErrNoPost}
	s.tell(p, soon)
	_, posted := s.tell(p, soon)
	wants(t, "then", posted, "**Hex, table 1**. Blue (Friend) to move. <@12>, it waits for you. [12]")
	reply := s.does("friend", "/hex move c2")
	if n := len(reply.After); n != 1 || !reply.After[0].Private || !strings.HasPrefix(reply.After[0].Text, "I could not send you a direct message") {
		t.Errorf("told %+v", reply.After)
	}
	if reply = s.does("friend", "/games"); len(reply.After) > 0 {
		t.Errorf("told again %q", reply.After[0].Text)
	}
	if reply = s.does("you", "/hex move b3"); !slices.Equal(reply.Mentions, []string{"12"}) {
		t.Errorf("the next turn calls %q", reply.Mentions)
	}
	p.refuses = nil
	s.play("friend: /hex move c3", "friend: /notify way:direct", "you: /hex move b1")
	if direct, _ := s.tell(p, soon); len(direct) != 1 {
		t.Errorf("tried again: %q", direct)
	}
}

// TestShutDigest: a person who takes no direct messages is told so once, and the digest is tried again
// each day at its hour.
func TestShutDigest(t *testing.T) {
	s := begun(t, "friend: /notify digest:8")
	p := &post{refuses: chat.ErrNoPost}
	const shut = "but my direct messages do not reach you"
	for day := 1; day <= 4; day++ {
		for range 24 {
			s.tell(p, time.Hour)
		}
		if p.tried != day {
			t.Errorf("tried %d times on %d days", p.tried, day)
		}
		r := s.does("friend", "/notify")
		if !strings.Contains(r.Text, shut) {
			t.Errorf("on day %d the choices are %q", day, r.Text)
		}
		if told := len(r.After) > 0 && strings.HasPrefix(r.After[0].Text, "I could not send you a direct message"); told != (day == 1) {
			t.Errorf("on day %d that is told: %v", day, told)
		}
	}
	p.refuses = nil
	if direct, _ := s.tell(p, 24*time.Hour); len(direct) != 1 {
		t.Errorf("the digest is %q", direct)
	}
	if r := s.does("friend", "/notify"); strings.Contains(r.Text, shut) {
		t.Errorf("then the choices are %q", r.Text)
	}
}

// TestFailingDigest is tried again at growing intervals, and the next day at its hour.
func TestFailingDigest(t *testing.T) {
	s := begun(t, "friend: /notify digest:8")
	p := &post{refuses: errors.New("a lasting trouble")}
	for range 3 * 24 * 60 {
		s.tell(p, time.Minute)
	}
	if p.tried < 3*8 || p.tried > 3*20 {
		t.Errorf("tried %d times in three days", p.tried)
	}
	p.refuses = nil
	if direct, _ := s.tell(p, 24*time.Hour); len(direct) != 1 {
		t.Errorf("the digest is %q", direct)
	}
}

// TestTroubleIsTriedAgain: a passing one, at growing intervals, and not for ever.
func TestTroubleIsTriedAgain(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	p := &post{refuses: errors.New("a passing trouble")}
	for range 3 * 24 * 60 {
		s.tell(p, time.Minute)
	}
	if p.tried < 8 || p.tried > 20 {
		t.Errorf("tried %d times", p.tried)
	}
	wants(t, "the agenda", s.agenda())
	p.refuses = nil
	s.play("friend: /hex move c2", "you: /hex move b3")
	if direct, _ := s.tell(p, soon); len(direct) != 1 {
		t.Errorf("the next turn is told as %q", direct)
	}
}

// TestUnreadablePeopleHoldNobodyUp: their entries of the agenda are struck, and the others are told.
func TestUnreadablePeopleHoldNobodyUp(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	p := &post{}
	for i := range 150 { // more than a pass serves
		id := strconv.Itoa(1000 + i)
		for kind, id := range map[string]string{string(tell.Kind): id, tell.AgendaKind: s.clock.Format("2006-01-02T15:04:05Z") + "/" + id} {
			if err := s.store.Put(kind, id, []byte("{")); err != nil {
				t.Fatal(err)
			}
		}
	}
	direct, _ := s.tell(p, soon)
	more, _ := s.tell(p, soon)
	if n := len(direct) + len(more); n != 1 {
		t.Errorf("friend is told %d times, want once", n)
	}
	wants(t, "the agenda", s.agenda())
}

// TestUnreadableAfterSaying: where a record became unreadable before what was said could be noted,
// the others are told all the same.
func TestUnreadableAfterSaying(t *testing.T) {
	s := begun(t, "friend: /notify way:direct", "stranger: /notify way:direct")
	p := &post{}
	s.stores(unwilling{s.store})
	s.tell(p, soon)
	s.stores(s.store)
	if err := s.store.Put(string(tell.Kind), ids["friend"], []byte("{")); err != nil {
		t.Fatal(err)
	}
	s.play("you: /hex new @stranger size:4", "stranger: [Accept]", "you: /hex move b2")
	if direct, _ := s.tell(p, soon); len(direct) != 1 {
		t.Errorf("the other is told %q", direct)
	}
}

// TestKilledAfterSaying: a message that was sent but not recorded as sent is sent once more.
func TestKilledAfterSaying(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	p := &post{}
	s.stores(unwilling{s.store}) // nothing can be noted any more
	direct, _ := s.tell(p, soon)
	s.restart()
	again, _ := s.tell(p, soon)
	s.restart()
	more, _ := s.tell(p, time.Hour)
	if len(direct) != 1 || !slices.Equal(direct, again) || len(more) > 0 {
		t.Errorf("said %q, %q, %q", direct, again, more)
	}
}

// TestSaidOnceWhereNothingCanBeNoted: while the store cannot be written nobody gets a message twice, and
// the messages are recorded afterwards.
func TestSaidOnceWhereNothingCanBeNoted(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	p := &post{}
	s.stores(unwilling{s.store})
	direct, _ := s.tell(p, soon)
	for range 5 {
		again, _ := s.tell(p, time.Minute)
		direct = append(direct, again...)
	}
	s.stores(s.store)
	more, _ := s.tell(p, soon)
	s.restart()
	after, _ := s.tell(p, soon)
	if len(direct) != 1 || len(more) > 0 || len(after) > 0 {
		t.Errorf("said %q, %q and after a restart %q", direct, more, after)
	}
}

// TestKilledBeforeSaying: what was to be said is on disk with the move.
func TestKilledBeforeSaying(t *testing.T) {
	s := begun(t, "friend: /notify way:direct")
	s.restart()
	if direct, _ := s.tell(&post{}, soon); len(direct) != 1 {
		t.Errorf("said %q", direct)
	}
}

// TestZoneChangesUnderWhatIsDue: quiet hours follow a new time zone.
func TestZoneChangesUnderWhatIsDue(t *testing.T) {
	s := begun(t, "friend: /notify way:direct quiet:10-14") // noon
	p := &post{}
	direct, _ := s.tell(p, soon)
	wants(t, "at noon in UTC", direct)
	s.play("friend: /notify zone:Asia/Tokyo") // 21 o'clock
	if direct, _ = s.tell(p, soon); len(direct) != 1 {
		t.Errorf("in the evening in Tokyo: %q", direct)
	}
}

// TestClockJumpsUnderWhatIsDue: nothing is said twice or forgotten when the clock is set.
func TestClockJumpsUnderWhatIsDue(t *testing.T) {
	s := begun(t, "friend: /notify way:direct remind:24 digest:8")
	p := &post{}
	said := 0
	for _, jump := range []time.Duration{soon, 30 * day, soon, -30 * day, soon, time.Minute, time.Minute} {
		direct, _ := s.tell(p, jump)
		said += len(direct)
	}
	if said != 3 { // the turn, the reminder, the digest
		t.Errorf("said %d times", said)
	}
	s.play("friend: /hex move c2", "you: /hex move b3")
	direct, _ := s.tell(p, soon)
	if len(direct) != 1 {
		t.Errorf("the next turn: %q", direct)
	}
	for range 24 * 60 {
		more, _ := s.tell(p, time.Minute)
		direct = append(direct, more...)
	}
	if len(direct) != 3 {
		t.Errorf("within a day of it: %q", direct)
	}
}

// TestClockSetBackUnderWhatIsDue: messages made at a wrong future time do not wait for that time.
func TestClockSetBackUnderWhatIsDue(t *testing.T) {
	s := newSession(t)
	s.clock = s.clock.Add(30 * day)
	s.play("friend: /notify way:direct digest:13", "you: /hex new @friend size:4", "friend: [Accept]", "you: /hex move b2")
	p := &post{}
	direct, _ := s.tell(p, 0)
	wants(t, "too early", direct)
	s.tell(p, -30*day)
	direct, _ = s.tell(p, soon)
	if len(direct) != 1 {
		t.Errorf("the turn is told as %q", direct)
	}
	direct, _ = s.tell(p, time.Hour)
	if len(direct) != 1 || !strings.Contains(direct[0], "One game waits") {
		t.Errorf("the digest is %q", direct)
	}
}

// TestNothingWaitsForAWrongDate: what failed while the clock was a year ahead is tried again once it is right,
// also if the program was not there when it was corrected, and so is what is due by such a clock.
func TestNothingWaitsForAWrongDate(t *testing.T) {
	for _, restarts := range []bool{true, false} {
		s := begun(t, "friend: /notify way:direct remind:3 digest:13")
		p := &post{refuses: errors.New("no network")}
		s.clock = s.clock.Add(365 * day)
		s.tell(p, soon)
		s.tell(p, time.Hour)
		if p.tried < 3 {
			t.Fatalf("%d attempts at the turn and the digest", p.tried)
		}
		if p.refuses = nil; restarts {
			s.restart()
		}
		direct, _ := s.tell(p, -365*day)
		for range 24 * 60 {
			more, _ := s.tell(p, time.Minute)
			direct = append(direct, more...)
		}
		if len(direct) != 3 || !strings.HasSuffix(direct[0], "your turn as Blue.") || !strings.Contains(direct[2], "One game waits") {
			t.Errorf("with a restart: %v; the turn, its reminder and the digest are told as %q", restarts, direct)
		}
	}
}

// slow is a poster whose direct messages take until something was posted in a channel.
type slow struct {
	post
	entered, posted chan struct{}
	once            sync.Once
}

func (p *slow) Direct(ctx context.Context, _ string, _ chat.Reply) error {
	p.once.Do(func() { close(p.entered) })
	select {
	case <-p.posted:
	case <-ctx.Done():
	}
	return nil
}

func (p *slow) Post(_ context.Context, _ string, r chat.Reply) error {
	if strings.Contains(r.Text, "lies idle") {
		close(p.posted)
	}
	return nil
}

// TestSlowDirectMessagesHoldNothingUp: what is due at tables is done meanwhile.
func TestSlowDirectMessagesHoldNothingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := begun(t, "friend: /notify way:direct")
		began, passed := s.clock, atomic.Int64{}
		s.now = func() time.Time { return began.Add(time.Duration(passed.Load())) }
		passed.Store(int64(time.Hour))
		p := &slow{entered: make(chan struct{}), posted: make(chan struct{})}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.bot.Run(ctx, p) }()
		bottest.Receive(t, p.entered)
		passed.Store(int64(6 * day))
		bottest.Receive(t, p.posted)
		stop()
		if err := bottest.Receive(t, ended); err != nil {
			t.Error(err)
		}
	})
}

// TestGamesOfTournamentsAreTold to both players, for neither has opened the table.
func TestGamesOfTournamentsAreTold(t *testing.T) {
	s := newSession(t)
	s.play("friend: /notify way:direct remind:3", "you: /notify way:direct remind:3")
	g := s.bot.Games.ByID["hex"].Game
	o, err := engine.ParseOptions(g.Options, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	made, err := table.New(g, o, []string{table.User(ids["friend"]), table.User(ids["you"])}, []string{"Friend", "You"}, s.clock)
	if err != nil {
		t.Fatal(err)
	}
	made.Record.Owner, made.Record.Event = ids["friend"], "1/1/1"
	if err := s.bot.Tables.Create(sessionChannel, made, func(*store.Tx, store.Key) error { return nil }); err != nil {
		t.Fatal(err)
	}
	direct, _ := s.tell(&post{}, soon)
	slices.Sort(direct)
	if len(direct) != 2 || !strings.HasSuffix(direct[0], "against Friend begins: you play Blue.") || !strings.HasSuffix(direct[1], "against You: your turn as Red.") {
		t.Errorf("told %q", direct)
	}
	if direct, _ = s.tell(&post{}, 3*time.Hour); len(direct) != 1 || !strings.HasPrefix(direct[0], "12: ") {
		t.Errorf("reminded by %q", direct)
	}
}

// TestServersDecideWhomTheyHaveCalled: a server's policy applies only to mentions.
func TestServersDecideWhomTheyHaveCalled(t *testing.T) {
	for _, tt := range []struct {
		calls            string
		asked, turn, end bool
	}{
		{"turns", true, true, true},
		{"ends", true, false, true},
		{"never", false, false, false},
	} {
		t.Run(tt.calls, func(t *testing.T) {
			s := newSession(t)
			s.play("friend: /notify remind:3", "you: /server set calls:"+tt.calls)
			check := func(what string, r chat.Reply, want bool) {
				t.Helper()
				if got := len(r.Mentions) > 0; got != want {
					t.Errorf("%s: calls %v, want %v", what, r.Mentions, want)
				}
			}
			check("a challenge", s.does("you", "/hex new @friend size:4"), tt.asked)
			s.play("friend: [Accept]")
			check("a turn", s.does("you", "/hex move b2"), tt.turn)
			_, posted := s.tell(&post{}, 3*time.Hour)
			if got := len(posted) > 0; got != tt.turn {
				t.Errorf("the reminder: %q", posted)
			}
			s.play("friend: /hex resign")
			check("the end", s.does("friend", "[Resign]"), tt.end)
		})
	}
}

// TestBlockedPeopleDoNotReachByDirectMessage: their game goes on in its channel.
func TestBlockedPeopleDoNotReachByDirectMessage(t *testing.T) {
	s := begun(t, "friend: /notify way:direct digest:13")
	s.play("friend: /settings block:@you")
	direct, posted := s.tell(&post{}, soon)
	wants(t, "direct", direct)
	wants(t, "posted", posted, "**Hex, table 1**. Blue (Friend) to move. <@12>, it waits for you. [12]")
	direct, _ = s.tell(&post{}, time.Hour)
	wants(t, "the digest", direct)
}

// TestWarningsAreDirectToo: warnings and ends of games go to people who want direct messages.
func TestWarningsAreDirectToo(t *testing.T) {
	for opens, warned := range map[string]time.Duration{"/hex new @friend size:4": 6 * day, "/hex new @friend size:4 clock:3d": 2*day + 18*time.Hour} {
		t.Run(opens, func(t *testing.T) {
			s := newSession(t)
			s.play("friend: /notify way:direct", "you: "+opens, "friend: [Accept]", "you: /hex move b2")
			p := &post{}
			s.tell(p, soon)
			s.jump(warned)
			direct, _ := s.tell(p, soon)
			if len(direct) != 1 || !strings.Contains(direct[0], "against You ends <t:") {
				t.Errorf("the warning is %q", direct)
			}
			s.jump(day)
			direct, _ = s.tell(p, soon)
			if len(direct) != 1 || !strings.Contains(direct[0], " is over: ") {
				t.Errorf("the end is %q", direct)
			}
		})
	}
}

// TestForgetRemovesWhatIsTold, with what is due.
func TestForgetRemovesWhatIsTold(t *testing.T) {
	s := begun(t, "friend: /notify way:direct remind:3 digest:8 quiet:22-7")
	if len(s.agenda()) != 1 {
		t.Fatalf("the agenda is %q", s.agenda())
	}
	s.play("friend: /privacy forget settings")
	wants(t, "the agenda", s.agenda())
	if data, err := s.store.Get("tell", ids["friend"]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("kept: %s, %v", data, err)
	}
}

// TestNotifyRefuses what makes no sense, in words.
func TestNotifyRefuses(t *testing.T) {
	s := newSession(t)
	for does, want := range map[string]string{
		"/notify remind:73":            "1 to 72 hours",
		"/notify remind:soon":          "1 to 72 hours",
		"/notify quiet:22":             "from one hour to another",
		"/notify quiet:7-7":            "from one hour to another",
		"/notify quiet:25-7":           "from one hour to another",
		"/notify digest:24x":           "from 0 to 23",
		"/notify zone:Atlantis":        "is not a known time zone",
		"/notify quiet:22-7 digest:23": "would come in your quiet hours",
	} {
		if r := s.does("you", does); !r.Refused || !strings.Contains(r.Text, want) {
			t.Errorf("%s: %q, want %q", does, r.Text, want)
		}
	}
	if _, err := s.store.Get("tell", ids["you"]); !errors.Is(err, store.ErrNotFound) {
		t.Error("something is kept of it")
	}
}
