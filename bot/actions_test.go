package bot

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// pressed presses a button that once stood in the channel.
func (s *session) pressed(user, id string) chat.Reply {
	s.t.Helper()
	r := s.request(user, "/games")
	r.Kind, r.Command, r.Action, r.Fields = chat.Press, "", id, map[string]string{"cell": "c1"}
	return s.finish(r)
}

// told returns what a person is told who presses a button of an outdated board.
func told(r chat.Reply) chat.Reply {
	if len(r.After) == 1 && strings.HasPrefix(r.Text, "-# ") {
		return r.After[0]
	}
	return r
}

// TestOldBoards presses each button under the board of a move ago.
func TestOldBoards(t *testing.T) {
	for name, a := range newSession(t).bot.router.actions {
		s := newSession(t)
		s.play("you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2")
		key := store.Key{Channel: sessionChannel, Game: "hex", Number: 1}
		old, err := s.bot.Tables.Load(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		c := &show.Call{Call: chat.Call{Words: s.bot.Words("en")}}
		arg := map[string]string{"play": "swap", "form": "move", "fill": "move", "view": "sets"}[name]
		id := c.TableButton(old, name, engine.T("Old"), chat.Primary, arg).Action
		s.play("friend: /hex move a1")
		before := s.table(1)
		r := s.pressed("you", id)
		if a.current {
			if r = told(r); !r.Private || len(r.Files) != 0 || !strings.Contains(r.Text, "earlier move") || !strings.Contains(r.Text, "/1001/7004)") {
				t.Errorf("%s under an old board: %q with %d files; want to be told privately where the present one is", name, r.Text, len(r.Files))
			}
			if s.table(1).Revision != before.Revision {
				t.Errorf("%s under an old board changes the table", name)
			}
		}
		if r.Text == "" && r.Form == nil || strings.Contains(r.Text, "went wrong") {
			t.Errorf("%s under an old board: %q", name, r.Text)
		}
	}
}

// confirming is the button that says yes to the question that was asked last.
func (s *session) confirming() string {
	s.t.Helper()
	rows := s.shown[len(s.shown)-1].reply.Rows
	if len(rows) != 1 || len(rows[0].Buttons) == 0 {
		s.t.Fatalf("no question, but %+v", s.shown[len(s.shown)-1])
	}
	return rows[0].Buttons[0].Action
}

// TestResigningBelongsToOnePosition: a confirmation for an earlier position is asked for again.
func TestResigningBelongsToOnePosition(t *testing.T) {
	changes := map[string][]string{
		"a move of one's own":    {"you: /hex move c3"},
		"a move of the other's":  {"you: /hex move c3", "friend: /hex move c1"},
		"a move that was undone": {"friend: /hex undo", "you: [Allow]"},
		"a swap":                 {"friend: /hex undo", "you: [Allow]", "friend: /hex move swap"},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			s.play("you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move b2", "friend: /hex move a1", "you: /hex resign")
			asked := s.confirming()
			s.play(change...)
			before := s.table(1).Revision
			r := s.pressed("you", asked)
			if s.table(1).Revision != before || s.table(1).Over {
				t.Fatalf("the game is given up: %q", r.Text)
			}
			if !r.Private || !strings.Contains(r.Text, "has changed since you were asked") || !strings.Contains(r.Text, "to move") {
				t.Errorf("answered by %q", r.Text)
			}
			s.pressed("you", s.confirming())
			if record := s.table(1); !record.Over || record.Result == nil || record.Result.Winner != 1 {
				t.Errorf("asked anew, the yes counts for nothing: %+v", record.Result)
			}
		})
	}
}

// TestResigningAfterTheEnd: neither the old game nor the rematch is given up.
func TestResigningAfterTheEnd(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3", "friend: [Accept]", "you: /hex move a1", "friend: /hex move b1", "you: /hex resign")
	asked := s.confirming()
	s.play("friend: /hex resign")
	s.pressed("friend", s.confirming())
	s.play("you: [Rematch]", "friend: [Accept]")
	for _, user := range []string{"you", "stranger"} {
		if r := s.pressed(user, asked); !r.Refused {
			t.Errorf("%s is answered by %q", user, r.Text)
		}
	}
	if old, next := s.table(1), s.table(2); old.Result.Winner != 0 || next.Over {
		t.Errorf("the old game: %+v; the rematch is over: %t", old.Result, next.Over)
	}
}

