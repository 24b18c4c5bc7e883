package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/store"
)

// wall is a channel in which live boards hang.
type wall struct {
	chat.Poster // the rest reaches nobody

	mu     sync.Mutex
	hung   []chat.Reply // by message
	edits  int
	sends  error // what sending ends in; the message is there if it is errLost
	fails  error // what edits end in
	before func()
}

var errLost = errors.New("the answer was lost")

func (w *wall) Send(_ context.Context, _ string, r chat.Reply) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sends == nil || errors.Is(w.sends, errLost) {
		w.hung = append(w.hung, r)
	}
	return strconv.Itoa(len(w.hung) - 1), w.sends
}

func (w *wall) Edit(_ context.Context, _, message string, r chat.Reply) error {
	if w.before != nil {
		w.before()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails != nil {
		return w.fails
	}
	i, err := strconv.Atoi(message)
	if err != nil || i >= len(w.hung) {
		return errors.Join(err, chat.ErrGone)
	}
	w.edits++
	w.hung[i] = r
	return nil
}

func (w *wall) Find(_ context.Context, _ string, _ time.Time, action string) (string, error) {
	for i, r := range w.hung {
		for _, row := range r.Rows {
			for _, b := range row.Buttons {
				if b.Action == action {
					return strconv.Itoa(i), nil
				}
			}
		}
	}
	return "", nil
}

// hang has a session's live boards hang on a wall.
func hang(s *session) *wall {
	w := &wall{Poster: (&show.Outbox{}).Poster()}
	s.bot.Outbox.Through(w)
	return w
}

// watches has somebody ask for a live board of a table, in a channel, as a manager or not.
func (s *session) watches(user, channel string, key store.Key, manages bool) chat.Reply {
	s.t.Helper()
	r := s.request(user, "/watch table:"+key.String())
	r.Channel, r.Manages = channel, manages
	return s.finish(r)
}

// passes lets time pass, and has the live boards shown.
func (s *session) passes(d time.Duration) {
	s.clock = s.clock.Add(d)
	s.bot.follower.Pass(context.Background())
}

// kept are the IDs of the records of a kind.
func (s *session) kept(kind string) (list []string) {
	s.t.Helper()
	if err := s.store.Each(kind, "", func(id string, _ []byte) bool {
		list = append(list, id)
		return true
	}); err != nil {
		s.t.Fatal(err)
	}
	return list
}

func hexTable(number int) store.Key {
	return store.Key{Channel: sessionChannel, Game: "hex", Number: number}
}

// watched is a session with a game between people that stranger has shown live.
func watched(t *testing.T, before ...string) (*session, *wall) {
	t.Helper()
	s := newSession(t)
	w := hang(s)
	s.play(append(before, "you: /hex new @friend size:5 swap:false", "friend: [Accept]", "stranger: /watch table:1001/hex/1")...)
	return s, w
}

// TestLiveBoardShowsTheLatest: of moves in quick succession only the last is shown, at least two
// seconds after the one shown before.
func TestLiveBoardShowsTheLatest(t *testing.T) {
	s, w := watched(t)
	s.passes(time.Hour)
	if w.edits != 0 {
		t.Errorf("%d edits although nothing has changed", w.edits)
	}
	s.play("you: /hex move a1")
	s.passes(0)
	s.play("friend: /hex move b2", "you: /hex move a2", "friend: /hex move b3")
	s.passes(1900 * time.Millisecond)
	if w.edits != 1 {
		t.Errorf("%d edits within two seconds, want one", w.edits)
	}
	s.passes(200 * time.Millisecond)
	if alt := w.hung[0].Files[0].Alt; w.edits != 2 || !strings.Contains(alt, "last move is b3") {
		t.Errorf("%d edits, and it shows %q", w.edits, alt)
	}
}

// TestLiveBoardsOfOtherCopiesAreShown: the copy of the bot that works by the clock shows the boards that
// were asked for at another one, and what happens there: moves, votes and their end.
func TestLiveBoardsOfOtherCopiesAreShown(t *testing.T) {
	clock, asked := newCopies(t, sketchedGames()...)
	w := hang(clock)
	defer asked.bot.Outbox.Through(w)()
	clock.passes(time.Hour) // it has seen that there are none
	asked.play("you: /hex new @friend size:5 swap:false", "friend: [Accept]", "stranger: /watch table:1001/hex/1")
	pass := func() {
		t.Helper()
		asked.clock = asked.clock.Add(3 * time.Second)
		if err := clock.store.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		clock.passes(3 * time.Second)
	}
	pass()
	asked.play("you: /hex move a1")
	pass()
	if alt := w.hung[0].Files[0].Alt; !strings.Contains(alt, "last move is a1") {
		t.Errorf("after a move at another copy it shows %q", alt)
	}
	press := func(user, action string) {
		t.Helper()
		r := asked.request(user, "/help")
		r.Kind, r.Action = chat.Press, action
		if got := asked.finish(r); got.Refused {
			t.Fatal(got.Text)
		}
	}
	buttons := w.hung[0].Rows[0].Buttons
	press("robot", buttons[0].Action)
	pass()
	if !strings.Contains(w.hung[0].Text, "(You) 1") {
		t.Errorf("after a vote at another copy it says %q", w.hung[0].Text)
	}
	before := w.edits
	pass()
	if w.edits != before {
		t.Errorf("%d edits although nothing has changed", w.edits-before)
	}
	press("stranger", buttons[len(buttons)-1].Action)
	asked.play("friend: /hex move b2")
	pass()
	if w.edits != before {
		t.Errorf("%d edits after it was stopped at another copy", w.edits-before)
	}
}

// TestLiveBoardHoldsUpNoMove: while Discord takes its time with an edit, people play on.
func TestLiveBoardHoldsUpNoMove(t *testing.T) {
	s, w := watched(t)
	began, goOn := make(chan struct{}), make(chan struct{})
	w.before = sync.OnceFunc(func() {
		close(began)
		<-goOn
	})
	s.play("you: /hex move a1")
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.bot.follower.Pass(context.Background())
	}()
	<-began
	s.play("friend: /hex move b2", "you: /hex move a2")
	close(goOn)
	<-done
	s.passes(3 * time.Second)
	if alt := w.hung[0].Files[0].Alt; !strings.Contains(alt, "last move is a2") {
		t.Errorf("it shows %q", alt)
	}
}

