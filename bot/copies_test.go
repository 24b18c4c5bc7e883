package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/store"
	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// newCopies are two copies of the bot on replicas of one store.
func newCopies(t *testing.T, games ...show.Entry) (one, other *session) {
	t.Helper()
	log := &logtest.Memory{}
	return newSessionOn(t, copyOf(t.Context(), log.Client(0)), games), newSessionOn(t, copyOf(t.Context(), log.Client(0)), games)
}

// copyOf opens a copy of what a log keeps.
func copyOf(ctx context.Context, log changelog.Log) func(file string) (*store.Store, error) {
	return func(file string) (*store.Store, error) {
		return store.OpenReplica(ctx, file, log, store.Options{})
	}
}

// meanwhile is a store in which something else happens before the next write of a request.
type meanwhile struct {
	Store
	happens func()
}

func (m *meanwhile) strike(op store.Op) {
	if happens := m.happens; happens != nil && op.Request != "" {
		m.happens = nil
		happens()
	}
}

func (m *meanwhile) Commit(tx *store.Tx, op store.Op) error {
	if !puts(tx, string(table.BoardKind)) {
		m.strike(op)
	}
	return m.Store.Commit(tx, op)
}

// TestCopiesLoseNoChangeOfARecord: a change of a record is applied to the result of a concurrent change
// by another copy of the bot.
func TestCopiesLoseNoChangeOfARecord(t *testing.T) {
	for _, tt := range []struct {
		name                string
		before              []string
		user, does          string
		meanwhile, alsoDoes string
		asks, shows         string
		want                []string
	}{
		{"preferences", nil, "you", "/settings theme:dark", "you", "/settings board:flat", "you", "/settings", []string{"**Dark**", "**flat**"}},
		{"what is told", nil, "you", "/notify remind:24", "you", "/notify quiet:22-7", "you", "/notify", []string{"24 hours", "22 to 7"}},
		{
			"a server", nil, "you", "/server set threads:true", "you", "/server set rated:true", "you", "/server show",
			[]string{"a thread of its own", "rated where they can be"},
		},
		{"a note", nil, "you", "/hex diary one", "you", "/hex diary two", "you", "/hex diary", []string{"today: twoone"}},
		{
			"a tournament",
			[]string{"you: /tournament new game:hex"},
			"you", "/tournament join", "friend", "/tournament join",
			"you", "/tournament show",
			[]string{"2 people"},
		},
		{
			"who is told of a move",
			[]string{"you: /hex new @friend size:3", "friend: [Accept]", "friend: /notify way:direct"},
			"you", "/hex move b2", "friend", "/notify remind:24", "friend", "/notify",
			[]string{"direct message", "24 hours"},
		},
		{
			"the plan that answers a move",
			[]string{"you: /hex new @friend size:5", "friend: [Accept]", "friend: /hex plan moves:a1 a2"},
			"you", "/hex move a1", "friend", "/hex plan moves:a1 b2", "friend", "/hex show",
			[]string{"a1", "b2"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			one, other := newCopies(t, diary("hex"))
			one.play(tt.before...)
			other.messages, other.shown = one.messages, one.shown
			m := &meanwhile{Store: one.store}
			struck := false
			m.happens = func() {
				struck = true
				if r := other.does(tt.meanwhile, tt.alsoDoes); r.Refused {
					t.Errorf("meanwhile: %q", r.Text)
				}
			}
			one.stores(m)
			if r := one.does(tt.user, tt.does); r.Refused || !struck {
				t.Errorf("%q; it changed something: %v", r.Text, struck)
			}
			r := other.does(tt.asks, tt.shows)
			for _, want := range tt.want {
				if !strings.Contains(said(r), want) {
					t.Errorf("%q is not in %q", want, said(r))
				}
			}
		})
	}
}

// late is a log that delivers nothing while it is held.
type late struct {
	changelog.Log
	held sync.Mutex
}

func (l *late) Follow(ctx context.Context, head uint64, f func(changelog.Batch) error) error {
	return l.Log.Follow(ctx, head, func(b changelog.Batch) error {
		l.held.Lock()
		defer l.held.Unlock()
		return f(b)
	})
}

// unasking is a store that does not check whether it is up to date.
type unasking struct{ Store }

func (unasking) Sync(context.Context) error { return nil }

