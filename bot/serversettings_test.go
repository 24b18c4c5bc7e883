package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/guild"
	zones "github.com/sixfold-bot/sixfold/engine/daily"
	"github.com/sixfold-bot/sixfold/store"
)

// town is a server's channels as the bot reaches them: it keeps what is sent.
type town struct {
	chat.Poster // the rest is never called

	sent    []letter
	lost    bool // messages arrive, but their answers do not
	closed  bool // the bot may not post, nor open threads
	mute    bool // it may open threads alone
	threads int
	removed []string // threads
	opens   func()   // when a thread is opened, unless it is nil
}

// letter is a message in a channel.
type letter struct {
	channel string
	reply   chat.Reply
}

func (w *town) Send(ctx context.Context, channel string, r chat.Reply) (string, error) {
	if err := w.Post(ctx, channel, r); err != nil {
		return "", err
	}
	if w.lost {
		return "", errors.New("the line broke")
	}
	return strconv.Itoa(len(w.sent)), nil
}

func (w *town) Post(ctx context.Context, channel string, r chat.Reply) error {
	if w.closed {
		return chat.ErrNoPost
	}
	if r.Later != nil {
		r = r.Later(ctx, func(chat.Reply) {})
	}
	if w.mute {
		return chat.ErrNoPost
	}
	w.sent = append(w.sent, letter{channel, r})
	return nil
}

func (w *town) Find(_ context.Context, channel string, _ time.Time, action string) (string, error) {
	for i, l := range w.sent {
		if l.channel == channel && slices.ContainsFunc(l.reply.Rows, func(r chat.Row) bool {
			return slices.ContainsFunc(r.Buttons, func(b chat.Button) bool { return b.Action == action })
		}) {
			return strconv.Itoa(i + 1), nil
		}
	}
	return "", nil
}

func (w *town) Thread(context.Context, string, string) (string, error) {
	if w.closed {
		return "", chat.ErrNoPost
	}
	w.threads++
	if w.opens != nil {
		w.opens()
	}
	return strconv.Itoa(2000 + w.threads), nil
}

func (w *town) Unthread(_ context.Context, thread string) error {
	w.removed = append(w.removed, thread)
	return nil
}

func TestGamesArePlayedWhereTheServerWantsThem(t *testing.T) {
	s := newSession(t)
	in := func(channel, parent string) chat.Reply {
		r := s.request("friend", "/hex new size:5 opponent:@friend")
		r.Channel, r.Parent = channel, parent
		return s.finish(r)
	}
	if r := in("1002", ""); r.Refused {
		t.Fatalf("before anything is set: %s", r.Text)
	}
	s.does("you", "/server play where:here")
	if r := in(sessionChannel, ""); r.Refused {
		t.Errorf("in the channel for games: %s", r.Text)
	}
	if r := in("3001", sessionChannel); r.Refused {
		t.Errorf("in a thread of it: %s", r.Text)
	}
	if r := in("1002", ""); !r.Refused || !strings.Contains(r.Text, "<#"+sessionChannel+">") {
		t.Errorf("elsewhere: %+v", r.Text)
	}
	if !s.does("you", "/server play where:elsewhere").Refused {
		t.Error("the only channel can be taken away")
	}
	s.does("you", "/server play where:everywhere")
	if r := in("1002", ""); r.Refused {
		t.Errorf("everywhere again: %s", r.Text)
	}
}