// TestLiveBoardsEnd with the table, with their message or channel, and where the table is
// removed; nothing of them is kept then.
func TestLiveBoardsEnd(t *testing.T) {
	for name, end := range map[string]func(*session, *wall){
		"the game is over": func(s *session, _ *wall) { s.play("you: /hex resign table:1", "you: [Resign]") },
		"the message is gone": func(s *session, w *wall) {
			w.fails = chat.ErrGone
			s.play("you: /hex move a2")
		},
		"the bot may not post any more": func(s *session, w *wall) {
			w.fails = chat.ErrNoPost
			s.play("you: /hex move a2")
		},
		"the table is removed": func(s *session, _ *wall) {
			err := store.Update(s.t.Context(), s.store, store.Op{}, func(tx *store.Tx) error {
				t, err := tx.Load(hexTable(1))
				if err == nil {
					s.bot.Tables.Remove(tx, hexTable(1), t)
				}
				return err
			})
			if err != nil {
				s.t.Fatal(err)
			}
		},
		"who asked for it has all removed": func(s *session, _ *wall) { s.play("stranger: /privacy forget what:all sure:true") },
	} {
		t.Run(name, func(t *testing.T) {
			s, w := watched(t)
			press := func(user string) {
				r := s.request(user, "/help")
				r.Kind, r.Action = chat.Press, w.hung[0].Rows[0].Buttons[0].Action
				if got := s.finish(r); got.Refused {
					t.Fatal(got.Text)
				}
			}
			s.passes(time.Minute)
			press("stranger")
			press("robot")
			end(s, w)
			s.passes(time.Minute)
			if kept := append(s.kept(string(show.LiveKind)), s.kept(string(show.VoteKind))...); len(kept) > 0 {
				t.Errorf("kept: %q", kept)
			}
			if r := s.watches("friend", sessionChannel, hexTable(1), false); (name == "the game is over" || name == "the table is removed") != r.Refused {
				t.Errorf("watched again: %q", r.Text)
			}
		})
	}
}

// TestLiveBoardsTroubles: failures are retried. If it is not known whether a message was sent, it is
// looked for, also after a restart.
func TestLiveBoardsTroubles(t *testing.T) {
	s := newSession(t)
	w := hang(s)
	w.sends = chat.ErrNoPost
	s.play("you: /hex new @friend size:5 swap:false", "friend: [Accept]")
	if r := s.watches("stranger", sessionChannel, hexTable(1), false); !r.Refused || !strings.Contains(r.Text, "may not post here") || len(s.kept(string(show.LiveKind))) > 0 {
		t.Errorf("where it may not post: %q", r.Text)
	}
	w.sends = errLost
	s.watches("stranger", sessionChannel, hexTable(1), false)
	s.restart()
	s.bot.Outbox.Through(w)
	s.play("you: /hex move a1")
	w.fails = errors.New("down")
	s.passes(time.Minute)
	w.fails = nil
	s.passes(time.Second)
	if w.edits != 0 {
		t.Error("what has failed is tried again at once")
	}
	s.passes(time.Minute)
	if w.edits != 1 || !strings.Contains(w.hung[0].Files[0].Alt, "last move is a1") {
		t.Errorf("%d edits of what was found", w.edits)
	}
	w.hung = nil
	w.sends = errors.New("not sent")
	s.watches("stranger", sessionChannel, hexTable(1), false)
	s.passes(time.Minute)
	if kept := s.kept(string(show.LiveKind)); len(kept) != 0 {
		t.Errorf("of messages that are not there %q is kept", kept)
	}
}