// TestCopiesGoByNothingPast: after one copy of the bot has answered a person, another copy answers them
// by a state that is at least as new, although it has not received it yet. Without the barrier, requests
// that change nothing would be answered by an older state.
func TestCopiesGoByNothingPast(t *testing.T) {
	challenge := []string{"you: /hex new @friend size:3 swap:false"}
	accepted := append(slices.Clip(challenge), "friend: [Accept]")
	for _, tt := range []struct {
		before      []string
		first, then string
		want        string // in what is said then
		commits     bool   // on what is past, too
	}{
		{challenge, "friend: [Accept]", "you: /hex move b2", "b2", false},
		{accepted, "you: /hex move b2", "friend: /hex show", "b2", false},
		{nil, "friend: /settings block:@you", "you: /hex new @friend size:3", "no game between", true},
	} {
		for _, asks := range []bool{true, false} {
			t.Run(fmt.Sprint(tt.then, " ", asks), func(t *testing.T) {
				log := &logtest.Memory{}
				follows := &late{Log: log.Client(0)}
				one, other := newSessionOn(t, copyOf(t.Context(), log.Client(0)), []Entry{diary("hex")}), newSessionOn(t, copyOf(t.Context(), follows), []Entry{diary("hex")})
				one.play(tt.before...)
				other.messages, other.shown = one.messages, one.shown
				if err := other.store.Sync(t.Context()); err != nil {
					t.Fatal(err)
				}
				follows.held.Lock()
				one.play(tt.first)
				if !asks {
					other.stores(unasking{other.store})
				}
				var free sync.WaitGroup
				free.Go(func() {
					time.Sleep(50 * time.Millisecond)
					follows.held.Unlock()
				})
				user, does, _ := strings.Cut(tt.then, ": ")
				got := said(other.does(user, does))
				free.Wait()
				if knows := strings.Contains(got, tt.want); knows != (asks || tt.commits) {
					t.Errorf("it says %q", got)
				}
			})
		}
	}
}

// said is all text of a reply.
func said(r chat.Reply) string {
	var text strings.Builder
	text.WriteString(r.Text)
	for _, f := range r.Files {
		text.WriteString(" " + f.Alt)
	}
	return text.String()
}

// TestDeliveredTwice: a request that reaches two copies of the bot, at once or after each other,
// is carried out once, and answered by both.
func TestDeliveredTwice(t *testing.T) {
	play := []string{"you: /hex new @friend size:3 swap:false", "friend: [Accept]"}
	for _, tt := range []struct {
		before     []string
		user, does string
	}{
		{nil, "you", "/hex new @friend size:3"},
		{nil, "you", "/hex new size:5 level:easy"},
		{[]string{"you: /server set threads:true"}, "you", "/hex new @friend size:3"},
		{play[:1], "friend", "[Accept]"},
		{[]string{"you: /hex new open:true size:3"}, "friend", "/hex join"},
		{play, "you", "/hex move b2"},
		{append(slices.Clip(play), "you: /hex move b2"), "you", "/hex undo"},
		{append(slices.Clip(play), "you: /hex move b2", "you: /hex undo"), "friend", "[Allow]"},
		{append(slices.Clip(play), "friend: [Resign]"), "friend", "[Resign]"},
		{play, "friend", "/hex plan moves:a1 a2"},
		{nil, "you", "/hex diary line"},
		{nil, "you", "/tournament new game:hex"},
		{[]string{"you: /tournament new game:hex"}, "friend", "/tournament join"},
		{nil, "you", "/settings block:@friend"},
		{nil, "you", "/notify remind:24"},
		{play, "you", "/privacy forget what:all sure:true"},
	} {
		t.Run(tt.does, func(t *testing.T) {
			var want string
			for _, times := range []string{"once", "at once", "later"} {
				one, other := newCopies(t, diary("hex"))
				one.play(tt.before...)
				r := one.request(tt.user, tt.does)
				struck := false
				again := func() {
					struck = true
					if said := other.finish(r); said.Refused {
						t.Errorf("%s: the other copy says %q", times, said.Text)
					}
				}
				if times == "at once" {
					one.stores(&meanwhile{Store: one.store, happens: again})
				}
				if said := one.finish(r); said.Refused && times != "at once" {
					t.Errorf("%s: %q", times, said.Text)
				}
				switch {
				case times == "once":
					want = one.traces()
					continue
				case times == "later":
					again()
				case !struck:
					t.Fatal("it changes nothing")
				}
				if err := one.store.Sync(t.Context()); err != nil {
					t.Error(err)
				}
				if got := one.traces(); got != want {
					t.Errorf("%s: there are\n%s\nwant\n%s", times, got, want)
				}
			}
		})
	}
}

// TestBoardOfADoubledRequest: a copy of the bot knows whether the board answers the request that it has.
func TestBoardOfADoubledRequest(t *testing.T) {
	one, other := newCopies(t, diary("hex"))
	one.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]")
	r := one.request("you", "/hex move b2")
	one.finish(r)
	if err := one.store.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	next := r
	next.ID += "0"
	for _, tt := range []struct {
		r    chat.Request
		want bool
	}{{r, true}, {next, false}} {
		tt.r.Sub, tt.r.Options = "show", nil
		reply := other.bot.Handle(t.Context(), tt.r)
		if reply.Later != nil {
			reply = reply.Later(t.Context(), func(chat.Reply) {})
		}
		now, err := reply.Board.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		reply.Board.End("")
		if now.Answers != tt.want || now.Newer {
			t.Errorf("request %s: the board answers it: %t, newer: %t", tt.r.ID, now.Answers, now.Newer)
		}
	}
}