// TestAnswersBelongToOneRequest: a late yes to an answered request does not answer the next one.
func TestAnswersBelongToOneRequest(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]", "you: /hex move b2", "friend: /hex move a1", "you: /hex undo")
	first := s.shown[len(s.shown)-1].reply.Rows[0].Buttons
	s.play("friend: [Refuse]")
	s.clock = s.clock.Add(time.Minute)
	s.play("friend: /hex undo")
	for _, b := range first {
		for _, user := range []string{"you", "friend"} {
			if r := s.pressed(user, b.Action); !r.Refused || len(s.table(1).Moves) != 2 || s.table(1).Pending == nil {
				t.Errorf("%s presses %s of the first request: %q", user, b.Label, r.Text)
			}
		}
	}
}

// TestNamedMovesBelongToOnePosition: a button under a preview plays the move that was shown.
func TestNamedMovesBelongToOnePosition(t *testing.T) {
	s := newSession(t)
	moves := func() int {
		record, err := s.store.Load(store.Key{Channel: sessionChannel, Game: "atom4", Number: 1})
		if err != nil {
			t.Fatal(err)
		}
		return len(record.Moves)
	}
	s.play("you: /atom4 new @you", "you: /atom4 preview cell:i7")
	shown := s.shown[len(s.shown)-1].reply.Rows[0].Buttons[0]
	s.play("you: /atom4 move cell:i9")
	if r := told(s.pressed("you", shown.Action)); moves() != 1 || !strings.Contains(r.Text, "earlier move") {
		t.Errorf("%s after another move: %q", shown.Label, r.Text)
	}
	s.play("you: /atom4 preview cell:i7", "you: [Play i7]")
	if n := moves(); n != 2 {
		t.Errorf("%d moves, want 2", n)
	}
}

// TestStrangeButtons: custom IDs that the bot does not make are refused.
func TestStrangeButtons(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @you size:3")
	for _, id := range []string{
		"", "play", "dance:hex:1:0:", "play:chess:1:0:", "play:hex:0:0:", "play:hex:x:0:", "play:hex:99999999999999999999:0:",
		"play:hex:7:0:swap", "run:hex:dance", "run:chess:new", "run:hex:", "view:hex:1:0:nothing", "giveup:hex:7::",
	} {
		if r := s.pressed("you", id); !r.Refused || strings.Contains(r.Text, "went wrong") {
			t.Errorf("%q is answered by %q", id, r.Text)
		}
	}
	for _, name := range []string{"play", "form", "fill"} {
		table, err := s.bot.Tables.Load(t.Context(), store.Key{Channel: sessionChannel, Game: "hex", Number: 1})
		if err != nil {
			t.Fatal(err)
		}
		c := &show.Call{Call: chat.Call{Words: s.bot.Words("en")}}
		if r := s.pressed("you", c.TableButton(table, name, engine.T("Old"), chat.Primary, "dance").Action); !r.Refused {
			t.Errorf("%s of a verb that does not exist is answered by %q", name, r.Text)
		}
	}
}

// TestOldBoardDoesNotThink: a private view of an old board must not show the bot's move to one person
// only.
func TestOldBoardDoesNotThink(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new size:5 level:easy")
	old := s.shown[len(s.shown)-1].reply.Rows[0].Buttons[0].Action
	if r := s.bot.Handle(context.Background(), s.request("you", "/hex move c3")); r.Refused {
		t.Fatal(r.Text)
	}
	s.clock = s.clock.Add(time.Second)
	if r := told(s.pressed("you", old)); !r.Private || len(s.table(1).Moves) != 1 {
		t.Errorf("an old board, privately %v, brings the table to %d moves; want 1", r.Private, len(s.table(1).Moves))
	}
}

// TestOneRequestAtATime: a person who is asked to agree cannot replace the request by one of theirs.
func TestOneRequestAtATime(t *testing.T) {
	s := newSession(t)
	s.play("you: /hex new @friend size:3 swap:false", "friend: [Accept]", "you: /hex move b2", "friend: /hex move a1", "you: /hex undo")
	if r := s.does("friend", "/hex undo"); !r.Refused || !strings.Contains(r.Text, "You has asked something") {
		t.Errorf("a second request is answered by %q", r.Text)
	}
	s.play("friend: [Allow]")
	if n := len(s.table(1).Moves); n != 0 {
		t.Errorf("the table has %d moves, want none", n)
	}
}