// TestLiveBoardsAreBounded, at a table and on a server.
func TestLiveBoardsAreBounded(t *testing.T) {
	s := newSession(t)
	hang(s)
	for n := range 5 {
		s.play("you: /hex new @you size:3")
		for range 5 {
			refused := s.watches("stranger", sessionChannel, hexTable(n+1), false).Refused
			if refused != (n == 4) {
				t.Errorf("at table %d: refused is %v", n+1, refused)
			}
		}
		if n < 4 && !s.watches("stranger", sessionChannel, hexTable(n+1), false).Refused {
			t.Errorf("more than five of table %d", n+1)
		}
	}
}

// TestWhatMayBeWatched: no puzzles and nothing of another server. Games of a channel that not all may
// see can be shown in another only by their players and by managers of the server.
func TestWhatMayBeWatched(t *testing.T) {
	s := newSession(t)
	hang(s)
	s.play("you: /hex puzzle", "you: /hex new @friend size:3", "friend: [Accept]")
	for _, tt := range []struct {
		user, channel string
		number        int
		manages, want bool
	}{
		{"you", sessionChannel, 1, true, false},
		{"stranger", sessionChannel, 2, false, true},
		{"stranger", "1002", 2, false, false},
		{"stranger", "1002", 2, true, true},
		{"friend", "1002", 2, false, true},
	} {
		offered := s.request(tt.user, "/watch table:x")
		offered.Kind, offered.Focus, offered.Options["table"] = chat.Suggest, "table", "table "+strconv.Itoa(tt.number)
		offered.Channel, offered.Manages = tt.channel, tt.manages
		if list := s.bot.Handle(context.Background(), offered).Suggestions; (len(list) == 1) != tt.want {
			t.Errorf("%+v: offered is %v", tt, list)
		}
		if r := s.watches(tt.user, tt.channel, hexTable(tt.number), tt.manages); r.Refused == tt.want {
			t.Errorf("%+v: %q", tt, r.Text)
		}
	}
	for _, guild := range []string{"", "901"} {
		r := s.request("friend", "/watch table:1001/hex/2")
		r.Guild = guild
		if r := s.finish(r); !r.Refused {
			t.Errorf("on the server %q: %q", guild, r.Text)
		}
	}
	thread := s.request("stranger", "/watch table:1001/hex/2")
	thread.Channel, thread.Parent = "1003", sessionChannel
	if r := s.finish(thread); r.Refused {
		t.Errorf("in a thread of the game's channel: %q", r.Text)
	}
}

// TestPollClosesAndIsSettled: votes count once a person, until the twelfth move; at the end ten
// are named who were right.
func TestPollClosesAndIsSettled(t *testing.T) {
	s, w := watched(t)
	votes := func(person, button int) chat.Reply {
		r := s.request("stranger", "/help")
		r.Kind, r.Action = chat.Press, strings.Replace(w.hung[0].Rows[0].Buttons[0].Action, "vote:0", "vote:"+strconv.Itoa(button), 1)
		r.User = chat.User{ID: strconv.Itoa(100 + person), Name: fmt.Sprint("Voter", person)}
		return s.finish(r)
	}
	for person := range 14 {
		votes(person, 1)
	}
	votes(0, 0)
	votes(13, 0)
	for i, cell := range strings.Fields("a1 b1 c1 d1 e1 a2 c2 d2 e2 a3 b3") {
		s.play([]string{"you", "friend"}[i%2] + ": /hex move " + cell)
	}
	if r := votes(13, 1); r.Private && r.Refused {
		t.Errorf("after eleven moves: %q", r.Text)
	}
	s.play("friend: /hex move d3")
	s.passes(time.Minute)
	if r := votes(1, 0); !r.Refused {
		t.Errorf("after twelve moves: %q", r.Text)
	}
	if text := w.hung[0].Text; !strings.Contains(text, "Red (You) 1, Blue (Friend) 13. The poll is closed.") {
		t.Errorf("it says %q", text)
	}
	s.play("you: /hex resign", "you: [Resign]")
	s.passes(time.Minute)
	want := "**Who was right?** Voter1, Voter2, Voter3, Voter4, Voter5, Voter6, Voter7, Voter8, Voter9, Voter10 +3. Votes: Red (You) 1, Blue (Friend) 13."
	if text := w.hung[0].Text; !strings.HasSuffix(text, want) {
		t.Errorf("it says %q, want %q", text, want)
	}
	if len(w.hung[0].Rows) > 0 {
		t.Error("something can be pressed still")
	}
}