func TestServerHasStandardsForNewTables(t *testing.T) {
	s := newSession(t)
	if !s.does("you", "/server defaults game:hex options:size:99").Refused {
		t.Error("a size is taken that no board has")
	}
	if !s.does("you", "/server defaults game:hex options:open:true").Refused {
		t.Error("an option is taken that is for one table")
	}
	if r := s.does("you", `/server defaults game:hex options:size:6 level:beginner`); r.Refused {
		t.Fatal(r.Text)
	}
	s.does("friend", "/hex new opponent:@sixfold")
	s.does("friend", "/hex new opponent:@sixfold size:4 level:normal")
	for number, want := range map[int]string{1: `"size":6 level:beginner`, 2: `"size":4 level:normal`} {
		record, err := s.store.Load(store.Key{Channel: sessionChannel, Game: "hex", Number: number})
		if err != nil {
			t.Fatal(err)
		}
		size, level, _ := strings.Cut(want, " ")
		if !strings.Contains(string(record.Options), size) || !slices.Contains(record.Seats, level) {
			t.Errorf("table %d has %s and %v, want %s", number, record.Options, record.Seats, want)
		}
	}
	if r := s.does("you", "/server show"); !strings.Contains(r.Text, "/hex new size:6 level:beginner") {
		t.Errorf("not told: %s", r.Text)
	}
	s.does("you", "/server defaults game:hex")
	if r := s.does("you", "/server show"); strings.Contains(r.Text, "/hex new") {
		t.Errorf("not gone: %s", r.Text)
	}
}

func TestServerDecidesWhoSearches(t *testing.T) {
	s := newSession(t)
	search := func(manages bool) chat.Reply {
		r := s.request("friend", "/connexion solve")
		r.Manages = manages
		return s.finish(r)
	}
	for value, want := range map[string][2]bool{"everyone": {false, false}, "managers": {true, false}, "nobody": {true, true}} {
		s.does("you", "/server set searches:"+value)
		if got := [2]bool{search(false).Refused, search(true).Refused}; got != want {
			t.Errorf("%s: refused to a member and a manager %v, want %v", value, got, want)
		}
	}
}

func TestServerChoosesTheTheme(t *testing.T) {
	s := newSession(t)
	before := s.does("friend", "/hex new size:5 opponent:@friend").Accent
	s.does("you", "/server set theme:light")
	light := s.does("friend", "/hex show").Accent
	if light == before {
		t.Error("the server's theme changes nothing")
	}
	s.does("friend", "/settings theme:dark")
	if got := s.does("friend", "/hex show").Accent; got != before {
		t.Error("a person's own theme does not go before the server's")
	}
}

// Only members who manage the server change it. Discord may show the command to others, if the server has
// decided so, and a button to everybody.
func TestServerIsForManagers(t *testing.T) {
	s := newSession(t)
	r := s.request("friend", "/server set threads:true")
	r.Kind, r.Action = chat.Press, "rerun::0:server set threads:true"
	if got := s.finish(r); !got.Refused {
		t.Errorf("a member presses: %s", got.Text)
	}
	for _, typed := range []string{"/server set threads:true", "/server ratings"} {
		if got := s.does("friend", typed); !got.Refused {
			t.Errorf("a member types %s: %s", typed, got.Text)
		}
	}
	r = s.request("friend", "/server show")
	r.Guild = ""
	if got := s.finish(r); !got.Refused {
		t.Errorf("in direct messages: %s", got.Text)
	}
}

// dailies are what posts puzzles of the day in a session.
func (s *session) dailies(out *town) *guild.Dailies {
	return &guild.Dailies{Records: s.bot.Records, Log: s.bot.Log, Puzzle: daily{s.bot.Services}.message, Poster: func() chat.Poster { return out }, Now: s.bot.Env.Now}
}

func TestPuzzleOfTheDayIsPosted(t *testing.T) {
	for _, game := range []string{"hex", "ade", "connexion"} {
		t.Run(game, func(t *testing.T) {
			s := newSession(t)
			out := &town{}
			s.bot.Outbox.Through(out)
			s.does("you", "/server daily game:"+game+" hour:9 zone:Europe/Berlin")
			at := func(day, hour, minute int) {
				s.clock = time.Date(2026, 3, day, hour, minute, 0, 0, time.UTC)
				s.dailies(out).Post(t.Context())
			}
			counts := func(want int) {
				t.Helper()
				if len(out.sent) != want {
					t.Fatalf("%v: %d messages, want %d", s.clock, len(out.sent), want)
				}
			}
			at(2, 7, 59) // 8:59 in Berlin
			counts(0)
			at(2, 8, 0)
			counts(1)
			at(2, 8, 1)
			at(2, 23, 0)
			counts(1)
			if l := out.sent[0]; l.channel != sessionChannel || len(l.reply.Files) != 1 || !strings.Contains(l.reply.Text, "2026-03-02") {
				t.Errorf("posted %+v", l)
			}

			// Away until the evening, and for a whole day.
			at(3, 20, 0)
			counts(2)
			at(5, 9, 0)
			counts(3)
			s.restart()
			s.bot.Outbox.Through(out)
			at(5, 9, 1)
			counts(3)

			// The button opens a table of one's own, also on the day after.
			s.shown = append(s.shown, utterance{id: "1", reply: out.sent[2].reply})
			if r := s.does("friend", "[Solve it]"); r.Refused || !r.Private {
				t.Errorf("the button brings %+v", r)
			}
			s.does("you", "/server daily off:true")
			at(6, 9, 0)
			counts(3)
		})
	}
}

