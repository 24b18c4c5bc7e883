package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/store"
)

// threadedSession is one in a server that wants a thread for each table.
func threadedSession(t *testing.T) (*session, *town) {
	t.Helper()
	s, out := newSession(t), &town{}
	s.bot.Outbox.Through(out)
	s.play("you: /server set threads:true")
	return s, out
}

// going are the tables that are open in a channel or thread.
func (s *session) going(channel string) (numbers []int) {
	s.t.Helper()
	list, err := s.store.Channel(channel)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, b := range list {
		if !b.Head.Over {
			numbers = append(numbers, b.Key.Number)
		}
	}
	return numbers
}

func TestTablesHaveThreads(t *testing.T) {
	s, out := threadedSession(t)

	r := s.does("you", "/hex new size:5 opponent:@friend")
	if r.Private || !strings.Contains(r.Text, "<#2001>") {
		t.Errorf("the channel is told %q", r.Text)
	}
	if len(out.sent) != 1 || out.sent[0].channel != "2001" || !slices.Equal(out.sent[0].reply.Mentions, []string{ids["friend"]}) {
		t.Fatalf("the thread has %+v", out.sent)
	}
	if _, err := s.store.Load(store.Key{Channel: "2001", Game: "hex", Number: 1}); err != nil {
		t.Error(err)
	}
	inside := s.request("you", "/atom4 new opponent:@you")
	inside.Channel, inside.Parent, inside.Threads = "2001", sessionChannel, false
	s.finish(inside)
	s.does("you", "/hex puzzle")
	if out.threads != 1 {
		t.Errorf("%d threads, want none for a table in a thread nor for a puzzle", out.threads)
	}
	out.closed = true
	if r := s.does("you", "/hex new size:5 opponent:@you"); len(r.Files) == 0 {
		t.Errorf("where no thread can be opened there is no board: %+v", r)
	}
}

// TestThreadsAreOpenedWhereTheBotCanWriteInThem: else the board and the call stand in the channel.
func TestThreadsAreOpenedWhereTheBotCanWriteInThem(t *testing.T) {
	s, out := threadedSession(t)
	r := s.request("you", "/hex new size:5 opponent:@friend")
	r.Threads = false
	if r := s.finish(r); len(r.Files) == 0 || !slices.Equal(r.Mentions, []string{ids["friend"]}) || out.threads > 0 {
		t.Errorf("%d threads, and in the channel %q, calling %q", out.threads, r.Text, r.Mentions)
	}
}

// TestThreadThatCannotBeWrittenIn is removed, and its table with board and call is in the channel,
// also one at which a level has moved.
func TestThreadThatCannotBeWrittenIn(t *testing.T) {
	s, out := threadedSession(t)
	out.mute = true
	r := s.does("you", "/hex new size:5 opponent:@friend")
	if len(r.Files) == 0 || !slices.Equal(r.Mentions, []string{ids["friend"]}) {
		t.Errorf("the channel has %q with %d files, calling %q", r.Text, len(r.Files), r.Mentions)
	}
	if open := s.going("2001"); len(open) > 0 || !slices.Equal(out.removed, []string{"2001"}) {
		t.Errorf("the thread has the tables %v, and removed are %v", open, out.removed)
	}
	if r := s.does("friend", "[Accept]"); r.Refused {
		t.Errorf("the challenge cannot be accepted: %s", r.Text)
	}
	s.play("you: /hex new size:5 level:easy colour:blue")
	if moves := s.table(2).Moves; len(moves) != 1 {
		t.Errorf("the level has moved %d times", len(moves))
	}
}

// TestRefusedTablesOpenNoThreads: what can be known before is refused before.
func TestRefusedTablesOpenNoThreads(t *testing.T) {
	s, out := threadedSession(t)
	s.configure(func(c *config.Config) { c.Limits.PersonTables = 1 })
	s.bot.Outbox.Through(out)
	s.play("you: /hex new size:5 opponent:@you")
	for range 3 {
		if r := s.bot.Handle(t.Context(), s.request("you", "/hex new size:5 opponent:@you")); !r.Refused || !r.Private {
			t.Errorf("beyond the limit, at once: %q", r.Text)
		}
	}
	if out.threads != 1 || len(out.removed) > 0 {
		t.Errorf("%d threads were opened, and %v removed, want one and none", out.threads, out.removed)
	}
}