// traces are what requests have left in the store: tables, with how often each was changed, and
// records.
func (s *session) traces() string {
	s.t.Helper()
	var list []string
	entries, err := s.store.Channel(sessionChannel)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, fmt.Sprint(e.Key, " ", e.Revision))
	}
	for _, kind := range []string{string(show.PreferencesKind), play.BlocksKind, show.NotesKind, string(tell.Kind), tournament.Kind, string(table.PlanKind)} {
		err := s.store.Each(kind, "", func(id string, data []byte) bool {
			list = append(list, fmt.Sprint(kind, " ", id))
			if kind == show.NotesKind {
				list = append(list, string(data))
			}
			return true
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	return strings.Join(list, "\n")
}

// TestClocksOfCopies: a clock gets back the time in which no copy of the bot could store a move, once, and
// none in which another could.
func TestClocksOfCopies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &logtest.Memory{}
		var clients []*logtest.Client
		var sessions []*session
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		began := time.Now()
		for range 2 {
			c := log.Client(0)
			s := newSessionOn(t, copyOf(ctx, c), nil)
			start := s.clock
			s.now = func() time.Time { return start.Add(time.Since(began)) }
			clients, sessions = append(clients, c), append(sessions, s)
		}
		one, other := sessions[0], sessions[1]
		one.timed("3+0")
		var attending sync.WaitGroup
		defer attending.Wait()
		defer stop()
		for _, s := range sessions {
			attending.Go(func() { s.bot.Attend(ctx) })
		}
		time.Sleep(20 * time.Second)
		cut := func(d time.Duration, clients ...*logtest.Client) {
			for _, c := range clients {
				c.Cut(true)
			}
			time.Sleep(d)
			for _, c := range clients {
				c.Cut(false)
			}
			time.Sleep(5 * time.Second)
		}
		for _, c := range clients {
			cut(20*time.Second, c)
		}
		if r := other.does("friend", "/hex show"); strings.Contains(r.Text, "away") {
			t.Errorf("while one copy could store moves: %q", r.Text)
		}
		cut(9*time.Second, clients...)
		var back []string
		for _, s := range sessions {
			r := s.does("friend", "/hex show")
			_, after, _ := strings.Cut(r.Text, "+")
			seconds, _, _ := strings.Cut(after, " seconds: the bot was away")
			// A mark that was on its way at the cut may land at the end of it, and hide up to three seconds.
			if n, err := strconv.Atoi(seconds); err != nil || n < 6 || n > 10 {
				t.Errorf("after nine seconds in which none could: %q", r.Text)
			}
			back = append(back, seconds)
		}
		if back[0] != back[1] {
			t.Errorf("the copies give back %v", back)
		}
	})
}

// TestBoardsAreLeftToTheCopyThatAnswers: a copy of the bot that begins to do what no request asks for leaves a
// board alone with which another copy may be about to answer, and posts it where that does not come.
func TestBoardsAreLeftToTheCopyThatAnswers(t *testing.T) {
	one, other := newCopies(t)
	one.play("you: /hex new @friend size:5", "friend: [Accept]")
	one.bot.Places.Flush()
	one.bot.Handle(t.Context(), one.request("you", "/hex move b2"))
	if err := other.store.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := &room{now: func() time.Time { return other.clock }}
	for _, want := range []int{0, 1} {
		if other.bot.catchUp(t.Context(), r); len(r.messages) != want {
			t.Errorf("%d messages, want %d", len(r.messages), want)
		}
		other.clock = other.clock.Add(passInterval)
	}
}

// TestStopsWhileNothingIsStored: a copy that is stopped while its cluster stores nothing waits no longer than its last
// two writes do, however many of its parts note that it is there.
func TestStopsWhileNothingIsStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client := (&logtest.Memory{}).Client(0)
		s := newSessionOn(t, copyOf(t.Context(), client), nil)
		start, began := s.clock, time.Now()
		s.now = func() time.Time { return start.Add(time.Since(began)) }
		ctx, stop := context.WithCancel(t.Context())
		var attending sync.WaitGroup
		for range 3 {
			attending.Go(func() { s.bot.Attend(ctx) })
		}
		time.Sleep(10 * time.Second)
		client.Cut(true)
		time.Sleep(10 * time.Second)
		stop()
		stopped := time.Now()
		attending.Wait()
		s.bot.leave() // a write more
		if took := time.Since(stopped); took > 4*time.Second {
			t.Errorf("the stop takes %v", took)
		}
		client.Cut(false)
	})
}