func TestPuzzleOfTheDayIsNeverPostedTwice(t *testing.T) {
	s := newSession(t)
	out := &town{lost: true}
	s.bot.Outbox.Through(out)
	s.does("you", "/server daily game:hex hour:0")
	for range 3 { // the message is there, though nobody was told so
		s.dailies(out).Post(t.Context())
		s.restart()
	}
	if len(out.sent) != 1 {
		t.Errorf("posted %d times", len(out.sent))
	}
}

func TestPuzzleOfTheDayGivesUpWhereTheBotMayNotPost(t *testing.T) {
	s := newSession(t)
	out := &town{closed: true}
	s.does("you", "/server daily game:hex hour:0")
	for range 3 {
		s.dailies(out).Post(t.Context())
	}
	out.closed = false
	s.dailies(out).Post(t.Context())
	if len(out.sent) != 0 {
		t.Error("it is tried on and on")
	}
	s.clock = s.clock.AddDate(0, 0, 1)
	s.dailies(out).Post(t.Context())
	if len(out.sent) != 1 {
		t.Error("it is not tried again on the next day")
	}
}

// TestPuzzleOfTheDayKeepsWhatIsNotSaid: whoever changes the hour, the zone or the game leaves the rest.
func TestPuzzleOfTheDayKeepsWhatIsNotSaid(t *testing.T) {
	s := newSession(t)
	for _, step := range []struct{ says, want string }{
		{"game:hex", "of Hex is posted in <#1001> at 9 o'clock (UTC)"},
		{"hour:7 zone:Europe/Berlin", "of Hex is posted in <#1001> at 7 o'clock (Europe/Berlin)"},
		{"hour:8", "of Hex is posted in <#1001> at 8 o'clock (Europe/Berlin)"},
		{"zone:Pacific/Auckland", "of Hex is posted in <#1001> at 8 o'clock (Pacific/Auckland)"},
		{"game:ade", "at 8 o'clock (Pacific/Auckland)"},
		{"hour:0", "at 0 o'clock (Pacific/Auckland)"},
		{"zone:UTC", "at 0 o'clock (UTC)"},
		{"", "at 0 o'clock (UTC)"},
	} {
		if r := s.does("you", "/server daily "+step.says); !strings.Contains(r.Text, step.want) {
			t.Errorf("%q is answered by %q, want %q", step.says, r.Text, step.want)
		}
	}
}