// TestManyTablesAtOnceOpenNoMoreThreads than there may be tables, whatever the order in which
// Discord brings them.
func TestManyTablesAtOnceOpenNoMoreThreads(t *testing.T) {
	s, out := threadedSession(t)
	s.configure(func(c *config.Config) { c.Limits.PersonTables = 2 })
	s.bot.Outbox.Through(out)
	var asked []chat.Reply
	for range 6 { // all are admitted before the first is stored
		asked = append(asked, s.bot.Handle(t.Context(), s.request("you", "/hex new size:5 opponent:@you")))
	}
	var all sync.WaitGroup
	refused := make(chan bool, len(asked))
	for _, r := range asked {
		all.Go(func() { refused <- r.Later(context.Background(), func(chat.Reply) {}).Refused })
	}
	all.Wait()
	close(refused)
	n := 0
	for r := range refused {
		if r {
			n++
		}
	}
	if out.threads != 2 || n != 4 || len(out.removed) > 0 {
		t.Errorf("%d threads, %d refused, removed %v; want 2, 4 and none", out.threads, n, out.removed)
	}
}

// TestThreadOpenedTwice: a button pressed twice, once more before the first thread is there, leads to
// the same one.
func TestThreadOpenedTwice(t *testing.T) {
	s, out := threadedSession(t)
	s.play("you: /play game:hex")
	r := s.request("you", "[Easy]")
	var replies []chat.Reply
	for range 2 {
		r.ID = s.nextRequest()
		replies = append(replies, s.bot.Handle(t.Context(), r))
	}
	for i, reply := range replies {
		if replies[i] = reply.Later(t.Context(), func(chat.Reply) {}); !strings.Contains(replies[i].Text, "Come to <#2001>.") {
			t.Errorf("pressed %d times: %q", i+1, replies[i].Text)
		}
	}
	r.ID = s.nextRequest()
	if said := s.finish(r); !strings.Contains(said.Text, "Come to <#2001>.") || out.threads != 1 {
		t.Errorf("%d threads, and at last %q", out.threads, said.Text)
	}
}

// TestThreadWithoutTableIsRemoved: where the table could not be stored after all.
func TestThreadWithoutTableIsRemoved(t *testing.T) {
	s, out := threadedSession(t)
	out.opens = func() { s.disk.Store = crammed{s.store} }
	if r := s.does("you", "/hex new size:5 opponent:@friend"); !r.Refused || !slices.Equal(out.removed, []string{"2001"}) {
		t.Errorf("%q, and removed are %v", r.Text, out.removed)
	}
	if len(out.sent) > 0 {
		t.Errorf("the thread has %+v", out.sent)
	}
}

// crammed is a store that has no room for another table.
type crammed struct{ Store }

func (f crammed) Commit(tx *store.Tx, op store.Op) error {
	if saved, _, _ := tx.Tables(); len(saved) > 0 {
		return errors.New("no space is left")
	}
	return f.Store.Commit(tx, op)
}

// TestRematchStaysWhereTheTableWas, so that who presses second finds it.
func TestRematchStaysWhereTheTableWas(t *testing.T) {
	s, out := threadedSession(t)
	s.play("you: /server set threads:false", "you: /hex new size:5 opponent:@friend", "friend: [Accept]", "you: /hex resign", "you: [Resign]", "you: /server set threads:true")
	s.play("you: [Rematch]", "friend: [Rematch]")
	if open := s.going(sessionChannel); !slices.Equal(open, []int{2}) || out.threads > 0 || s.table(2).Pending != nil {
		t.Errorf("open in the channel are %v, waiting for %+v, with %d threads", open, s.table(2).Pending, out.threads)
	}
}