// Daylight saving moves the hour, and neither doubles nor loses a day. The puzzle is that of the
// server's own day.
func TestPuzzleOfTheDayOverDaylightSaving(t *testing.T) {
	t.Parallel()
	for zone, at := range map[string]struct {
		hours         []int
		first, second int // days of the year when the clocks change
	}{
		"Europe/Berlin": {[]int{2, 9}, 88, 298}, "America/New_York": {[]int{2}, 67, 305}, "Pacific/Auckland": {[]int{0, 2, 9}, 95, 270}, "UTC": {[]int{23}, 88, 298},
		"America/Los_Angeles": {[]int{16}, 67, 305}, "America/Nuuk": {[]int{23}, 87, 297}, "America/Santiago": {[]int{0}, 94, 249},
	} {
		in, err := zones.FindZone(zone)
		if err != nil {
			t.Fatal(err)
		}
		for _, hour := range at.hours {
			s := newSession(t)
			out := &town{}
			s.does("you", fmt.Sprintf("/server daily game:hex hour:%d zone:%s", hour, zone))
			days := map[string]bool{}
			posted := 0
			d := s.dailies(out)
			d.Puzzle = func(_ guild.Daily, day string, _ []string) (chat.Reply, string, error) {
				if days[day] {
					t.Errorf("%s at %d: the puzzle of %s twice", zone, hour, day)
				}
				if local := s.clock.In(in).Format(time.DateOnly); day != local {
					t.Errorf("%s at %d: the puzzle of %s on %s", zone, hour, day, local)
				}
				days[day] = true
				posted++
				return chat.Reply{Text: day}, "", nil
			}
			for _, change := range []int{at.first, at.second} {
				s.clock, posted = time.Date(2026, 1, change-3, 0, 30, 0, 0, in), 0
				for end := s.clock.AddDate(0, 0, 6); s.clock.Before(end); {
					d.Post(t.Context())
					s.clock = s.clock.Add(time.Hour)
				}
				if posted != 6 {
					t.Errorf("%s at %d: %d puzzles in 6 days around the change of day %d", zone, hour, posted, change)
				}
			}
		}
	}
}

// solved notes that somebody has solved a day's puzzle.
func (s *session) solved(day, person, name string) error {
	return store.Update(s.t.Context(), s.store, store.Op{}, func(tx *store.Tx) error {
		guild.NoteSolved(tx, "900", "hex", day, person, name)
		return nil
	})
}

func TestSolversOfYesterdayAreNamed(t *testing.T) {
	s := newSession(t)
	out := &town{}
	s.bot.Outbox.Through(out)
	s.does("you", "/server daily game:hex hour:0")
	for i, name := range []string{"Ann", "Ben *bold*"} {
		if err := s.solved("2026-03-01", strconv.Itoa(31+i), name); err != nil {
			t.Fatal(err)
		}
	}
	s.clock = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	s.dailies(out).Post(t.Context())
	if len(out.sent) != 1 || !strings.Contains(out.sent[0].reply.Text, `Ann, Ben \*bold\*`) {
		t.Fatalf("posted %+v", out.sent)
	}
	if err := s.solved("2026-03-02", ids["friend"], "Friend"); err != nil {
		t.Fatal(err)
	}
	s.does("friend", "/privacy forget what:notes")
	if records, err := guild.Solved(s.bot.Records, ids["friend"]); err != nil || len(records) != 0 {
		t.Errorf("a person who wants to be forgotten is still named: %v, %v", records, err)
	}
	for range 5 {
		s.clock = s.clock.AddDate(0, 0, 1)
		s.dailies(out).Post(t.Context())
	}
	if records, err := guild.Solved(s.bot.Records, "31"); err != nil || len(records) != 0 {
		t.Errorf("kept for good: %v, %v", records, err)
	}
}

// TestSolversAreForgotten after three days, also on a server where no puzzle is posted, or none any more.
func TestSolversAreForgotten(t *testing.T) {
	s := newSession(t)
	d := s.dailies(&town{})
	keeps := func(want int) {
		t.Helper()
		d.Post(t.Context())
		if records, err := guild.Solved(s.bot.Records, "31"); err != nil || len(records) != want {
			t.Errorf("%s: kept are %v, %v; want %d", s.clock.Format(time.DateOnly), records, err, want)
		}
	}
	for day := range 5 {
		s.clock = time.Date(2026, 3, 2+day, 12, 0, 0, 0, time.UTC)
		if err := s.solved(s.clock.Format(time.DateOnly), "31", "Ann"); err != nil {
			t.Fatal(err)
		}
		keeps(min(day+1, 4)) // of today, and of three days
	}
	s.clock = time.Date(2026, 3, 9, 23, 59, 0, 0, time.UTC)
	keeps(1)
	s.clock = s.clock.Add(time.Minute)
	keeps(0)
}
